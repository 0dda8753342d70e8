"""Misbehaving bots for arena and session tests; each runs in its own process."""

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

from qwirkle.analysis.deadline import StopCondition, never_stop
from qwirkle.bots.bots import SimpleBot
from qwirkle.engine.moves import Move, Pass, Place, Trade
from qwirkle.engine.view import Stage, View


class Cheat:
    """Places two pieces that don't share a line."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        return Place(((0, 0, 0), (7, 5, 5)))


class Passer:
    """Always passes, which is hardly ever legal."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        return Pass()


class Crasher:
    """Raises an error with control characters in its message."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        raise RuntimeError("\x1b[2J boom")


class Quitter:
    """Exits its process."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        os._exit(3)


class Sleeper:
    """Never answers."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        while True:
            time.sleep(1000)


class Liar:
    """Answers with something that isn't a move."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        return cast(Move, "the best move")


class Odd:
    """Answers with a move full of wrong types."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        return Place(cast(Any, (("Rc", 0.5, None),)))


class Closer(SimpleBot):
    """Closes all file descriptors of its process."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        os.closerange(0, 64)
        return super().choose(view, random, stop)


class Scribbler(SimpleBot):
    """Writes garbage to all file descriptors, then answers."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        for descriptor in range(3, 64):
            with suppress(OSError):
                os.write(descriptor, b"\x00\x00\x00\x04nonsense")
        return super().choose(view, random, stop)


class Chatty(SimpleBot):
    """Prints and reads standard input, otherwise plays like `simple`."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        print("I think", flush=True)  # noqa: T201
        sys.stdin.read()
        return super().choose(view, random, stop)


class Trader(SimpleBot):
    """Opens the game, then trades one piece per turn as long as the bag has any."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        if view.stage is Stage.OPENING:
            return super().choose(view, random, stop)
        return Trade(view.hand[:1])


class Unborn:
    """Raises an error when created."""

    def __init__(self) -> None:
        raise RuntimeError("not today")


def broken() -> int:
    """Return something that isn't a bot."""
    return 7


def _create_flag_file(name: str) -> None:
    """Create an empty file, so that the test knows how far the bot got."""
    with suppress(KeyError):
        Path(os.environ["BAD_BOT_FLAG_FOLDER"], name).touch()


def _ignore_signals() -> None:
    for number in signal.valid_signals() - {signal.SIGCHLD}:
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)


def _sleep_in_c() -> None:
    """Hang in C code while holding the GIL."""
    ctypes.PyDLL(None).sleep(1_000_000)


class Knot:
    """Forks, ignores signals, keeps all pipes open and hangs in C code."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        _ignore_signals()
        if os.fork() == 0:
            _create_flag_file("forked")
            _sleep_in_c()
        _create_flag_file("hanging")
        _sleep_in_c()
        return Pass()


class Breeder(SimpleBot):
    """Forks a process that stays alive and a twin that answers too; plays like `simple`."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        _ignore_signals()
        if os.fork() == 0:
            _sleep_in_c()
        os.fork()
        return super().choose(view, random, stop)


class Deserter:
    """Forks a process that keeps all pipes open, then exits."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        if ctypes.PyDLL(None).fork() == 0:  # so that Python doesn't notice
            _create_flag_file("forked")
            _sleep_in_c()
        os._exit(0)


class Flood:
    """Prints without end."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        _create_flag_file("hanging")
        while True:
            sys.stdout.write("flood " * 1000)
            sys.stderr.write("flood " * 1000)
