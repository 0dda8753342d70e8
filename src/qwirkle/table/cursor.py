"""Where the cursor goes on the table: by arrows, from fit to fit, and with a picked piece; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from qwirkle.engine.pieces import Cell

FARTHEST_FROM_PIECES = 8


def next_cell(cells: Iterable[Cell], cursor: Cell, step: int) -> Cell:
    """The next of these cells in reading order, or the one before; round and round.

    >>> next_cell([(0, 1), (5, 0)], (1, 0), 1), next_cell([(0, 1), (5, 0)], (5, 0), 1)
    ((5, 0), (0, 1))
    """
    order = sorted(cells, key=_reading)
    before = sum(_reading(cell) < _reading(cursor) for cell in order)
    if step > 0:
        return order[(before + (cursor in order)) % len(order)]
    return order[(before - 1) % len(order)]


def landing(groups: Iterable[Collection[Cell]], cursor: Cell) -> Cell:
    """Where the cursor lands: what Tab would reach in the first group that has any cell.

    >>> landing([[], [(2, 3), (4, 0)]], (3, 1))
    (2, 3)
    """
    return next_cell(next(group for group in groups if group), cursor, 1)


def moved(cursor: Cell, columns: int, rows: int, pieces: Collection[Cell]) -> Cell:
    """The cursor moved by so much, but never far from the pieces."""
    x, y = zip(*(pieces or [(0, 0)]), strict=True)
    return _held(cursor[0] + columns, x), _held(cursor[1] + rows, y)


def _held(at: int, places: tuple[int, ...]) -> int:
    return min(max(at, min(places) - FARTHEST_FROM_PIECES), max(places) + FARTHEST_FROM_PIECES)


def _reading(cell: Cell) -> Cell:
    return cell[1], cell[0]
