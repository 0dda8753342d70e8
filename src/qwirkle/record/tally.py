"""Summarises a record without replaying the game."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.events import (
    Dealt,
    Finished,
    Happening,
    Opened,
    Passed,
    Placed,
    Traded,
    Undone,
)
from qwirkle.record.reading import Record, RecordError, line_of
from qwirkle.texts import tr


class Tally(Struct, frozen=True):
    """What a list of games shows of a record."""

    scores: tuple[int, ...]
    turns: int
    finished: bool


def sifted(record: Record) -> tuple[list[tuple[int, Happening]], list[list[Happening]]]:
    """Return the events still in force with their indices, and the events each undo removed.

    Raises RecordError.
    """
    standing: list[tuple[int, Happening]] = []
    fallen: list[list[Happening]] = []
    for number, event in enumerate(record.events):
        if not isinstance(event, Undone):
            standing.append((number, event))
            continue
        kept = len(standing) - event.events
        if kept < 0 or any(isinstance(gone, Dealt | Opened) for _, gone in standing[kept:]):
            raise RecordError(tr("There are not that many events to take back."), line_of(number))
        fallen.append([gone for _, gone in standing[kept:]])
        del standing[kept:]
    return standing, fallen


def tally(record: Record) -> Tally:
    """Return scores and turns as the record states them. Raises RecordError."""
    scores = [0] * len(record.header.players)
    turns = 0
    for number, event in sifted(record)[0]:
        match event:
            case Placed(player, _, points):
                _check_seat(player, scores, number)
                scores[player] += points
                turns += 1
            case Traded(player):
                _check_seat(player, scores, number)
                scores[player] -= record.header.variant.trade.cost
                turns += 1
            case Passed():
                turns += 1
            case Finished(_, _, final, _):
                if len(final) != len(scores):
                    raise RecordError(
                        tr(
                            "There are {found} scores for {players} players.",
                            found=len(final),
                            players=len(scores),
                        ),
                        line_of(number),
                    )
                return Tally(final, turns, finished=True)
            case _:
                pass
    return Tally(tuple(scores), turns, finished=False)


def _check_seat(player: int, scores: list[int], number: int) -> None:
    if player >= len(scores):
        raise RecordError(tr("There is no player {player}.", player=player), line_of(number))
