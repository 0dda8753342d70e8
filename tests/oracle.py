"""A second, naive implementation of R4 to R10 that shares only faces with the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import NamedTuple

from qwirkle.engine.pieces import Cell, Face, Faces, PieceAt
from qwirkle.engine.variant import Variant

SIX = 6
MAX_COORDINATE = 200
AXES = ((1, 0), (0, 1))


class Scoring(NamedTuple):
    """Numbers that determine the score."""

    bonus: int = 6
    lone: int = 1
    colours: int = SIX
    shapes: int = SIX
    line: tuple[int, ...] = ()

    @classmethod
    def of(cls, variant: Variant) -> Scoring:
        return cls(
            variant.scoring.qwirkle_bonus,
            variant.scoring.lone_piece,
            variant.pieces.colours,
            variant.pieces.shapes,
            variant.scoring.line,
        )


def is_line(faces: Faces) -> bool:
    """R4: one colour and different shapes, or one shape and different colours."""
    colours = {face // SIX for face in faces}
    shapes = {face % SIX for face in faces}
    one_colour = len(colours) == 1 and len(shapes) == len(faces)
    one_shape = len(shapes) == 1 and len(colours) == len(faces)
    return one_colour or one_shape


def share_attribute(faces: Faces) -> bool:
    """R5: all faces share their colour or their shape."""
    return len({face // SIX for face in faces}) == 1 or len({face % SIX for face in faces}) == 1


def run_through(table: Mapping[Cell, object], cell: Cell, axis: Cell) -> tuple[Cell, ...]:
    """Cells of the unbroken row or column of pieces through this cell."""
    dx, dy = axis
    x, y = cell
    while (x - dx, y - dy) in table:
        x, y = x - dx, y - dy
    cells = []
    while (x, y) in table:
        cells.append((x, y))
        x, y = x + dx, y + dy
    return tuple(cells)


def lines_through(table: Mapping[Cell, object], cells: tuple[Cell, ...]) -> set[tuple[Cell, ...]]:
    """All lines of two or more pieces through any of these cells."""
    runs = {run_through(table, cell, axis) for cell in cells for axis in AXES}
    return {line for line in runs if len(line) > 1}


def is_legal(table: Mapping[Cell, Face], pieces: tuple[PieceAt, ...]) -> bool:
    """True if R4 to R7 and the size of the board allow this placement."""
    cells = tuple((x, y) for _, x, y in pieces)
    if any(
        not -MAX_COORDINATE <= coordinate <= MAX_COORDINATE for cell in cells for coordinate in cell
    ):
        return False
    if not pieces or len(set(cells)) < len(cells) or any(cell in table for cell in cells):
        return False
    if not share_attribute(tuple(face for face, _, _ in pieces)):
        return False
    after = {**table, **{(x, y): face for face, x, y in pieces}}
    if not any(set(cells) <= set(run_through(after, cells[0], axis)) for axis in AXES):
        return False
    if not any(touches(table, cell) for cell in cells):
        return False
    return all(is_line(tuple(after[cell] for cell in line)) for line in lines_through(after, cells))


def touches(table: Mapping[Cell, object], cell: Cell) -> bool:
    """R6: a side of the cell touches a piece."""
    x, y = cell
    return any(beside in table for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def score(table: Mapping[Cell, Face], pieces: tuple[PieceAt, ...], scoring: Scoring) -> int:
    """R9, R10, J3: points of a placement, given the board before it."""
    after = {**table, **{(x, y): face for face, x, y in pieces}}
    lines = lines_through(after, tuple((x, y) for _, x, y in pieces))
    if not lines:
        return scoring.lone
    return sum(line_score(tuple(after[cell] for cell in line), scoring) for line in lines)


def line_score(faces: Faces, scoring: Scoring) -> int:
    """Points of one line, with the bonus if it is full."""
    points = scoring.line[len(faces) - 2] if scoring.line else len(faces)
    one_colour = len({face // SIX for face in faces}) == 1
    full = scoring.shapes if one_colour else scoring.colours
    return points + (scoring.bonus if len(faces) == full else 0)


def plays(
    table: Mapping[Cell, Face], hand: Faces, scoring: Scoring
) -> dict[frozenset[PieceAt], int]:
    """Every legal placement as a set of placed pieces, with its points."""
    legal_plays: dict[frozenset[PieceAt], int] = {}
    for size in range(1, len(hand) + 1):
        choices = [
            faces for faces in set(combinations(sorted(hand), size)) if can_share_line(faces)
        ]
        if not choices:
            continue
        for cells in candidate_cells(table, size):
            for faces in choices:
                for order in set(permutations(faces)):
                    pieces = tuple((face, *cell) for face, cell in zip(order, cells, strict=True))
                    if is_legal(table, pieces):
                        legal_plays[frozenset(pieces)] = score(table, pieces, scoring)
    return legal_plays


def can_share_line(faces: Faces) -> bool:
    """True if these pieces can be in one line."""
    return len(faces) == 1 or is_line(faces)


def candidate_cells(table: Mapping[Cell, object], size: int) -> Iterator[tuple[Cell, ...]]:
    """Groups of `size` empty cells that form one line once filled and touch a piece."""
    xs = [x for x, _ in table]
    ys = [y for _, y in table]
    seen = set()
    for x in range(min(xs) - SIX, max(xs) + SIX + 1):
        for y in range(min(ys) - SIX, max(ys) + SIX + 1):
            for dx, dy in AXES:
                row = [(x + dx * step, y + dy * step) for step in range(SIX)]
                # A gap would break the line (R5, R8), so the next empty cells are filled.
                cells = tuple(cell for cell in row if cell not in table)[:size]
                if len(cells) == size and any(touches(table, cell) for cell in cells):
                    seen.add(cells)
    yield from sorted(seen)
