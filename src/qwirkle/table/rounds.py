"""What has happened since a player's last turn: the index, the placements and the texts."""

from __future__ import annotations

from itertools import groupby

from qwirkle.engine.events import Drawn, Opened, Passed, Placed, Traded
from qwirkle.engine.pieces import Cell, PieceAt
from qwirkle.engine.view import Stage
from qwirkle.table.chronicle import events_text, opening_text, qwirkle_cells
from qwirkle.table.story import HistoryEntry, SeatHistory


def index_after_last_turn(history: SeatHistory, seat: int | None) -> int:
    """Return the index of the first history entry after a seat's last turn.

    Before its first turn, it's the entry after the opening. If the seat is None, it's the first
    entry of the latest turn, whoever played it.
    """
    scenes = history.entries
    ends = (place for place in range(len(scenes), 0, -1) if _ends_turn(scenes[place - 1], seat))
    if seat is None:
        next(ends, None)
    after = next(ends, None)
    if after is None:
        return next((n for n, each in enumerate(scenes, 1) if isinstance(each.event, Opened)), 0)
    return after + (after < len(scenes) and isinstance(scenes[after].event, Drawn))


def _ends_turn(entry: HistoryEntry, seat: int | None) -> bool:
    """Return True if a turn of this seat ends here; of any seat, if it is None."""
    event = entry.event
    return isinstance(event, (Placed, Traded, Passed)) and seat in (None, event.player)


def placements_since(history: SeatHistory, seat: int | None) -> tuple[tuple[PieceAt, ...], ...]:
    """Return the placements since a seat's last turn; if there are none, its own last one."""
    laid = [scene.event.pieces for scene in history.entries if isinstance(scene.event, Placed)]
    since = history.entries[index_after_last_turn(history, seat) :]
    count = sum(isinstance(scene.event, Placed) for scene in since)
    return tuple(laid[-max(1, count) :])


def events_text_since(history: SeatHistory, seat: int) -> tuple[str, ...]:
    """Return one text per turn since a seat's last turn; before its first, add the opening."""
    since = history.entries[index_after_last_turn(history, seat) :]
    turns = (tuple(scenes) for _, scenes in groupby(since, key=_turn_number))
    told = tuple(text for text in (events_text(scenes, history.names) for scenes in turns) if text)
    own = any(_ends_turn(scene, seat) for scene in history.entries)
    return told if own else (opening_text(history), *told)


def _turn_number(entry: HistoryEntry) -> int:
    """Return the number of the turn that an event belongs to."""
    done = isinstance(entry.event, Placed | Traded | Passed | Drawn)
    ended = done and entry.view.stage is not Stage.DRAW
    return entry.view.turns_played - ended


def new_qwirkle_cells(history: SeatHistory, new_entries: int) -> tuple[Cell, ...]:
    """Return the cells of all Qwirkles made in the latest entries."""
    made = history.entries[len(history.entries) - new_entries :] if new_entries else ()
    return tuple(
        cell
        for scene in made
        if isinstance(scene.event, Placed)
        for cell in qwirkle_cells(scene.view, scene.event.pieces)
    )
