"""What happened since your turn: numbered on the board, in words, and replayed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.engine.events import Placed
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.records.schema import Header
from qwirkle.session.history import SeatHistory, index_after_last_turn, placements_since
from qwirkle.text.events import events_text_since, opening_text
from qwirkle.tui.widgets.board import BoardPane
from tests.random_games import random_game
from tests.tui.conftest import CUBES, TILES, KeyboardPlayer, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, current_frame, game_view, wait_for_turn


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
def test_the_round_is_everything_since_your_last_turn(variant: Variant) -> None:
    """At every point of a game, the round starts after the refill that ended your turn."""
    game = random_game(variant, 3, seed=5)
    for seat in (0, 1, 2, None):
        history = SeatHistory(game.header.players, seat)
        for entry in game.active_history:
            history = history.with_events([entry])
            if len(history.entries) <= 4:
                continue
            since = history.entries[index_after_last_turn(history, seat) :]
            placed_since = [e.event for e in since if isinstance(e.event, Placed)]
            if seat is not None:
                assert all(event.player != seat for event in placed_since)
                assert len(events_text_since(history, seat)) <= 3 + 1
            all_placed = [e.event for e in history.entries if isinstance(e.event, Placed)]
            expected = [event.pieces for event in placed_since or all_placed[-1:]]
            if seat is not None:
                assert list(placements_since(history, seat)) == expected


def test_before_your_first_turn_the_round_says_who_starts() -> None:
    """R3: the opening is all there is to report then."""
    game = Game(Header(TILES, human_players(2), 7))
    history = SeatHistory(human_players(2), 1).with_events(game.active_history)
    assert placements_since(history, 1) == ()
    assert events_text_since(history, 1) == (opening_text(history),)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_placements_since_your_turn_are_numbered(variant: Variant) -> None:
    """After two bots have played, their pieces are numbered 1 and 2 on the board."""
    app = make_app(variant, (*human_players(1), BOT, replace(BOT, name="Cy")))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(max_decisions=4)
        screen = await wait_for_turn(pilot, app)
        frame = current_frame(screen)
        assert 1 <= len(frame.recent) <= 2
        assert frame.last == frame.recent[-1]
        board = screen.query_one(BoardPane)
        for number, pieces in enumerate(frame.recent, start=1):
            _, x, y = pieces[0]
            region = board.cell_region((x, y))
            row = board.render_line(region.bottom - 1).text
            if len(frame.recent) > 1 and (x, y) != frame.cursor:
                assert row[region.right - 1] == str(number)


async def test_p_replays_the_round() -> None:
    """p replays the bots' turns in order; afterwards the screen is as before."""
    app = make_app(TILES, (*human_players(1), BOT, replace(BOT, name="Cy")))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(max_decisions=1)
        screen = await wait_for_turn(pilot, app)
        before, banners = screen.frame, []
        screen.watch(
            game_view(screen), "frame", lambda frame: banners.append(frame.banner), init=False
        )
        await pilot.press("p")
        await wait_until(pilot, lambda: screen.frame == before)
        names = [name for text in banners for name in ("Bo", "Cy") if name in text]
        assert names[:2] == ["Bo", "Cy"]
