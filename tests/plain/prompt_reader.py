"""A player in plain-text mode who only reads what is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys


class PromptReader:
    """A player that reads prompts and places the first piece that fits, where it scores most."""

    REPLIES = (
        ("An empty line shows the hand", ""),
        ("plays this for", "play"),
        ("“trade” trades", "trade"),
        ("takes it.", "take"),
        ("takes A", "take"),
        ("“keep” keeps", "keep"),
        ("“roll” rolls the", "roll"),
        ("“roll” rolls all", "roll"),
        ("to trade", "hint"),
        ("must trade", "hint"),
        ("is no number of a piece", "hint"),
        ("“redraw” puts", "redraw"),
        ("“pass” passes", "pass"),
    )
    """Part of a prompt -> command."""

    def __init__(self) -> None:
        self._piece_number = 0
        """Number of the piece in the latest `where` command."""
        self._opening = False

    def answer(self, line: str) -> str | None:
        """Return the command to type after this line, or None."""
        for prompt, command in self.REPLIES:
            if prompt in line:
                return command
        if "pick a piece" in line or "open with" in line:
            self._piece_number, self._opening = 0, "open with" in line
        elif " goes to: " in line:
            cell = re.search(r"goes to: (-?\d+,-?\d+)" + ("" if self._opening else r" \+"), line)
            if cell:
                return f"lay {self._piece_number} at {cell[1]}"
        elif "fits nowhere" not in line:
            return None
        self._piece_number += 1
        return f"where {self._piece_number}"


def started(*arguments: str) -> subprocess.Popen[str]:
    """Start a command with pipes for its input and output."""
    return subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1"},
    )
