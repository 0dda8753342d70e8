"""The log while a game is played."""

from __future__ import annotations

import pytest

from qwirkle.engine.events import Placed
from qwirkle.engine.pieces import shape_of
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.widgets.log import LogPane
from tests.tui import textual_internals
from tests.tui.conftest import CUBES, KeyboardPlayer, human_players, make_app, wait_until


@pytest.mark.parametrize(
    ("size", "side"), [((80, 24), 32), ((120, 40), 32), ((160, 40), 48), ((200, 60), 48)]
)
async def test_the_log_tells_who_began_and_every_piece(size: tuple[int, int], side: int) -> None:
    """Whatever the width, all pieces of every turn are in the log, and why somebody began."""
    app = make_app(CUBES, human_players(3))
    async with app.run_test(size=size) as pilot:
        hands = KeyboardPlayer(pilot, app)
        await hands.play_game(5)
        if size[0] < 110:
            await pilot.press("v", "v")
        log = hands.table.query_one(LogPane)
        await wait_until(
            pilot, lambda: log.region and hands.table.query_one("#side").size.width == side
        )
        await pilot.pause()
        inner = log.region.shrink((1, 2, 1, 1))  # without the border and the scroll bar
        rows = [
            strip.crop(inner.x, inner.right).text
            for strip in textual_internals.rendered_strips(app)
        ]
        told = " ".join(" ".join(rows[inner.y : inner.bottom]).split())
        assert told.endswith(hands.table.frame.log[-1].text)  # type: ignore[union-attr]
        assert "starts" in told.partition(" 0 ")[2]
        placed = [
            event
            for event, _ in hands.table.session.game.active_history
            if isinstance(event, Placed)
        ]
        assert len(placed) > 1
        assert [sign for sign in told if sign in GLYPHS] == [
            GLYPHS[shape_of(face)] for event in reversed(placed) for face, _, _ in event.pieces
        ]
