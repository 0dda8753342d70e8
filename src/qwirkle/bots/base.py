"""The interface every bot implements."""

from __future__ import annotations

import random
from typing import Protocol

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View

__all__ = ["Bot", "BotError", "Stop"]


class Bot(Protocol):
    """A program that plays for a seat; only asked when there is a choice."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """Return a move for the player to move, based on what that seat may know.

        Take all randomness from `random`. Once `stop()` returns True, answer at once with the best
        move found so far.
        """
        ...


class BotError(ValueError):
    """Raised if a bot is unknown or fails to load; the message is one sentence."""


class BotFailure(Exception):
    """A bot gave no valid answer; the text is one sentence for people."""
