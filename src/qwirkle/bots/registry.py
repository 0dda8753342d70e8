"""The bot interface, and a registry of bundled bots, plug-ins and `module:factory` names."""

from __future__ import annotations

import importlib
import random
import re
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING, Protocol, cast

from qwirkle.analysis.deadline import StopCondition, never_stop
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.i18n import tr
from qwirkle.records.players import PLAYER_KIND_PATTERN

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints


class Bot(Protocol):
    """A program that plays for a seat; only asked when there is a choice."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        """Return a move for the player to move, based on what that seat may know.

        Take all randomness from `random`. Once `stop()` returns True, answer at once with the best
        move found so far.
        """
        ...


class BotLoadError(ValueError):
    """Raised if a bot is unknown or fails to load; the message is one sentence."""


class BotFailure(Exception):
    """A bot gave no valid answer; the text is one sentence to show the user."""


BOTS: dict[str, str] = {
    "random": "qwirkle.bots.bots:RandomBot",
    "casual": "qwirkle.bots.bots:CasualBot",
    "simple": "qwirkle.bots.bots:SimpleBot",
    "greedy": "qwirkle.bots.bots:GreedyBot",
    "expert": "qwirkle.bots.bots:ExpertBot",
    "master": "qwirkle.bots.bots:MasterBot",
}
"""Bundled bots, weakest first, with their import paths."""

TIMED_MASTER = re.compile(r"master-(\d{1,2}(?:\.\d{1,2})?)", re.ASCII)
"""The master with a time per turn in seconds, as in `master-0.5`."""

MIN_MASTER_SECONDS, MAX_MASTER_SECONDS = 0.05, 60.0

ENTRY_POINT_GROUP = "qwirkle.bots"
"""Entry point group in which other packages offer bots."""


def bot_names() -> tuple[str, ...]:
    """List the available bots: bundled ones first, then those of other packages.

    Names that a record can't hold are left out.
    """
    external_names = sorted({entry_point.name for entry_point in _entry_points()} - BOTS.keys())
    return (
        *BOTS,
        *(name for name in external_names if PLAYER_KIND_PATTERN.fullmatch(f"bot:{name}")),
    )


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to import, and bundled bots don't need it

    return entry_points(group=ENTRY_POINT_GROUP)


def is_bundled(name: str) -> bool:
    """Return True if the bot comes with the program."""
    return name in BOTS or TIMED_MASTER.fullmatch(name) is not None


def thinking_seconds(name: str) -> float:
    """Return the time per turn in a bot's name, or 0."""
    timed = TIMED_MASTER.fullmatch(name)
    return float(timed[1]) if timed else 0.0


def make_bot(name: str) -> Bot:
    """Create a bot by name, or from `package.module:factory`.

    Raises BotLoadError if there is none, or if it fails to load.
    """
    if name in BOTS:
        return _load_bot(name, BOTS[name])
    if timed := TIMED_MASTER.fullmatch(name):
        return _timed_master(name, float(timed[1]))
    if ":" in name:
        _allow_import_from_cwd(name.partition(":")[0].partition(".")[0])
        return _load_bot(name, name)
    for entry_point in _entry_points():
        if entry_point.name == name:
            return _load_bot(name, entry_point.value)
    raise BotLoadError(
        tr(
            "There is no bot “{name}”; choose one of {names}, or package.module:factory.",
            name=name,
            names=", ".join(bot_names()),
        )
    )


def _timed_master(name: str, seconds: float) -> Bot:
    if not MIN_MASTER_SECONDS <= seconds <= MAX_MASTER_SECONDS:
        raise BotLoadError(
            tr(
                "The bot “{name}” is to think for {least:g} to {most:g} seconds.",
                name=name,
                least=MIN_MASTER_SECONDS,
                most=MAX_MASTER_SECONDS,
            )
        )
    from qwirkle.bots.bots import MasterBot

    return MasterBot(seconds)


class _CurrentFolderFinder:
    """Import finder for one module or package in the current folder."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """Return the module's spec; None for all other modules, which Python asks for too."""
        return PathFinder.find_spec(name, [""]) if name == self.name else None


def _allow_import_from_cwd(name: str) -> None:
    """Let one module be imported from the current folder if it isn't installed."""
    if not any(
        isinstance(finder, _CurrentFolderFinder) and finder.name == name for finder in sys.meta_path
    ):
        sys.meta_path.append(_CurrentFolderFinder(name))


def _load_bot(name: str, target: str) -> Bot:
    module, _, factory = target.partition(":")
    try:
        bot = getattr(importlib.import_module(module), factory)()
    except Exception as error:
        raise BotLoadError(
            tr("The bot “{name}” cannot be made: {error}.", name=name, error=error)
        ) from error
    if not callable(getattr(bot, "choose", None)):
        raise BotLoadError(tr("The bot “{name}” has no method “choose”.", name=name))
    return cast(Bot, bot)
