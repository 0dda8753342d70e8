"""Every key does something, or reports why it can't."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.engine.variant import Variant
from qwirkle.session.availability import Status
from qwirkle.text.status import status_text
from qwirkle.tui.screens.game import GAME_BINDINGS, actions_for_key
from tests.tui.conftest import CUBES, TILES, human_players, make_app
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_status,
    current_turn,
    set_position,
    set_turn_state,
    wait_for_turn,
)

MOVES = {"up", "down", "left", "right", "h", "j", "k", "l", "s"}
"""Keys that move the cursor or sort the hand; they are always available."""


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
@pytest.mark.parametrize(
    "before", [[], ["1"], ["1", "tab", "space"], ["t"], ["enter"], ["enter", "1"]], ids=str
)
async def test_every_key_acts_or_reports_why_not(variant: Variant, before: list[str]) -> None:
    """At any stage of a turn, each key changes the screen or sets a status."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press(*before)
        start = current_turn(screen)
        keys = {key for binding in GAME_BINDINGS for key in binding.key.split(",")}
        for key in sorted(keys - MOVES):
            set_turn_state(screen, status=None)
            if any(screen.check_action(action, ()) for action in actions_for_key(key, {})):
                continue
            frame = screen.frame
            await pilot.press(key)
            assert screen.frame != frame, key
            status = current_status(screen)
            assert status is not None, key
            assert current_turn(screen) == replace(start, status=status), key
            assert banner_text(screen), key


@pytest.mark.parametrize(
    ("variant", "keys", "status"),
    [
        (TILES, ["enter"], Status.PLACE_FIRST),
        (TILES, ["space"], Status.PICK_FIRST),
        (TILES, ["tab"], Status.PICK_FIRST),
        (TILES, ["a"], Status.ONLY_WHEN_MARKING),
        (TILES, ["r"], Status.NO_ROLLS),
        (TILES, ["t", "enter"], Status.MARK_FIRST),
        (TILES, ["t", "t"], Status.CHOOSING_TRADE),
        (TILES, ["8"], Status.NO_SUCH_PIECE),
        (TILES, ["1", "space", "1"], Status.ALREADY_PLACED),
        (TILES, ["1", "space", "t"], Status.RETURN_PIECES_FIRST),
        (TILES, ["u"], Status.NOTHING_TO_UNDO),
        (TILES, ["1", "u"], Status.RETURN_PIECES_FIRST),
        (TILES, ["v"], Status.ALL_PANES_VISIBLE),
        (TILES, ["e"], Status.NOT_OVER),
        (TILES, ["backspace"], Status.NOTHING_TO_RETURN),
        (CUBES, ["t"], Status.ROLL_FIRST),
        (CUBES, ["enter", "t"], Status.NO_TRADES),
        (CUBES, ["enter", "1", "space", "r"], Status.RETURN_PIECES_FIRST),
    ],
    ids=str,
)
async def test_an_unavailable_key_reports_the_reason(
    variant: Variant, keys: list[str], status: Status
) -> None:
    """The status says why the key does nothing, and the banner shows it."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press(*keys)
        assert current_status(screen) is status
        assert banner_text(screen) == status_text(status, "Ana", {})


async def test_keys_report_that_it_is_not_your_turn() -> None:
    """The banner names the player to move."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, draft=None)
        await pilot.press("1")
        assert current_status(screen) is Status.NOT_YOUR_TURN
        assert "Ana" in banner_text(screen)


def test_every_status_has_its_own_sentence() -> None:
    """Hints and explanations have texts elsewhere; all other statuses have a unique sentence."""
    without_sentence = (Status.HINTS, Status.EXPLANATION)
    sentences = [
        status_text(status, "Ana", {}) for status in Status if status not in without_sentence
    ]
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)
    assert "f9" in status_text(Status.GAME_OVER, "Ana", {"table.result": "f9"})
    assert {binding.id for binding in GAME_BINDINGS if binding.id} >= {"table.replay"}
