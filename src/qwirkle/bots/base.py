"""What a bot is: something that is shown a view and chooses a move."""

from __future__ import annotations

import random
from typing import Protocol

from qwirkle.analysis.clock import Stop, never
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View

__all__ = ["Bot", "BotError", "Stop"]


class Bot(Protocol):
    """A player that is a program; it is asked only where there is something to choose."""

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        """The move of the player to move, from what that seat may know.

        All chance comes from `random`. When `stop()` turns true, the bot answers at once with
        the best that it has found.
        """
        ...


class BotError(ValueError):
    """A bot cannot be had, said in one sentence."""
