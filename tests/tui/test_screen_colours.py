"""Characters and colours of the whole screen."""

from __future__ import annotations

import pytest
from msgspec import structs

from qwirkle.engine.variant import Variant
from qwirkle.settings import Settings, ThemeName, save_settings
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.palette import get_palette
from tests.tui.conftest import (
    CUBES,
    TILES,
    human_players,
    is_waiting_for_player,
    make_app,
    wait_until,
)
from tests.tui.textual_internals import rendered_strips


def shows_only_ascii(app: QwirkleApp) -> bool:
    """Return True if every character on the screen is ASCII."""
    return all(strip.text.isascii() for strip in rendered_strips(app))


@pytest.mark.parametrize("variant", [TILES, CUBES])
async def test_the_ascii_setting_covers_the_whole_screen(variant: Variant) -> None:
    """With ASCII chosen in the settings, no other character is on screen."""
    app = make_app(variant, human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        assert not shows_only_ascii(app)
        app.change_settings(structs.replace(app.settings, ascii=True))
        await wait_until(pilot, lambda: shows_only_ascii(app))
        app.change_settings(structs.replace(app.settings, ascii=False))
        await wait_until(pilot, lambda: not shows_only_ascii(app))


async def test_no_color_turns_letters_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR set, the screen is grey and pieces show the letters of their colours."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        appearance = app.appearance
        assert appearance.colour_depth == "none"
        assert appearance.shows_letters
        colours = {
            tuple(color.triplet)
            for strip in rendered_strips(app)
            for segment in strip
            if segment.style is not None
            for color in (segment.style.color, segment.style.bgcolor)
            if color is not None and color.triplet is not None
        }
        assert all(max(colour) - min(colour) <= 1 for colour in colours)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_256_colours_use_two_backgrounds(
    theme: ThemeName, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Banner, board and keys have the background of the board, panes that of the panel."""
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    save_settings(Settings(theme=theme))
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await pilot.pause()
        assert app.appearance.colour_depth == "256"
        palette = get_palette(app.appearance)
        pieces = {*palette.pieces, *palette.die_edges, palette.ink, palette.tile_edge}
        backs = {
            segment.style.bgcolor.get_truecolor().hex
            for strip in rendered_strips(app)
            for segment in strip
            if segment.style is not None and segment.style.bgcolor is not None
        }
        assert backs - pieces == {palette.board, palette.panel}
