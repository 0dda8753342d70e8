"""A game in a real terminal: how to start it, and how to play."""

from __future__ import annotations

import re
from pathlib import Path

from tests.robust.terminal import Terminal

HIDDEN = "tiles"
OPEN = "cubes"
RESTORE = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""Escape sequences that restore the main screen, the cursor and the mouse."""


def arguments(variant: str = HIDDEN) -> list[str]:
    """Return the arguments for a game of a person against a bot."""
    return [
        "play",
        "--variant",
        variant,
        "--player",
        "Ana:9",
        "--player",
        "Bo=simple",
        "--seed",
        "7",
    ]


def is_persons_turn(text: str) -> bool:
    """Return True if it's the person's turn."""
    return "Pick" in text or "Mark" in text


def only_record(home: Path) -> Path:
    """Return the path of the only record."""
    (path,) = (home / "games").iterdir()
    return path


def play_a_turn(terminal: Terminal) -> None:
    """Play the last two pieces; with seed 7 they are a largest set."""
    terminal.wait_for(is_persons_turn)
    terminal.press("5", "tab", "space", "6", "tab", "space")
    terminal.wait_for(lambda text: "Enter plays" in text)
    terminal.press("enter")
    terminal.wait_for(lambda text: re.search(r"\b2 Bo\b", text) and "pick a piece" in text)
