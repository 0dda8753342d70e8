"""`qwirkle serve` and `qwirkle join` as programs: played through pipes, killed, started again."""

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
from qwirkle.cli.files import load_complete_game
from tests.plain.test_pipe import Mind, started

SOON = 120.0


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command with pipes, ended by force when it is left, or when it takes far too long."""
    process = started(*arguments)
    patience = Timer(SOON, process.kill)
    patience.start()
    try:
        yield process
    finally:
        patience.cancel()
        process.kill()
        process.communicate()


@contextmanager
def server(port: int = 0, *more: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server, and the port at which it is."""
    with program("serve", "--port", str(port), *more) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        found = re.search(r":(\d+)/", told)
        assert found, told
        assert "Only this machine" in process.stdout.readline()
        yield process, int(found[1])


def talk(
    process: subprocess.Popen[str], answer: Callable[[str], str | None], until: str
) -> list[str]:
    """Answer lines until one with this sign in it has come."""
    assert process.stdin is not None
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line.rstrip("\n"))
        if until in line:
            return said
        said_to_it = answer(line)
        if said_to_it is not None:
            process.stdin.write(f"{said_to_it}\n")
            process.stdin.flush()
    raise AssertionError("\n".join(said[-5:]))


SETTING_UP = {
    "“new” and a game": "new sprint",
    "“sit” and your name": "sit Ana:9",
    "“bot” and one of": "bot simple",
    "(bot)": "start",
}


def setting_up(line: str) -> str | None:
    """What to say on the way to a game."""
    return next((answer for sign, answer in SETTING_UP.items() if sign in line), None)


@pytest.mark.programs
@pytest.mark.usefixtures("without_coverage")
def test_a_server_is_killed_in_the_middle_and_started_again(home: Path) -> None:
    """Whoever has a link finds the game as it was, and it is played to its end."""
    with server() as (serving, port):
        with program("join", "--plain", f"127.0.0.1:{port}") as joined:
            talk(joined, setting_up, "Hand: 1")
            assert joined.stdin is not None
            joined.stdin.write("link\n")
            joined.stdin.flush()
            link = talk(joined, lambda _: None, "Your own place")[-1].rpartition(" ")[2]
        serving.send_signal(signal.SIGKILL)
        serving.wait(SOON)
    with server(port), program("join", "--plain", link) as joined:
        said = talk(joined, Mind().answer, "The game is over.")
        assert any(line.startswith("Hand: 1") for line in said)
        assert joined.stdin is not None
        out, err = joined.communicate("quit\n", SOON)
        assert f"To come back: qwirkle join --plain '{link}'" in out
        assert err == ""
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over
    secret = link.rpartition("=")[2]
    for file in home.rglob("*"):
        assert not file.is_file() or secret not in file.read_text(errors="replace")


@pytest.mark.usefixtures("without_coverage")
def test_ctrl_c_ends_a_server(home: Path) -> None:
    """It leaves at once, and says nothing more."""
    with server() as (serving, _):
        serving.send_signal(signal.SIGINT)
        _, err = serving.communicate(timeout=SOON)
        assert serving.returncode in (0, 130)
        assert err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("serve --port 70000", "70000 is not from 0 to 65535"),
        ("serve --name *.example.org", "--name takes a whole name, without *."),
        ("serve --cert x.pem", "--cert and --key belong together."),
        ("serve --cert no.pem --key no.pem", "are no certificate: No such file"),
        (f"serve --cert {__file__} --key {__file__}", "are no certificate: "),
        ("join ftp://x", "is no address such as"),
        ("join --plain 127.0.0.1:9", "There is no table to join at 127.0.0.1:9"),
    ],
)
def test_wrong_use(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    """One sentence, and status 2."""
    assert main(arguments.split()) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1


def test_a_port_that_is_taken_is_told(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two servers do not share a port."""
    with server() as (_, port):
        assert main(["serve", "--port", str(port)]) == 2
        assert f"Port {port} cannot be used" in capsys.readouterr().err


def test_a_file_that_is_not_ours_is_left_alone(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the file of tables is something else, it is said and nothing is served."""
    home.mkdir(exist_ok=True)
    (home / "tables.json").write_text("[]")
    assert main(["serve", "--port", "0"]) == 2
    assert "is no file of this program" in capsys.readouterr().err
    assert (home / "tables.json").read_text() == "[]"


def test_without_the_extra_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A machine without the packages gets one sentence."""
    monkeypatch.setattr("qwirkle.cli.play.WEB_PACKAGES", ("no_such_package",))
    assert main(["join", "127.0.0.1"]) == 2
    assert "pip install 'qwirkle[web]'" in capsys.readouterr().err
