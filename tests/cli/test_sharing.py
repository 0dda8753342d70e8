"""`qwirkle play --share` on the command line: what it refuses, and what it does not load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

SOON = 120


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--share --plain", "A shared table knows no --plain"),
        ("--share --watch x", "A shared table knows no --watch"),
        ("--share --seed 4", "A shared table knows no --seed"),
        ("--share --no-hints", "A shared table knows no --no-hints"),
        ("--share --purist", "A shared table knows no --purist"),
        ("--share --resume x.qwirkle", "give it no file"),
        ("--share --resume", "There is no shared table to go on with."),
        ("--share --resume --variant sprint", "A saved game has its own variant"),
        ("--share --port 70000", "70000 is not from 0 to 65535"),
        ("--port 8642", "--port belongs to --share."),
    ],
)
def test_what_cannot_be_shared_is_refused(run: Run, arguments: str, sentence: str) -> None:
    """One sentence and status 2, before anything is drawn."""
    assert sentence in run("play", *arguments.split()).refusal()


def test_a_foreign_file_of_shared_tables_is_told(run: Run, home: Path) -> None:
    """What is no file of ours stays as it is."""
    home.mkdir()
    (home / "shared.json").write_text("[]")
    assert "is no file of this program" in run("play", "--share", "--resume").refusal()
    assert (home / "shared.json").read_text() == "[]"


def test_sharing_needs_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the packages gets one sentence."""
    monkeypatch.setattr("qwirkle.cli.play.WEB_PACKAGES", ("no_such_package",))
    assert "pip install 'qwirkle[web]'" in run("play", "--share").refusal()


def test_nothing_of_the_extra_is_loaded_without_need() -> None:
    """Neither the help nor an app that shares nothing loads what only a server needs."""
    code = (
        "import sys\n"
        "from qwirkle.cli import main\n"
        "main(['play', '--help'])\n"
        "from qwirkle.tui.app import QwirkleApp\n"
        "from qwirkle.tui.keymap import remappable_bindings\n"
        "list(remappable_bindings())\n"
        "extra = ('starlette', 'uvicorn', 'websockets', 'segno')\n"
        "sys.exit(str([name for name in extra if name in sys.modules]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=SOON, check=False
    )
    assert done.stderr.decode().strip() == "[]"
