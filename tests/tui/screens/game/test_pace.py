"""What takes time on the game screen: bots' moves, and animations of dice and Qwirkles."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from qwirkle.engine.events import Rolled
from qwirkle.engine.pieces import colour_of
from qwirkle.session import session as session_module
from qwirkle.settings import PaceName
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens import game as game_screen_module
from qwirkle.tui.screens.game import FLASH_COUNT, FLASH_SECONDS, ROLL_FRAME_SECONDS
from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    current_draft,
    current_frame,
    current_turn,
    faces,
    is_placing,
    set_position,
    set_settings,
    set_turn_state,
    wait_for_turn,
)


class Clock:
    """Replaces sleep: pauses last until the test opens the gate, and their lengths are recorded."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def sleep(self, seconds: float) -> None:
        """Record the pause and wait for the gate."""
        self.pauses.append(seconds)
        await self.gate.wait()
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace sleep in the game screen and the session only."""
    clock = Clock()
    patched = SimpleNamespace(**(vars(asyncio) | {"sleep": clock.sleep}))
    monkeypatch.setattr(game_screen_module, "asyncio", patched)
    monkeypatch.setattr(session_module, "asyncio", patched)
    return clock


def set_animations(app: QwirkleApp, animations: bool) -> None:
    """Allow animations in the terminal, and set whether the player wants them."""
    app.animation_level = "full"
    set_settings(app, animations=animations)
    app.appearance = app.appearance._replace(animations=animations)


@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
@pytest.mark.parametrize("pace", ["slow", "normal", "quick", "at-once"])
async def test_the_pace_of_bots_is_independent_of_animations(
    clock: Clock, animations: bool, pace: PaceName
) -> None:
    """Bots pause before they move, as long as the pace setting says."""
    app = make_app(TILES, (BOT, *human_players(1)))
    set_position(app, "Rs Gk", "Rc Rd", seat_to_move=0)
    set_animations(app, animations)
    set_settings(app, pace=pace)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_turn(pilot, app)
        assert app.has_animations is animations
        assert clock.pauses == [{"slow": 2.0, "normal": 0.7, "quick": 0.25, "at-once": 0.0}[pace]]


@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
async def test_a_qwirkle_flashes_and_rings(
    clock: Clock, animations: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10: a full line flashes and rings the bell if it's on; neither without animations."""
    bells: list[object] = []
    monkeypatch.setattr(QwirkleApp, "bell", lambda self: bells.append(self))
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rx Gk", "Rc Rs Rd Rk Rb", seat_to_move=0)
    set_animations(app, animations)
    set_settings(app, bell=True, pace="at-once")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("1", "tab")
        set_turn_state(screen, cursor=(5, 0))
        clock.gate.clear()
        await pilot.press("space", "enter")
        if not animations:
            clock.gate.set()
            await wait_for_turn(pilot, app)
            assert FLASH_SECONDS not in clock.pauses
            assert not bells
            return
        await wait_until(pilot, lambda: FLASH_SECONDS in clock.pauses)
        assert set(current_frame(screen).flash) == {(x, 0) for x in range(6)}
        assert "Qwirkle" in current_frame(screen).news
        clock.gate.set()
        await wait_until(pilot, lambda: current_turn(screen).draft)
        assert clock.pauses.count(FLASH_SECONDS) == 2 * FLASH_COUNT
        assert not current_frame(screen).flash
        assert len(bells) == 1


async def test_nothing_is_delayed_if_the_terminal_disables_animations(clock: Clock) -> None:
    """With TEXTUAL_ANIMATIONS=none, bots play at once and dice aren't animated."""
    app = make_app(CUBES, (BOT, *human_players(1)))
    set_position(app, "Rs Gk", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_turn(pilot, app)
        assert app.animation_level == "none"
        assert set(clock.pauses) == {0}


async def test_no_input_reveals_a_roll_during_its_animation(clock: Clock) -> None:
    """Sorting, moving the cursor and clicking show their effect only after the animation."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rc Gs Yc Bd", "Rs Rd", seat_to_move=0)
    set_animations(app, True)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        clock.gate.clear()
        await pilot.press("1", "2", "3", "4", "enter")
        await wait_until(pilot, lambda: clock.pauses == [ROLL_FRAME_SECONDS])
        animated = current_frame(screen)
        await pilot.press("s", "left", "u")
        await pilot.click(BoardPane, offset=(3, 3))
        assert screen.frame is animated
        assert [colour_of(slot.face) for slot in animated.hand] == [
            colour_of(face) for face in faces("Rc Gs Yc Bd")
        ]
        clock.gate.set()
        await wait_until(pilot, lambda: is_placing(screen))
        rolled = next(e for e in screen.session.game.events if isinstance(e, Rolled))
        assert current_draft(screen).hand == tuple(sorted(rolled.after))
