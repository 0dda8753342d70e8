"""Taking turns back: alone against bots as often as one likes, among people until a draw."""

from __future__ import annotations

import pytest

from qwirkle.engine import rules
from qwirkle.engine.events import Undone
from qwirkle.engine.variant import Variant
from qwirkle.records import library
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.end import EndScreen
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    human_players,
    make_app,
    small_variant,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT, banner_text, wait_for_turn


@pytest.mark.parametrize(
    "variant", [small_variant(TILES), small_variant(CUBES)], ids=["hidden", "open"]
)
async def test_alone_against_bots_turns_are_taken_back_one_after_the_other(
    variant: Variant,
) -> None:
    """Each u goes back to where a turn of one's own began; the end and the record say so."""
    app = make_app(variant, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        game = table.session.game
        begins = [len(game.active_history)] if table.session.seat_to_move == 0 else []
        hands = KeyboardPlayer(pilot, app)
        while len(begins) < 4:
            turns = game.position.turns_played
            await hands.play_game(most_turns=1)
            await wait_until(pilot, lambda: table.presenter.turn_state.draft)
            if game.position.turns_played != turns:
                begins.append(len(game.active_history))
        for number, begin in enumerate(reversed(begins[:-1]), start=1):
            await pilot.press("u")
            await wait_until(pilot, lambda: table.presenter.turn_state.draft)
            assert len(game.active_history) <= begin
            assert rules.is_decision(game.position)
            assert game.position.player == 0
            assert game.undone_turns == number
        while table.is_available("undo"):
            await pilot.press("u")
            await wait_until(pilot, lambda: table.presenter.turn_state.draft)
        await pilot.press("u")
        assert banner_text(table) == "There is no turn of yours to take back."
        count = game.undone_turns
        await hands.play_game()
        await wait_for_screen(pilot, app, EndScreen)
        assert f"{count} turns taken back." in str(app.screen.query_one("#ending").render())
        path = table.session.record.path
    assert library.load_game(path).is_over
    assert sum(isinstance(event, Undone) for event in library.load_game(path).events) == count


async def test_the_same_turn_meets_the_same_chance_again() -> None:
    """What was drawn and what the bot did come again: taking back is no second throw."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        hands = KeyboardPlayer(pilot, app)
        await hands.play_game(most_turns=1)
        await wait_until(pilot, lambda: table.presenter.turn_state.draft)
        before = list(table.session.game.active_history)
        await pilot.press("u")
        await wait_until(
            pilot, lambda: table.presenter.turn_state.draft and table.session.game.undone_turns
        )
        assert len(table.session.game.active_history) < len(before)
        await hands.play_game(most_turns=1)
        await wait_until(pilot, lambda: table.presenter.turn_state.draft)
        assert [event for event, _ in table.session.game.active_history] == [
            event for event, _ in before
        ]


@pytest.mark.parametrize("no_hints", [True, False])
async def test_without_hints_or_among_people_a_draw_cannot_be_undone(no_hints: bool) -> None:
    """The key says why; a game without hints is played as among people."""
    players = (*human_players(1), BOT) if no_hints else human_players(2)
    app = make_app(CUBES, players)
    app.launch_options = LaunchOptions(no_hints=no_hints)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(most_turns=1)
        await wait_until(pilot, lambda: table.presenter.turn_state.draft)
        assert not table.is_available("undo")
        await pilot.press("u")
        assert banner_text(table) == "A piece has been drawn or rolled since, so the turn stands."
