"""What happened since your turn: numbered on the board, in words, and replayed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.engine.variant import Variant
from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import CUBES, TILES, KeyboardPlayer, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, current_frame, game_view, wait_for_turn


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
