"""The main screens as text, compared with what was looked at and found right.

`REMAKE_SCREENS=1 pytest tests/tui/test_snapshots.py -n 0` writes them anew; read what
`git diff tests/tui/snapshots` shows before it is kept.
"""

from __future__ import annotations

import asyncio
import difflib
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.settings import Settings, save_settings
from tests.tools.pictures.scenes import SCENES, shown, text_of
from tests.tools.pictures.steady import STEADY, UNSTEADY

FOLDER = Path(__file__).parent / "snapshots"
NAMES = ("start", "setup", "tiles", "cubes", "handoff", "roll", "trade", "end", "small")
PATIENCE = 120.0
"""Seconds after which a screen that is not as it was will not become so."""
REMADE = "REMAKE_SCREENS"


async def text_like(wanted: str, pilot: Pilot[None], app: QwirkleApp) -> str:
    """What the screen says, once it says what is wanted, or after all patience."""
    try:
        async with asyncio.timeout(PATIENCE):
            while text_of(app) != wanted:
                await pilot.pause()
                await asyncio.sleep(0.01)
    except TimeoutError:
        pass
    return text_of(app)


@pytest.mark.parametrize("name", NAMES)
async def test_a_screen_is_as_it_was(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each main screen says what it said when somebody looked at it last."""
    for variable in UNSTEADY:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in STEADY.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.chdir(tmp_path)
    save_settings(Settings(letters=True))  # so that the text tells colours too
    golden = FOLDER / f"{name}.txt"
    async with shown(SCENES[name]) as (pilot, app):
        if os.environ.get(REMADE):
            await pilot.pause(1.0)
            golden.write_text(text_of(app), encoding="utf-8")
        wanted = golden.read_text(encoding="utf-8")
        found = await text_like(wanted, pilot, app)
    changes = difflib.unified_diff(wanted.splitlines(), found.splitlines(), "was", "is", n=1)
    assert found == wanted, "\n".join((f"The screen {name} has changed; {REMADE}=1?", *changes))


def test_every_kept_screen_is_compared() -> None:
    """No text of a screen is kept that nothing is compared with."""
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)
