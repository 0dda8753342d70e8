"""What the table tells of what has just happened, and of a roll while it happens; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from qwirkle.engine.events import (
    Drawn,
    Finished,
    Happening,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.moves import Move, Pass, Redraw, Roll
from qwirkle.engine.position import Position
from qwirkle.engine.view import Stage
from qwirkle.table.words import Standing, gain_text, opening_text
from qwirkle.texts import tr, trn


def news_text(happened: Standing, names: Sequence[str]) -> str:
    """What everybody may know of what has just happened, in one sentence or two."""
    told: list[str] = []
    forced = 0
    for event, position in happened:
        if isinstance(event, Rolled) and event.forced:
            forced += 1
            told[len(told) - (forced > 1) :] = [
                trn(
                    "{name} had to roll all dice.",
                    "{name} had to roll all dice {count} times.",
                    forced,
                    name=names[event.player],
                )
            ]
        else:
            told.extend(_account_of(event, position, names))
    return " ".join(told)


def _account_of(event: Happening, position: Position, names: Sequence[str]) -> Iterator[str]:
    """What is told of an event that is no forced roll, if anything is."""
    match event:
        case Placed(player, pieces, _):
            yield trn(
                "{name} laid {count} piece: {gain}",
                "{name} laid {count} pieces: {gain}",
                len(pieces),
                name=names[player],
                gain=gain_text(position.board, event),
            )
        case Traded(player, gave, _):
            yield trn(
                "{name} traded {count} piece.",
                "{name} traded {count} pieces.",
                len(gave),
                name=names[player],
            )
        case Rolled(player, before, _, _):
            yield trn(
                "{name} rolled {count} die.",
                "{name} rolled {count} dice.",
                len(before),
                name=names[player],
            )
        case Redrawn(player, _, _):
            yield tr(
                "{name} held no die that can fit, put all back and drew anew.", name=names[player]
            )
        case Passed(player):
            yield tr("{name} passed.", name=names[player])
        case _:
            pass


def latest_news(standing: Standing, names: Sequence[str]) -> str:
    """What everybody may know of the last turn; before the first, why somebody starts."""
    for first in range(len(standing) - 1, -1, -1):
        told = news_text(standing[first : first + 1], names)
        if told:
            return told
    opened = any(position.stage is Stage.OPENING for _, position in standing)
    return opening_text(standing, names) if opened else ""


def stops_of(standing: Standing) -> tuple[int, ...]:
    """After how many events a watcher stops: at the opening, then at all that players do.

    A draw that refills a hand belongs to what was done before it.
    """
    opening = next(
        (n for n, (_, after) in enumerate(standing, 1) if after.stage is Stage.OPENING), None
    )
    if opening is None:
        return ()
    ends = range(opening, len(standing) + 1)
    return tuple(n for n in ends if n == len(standing) or not isinstance(standing[n][0], Drawn))


def step_text(standing: Standing, names: Sequence[str]) -> str:
    """What was done last, the opening and the end of the game too."""
    match standing[-1][0]:
        case Opened():
            return opening_text(standing, names)
        case Finished():
            return tr("The game is over.")
        case Drawn():
            return news_text(standing[-2:], names)
    return news_text(standing[-1:], names)


def turn_so_far(standing: Standing, names: Sequence[str]) -> str:
    """What the player to move has rolled or drawn anew in this turn; empty before that."""
    done = tuple(takewhile(lambda each: isinstance(each[0], Rolled | Redrawn), reversed(standing)))
    return news_text(done[::-1], names)


def due_text(move: Move | None, so_far: str, name: str) -> str:
    """What happens next where no choice is left; empty where there is one."""
    match move:
        case Roll() if so_far:
            return tr("{name}: still no die fits, so all of them are rolled once more.", name=name)
        case Roll():
            return tr("{name}: no die fits, so all of them are rolled again.", name=name)
        case Redraw():
            return tr(
                "{name}: no die can ever fit, so all of them go back into the bag.", name=name
            )
        case Pass():
            return tr("{name}: nothing fits and nothing else can be done.", name=name)
    return ""


def rolling_text(event: Rolled | Redrawn, name: str) -> str:
    """What is said while dice tumble."""
    if isinstance(event, Redrawn):
        return tr("{name} draws new dice and rolls them.", name=name)
    if event.forced:
        return tr("{name}: no die fits, so all of them are rolled again.", name=name)
    return trn(
        "{name} rolls {count} die.",
        "{name} rolls {count} dice.",
        len(event.before),
        name=name,
    )
