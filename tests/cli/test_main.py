"""The command line as a whole: help, refusals, pipes and interruptions."""

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
SOON = 60


def test_help_names_every_command(run: Run) -> None:
    """The help of the program has a line for each command that there is."""
    answer = run("--help")
    assert answer.status == 0
    assert all(f"\n  {name} " in answer.out for name in command_summaries())
    assert max(map(len, answer.out.splitlines())) <= 90
    assert run("-h") == answer


@pytest.mark.parametrize("name", list(command_summaries()))
def test_each_command_explains_itself(run: Run, name: str) -> None:
    """The help of a command has its sentence and an example that begins with it."""
    answer = run(name, "--help")
    assert answer.status == 0
    assert command_summaries()[name] in answer.out
    _, _, example = answer.out.partition("example:\n")
    assert f"qwirkle {name}" in example
    assert "{" not in example.replace('{"board"', "")


def test_examples_name_variants_that_there_are(run: Run) -> None:
    """What an example calls a variant can be loaded."""
    example = run("compare", "--help").out.split()[-2:]
    assert set(example) <= set(catalog.bundled_names())


def test_the_version_is_told(run: Run) -> None:
    """The version is that of the package."""
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
def test_wrong_use_gets_one_sentence(run: Run, arguments: list[str]) -> None:
    """Wrong use gives status 2 and one sentence free of control characters."""
    assert "\x1b" not in run(*arguments).refusal()


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["play", "--variant", "cubes", "--player", "Ana", "--player", "Bo=simple"]],
)
def test_the_table_needs_a_terminal(run: Run, arguments: list[str]) -> None:
    """Where there is no terminal the app does not open."""
    assert "terminal" in run(*arguments).refusal()


def test_commands_load_no_textual_and_help_loads_nothing_heavy() -> None:
    """The command line starts without Textual, rich and numpy, and answers plays without them."""
    code = (
        "import sys\n"
        "from qwirkle.cli import main\n"
        "main(['--help']); main(['plays', '--help']); main(['compare', 'tiles', 'cubes'])\n"
        "main(['plays', '--variant', 'tiles'])\n"
        "sys.exit(str([name for name in ('textual', 'rich', 'numpy') if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=position_line([], ["Rc"]),
        capture_output=True,
        timeout=SOON,
        check=False,
    )
    assert done.stderr.decode().strip() == "[]"


def test_a_closed_pipe_is_left_quietly(tmp_path: Path) -> None:
    """When nobody reads on, the command ends without a word."""
    positions = tmp_path / "positions"
    positions.write_bytes(position_line([["Rc", 0, 0]], ["Rs", "Rd", "Rx"]) * 2000)
    reading, writing = os.pipe()
    os.close(reading)
    for arguments in (["plays", "--variant", "tiles", positions], ["--help"]):
        done = subprocess.run(
            [*QWIRKLE, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=SOON,
            check=False,
        )
        assert (done.returncode, done.stderr) == (141, b"")
    os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told() -> None:
    """When the output cannot be written, one sentence says so."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*QWIRKLE, "--help"], stdout=full, stderr=subprocess.PIPE, timeout=SOON, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_an_interruption_is_left_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl+C ends any command with status 130 and no traceback."""

    def interrupt(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("qwirkle.cli.files.load_variant", interrupt)
    answer = run("plays", "--variant", "tiles")
    assert (answer.status, answer.err) == (130, "")
