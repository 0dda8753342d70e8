"""The current folder: no code from it runs, except a module that `--bots` names."""

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
"""Python itself loads modules from the current folder before our first line runs."""

SAFE = ("-P", "-m", "qwirkle")
BOT = """
from qwirkle.bots.bots import SimpleBot as Mine
"""


class Traps:
    """A folder of decoy modules; each of them leaves a trace if it's imported."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._trace = folder.parent / "trace"
        folder.mkdir()

    def set(self, *names: str) -> None:
        """Write decoy modules with these names."""
        for name in names:
            trap = f"open({str(self._trace)!r}, 'a').write({name!r} + '\\n')\n"
            (self.folder / f"{name}.py").write_text(trap, encoding="utf-8")

    @property
    def imported_modules(self) -> str:
        """Names of the imported traps, one per line."""
        return self._trace.read_text(encoding="utf-8") if self._trace.exists() else ""


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Traps:
    """The current folder, with traps for all modules that a program could load."""
    traps = Traps(tmp_path / "here")
    traps.set(*sys.stdlib_module_names - {"__main__"}, *PACKAGES)
    monkeypatch.chdir(traps.folder)
    return traps


def arena(
    bots: str, *arguments: str, program: tuple[str, ...] = SAFE
) -> subprocess.CompletedProcess[str]:
    """Run an arena of two games."""
    options = ("--variant", "tiles", "--games", "2", "--seed", "1", "--json")
    return subprocess.run(
        [sys.executable, *program, "arena", "--bots", bots, *options, *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )


def error_line(result: subprocess.CompletedProcess[str]) -> str:
    """Check that a command failed with status 2, and return its one-line error."""
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_an_arena_runs_no_code_from_the_current_folder(
    traps: Traps, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernel compilation, workers and bot processes import nothing from there."""
    site = tmp_path / "site"
    metadata = site / "numba-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: numba\nVersion: 1\n")
    marker = tmp_path / "compiling"
    for name in ("llvmlite", "numba"):  # whichever the compiler imports first
        code = f"open({str(marker)!r}, 'w')\nimport random\nraise ImportError\n"
        (site / f"{name}.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.delenv("QWIRKLE_KERNEL")
    (traps.folder / "mine.py").write_text(BOT)
    result = arena("greedy,mine:Mine", "--jobs", "2")
    assert (result.returncode, traps.imported_modules) == (0, "")
    assert "forfeits" not in json.loads(result.stdout)
    assert marker.exists()


def test_python_m_qwirkle_drops_the_current_folder(traps: Traps) -> None:
    """Our imports don't come from the current folder, even with `python -m`."""
    for trap in traps.folder.iterdir():
        trap.unlink()
    traps.set("json", "queue", "random", "statistics", "tomllib", *PACKAGES)
    result = arena("simple,greedy", program=LOADED_BY_PYTHON)
    assert (result.returncode, traps.imported_modules) == (0, "")


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="needs a terminal")
def test_a_hint_runs_no_code_from_the_current_folder(traps: Traps, home: Path) -> None:
    """The worker imports nothing from there, and answers."""
    players = ("--player", "Ana", "--player", "Cy=simple")
    arguments = ["play", "--variant", "tiles", "--seed", "7", *players]
    terminal = Terminal(arguments, home, program=SAFE)
    terminal.wait_for(lambda text: "Hint" in text)
    terminal.press("i")
    terminal.wait_for(lambda text: "most points" in text)
    terminal.press("ctrl+q")
    assert (terminal.end(), traps.imported_modules) == (0, "")


def test_a_bot_module_cannot_shadow_an_installed_module(traps: Traps) -> None:
    """`random:Bot` means Python's own module, even if the current folder has a `random.py`."""
    (traps.folder / "random.py").write_text(BOT.replace("Mine", "Bot"))
    assert "random:Bot" in error_line(arena("simple,random:Bot"))
    assert traps.imported_modules == ""


def test_only_the_named_module_is_importable(traps: Traps, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its neighbours aren't, unless they are on PYTHONPATH."""
    library = traps.folder / "library"
    library.mkdir()
    for folder in (traps.folder, library):
        (folder / "neighbour.py").write_text(BOT)
    (traps.folder / "mine.py").write_text("from neighbour import Mine")
    assert "neighbour" in error_line(arena("simple,mine:Mine"))
    monkeypatch.setenv("PYTHONPATH", "library")
    assert arena("simple,mine:Mine", "--jobs", "2").returncode == 0


def test_a_bot_package_can_import_its_own_modules(traps: Traps) -> None:
    """`package.module:factory` works, and so do relative imports in the package."""
    package = traps.folder / "mine"
    (package / "deep").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "deep" / "bot.py").write_text("from ..parts import Mine")
    (package / "parts.py").write_text(BOT)
    result = arena("simple,mine.deep.bot:Mine", "--jobs", "2")
    assert (result.returncode, traps.imported_modules) == (0, "")
