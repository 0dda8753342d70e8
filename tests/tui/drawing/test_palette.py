"""The colours of the board and the pieces."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest
from rich.color import Color, ColorSystem

from qwirkle.settings import ThemeName
from qwirkle.tui.drawing.palette import (
    DIE_EDGE_COLOURS_256,
    PIECE_COLOURS,
    PIECE_COLOURS_256,
    Appearance,
    ColourDepth,
    colour_from_index,
    darken,
    detect_colour_depth,
    get_palette,
)
from tests.tui.colour_difference import BLINDNESSES, ciede2000, simulate_blindness


def min_difference(colours: tuple[str, ...], blindness: str) -> float:
    """Return the CIEDE2000 difference of the two most similar colours."""
    return min(
        ciede2000(simulate_blindness(one, blindness), simulate_blindness(other, blindness))
        for one, other in combinations(colours, 2)
    )


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
    ],
)
def test_the_colour_difference_matches_the_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], distance: float
) -> None:
    """CIEDE2000 returns the values of the paper that defines it."""
    assert ciede2000(one, other) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_no_two_colours_look_alike(blindness: str) -> None:
    """Any two piece colours differ by at least 17 with every kind of colour blindness."""
    assert min_difference(PIECE_COLOURS, blindness) >= 17


@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_no_two_of_the_256_colours_look_alike(blindness: str) -> None:
    """Any two of the 256-colour indices differ by at least 17 as well."""
    colours = tuple(colour_from_index(index) for index in PIECE_COLOURS_256)
    assert min_difference(colours, blindness) >= 17


@pytest.mark.parametrize("theme", get_args(ThemeName))
def test_the_terminal_gets_the_chosen_indices(theme: ThemeName) -> None:
    """With 256 colours, Rich sends exactly the chosen indices."""
    palette = get_palette(Appearance(theme=theme, colour_depth="256"))
    for colours, indices in (
        (palette.pieces, PIECE_COLOURS_256),
        (palette.die_edges, DIE_EDGE_COLOURS_256),
    ):
        sent = [Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number for colour in colours]
        assert tuple(sent) == indices


@pytest.mark.parametrize("theme", get_args(ThemeName))
def test_the_piece_colours_differ_with_16_colours(theme: ThemeName) -> None:
    """With 16 colours, Rich sends six different colours for the pieces."""
    pieces = get_palette(Appearance(theme=theme, colour_depth="16")).pieces
    sent = {Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in pieces}
    assert len(sent) == 6


@pytest.mark.parametrize("colour_depth", get_args(ColourDepth))
def test_letters_are_always_on_with_few_colours(colour_depth: ColourDepth) -> None:
    """In greyscale and with 16 colours, the colour letters can't be turned off."""
    assert Appearance(colour_depth=colour_depth, letters=False).shows_letters == (
        colour_depth in ("16", "none")
    )


@pytest.mark.parametrize("theme", get_args(ThemeName))
def test_greyscale_is_grey(theme: ThemeName) -> None:
    """Without colours every piece colour is a grey."""
    pieces = get_palette(Appearance(theme=theme, colour_depth="none")).pieces
    assert {(colour[1:3] == colour[3:5] == colour[5:7]) for colour in pieces} == {True}


@pytest.mark.parametrize("blindness", BLINDNESSES)
@pytest.mark.parametrize("colour_depth", ["true", "256"])
def test_the_last_play_stands_out_in_the_light_theme(
    colour_depth: ColourDepth, blindness: str
) -> None:
    """Its edge differs clearly from the board, all pieces and all other edges."""
    palette = get_palette(Appearance(theme="light", colour_depth=colour_depth))
    others = (*palette.pieces, *palette.die_edges, palette.board, palette.ink, palette.tile_edge)
    edge = simulate_blindness(palette.last_move, blindness)
    assert min(ciede2000(edge, simulate_blindness(colour, blindness)) for colour in others) >= 12


def test_a_die_has_a_darker_edge() -> None:
    """The edge of a die is 45% darker than its body."""
    palette = get_palette(Appearance())
    assert palette.die_edges == tuple(darken(colour, 0.55) for colour in palette.pieces)


def test_pieces_look_the_same_in_both_themes() -> None:
    """The theme changes the board colour but not the piece colours."""
    dark, light = get_palette(Appearance(theme="dark")), get_palette(Appearance(theme="light"))
    assert (dark.pieces, dark.die_edges, dark.ink) == (light.pieces, light.die_edges, light.ink)
    assert dark.board != light.board


@pytest.mark.parametrize(
    ("environment", "colour_depth"),
    [
        ({"COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({}, "true"),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
        ({"TERM": "xterm", "TEXTUAL_COLOR_SYSTEM": "truecolor"}, "true"),
    ],
)
def test_the_colour_depth_follows_the_environment(
    environment: dict[str, str], colour_depth: ColourDepth
) -> None:
    """TERM and COLORTERM set the colour depth; NO_COLOR overrides both."""
    assert detect_colour_depth(environment) == colour_depth
