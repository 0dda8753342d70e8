"""Appearance: theme, colour depth, letters, ASCII and animations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

Theme: TypeAlias = Literal["dark", "light"]
Colours: TypeAlias = Literal["true", "256", "16", "none"]

ZOOMS = (1, 2, 3, 4, 5, 6, 7)


class Look(NamedTuple):
    """How the game is drawn, from the player's settings and what the terminal can do."""

    theme: Theme = "dark"
    letters: bool = False
    ascii: bool = False
    colours: Colours = "true"
    animations: bool = True

    @property
    def lettered(self) -> bool:
        """True if letters name the colours: by choice, or because there are too few colours.

        >>> Look(colours="none").lettered
        True
        """
        return self.letters or self.colours in ("16", "none")


def colours_of(environment: Mapping[str, str]) -> Colours:
    """Return the colour depth of the terminal, from environment variables; true colour by default.

    >>> colours_of({"NO_COLOR": "1", "COLORTERM": "truecolor"})
    'none'
    >>> colours_of({"TERM": "xterm-256color"})
    '256'
    """
    if environment.get("NO_COLOR"):
        return "none"
    named = environment.get("TEXTUAL_COLOR_SYSTEM", "auto")
    chosen: dict[str, Colours] = {"truecolor": "true", "256": "256", "standard": "16"}
    if named in chosen:
        return chosen[named]
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "true"
    kind = environment.get("TERM", "").strip().lower()
    if not kind:
        return "true"
    if kind in ("dumb", "unknown"):
        return "none"
    return "256" if "256" in kind or "kitty" in kind else "16"
