"""The command line as a whole: help, usage errors, pipes and interrupts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qwirkle import __version__, catalog
from qwirkle.cli.commands import command_summaries
from tests.cli.conftest import Run, position_line

QWIRKLE = [sys.executable, "-m", "qwirkle"]
TIMEOUT = 60


def test_help_names_every_command(run: Run) -> None:
    result = run("--help")
    assert result.status == 0
    assert all(f"\n  {name} " in result.out for name in command_summaries())
    assert max(map(len, result.out.splitlines())) <= 90
    assert run("-h") == result


@pytest.mark.parametrize("name", list(command_summaries()))
def test_each_command_has_help_with_an_example(run: Run, name: str) -> None:
    """A command's help has its summary and an example."""
    result = run(name, "--help")
    assert result.status == 0
    assert command_summaries()[name] in result.out
    _, _, example = result.out.partition("example:\n")
    assert f"qwirkle {name}" in example
    assert "{" not in example.replace('{"board"', "")


def test_examples_use_existing_variants(run: Run) -> None:
    """The variants in the `compare` example exist."""
    example = run("compare", "--help").out.split()[-2:]
    assert set(example) <= set(catalog.bundled_variant_names())


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").out == f"qwirkle {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["--verbose"],
        ["plays"],
        ["plays", "--variant"],
        ["plays", "--variant", "tiles", "--colour"],
        ["arena", "--variant", "tiles", "--bots", "simple,simple", "--games", "0", "--seed", "1"],
        ["arena", "--variant", "tiles", "--bots", "simple,simple", "--games", "1", "--seed", "x"],
        ["arena", "--variant", "tiles", "--bots", "simple", "--games", "1", "--seed", "1"],
        ["arena", "--variant", "tiles", "--bots", "simple,nobody", "--games", "1", "--seed", "1"],
        ["arena", "--variant", "tiles", "--bots", ",", "--games", "1", "--seed", "1"],
        ["play", "--zoom", "9"],
        ["verify"],
        ["games", "burn"],
        ["chess\x1b[2J"],
        ["plays", "--variant", "\x1b[2J"],
        ["plays", "--variant", "\udcff"],
    ],
)
def test_usage_errors_are_one_line(run: Run, arguments: list[str]) -> None:
    """Usage errors print one line without control characters and exit with 2."""
    assert "\x1b" not in run(*arguments).error_line()


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["play", "--variant", "cubes", "--player", "Ana", "--player", "Bo=simple"]],
)
def test_the_app_needs_a_terminal(run: Run, arguments: list[str]) -> None:
    """The app doesn't start without a terminal."""
    assert "terminal" in run(*arguments).error_line()


def test_help_and_plays_load_no_heavy_modules() -> None:
    """Help, `compare` and `plays` run without importing Textual, rich or numpy."""
    code = (
        "import sys\n"
        "from qwirkle.cli import main\n"
        "main(['--help']); main(['plays', '--help']); main(['compare', 'tiles', 'cubes'])\n"
        "main(['plays', '--variant', 'tiles'])\n"
        "sys.exit(str([name for name in ('textual', 'rich', 'numpy') if name in sys.modules]))"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code],
        input=position_line([], ["Rc"]),
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert completed.stderr.decode().strip() == "[]"


def test_a_closed_pipe_ends_the_command_silently(tmp_path: Path) -> None:
    """If the reader closes the pipe, the command exits with 141 and prints no error."""
    positions = tmp_path / "positions"
    positions.write_bytes(position_line([["Rc", 0, 0]], ["Rs", "Rd", "Rx"]) * 2000)
    reading, writing = os.pipe()
    os.close(reading)
    for arguments in (["plays", "--variant", "tiles", positions], ["--help"]):
        completed = subprocess.run(
            [*QWIRKLE, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
        )
        assert (completed.returncode, completed.stderr) == (141, b"")
    os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_a_one_line_error() -> None:
    """If output can't be written, the command prints one line and exits with 2."""
    with Path("/dev/full").open("wb") as full:
        completed = subprocess.run(
            [*QWIRKLE, "--help"], stdout=full, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False
        )
    assert completed.returncode == 2
    assert completed.stderr.count(b"\n") == 1
    assert b"Traceback" not in completed.stderr


def test_ctrl_c_ends_a_command_silently(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C exits with 130 and no traceback."""

    def interrupt(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("qwirkle.cli.loading.load_variant", interrupt)
    result = run("plays", "--variant", "tiles")
    assert (result.status, result.err) == (130, "")
