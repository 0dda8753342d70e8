"""The log during a game."""

from __future__ import annotations

import pytest

from qwirkle.engine.events import Placed
from qwirkle.engine.pieces import shape_of
from qwirkle.text.events import opening_text
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.widgets.log import LogPane
from tests.tui import textual_internals
from tests.tui.conftest import CUBES, KeyboardPlayer, human_players, make_app, wait_until
from tests.tui.game_setup import current_frame


@pytest.mark.parametrize(
    ("size", "side_width"), [((80, 24), 32), ((120, 40), 32), ((160, 40), 48), ((200, 60), 48)]
)
async def test_the_log_shows_who_started_and_every_piece(
    size: tuple[int, int], side_width: int
) -> None:
    """At any width, the log has all pieces of every turn, and why a player started."""
    app = make_app(CUBES, human_players(3))
    async with app.run_test(size=size) as pilot:
        player = KeyboardPlayer(pilot, app)
        await player.play_game(5)
        if size[0] < 110:
            await pilot.press("v", "v")
        log = player.screen.query_one(LogPane)
        await wait_until(
            pilot, lambda: log.region and player.screen.query_one("#side").size.width == side_width
        )
        await pilot.pause()
        content = log.region.shrink((1, 2, 1, 1))  # without the border and the scroll bar
        rows = [
            strip.crop(content.x, content.right).text
            for strip in textual_internals.rendered_strips(app)
        ]
        text = " ".join(" ".join(rows[content.y : content.bottom]).split())
        opening = opening_text(player.screen.presenter.history)
        assert current_frame(player.screen).log[-1].text == opening
        assert text.endswith(f" 0 {opening}")
        placed = [
            event
            for event, _ in player.screen.session.game.active_history
            if isinstance(event, Placed)
        ]
        assert len(placed) > 1
        assert [glyph for glyph in text if glyph in GLYPHS] == [
            GLYPHS[shape_of(face)] for event in reversed(placed) for face, _, _ in event.pieces
        ]
