"""`qwirkle serve` and `qwirkle join` as programs: played through pipes, killed and restarted."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from qwirkle.cli import main
from qwirkle.cli.loading import load_untruncated_game
from tests.plain.prompt_reader import PromptReader, started
from tests.web.conftest import GAME_OVER

TIMEOUT = 120.0
"""Seconds until a program that doesn't finish is killed."""


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command with pipes; kill it on exit or after the timeout."""
    process = started(*arguments)
    watchdog = Timer(TIMEOUT, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        watchdog.cancel()
        process.kill()
        process.communicate()


@contextmanager
def server(port: int = 0, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run `qwirkle serve`. Yield its process and port."""
    with program("serve", "--port", str(port), *options) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        url = re.search(r"//127\.0\.0\.1:(\d+)/", line)  # without --lan, only this machine
        assert url, line
        assert "Ctrl+C" in process.stdout.readline()
        yield process, int(url[1])


def answer_until(
    process: subprocess.Popen[str], answer: Callable[[str], str | None], until: str
) -> list[str]:
    """Answer the program's lines until one contains `until`. Return all lines."""
    assert process.stdin is not None
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if until in line:
            return lines
        reply = answer(line)
        if reply is not None:
            process.stdin.write(f"{reply}\n")
            process.stdin.flush()
    raise AssertionError("\n".join(lines[-5:]))


SETUP_ANSWERS = {
    "“new”": "new sprint",
    "“sit”": "sit Ana:9",
    "“bot”": "bot simple",
    "Simple": "start",
}


def setup_answer(line: str) -> str | None:
    """Return the reply to a prompt before the game, or None."""
    return next((answer for part, answer in SETUP_ANSWERS.items() if part in line), None)


@pytest.mark.programs
@pytest.mark.usefixtures("without_coverage")
def test_a_killed_server_resumes_its_games(home: Path) -> None:
    """After a kill and a restart, a personal link resumes the game, which is then played out."""
    with server() as (process, port):
        with program("join", "--plain", f"127.0.0.1:{port}") as joined:
            answer_until(joined, setup_answer, "Hand: 1")
            assert joined.stdin is not None
            joined.stdin.write("link\n")
            joined.stdin.flush()
            link = answer_until(joined, lambda _: None, "&s=")[-1].rpartition(" ")[2]
        process.send_signal(signal.SIGKILL)
        process.wait(TIMEOUT)
    with server(port), program("join", "--plain", link) as joined:
        lines = answer_until(joined, PromptReader().answer, GAME_OVER)
        assert any(line.startswith("Hand: 1") for line in lines)
        assert joined.stdin is not None
        out, err = joined.communicate("quit\n", TIMEOUT)
        assert f"qwirkle join --plain '{link}'" in out
        assert err == ""
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over
    seat_token = link.rpartition("=")[2]
    for file in home.rglob("*"):
        assert not file.is_file() or seat_token not in file.read_text(errors="replace")


@pytest.mark.usefixtures("without_coverage")
def test_ctrl_c_stops_a_server(home: Path) -> None:
    """A server stops on an interrupt without printing an error."""
    with server() as (process, _):
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT)
        assert process.returncode in (0, 130)
        assert err == ""


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("serve --port 70000", "70000"),
        ("serve --name *.example.org", "--name"),
        ("serve --cert x.pem", "--key"),
        ("serve --cert no.pem --key no.pem", "No such file"),
        (f"serve --cert {__file__} --key {__file__}", Path(__file__).name),
        ("join ftp://x", "ftp://x"),
        ("join --plain 127.0.0.1:9", "127.0.0.1:9"),
    ],
)
def test_invalid_arguments_get_a_one_line_error(
    arguments: str, part: str, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    """Invalid arguments end the command with a one-line error and exit status 2."""
    assert main(arguments.split()) == 2
    error = capsys.readouterr().err
    assert part in error
    assert error.count("\n") == 1


def test_a_port_in_use_is_an_error(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server doesn't start on a port that another one uses."""
    with server() as (_, port):
        assert main(["serve", "--port", str(port)]) == 2
        assert str(port) in capsys.readouterr().err


def test_an_unknown_rooms_file_is_not_overwritten(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server doesn't start, and names the file, if `tables.json` has unknown content."""
    home.mkdir(exist_ok=True)
    (home / "tables.json").write_text("[]")
    assert main(["serve", "--port", "0"]) == 2
    assert "tables.json" in capsys.readouterr().err
    assert (home / "tables.json").read_text() == "[]"


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the web packages, the command says how to install them."""
    monkeypatch.setattr("qwirkle.cli.play.WEB_PACKAGES", ("no_such_package",))
    assert main(["join", "127.0.0.1"]) == 2
    assert "pip install 'qwirkle[web]'" in capsys.readouterr().err
