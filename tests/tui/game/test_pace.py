"""What takes its time at the table: bots, and dice that tumble."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from msgspec import structs

from qwirkle.engine.events import Rolled
from qwirkle.engine.pieces import colour_of
from qwirkle.session import session as host_module
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens import game as table_module
from qwirkle.tui.screens.game import FLASH_COUNT, FLASH_SECONDS, ROLL_FRAME_SECONDS
from qwirkle.tui.settings import PaceName
from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, faces, is_placing, set_position, set_turn_state, wait_for_turn


class Clock:
    """Pauses that end when a test says so, and a list of how long they would have been."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def sleep(self, seconds: float) -> None:
        """Note the pause, and wait for the gate to be open."""
        self.asked.append(seconds)
        await self.gate.wait()
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock for the table and its host alone."""
    clock = Clock()

    stopped = SimpleNamespace(**(vars(asyncio) | {"sleep": clock.sleep}))
    monkeypatch.setattr(table_module, "asyncio", stopped)
    monkeypatch.setattr(host_module, "asyncio", stopped)
    return clock


def animate(app: QwirkleApp, animations: bool) -> None:
    """Let the terminal allow animations, and a person want them or not."""
    app.animation_level = "full"
    app.settings = structs.replace(app.settings, animations=animations)
    app.appearance = app.appearance._replace(animations=animations)


@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
@pytest.mark.parametrize("pace", ["slow", "normal", "quick", "at-once"])
async def test_bots_take_their_time_whether_things_move_or_not(
    clock: Clock, animations: bool, pace: PaceName
) -> None:
    """Who turns animations off can still read what each bot did; how long is a setting."""
    app = make_app(TILES, (BOT, *human_players(1)))
    set_position(app, "Rs Gk", "Rc Rd", player=0)
    animate(app, animations)
    app.settings = structs.replace(app.settings, pace=pace)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_turn(pilot, app)
        assert app.has_animations is animations
        assert clock.asked == [{"slow": 2.0, "normal": 0.7, "quick": 0.25, "at-once": 0.0}[pace]]


@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
async def test_a_qwirkle_flashes_and_rings(
    clock: Clock, animations: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R10: the full line flashes for a moment, with the bell if that is set; not without motion."""
    rung: list[object] = []
    monkeypatch.setattr(QwirkleApp, "bell", lambda self: rung.append(self))
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rx Gk", "Rc Rs Rd Rk Rb", player=0)
    animate(app, animations)
    app.settings = structs.replace(app.settings, bell=True, pace="at-once")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("1", "tab")
        set_turn_state(table, cursor=(5, 0))
        clock.gate.clear()
        await pilot.press("space", "enter")
        if not animations:
            clock.gate.set()
            await wait_for_turn(pilot, app)
            assert FLASH_SECONDS not in clock.asked
            assert not rung
            return
        await wait_until(pilot, lambda: FLASH_SECONDS in clock.asked)
        assert table.frame is not None
        assert set(table.frame.flash) == {(x, 0) for x in range(6)}
        assert "Qwirkle!" in table.frame.news
        clock.gate.set()
        await wait_until(pilot, lambda: table.presenter.turn_state.draft)
        assert clock.asked.count(FLASH_SECONDS) == 2 * FLASH_COUNT
        assert not table.frame.flash
        assert len(rung) == 1


async def test_nothing_waits_where_the_terminal_wants_no_animations(clock: Clock) -> None:
    """With TEXTUAL_ANIMATIONS=none bots play at once and dice do not tumble."""
    app = make_app(CUBES, (BOT, *human_players(1)))
    set_position(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_turn(pilot, app)
        assert app.animation_level == "none"
        assert set(clock.asked) == {0}


async def test_no_key_shows_a_roll_before_the_dice_lie_still(clock: Clock) -> None:
    """Sorting, the cursor and a click wait with what they show until the tumbling is over."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rc Gs Yc Bd", "Rs Rd", player=0)
    animate(app, True)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        clock.gate.clear()
        await pilot.press("1", "2", "3", "4", "enter")
        await wait_until(pilot, lambda: clock.asked == [ROLL_FRAME_SECONDS])
        assert table.frame is not None
        tumbling = table.frame
        await pilot.press("s", "left", "u")
        await pilot.click(BoardPane, offset=(3, 3))
        assert table.frame is tumbling
        assert [colour_of(slot.face) for slot in tumbling.hand] == [
            colour_of(face) for face in faces("Rc Gs Yc Bd")
        ]
        clock.gate.set()
        await wait_until(pilot, lambda: is_placing(table))
        rolled = next(e for e in table.session.game.events if isinstance(e, Rolled))
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.hand == tuple(sorted(rolled.after))
