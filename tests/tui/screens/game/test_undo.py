"""Undo: without limit when you play alone against bots, and until a draw among people."""

from __future__ import annotations

import pytest

from qwirkle.engine import rules
from qwirkle.engine.events import Undone
from qwirkle.engine.variant import Variant
from qwirkle.records import library
from qwirkle.session.availability import Status
from qwirkle.text.stats import undone_turns_text
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
from tests.tui.game_setup import BOT, current_status, current_turn, wait_for_turn


@pytest.mark.parametrize(
    "variant", [small_variant(TILES), small_variant(CUBES)], ids=["hidden", "open"]
)
async def test_a_solo_player_can_undo_turn_after_turn(
    variant: Variant,
) -> None:
    """Each u goes back to the start of your previous turn; the result and the record count it."""
    app = make_app(variant, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        game = screen.session.game
        turn_starts = [len(game.active_history)] if screen.session.seat_to_move == 0 else []
        player = KeyboardPlayer(pilot, app)
        while len(turn_starts) < 4:
            turns = game.position.turns_played
            await player.play_game(max_decisions=1)
            await wait_until(pilot, lambda: current_turn(screen).draft)
            if game.position.turns_played != turns:
                turn_starts.append(len(game.active_history))
        for number, start in enumerate(reversed(turn_starts[:-1]), start=1):
            await pilot.press("u")
            await wait_until(pilot, lambda: current_turn(screen).draft)
            assert len(game.active_history) <= start
            assert rules.is_decision(game.position)
            assert game.position.seat_to_move == 0
            assert game.undone_turns == number
        while screen.is_available("undo"):
            await pilot.press("u")
            await wait_until(pilot, lambda: current_turn(screen).draft)
        await pilot.press("u")
        assert current_status(screen) is Status.NOTHING_TO_UNDO
        count = game.undone_turns
        await player.play_game()
        await wait_for_screen(pilot, app, EndScreen)
        assert undone_turns_text(count) in str(app.screen.query_one("#ending").render())
        path = screen.session.record.path
    assert library.load_game(path).is_over
    assert sum(isinstance(event, Undone) for event in library.load_game(path).events) == count


async def test_replaying_an_undone_turn_has_the_same_outcome() -> None:
    """The same draws and bot moves follow, so undo gives no second chance."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        player = KeyboardPlayer(pilot, app)
        await player.play_game(max_decisions=1)
        await wait_until(pilot, lambda: current_turn(screen).draft)
        before = list(screen.session.game.active_history)
        await pilot.press("u")
        await wait_until(
            pilot, lambda: current_turn(screen).draft and screen.session.game.undone_turns
        )
        assert len(screen.session.game.active_history) < len(before)
        await player.play_game(max_decisions=1)
        await wait_until(pilot, lambda: current_turn(screen).draft)
        assert [event for event, _ in screen.session.game.active_history] == [
            event for event, _ in before
        ]


@pytest.mark.parametrize("no_hints", [True, False])
async def test_a_draw_cannot_be_undone_among_people_or_without_hints(no_hints: bool) -> None:
    """The key reports why; a game without hints has the same undo rules as one among people."""
    players = (*human_players(1), BOT) if no_hints else human_players(2)
    app = make_app(CUBES, players, no_hints=no_hints)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(max_decisions=1)
        await wait_until(pilot, lambda: current_turn(screen).draft)
        assert not screen.is_available("undo")
        await pilot.press("u")
        assert current_status(screen) is Status.UNDO_AFTER_DRAW
