"""Bots that do everything wrong, for the arena and the table; each in a process of its own."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from qwirkle.analysis.deadline import Stop, never_stop
from qwirkle.bots.bots import SimpleBot
from qwirkle.engine.moves import Move, Pass, Place, Trade
from qwirkle.engine.view import Stage, View


class Cheat:
    """Lays two pieces in different places."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A move against the rules."""
        return Place(((0, 0, 0), (7, 5, 5)))


class Passer:
    """Always passes."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A pass, which is hardly ever allowed."""
        return Pass()


class Crasher:
    """Raises an error with control characters in it."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move."""
        raise RuntimeError("\x1b[2J boom")


class Quitter:
    """Ends its process."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move."""
        os._exit(3)


class Sleeper:
    """Never answers."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move, ever."""
        while True:
            time.sleep(1000)


class Liar:
    """Answers with something that isn't a move."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A text."""
        return cast(Move, "the best move")


class Odd:
    """Answers with a move that holds nonsense."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """Neither a piece nor a cell."""
        return Place(cast(Any, (("Rc", 0.5, None),)))


class Closer(SimpleBot):
    """Closes all descriptors of its process."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A good move that never arrives."""
        os.closerange(0, 64)
        return super().choose(view, random, stop)


class Scribbler(SimpleBot):
    """Writes to all descriptors of its process."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A good move behind nonsense."""
        for descriptor in range(3, 64):
            with suppress(OSError):
                os.write(descriptor, b"\x00\x00\x00\x04nonsense")
        return super().choose(view, random, stop)


class Chatty(SimpleBot):
    """Prints and reads, and plays like the bot that it is made of."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A good move, with some noise."""
        print("I think", flush=True)  # noqa: T201
        sys.stdin.read()
        return super().choose(view, random, stop)


class Trader(SimpleBot):
    """Opens the game, and from then on trades one piece for another, for ever."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
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


def _sign(word: str) -> None:
    """Tell the test that it has come so far."""
    with suppress(KeyError):
        Path(os.environ["BAD_BOT_SIGNS"], word).touch()


def _ignore_signals() -> None:
    for number in signal.valid_signals() - {signal.SIGCHLD}:
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)


def _sleep_in_c() -> None:
    """Never come back from C code, with the lock held without which no other thread runs."""
    ctypes.PyDLL(None).sleep(1_000_000)


class Knot:
    """Forks, ignores signals, holds all pipes, and hangs inside C code."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move, ever."""
        _ignore_signals()
        if os.fork() == 0:
            _sign("forked")
            _sleep_in_c()
        _sign("hanging")
        _sleep_in_c()
        return Pass()


class Breeder(SimpleBot):
    """Forks a process that stays, and plays like the bot that it is made of."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """A good move, from the parent and from its twin."""
        _ignore_signals()
        if os.fork() == 0:
            _sleep_in_c()
        os.fork()
        return super().choose(view, random, stop)


class Deserter:
    """Forks a process that stays and holds all pipes, and ends itself."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move, ever."""
        if ctypes.PyDLL(None).fork() == 0:  # Python does not hear of it
            _sign("forked")
            _sleep_in_c()
        os._exit(0)


class Flood:
    """Prints without end."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        """No move, ever."""
        _sign("hanging")
        while True:
            sys.stdout.write("flood " * 1000)
            sys.stderr.write("flood " * 1000)
