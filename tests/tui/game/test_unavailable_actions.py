"""Every key answers: it does something, or says why it does not."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.engine.variant import Variant
from qwirkle.session.availability import Status
from qwirkle.text.status import status_text
from qwirkle.tui.screens.game import GAME_BINDINGS, actions_for_key
from tests.tui.conftest import CUBES, TILES, human_players, make_app
from tests.tui.game_setup import BOT, banner_text, set_position, wait_for_turn

MOVES = {"up", "down", "left", "right", "h", "j", "k", "l", "s"}
"""Keys that move the cursor or sort: what they do is seen."""


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
@pytest.mark.parametrize(
    "before", [[], ["1"], ["1", "tab", "space"], ["t"], ["enter"], ["enter", "1"]], ids=str
)
async def test_no_key_of_the_table_is_silent(variant: Variant, before: list[str]) -> None:
    """Whatever was begun, each key changes what is shown or says why it cannot."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press(*before)
        begun = table.presenter.turn_state
        for key in sorted({key for each in GAME_BINDINGS for key in each.key.split(",")} - MOVES):
            table.presenter.turn_state = replace(begun, status=None)
            table.presenter.refresh()
            if any(table.check_action(action, ()) for action in actions_for_key(key, {})):
                continue
            shown = table.frame
            await pilot.press(key)
            assert table.frame != shown, key
            assert table.presenter.turn_state.status is not None, key
            assert replace(table.presenter.turn_state, status=None) == replace(
                begun, status=None
            ), key
            assert banner_text(table), key


@pytest.mark.parametrize(
    ("variant", "keys", "answer"),
    [
        (TILES, ["enter"], "Lay a piece first."),
        (TILES, ["space"], "Pick a piece first."),
        (TILES, ["tab"], "Pick a piece first."),
        (TILES, ["a"], "This key marks all pieces for a trade or a roll."),
        (TILES, ["r"], "Nothing is rolled in this game."),
        (TILES, ["t", "enter"], "Mark a piece first, by its number or a click."),
        (TILES, ["t", "t"], "You are choosing what to trade; Esc goes back to laying."),
        (TILES, ["8"], "There is no such piece in your hand."),
        (TILES, ["1", "space", "1"], "This piece lies on the table already; Backspace takes one"),
        (TILES, ["1", "space", "t"], "Pieces of yours lie on the table: Esc takes them back"),
        (TILES, ["u"], "There is no turn of yours to take back."),
        (TILES, ["1", "u"], "Pieces of yours lie on the table: Esc takes them back first."),
        (TILES, ["v"], "All panes are in sight already."),
        (TILES, ["e"], "There is no result yet: the game is still on."),
        (TILES, ["backspace"], "There is nothing to take back."),
        (CUBES, ["t"], "The free roll comes first: mark dice, or Enter keeps them all."),
        (CUBES, ["enter", "t"], "Nothing is traded in this game."),
        (CUBES, ["enter", "1", "space", "r"], "Pieces of yours lie on the table: Esc takes them"),
    ],
    ids=str,
)
async def test_what_a_resting_key_answers(variant: Variant, keys: list[str], answer: str) -> None:
    """The banner says why, and what to do instead where there is something."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press(*keys)
        assert banner_text(table).startswith(answer)


async def test_keys_answer_while_a_bot_plays_and_when_the_game_is_over() -> None:
    """Who waits is told for whom."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        table.presenter.turn_state = table.presenter.turn_state.inactive(
            table.presenter.turn_state.view
        )
        await pilot.press("1")
        assert banner_text(table) == "Wait a moment: it is the turn of Ana."


def test_every_note_has_a_sentence_of_its_own() -> None:
    """Nothing that can be said is left without words; hints and reasons have their own."""
    own = (Status.HINTS, Status.EXPLANATION)
    sentences = [status_text(note, "Ana", {}) for note in Status if note not in own]
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)
    assert status_text(Status.GAME_OVER, "Ana", {"table.result": "f9"}).endswith(
        "f9 shows the result."
    )
    assert {binding.id for binding in GAME_BINDINGS if binding.id} >= {"table.replay"}
