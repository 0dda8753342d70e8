"""Appearance: theme, colour depth, letters, ASCII and animations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Theme: TypeAlias = Literal["dark", "light"]
ColourDepth: TypeAlias = Literal["true", "256", "16", "none"]

ZOOMS = (1, 2, 3, 4, 5, 6, 7)


class Appearance(NamedTuple):
    """How the game is drawn, from the player's settings and what the terminal can do."""

    theme: Theme = "dark"
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
