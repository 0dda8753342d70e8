"""Asks in lines what is to be played, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeVar

from qwirkle import catalog
from qwirkle.engine.variant import Variant
from qwirkle.texts import tr

Answer = TypeVar("Answer")


class NoAnswer(Exception):
    """There are no more lines."""

    def __str__(self) -> str:
        return tr("There was no answer.")


def ask_variant(keyboard: TextIO, say: Callable[[str], None]) -> Variant:
    """Which of the variants is to be played; raises NoAnswer."""
    offered = catalog.playable()
    say(tr("Which game? Say its number or its name."))
    for number, variant in enumerate(offered, start=1):
        say(f"{number} {variant.name}: {variant.title}")
    return _ask(keyboard, say, lambda line: _chosen(line, offered))


def _chosen(line: str, offered: Sequence[Variant]) -> Variant:
    for number, variant in enumerate(offered, start=1):
        if line.casefold() in (str(number), variant.name.casefold()):
            return variant
    raise ValueError(tr("There is no such game here."))


def ask_players(
    keyboard: TextIO,
    say: Callable[[str], None],
    understand: Callable[[Iterable[str]], Answer],
) -> Answer:
    """Who plays, as `understand` makes it of the names; it raises ValueError. Raises NoAnswer."""
    say(
        tr(
            "Who plays? Say the names in one line with commas between them; NAME:AGE tells an "
            "age, and NAME=BOT is a program, as in: Ana:9, Ben, Cy=greedy"
        )
    )
    return _ask(keyboard, say, lambda line: understand(line.split(",")))


def _ask(
    keyboard: TextIO, say: Callable[[str], None], understand: Callable[[str], Answer]
) -> Answer:
    """Read lines until one is understood."""
    while line := keyboard.readline(1000):
        if line.strip():
            try:
                return understand(line.strip())
            except ValueError as problem:
                say(str(problem))
    raise NoAnswer
