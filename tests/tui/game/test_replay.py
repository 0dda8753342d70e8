"""What happened since my turn: marked and numbered, told, and shown again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.engine.events import Placed
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.records.schema import Header
from qwirkle.session.history import SeatHistory, index_after_last_turn, placements_since
from qwirkle.text.events import events_text_since
from qwirkle.tui.widgets.board import BoardPane
from tests.random_games import random_game
from tests.tui.conftest import CUBES, TILES, KeyboardPlayer, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, wait_for_turn


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
def test_what_happened_since_is_all_that_others_did(variant: Variant) -> None:
    """At every moment of a game: from the refill after one's own turn to now."""
    game = random_game(variant, 3, seed=5)
    for seat in (0, 1, 2, None):
        story = SeatHistory(game.header.players, seat)
        for step in game.active_history:
            story = story.with_events([step])
            if len(story.entries) <= 4:
                continue
            since = story.entries[index_after_last_turn(story, seat) :]
            laid = [scene.event for scene in since if isinstance(scene.event, Placed)]
            if seat is not None:
                assert all(event.player != seat for event in laid)
                assert len(events_text_since(story, seat)) <= 3 + 1
            every = [e.event for e in story.entries if isinstance(e.event, Placed)]
            expected = [event.pieces for event in laid or every[-1:]]
            if seat is not None:
                assert list(placements_since(story, seat)) == expected


def test_before_ones_first_turn_it_is_told_who_starts() -> None:
    """R3: and why."""
    game = Game(Header(TILES, human_players(2), 7))
    story = SeatHistory(human_players(2), 1).with_events(game.active_history)
    assert placements_since(story, 1) == ()
    (told,) = events_text_since(story, 1)
    assert " starts" in told


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_all_that_was_laid_since_is_numbered_in_order(variant: Variant) -> None:
    """Two bots have played: their pieces are marked 1 and 2 on the board."""
    app = make_app(variant, (*human_players(1), BOT, replace(BOT, name="Cy")))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(most_turns=4)
        table = await wait_for_turn(pilot, app)
        shown = table.frame
        assert shown is not None
        assert 1 <= len(shown.recent) <= 2
        assert shown.last == shown.recent[-1]
        board = table.query_one(BoardPane)
        for number, play in enumerate(shown.recent, start=1):
            _, x, y = play[0]
            region = board.cell_region((x, y))
            row = board.render_line(region.bottom - 1).text
            if len(shown.recent) > 1 and (x, y) != shown.cursor:
                assert row[region.right - 1] == str(number)


async def test_the_round_is_shown_again_and_a_key_ends_it() -> None:
    """p goes through what happened since; afterwards the table is as it was."""
    app = make_app(TILES, (*human_players(1), BOT, replace(BOT, name="Cy")))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await KeyboardPlayer(pilot, app).play_game(most_turns=1)
        table = await wait_for_turn(pilot, app)
        before, seen = table.frame, []
        view = table._game_view
        table.watch(view, "frame", lambda frame: seen.append(frame.banner), init=False)
        await pilot.press("p")
        await wait_until(pilot, lambda: table.frame == before)
        told = [text for text in seen if text.startswith(("Bo ", "Cy "))]
        assert [text.split()[0] for text in told[:2]] == ["Bo", "Cy"]
