"""Summarises a record without replaying the game."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.events import (
    Dealt,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Traded,
    Undone,
)
from qwirkle.record.reading import Record, RecordError, event_line_number
from qwirkle.texts import tr


class RecordSummary(Struct, frozen=True):
    """What a list of games shows of a record."""

    scores: tuple[int, ...]
    turns: int
    finished: bool


def separate_undone(record: Record) -> tuple[list[tuple[int, GameEvent]], list[list[GameEvent]]]:
    """Return the events still in force with their indices, and the events each undo removed.

    Raises RecordError.
    """
    active: list[tuple[int, GameEvent]] = []
    undone: list[list[GameEvent]] = []
    for number, event in enumerate(record.events):
        if not isinstance(event, Undone):
            active.append((number, event))
            continue
        active_count = len(active) - event.event_count
        if active_count < 0 or any(
            isinstance(gone, Dealt | Opened) for _, gone in active[active_count:]
        ):
            raise RecordError(
                tr("There are not that many events to take back."), event_line_number(number)
            )
        undone.append([gone for _, gone in active[active_count:]])
        del active[active_count:]
    return active, undone


def summarise_record(record: Record) -> RecordSummary:
    """Return scores and turns as the record states them. Raises RecordError."""
    scores = [0] * len(record.header.players)
    turns = 0
    for number, event in separate_undone(record)[0]:
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
                        event_line_number(number),
                    )
                return RecordSummary(final, turns, finished=True)
            case _:
                pass
    return RecordSummary(tuple(scores), turns, finished=False)


def _check_seat(player: int, scores: list[int], number: int) -> None:
    if player >= len(scores):
        raise RecordError(
            tr("There is no player {player}.", player=player), event_line_number(number)
        )
