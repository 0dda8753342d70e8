"""`qwirkle play --share`: usage errors and what it doesn't import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

TIMEOUT = 120


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ("--share --plain", "--plain"),
        ("--share --watch x", "--watch"),
        ("--share --seed 4", "--seed"),
        ("--share --no-hints", "--no-hints"),
        ("--share --purist", "--purist"),
        ("--share --resume x.qwirkle", "--resume"),
        ("--share --resume", "shared"),
        ("--share --resume --variant sprint", "--resume"),
        ("--share --port 70000", "70000"),
        ("--port 8642", "--share"),
    ],
)
def test_options_that_cannot_be_shared_are_errors(run: Run, arguments: str, word: str) -> None:
    """Invalid options for a shared game are usage errors before the app starts."""
    assert word in run("play", *arguments.split()).error_line()


def test_an_invalid_shared_games_file_is_left_alone(run: Run, home: Path) -> None:
    """An invalid shared.json is an error and stays unchanged."""
    home.mkdir()
    (home / "shared.json").write_text("[]")
    assert "shared.json" in run("play", "--share", "--resume").error_line()
    assert (home / "shared.json").read_text() == "[]"


def test_sharing_needs_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the web packages, the error says what to install."""
    monkeypatch.setattr("qwirkle.cli.play.WEB_PACKAGES", ("no_such_package",))
    assert "qwirkle[web]" in run("play", "--share").error_line()


def test_web_packages_are_not_imported_without_sharing() -> None:
    """Neither the help nor an app that shares nothing imports the web packages."""
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
    completed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=TIMEOUT, check=False
    )
    assert completed.stderr.decode().strip() == "[]"
