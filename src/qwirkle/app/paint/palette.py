"""The colours of the game, for two themes and four colour depths."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.color import Color
from rich.style import Style

from qwirkle.app.paint.look import Colours, Look, Theme

Hue: TypeAlias = str
"""A colour as `#rrggbb`."""

PIECES: tuple[Hue, ...] = ("#e14055", "#e6990a", "#feff05", "#5fe2b0", "#3674ff", "#e2aaff")
INDICES = (160, 208, 228, 79, 27, 183)
"""Piece colours in the 256-colour palette, chosen by hand: nearest matches look too similar."""
EDGE_INDICES = (88, 94, 100, 29, 18, 97)

LIP = 0.55
"""Brightness of a die's edge relative to its body."""


class Palette(NamedTuple):
    """Every colour that the widgets draw with."""

    pieces: tuple[Hue, ...]
    edges: tuple[Hue, ...]
    """Darker edge of a die, by colour."""
    table: Hue
    dots: Hue
    panel: Hue
    text: Hue
    muted: Hue
    accent: Hue
    """Borders and notes about the unfinished turn."""
    ink: Hue = "#14151a"
    """Body of a tile, and shape on a die."""
    rim: Hue = "#050608"
    """Edge of a tile."""
    last: Hue = "#ffffff"
    """Edge of the pieces in the last play."""
    picked: Hue = "#8fd3ff"
    drafted: Hue = "#ff9f1c"
    refused: Hue = "#ff3b30"
    hint: Hue = "#8fd3ff"
    legal: Hue = "#f2f5f7"
    cursor: Hue = "#ffffff"


def darken(hue: Hue, share: float) -> Hue:
    """Return a colour at a brightness from 0 (black) to 1 (unchanged).

    >>> darken("#ff8000", 0.5)
    '#804000'
    """
    return blend(hue, "#000000", 1 - share)


def blend(hue: Hue, other: Hue, share: float) -> Hue:
    """Mix a colour with another; 0 is the first, 1 the other.

    >>> blend("#000000", "#ffffff", 1.0)
    '#ffffff'
    """
    pairs = zip(_channels(hue), _channels(other), strict=True)
    return "#" + "".join(f"{round(ours + (theirs - ours) * share):02x}" for ours, theirs in pairs)


def ink_on(hue: Hue) -> Hue:
    """Return black or white, whichever is easier to read on a colour.

    >>> ink_on("#feff05"), ink_on("#3674ff")
    ('#000000', '#ffffff')
    """
    red, green, blue = _channels(hue)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def of_index(index: int) -> Hue:
    """Return a colour of the 256-colour palette."""
    return Color.from_ansi(index).get_truecolor().hex


def _channels(hue: Hue) -> tuple[int, int, int]:
    return int(hue[1:3], 16), int(hue[3:5], 16), int(hue[5:7], 16)


_EDGES = tuple(darken(hue, LIP) for hue in PIECES)

_TRUE: dict[Theme, Palette] = {
    "dark": Palette(
        pieces=PIECES,
        edges=_EDGES,
        table="#26343d",
        dots="#3d505c",
        panel="#161c21",
        text="#e8edf0",
        muted="#7d8f9a",
        accent="#ffa62b",
    ),
    "light": Palette(
        pieces=PIECES,
        edges=_EDGES,
        table="#e6dfcf",
        dots="#c4baa3",
        panel="#f6f2e9",
        text="#2a2620",
        muted="#857b68",
        accent="#b85c00",
        last="#00a0a0",
        picked="#1f6fd6",
        drafted="#d96a00",
        refused="#d0021b",
        hint="#1f6fd6",
        legal="#2a2620",
        cursor="#14151a",
    ),
}


def _indexed(palette: Palette, table: int, dots: int, panel: int, last: int) -> Palette:
    return palette._replace(
        pieces=tuple(of_index(index) for index in INDICES),
        edges=tuple(of_index(index) for index in EDGE_INDICES),
        table=of_index(table),
        dots=of_index(dots),
        panel=of_index(panel),
        last=of_index(last),
        ink=of_index(233),
        rim=of_index(16),
    )


def _grey(
    palette: Palette, table: Hue, dots: Hue, panel: Hue, text: Hue, muted: Hue, edge: Hue, last: Hue
) -> Palette:
    return palette._replace(
        pieces=("#d8d8d8",) * 6,
        edges=(edge,) * 6,
        last=last,
        table=table,
        dots=dots,
        panel=panel,
        text=text,
        muted=muted,
        accent=text,
        picked=text,
        drafted="#9a9a9a",
        refused=text,
        hint=text,
    )


_INDEXED: dict[Theme, Palette] = {
    "dark": _indexed(_TRUE["dark"], 237, 241, 234, 231),
    "light": _indexed(_TRUE["light"], 253, 248, 255, 23),
}

_SIXTEEN_PIECES = ("#ff5555", "#aa5500", "#ffff55", "#55ff55", "#5555ff", "#ff55ff")
_SIXTEEN: dict[Theme, Palette] = {
    "dark": Palette(
        pieces=_SIXTEEN_PIECES,
        edges=("#000000",) * 6,
        table="#555555",
        dots="#aaaaaa",
        panel="#000000",
        text="#ffffff",
        muted="#aaaaaa",
        accent="#ffff55",
        ink="#000000",
        rim="#000000",
        picked="#55ffff",
        drafted="#ffff55",
        refused="#ff5555",
        hint="#55ffff",
        legal="#ffffff",
    ),
    "light": Palette(
        pieces=_SIXTEEN_PIECES,
        edges=("#555555",) * 6,
        table="#aaaaaa",
        dots="#555555",
        panel="#ffffff",
        text="#000000",
        muted="#555555",
        accent="#0000aa",
        last="#aa00aa",
        ink="#000000",
        rim="#555555",
        picked="#0000aa",
        drafted="#aa5500",
        refused="#aa0000",
        hint="#0000aa",
        legal="#000000",
        cursor="#000000",
    ),
}

_GREY: dict[Theme, Palette] = {
    "dark": _grey(
        _TRUE["dark"],
        table="#3a3a3a",
        dots="#5c5c5c",
        panel="#1c1c1c",
        text="#f0f0f0",
        muted="#a0a0a0",
        edge="#6e6e6e",
        last="#ffffff",
    ),
    "light": _grey(
        _TRUE["light"],
        table="#eeeeee",
        dots="#b8b8b8",
        panel="#fafafa",
        text="#202020",
        muted="#707070",
        edge="#b0b0b0",
        last="#606060",
    ),
}

_PALETTES: dict[Colours, dict[Theme, Palette]] = {
    "true": _TRUE,
    "256": _INDEXED,
    "16": _SIXTEEN,
    "none": _GREY,
}


def palette_of(look: Look) -> Palette:
    """Return the palette for an appearance."""
    return _PALETTES[look.colours][look.theme]


@lru_cache(4096)
def style_of(front: Hue, back: Hue, bold: bool = False) -> Style:
    """Return a cached Rich style: one colour on another."""
    return Style(color=Color.parse(front), bgcolor=Color.parse(back), bold=bold or None)
