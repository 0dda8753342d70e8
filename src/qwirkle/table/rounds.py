"""What has happened since a player's last turn: the index, the placements and the texts."""

from __future__ import annotations

from qwirkle.engine.events import Drawn, Opened, Passed, Placed, Traded
from qwirkle.engine.pieces import Cell, PieceAt
from qwirkle.engine.view import View
from qwirkle.table.story import HistoryEntry, SeatHistory, full_lines


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


def new_qwirkle_cells(history: SeatHistory, new_entries: int) -> tuple[Cell, ...]:
    """Return the cells of all Qwirkles made in the latest entries."""
    made = history.entries[len(history.entries) - new_entries :] if new_entries else ()
    return tuple(
        cell
        for scene in made
        if isinstance(scene.event, Placed)
        for cell in qwirkle_cells(scene.view, scene.event.pieces)
    )


def qwirkle_cells(view: View, pieces: tuple[PieceAt, ...]) -> tuple[Cell, ...]:
    """Return the cells of all full lines that pieces on the board are part of."""
    full = (line.cells for line in full_lines(view, pieces))
    return tuple(dict.fromkeys(cell for cells in full for cell in cells))
