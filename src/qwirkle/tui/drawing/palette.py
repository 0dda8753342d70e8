"""The appearance, and the colours of the game for two themes and four colour depths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rich.color import Color
from rich.style import Style

from qwirkle.settings import ThemeName

ColourDepth: TypeAlias = Literal["true", "256", "16", "none"]

HexColour: TypeAlias = str
"""A colour as `#rrggbb`."""

PIECE_COLOURS: tuple[HexColour, ...] = (
    "#e14055",
    "#e6990a",
    "#feff05",
    "#5fe2b0",
    "#3674ff",
    "#e2aaff",
)
PIECE_COLOURS_256 = (160, 208, 228, 79, 27, 183)
"""Piece colours in the 256-colour palette, chosen by hand: nearest matches look too similar."""
DIE_EDGE_COLOURS_256 = (88, 94, 100, 29, 18, 97)

EDGE_BRIGHTNESS = 0.55
"""Brightness of a die's edge relative to its body."""


class Appearance(NamedTuple):
    """How the game is drawn, from the player's settings and what the terminal can do."""

    theme: ThemeName = "dark"
    letters: bool = False
    ascii: bool = False
    colour_depth: ColourDepth = "true"
    animations: bool = True

    @property
    def shows_letters(self) -> bool:
        """True if letters name the colours: by choice, or because there are too few colours.

        >>> Appearance(colour_depth="none").shows_letters
        True
        """
        return self.letters or self.colour_depth in ("16", "none")


def detect_colour_depth(environment: Mapping[str, str]) -> ColourDepth:
    """Return the colour depth of the terminal, from environment variables; true colour by default.

    >>> detect_colour_depth({"NO_COLOR": "1", "COLORTERM": "truecolor"})
    'none'
    >>> detect_colour_depth({"TERM": "xterm-256color"})
    '256'
    """
    if environment.get("NO_COLOR"):
        return "none"
    color_system = environment.get("TEXTUAL_COLOR_SYSTEM", "auto")
    depths: dict[str, ColourDepth] = {"truecolor": "true", "256": "256", "standard": "16"}
    if color_system in depths:
        return depths[color_system]
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "true"
    term = environment.get("TERM", "").strip().lower()
    if not term:
        return "true"
    if term in ("dumb", "unknown"):
        return "none"
    return "256" if "256" in term or "kitty" in term else "16"


class Palette(NamedTuple):
    """Every colour that the widgets draw with."""

    pieces: tuple[HexColour, ...]
    die_edges: tuple[HexColour, ...]
    """Darker edge of a die, by colour."""
    board: HexColour
    dots: HexColour
    """Dots of empty cells, and borders of side panes."""
    panel: HexColour
    text: HexColour
    muted: HexColour
    accent: HexColour
    """Borders and notes about the unfinished turn."""
    ink: HexColour = "#14151a"
    """Body of a tile, and shape on a die."""
    tile_edge: HexColour = "#050608"
    """Edge of a tile."""
    last_move: HexColour = "#ffffff"
    """Edge of the pieces placed in the last move."""
    picked: HexColour = "#8fd3ff"
    drafted: HexColour = "#ff9f1c"
    illegal: HexColour = "#ff3b30"
    hint: HexColour = "#8fd3ff"
    legal: HexColour = "#f2f5f7"
    cursor: HexColour = "#ffffff"


def darken(colour: HexColour, brightness: float) -> HexColour:
    """Return a colour at a brightness from 0 (black) to 1 (unchanged).

    >>> darken("#ff8000", 0.5)
    '#804000'
    """
    return blend(colour, "#000000", 1 - brightness)


def blend(colour: HexColour, other: HexColour, amount: float) -> HexColour:
    """Mix a colour with another; 0 is the first, 1 the other.

    >>> blend("#000000", "#ffffff", 1.0)
    '#ffffff'
    """
    channels = zip(_rgb(colour), _rgb(other), strict=True)
    return "#" + "".join(
        f"{round(first + (second - first) * amount):02x}" for first, second in channels
    )


def contrast_colour(colour: HexColour) -> HexColour:
    """Return black or white, whichever is easier to read on a colour.

    >>> contrast_colour("#feff05"), contrast_colour("#3674ff")
    ('#000000', '#ffffff')
    """
    red, green, blue = _rgb(colour)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def colour_from_index(index: int) -> HexColour:
    """Return a colour of the 256-colour palette."""
    return Color.from_ansi(index).get_truecolor().hex


def _rgb(colour: HexColour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


_DIE_EDGES = tuple(darken(colour, EDGE_BRIGHTNESS) for colour in PIECE_COLOURS)

_TRUE_COLOUR: dict[ThemeName, Palette] = {
    "dark": Palette(
        pieces=PIECE_COLOURS,
        die_edges=_DIE_EDGES,
        board="#26343d",
        dots="#3d505c",
        panel="#161c21",
        text="#e8edf0",
        muted="#7d8f9a",
        accent="#ffa62b",
    ),
    "light": Palette(
        pieces=PIECE_COLOURS,
        die_edges=_DIE_EDGES,
        board="#e6dfcf",
        dots="#c4baa3",
        panel="#f6f2e9",
        text="#2a2620",
        muted="#857b68",
        accent="#b85c00",
        last_move="#00a0a0",
        picked="#1f6fd6",
        drafted="#d96a00",
        illegal="#d0021b",
        hint="#1f6fd6",
        legal="#2a2620",
        cursor="#14151a",
    ),
}


def _make_indexed(palette: Palette, board: int, dots: int, panel: int, last_move: int) -> Palette:
    return palette._replace(
        pieces=tuple(colour_from_index(index) for index in PIECE_COLOURS_256),
        die_edges=tuple(colour_from_index(index) for index in DIE_EDGE_COLOURS_256),
        board=colour_from_index(board),
        dots=colour_from_index(dots),
        panel=colour_from_index(panel),
        last_move=colour_from_index(last_move),
        ink=colour_from_index(233),
        tile_edge=colour_from_index(16),
    )


def _make_grey(
    palette: Palette,
    board: HexColour,
    dots: HexColour,
    panel: HexColour,
    text: HexColour,
    muted: HexColour,
    edge: HexColour,
    last_move: HexColour,
) -> Palette:
    return palette._replace(
        pieces=("#d8d8d8",) * 6,
        die_edges=(edge,) * 6,
        last_move=last_move,
        board=board,
        dots=dots,
        panel=panel,
        text=text,
        muted=muted,
        accent=text,
        picked=text,
        drafted="#9a9a9a",
        illegal=text,
        hint=text,
    )


_256_COLOURS: dict[ThemeName, Palette] = {
    "dark": _make_indexed(_TRUE_COLOUR["dark"], 237, 241, 234, 231),
    "light": _make_indexed(_TRUE_COLOUR["light"], 253, 248, 255, 23),
}

_16_PIECE_COLOURS = ("#ff5555", "#aa5500", "#ffff55", "#55ff55", "#5555ff", "#ff55ff")
_16_COLOURS: dict[ThemeName, Palette] = {
    "dark": Palette(
        pieces=_16_PIECE_COLOURS,
        die_edges=("#000000",) * 6,
        board="#555555",
        dots="#aaaaaa",
        panel="#000000",
        text="#ffffff",
        muted="#aaaaaa",
        accent="#ffff55",
        ink="#000000",
        tile_edge="#000000",
        picked="#55ffff",
        drafted="#ffff55",
        illegal="#ff5555",
        hint="#55ffff",
        legal="#ffffff",
    ),
    "light": Palette(
        pieces=_16_PIECE_COLOURS,
        die_edges=("#555555",) * 6,
        board="#aaaaaa",
        dots="#555555",
        panel="#ffffff",
        text="#000000",
        muted="#555555",
        accent="#0000aa",
        last_move="#aa00aa",
        ink="#000000",
        tile_edge="#555555",
        picked="#0000aa",
        drafted="#aa5500",
        illegal="#aa0000",
        hint="#0000aa",
        legal="#000000",
        cursor="#000000",
    ),
}

_NO_COLOURS: dict[ThemeName, Palette] = {
    "dark": _make_grey(
        _TRUE_COLOUR["dark"],
        board="#3a3a3a",
        dots="#5c5c5c",
        panel="#1c1c1c",
        text="#f0f0f0",
        muted="#a0a0a0",
        edge="#6e6e6e",
        last_move="#ffffff",
    ),
    "light": _make_grey(
        _TRUE_COLOUR["light"],
        board="#eeeeee",
        dots="#b8b8b8",
        panel="#fafafa",
        text="#202020",
        muted="#707070",
        edge="#b0b0b0",
        last_move="#606060",
    ),
}

_PALETTES: dict[ColourDepth, dict[ThemeName, Palette]] = {
    "true": _TRUE_COLOUR,
    "256": _256_COLOURS,
    "16": _16_COLOURS,
    "none": _NO_COLOURS,
}


def get_palette(appearance: Appearance) -> Palette:
    """Return the palette for an appearance."""
    return _PALETTES[appearance.colour_depth][appearance.theme]


@lru_cache(4096)
def make_style(foreground: HexColour, background: HexColour, bold: bool = False) -> Style:
    """Return a cached Rich style: one colour on another."""
    return Style(color=Color.parse(foreground), bgcolor=Color.parse(background), bold=bold or None)
