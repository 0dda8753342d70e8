"""Facts about the look of the whole screen."""

from __future__ import annotations

import pytest
from msgspec import structs

from qwirkle.engine.variant import Variant
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.appearance import Theme
from qwirkle.tui.drawing.palette import get_palette
from qwirkle.tui.settings import Settings, save_settings
from tests.tui.conftest import HIDDEN, OPEN, app_for, people, until, waits_for_person
from tests.tui.textual_internals import drawn


def shows_only_ascii(app: QwirkleApp) -> bool:
    """Whether every sign on the screen is ASCII."""
    return all(strip.text.isascii() for strip in drawn(app))


@pytest.mark.parametrize("variant", [HIDDEN, OPEN])
async def test_ascii_reaches_every_corner(variant: Variant) -> None:
    """With plain signs chosen in the settings, the whole screen is ASCII, and back without."""
    app = app_for(variant, people(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: waits_for_person(app))
        assert not shows_only_ascii(app)
        app.change_settings(structs.replace(app.settings, ascii=True))
        await until(pilot, lambda: shows_only_ascii(app))
        app.change_settings(structs.replace(app.settings, ascii=False))
        await until(pilot, lambda: not shows_only_ascii(app))


async def test_no_color_turns_letters_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR set, the table is drawn in greys with the letters of the colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_for(OPEN, people(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: waits_for_person(app))
        look = app.appearance
        assert look.colour_depth == "none"
        assert look.shows_letters
        hues = {
            tuple(color.triplet)
            for strip in drawn(app)
            for segment in strip
            if segment.style is not None
            for color in (segment.style.color, segment.style.bgcolor)
            if color is not None and color.triplet is not None
        }
        assert all(max(hue) - min(hue) <= 1 for hue in hues)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_one_ground_for_the_table_with_256_colours(
    theme: Theme, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Banner, board and keys lie on the table's colour, the panes on the panel's, and no other."""
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    save_settings(Settings(theme=theme))
    app = app_for(OPEN, people(2))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: waits_for_person(app))
        await pilot.pause()
        assert app.appearance.colour_depth == "256"
        palette = get_palette(app.appearance)
        pieces = {*palette.pieces, *palette.die_edges, palette.ink, palette.tile_edge}
        backs = {
            segment.style.bgcolor.get_truecolor().hex
            for strip in drawn(app)
            for segment in strip
            if segment.style is not None and segment.style.bgcolor is not None
        }
        assert backs - pieces == {palette.board, palette.panel}
