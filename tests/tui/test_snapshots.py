"""The main screens as text, compared with reviewed snapshots.

`REMAKE_SCREENS=1 pytest tests/tui/test_snapshots.py -n 0` rewrites them; review
`git diff tests/tui/snapshots` before you commit.
"""

from __future__ import annotations

import asyncio
import difflib
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from qwirkle.settings import Settings, save_settings
from qwirkle.tui.app import QwirkleApp
from tests.tools.pictures.environment import ENVIRONMENT, UNSET_VARIABLES
from tests.tools.pictures.scenes import SCENES, open_scene, text_of

FOLDER = Path(__file__).parent / "snapshots"
NAMES = ("start", "setup", "tiles", "cubes", "handoff", "roll", "trade", "end", "small")
SCREEN_TIMEOUT = 120.0
"""Seconds to wait for the expected text before the test fails."""
REMAKE_VARIABLE = "REMAKE_SCREENS"


async def wait_for_text(expected: str, pilot: Pilot[None], app: QwirkleApp) -> str:
    """Return the text of the screen once it is as expected, or after the timeout."""
    try:
        async with asyncio.timeout(SCREEN_TIMEOUT):
            while text_of(app) != expected:
                await pilot.pause()
                await asyncio.sleep(0.01)
    except TimeoutError:
        pass
    return text_of(app)


@pytest.mark.parametrize("name", NAMES)
async def test_a_screen_matches_its_snapshot(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each main screen has the same text as when it was last reviewed."""
    for variable in UNSET_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in ENVIRONMENT.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.chdir(tmp_path)
    save_settings(Settings(letters=True))  # so that the text includes colours
    snapshot = FOLDER / f"{name}.txt"
    async with open_scene(SCENES[name]) as (pilot, app):
        if os.environ.get(REMAKE_VARIABLE):
            await pilot.pause(1.0)
            snapshot.write_text(text_of(app), encoding="utf-8")
        expected = snapshot.read_text(encoding="utf-8")
        actual = await wait_for_text(expected, pilot, app)
    changes = difflib.unified_diff(expected.splitlines(), actual.splitlines(), "was", "is", n=1)
    assert actual == expected, "\n".join(
        (f"The screen {name} has changed; {REMAKE_VARIABLE}=1?", *changes)
    )


def test_every_snapshot_is_compared() -> None:
    """No snapshot is left over from a screen that isn't tested."""
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(NAMES)
