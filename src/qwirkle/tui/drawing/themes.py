"""The two Textual themes of the app, in the colours of the palette."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from textual.theme import Theme

from qwirkle.tui.drawing.palette import Appearance, ColourDepth, get_palette

_DARK_AND_LIGHT = (
    Theme(
        name="qwirkle-dark",
        primary="#3674ff",
        secondary="#5fe2b0",
        accent="#ffa62b",
        warning="#e6990a",
        error="#e14055",
        success="#5fe2b0",
        foreground="#e8edf0",
        background="#161c21",
        surface="#1d252b",
        panel="#26343d",
        dark=True,
    ),
    Theme(
        name="qwirkle-light",
        primary="#1f6fd6",
        secondary="#2a7f62",
        accent="#b85c00",
        warning="#b85c00",
        error="#d0021b",
        success="#2a7f62",
        foreground="#2a2620",
        background="#f6f2e9",
        surface="#efe9dc",
        panel="#e6dfcf",
        dark=False,
        variables={"footer-key-foreground": "#1f6fd6"},
    ),
)

THEMES = {theme.name: theme for theme in _DARK_AND_LIGHT}


@cache
def find_theme(name: str, colour_depth: ColourDepth) -> Theme | None:
    """Return a theme adapted to the colour depth, or None if it isn't one of ours."""
    theme = THEMES.get(name)
    if theme is None or colour_depth == "true":
        return theme
    palette = get_palette(
        Appearance(theme="dark" if theme.dark else "light", colour_depth=colour_depth)
    )
    return replace(
        theme,
        foreground=palette.text,
        accent=palette.accent,
        background=palette.panel,
        surface=palette.panel,
        panel=palette.board,
    )
