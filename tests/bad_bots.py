"""Bots that do everything wrong, for tests of the arena; they think in processes of their own."""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Any, cast

from qwirkle.bots.base import Stop
from qwirkle.bots.casual import Casual
from qwirkle.engine.moves import Move, Pass, Place, Trade
from qwirkle.engine.view import Stage, View


class Cheat:
    """Lays two pieces in different places."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """A move against the rules."""
        return Place(((0, 0, 0), (7, 5, 5)))


class Passer:
    """Always passes."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """A pass, which is hardly ever allowed."""
        return Pass()


class Crasher:
    """Raises an error with control characters in it."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """No move."""
        raise RuntimeError("\x1b[2J boom")


class Quitter:
    """Ends its process."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """No move."""
        os._exit(3)


class Sleeper:
    """Never answers."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """No move, ever."""
        while True:
            time.sleep(1000)


class Liar:
    """Answers with something that is no move."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """A text."""
        return cast(Move, "the best move")


class Odd:
    """Answers with a move that holds nonsense."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """Neither a piece nor a cell."""
        return Place(cast(Any, (("Rc", 0.5, None),)))


class Chatty(Casual):
    """Prints and reads, and plays like the bot that it is made of."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """A good move, with some noise."""
        print("I think", flush=True)  # noqa: T201
        sys.stdin.read()
        return super().choose(view, random, stop)


class Trader(Casual):
    """Opens the game, and from then on trades one piece for another, for ever."""

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """A trade, which is allowed for as long as the bag has pieces."""
        if view.stage is Stage.OPENING:
            return super().choose(view, random, stop)
        return Trade(view.hand[:1])


class Unborn:
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("not today")


def broken() -> int:
    """Make something that is no bot."""
    return 7
