"""The folder one stands in: nothing in it is run, but for the one module that `--bots` names."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.robust.terminal import TIMEOUT, Terminal

pytestmark = pytest.mark.programs

PACKAGES = ("llvmlite", "numba", "numpy", "platformdirs", "rich", "textual")
LOADED_BY_PYTHON = ("-m", "qwirkle")
"""Python itself looks into the current folder before the first line of the program."""

SAFE = ("-P", "-m", "qwirkle")
BOT = """
from qwirkle.bots.bots import SimpleBot as Mine
"""


class Traps:
    """A folder with a file for every module that a program could load; each leaves a trace."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._trace = folder.parent / "trace"
        folder.mkdir()

    def set(self, *names: str) -> None:
        """Put traps of these names there."""
        for name in names:
            trap = f"open({str(self._trace)!r}, 'a').write({name!r} + '\\n')\n"
            (self.folder / f"{name}.py").write_text(trap, encoding="utf-8")

    @property
    def sprung(self) -> str:
        """The names of all traps that were run."""
        return self._trace.read_text(encoding="utf-8") if self._trace.exists() else ""


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Traps:
    """The current folder, full of traps."""
    folder = Traps(tmp_path / "here")
    folder.set(*sys.stdlib_module_names - {"__main__"}, *PACKAGES)
    monkeypatch.chdir(folder.folder)
    return folder


def arena(
    bots: str, *arguments: str, program: tuple[str, ...] = SAFE
) -> subprocess.CompletedProcess[str]:
    """The result of two games."""
    settled = ("--variant", "tiles", "--games", "2", "--seed", "1", "--json")
    return subprocess.run(
        [sys.executable, *program, "arena", "--bots", bots, *settled, *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence with which it was refused."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_an_arena_runs_nothing_of_the_current_folder(
    traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler of the kernel, workers and bots' processes load no module from there."""
    site = tmp_path / "site"
    about = site / "numba-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: numba\nVersion: 1\n")
    sign = tmp_path / "compiling"
    for name in ("llvmlite", "numba"):  # whichever the compiler asks for first
        code = f"open({str(sign)!r}, 'w')\nimport random\nraise ImportError\n"
        (site / f"{name}.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.delenv("QWIRKLE_KERNEL")
    (traps.folder / "mine.py").write_text(BOT)
    done = arena("greedy,mine:Mine", "--jobs", "2")
    assert (done.returncode, traps.sprung) == (0, "")
    assert "forfeits" not in json.loads(done.stdout)
    assert sign.exists()


def test_python_m_qwirkle_drops_the_current_folder(traps: Traps) -> None:
    """What Python does not load by itself comes from where it belongs, also with `python -m`."""
    for trap in traps.folder.iterdir():
        trap.unlink()
    traps.set("json", "queue", "random", "statistics", "tomllib", *PACKAGES)
    done = arena("simple,greedy", program=LOADED_BY_PYTHON)
    assert (done.returncode, traps.sprung) == (0, "")


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="needs a terminal")
def test_a_hint_runs_nothing_of_the_current_folder(traps: Traps, home: Path) -> None:
    """The process that thinks loads no module from there, and answers."""
    players = ("--player", "Ana", "--player", "Cy=simple")
    arguments = ["play", "--variant", "tiles", "--seed", "7", *players]
    terminal = Terminal(arguments, home, program=SAFE)
    terminal.wait_for(lambda text: "Hint" in text)
    terminal.press("i")
    terminal.wait_for(lambda text: "most points" in text)
    terminal.press("ctrl+q")
    assert (terminal.end(), traps.sprung) == (0, "")


def test_a_bot_cannot_take_the_name_of_an_installed_module(traps: Traps) -> None:
    """`random:Bot` is Python's own module, whatever lies in the current folder."""
    (traps.folder / "random.py").write_text(BOT.replace("Mine", "Bot"))
    assert "random:Bot" in refusal(arena("simple,random:Bot"))
    assert traps.sprung == ""


def test_only_the_module_that_is_named_is_found(
    traps: Traps, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its neighbours are not, unless the path of Python leads to them."""
    library = traps.folder / "library"
    library.mkdir()
    for folder in (traps.folder, library):
        (folder / "neighbour.py").write_text(BOT)
    (traps.folder / "mine.py").write_text("from neighbour import Mine")
    assert "neighbour" in refusal(arena("simple,mine:Mine"))
    monkeypatch.setenv("PYTHONPATH", "library")
    assert arena("simple,mine:Mine", "--jobs", "2").returncode == 0


def test_a_package_is_found_with_all_that_is_in_it(traps: Traps) -> None:
    """`package.module:factory` is found there, and the package's modules find each other."""
    package = traps.folder / "mine"
    (package / "deep").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "deep" / "bot.py").write_text("from ..parts import Mine")
    (package / "parts.py").write_text(BOT)
    done = arena("simple,mine.deep.bot:Mine", "--jobs", "2")
    assert (done.returncode, traps.sprung) == (0, "")
