"""A second, naive reading of R4 to R10 that shares nothing with the engine but what a face is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import NamedTuple

from qwirkle.engine.pieces import Cell, Face, Faces, PieceAt
from qwirkle.engine.variant import Variant

SIX = 6
FARTHEST = 200
AXES = ((1, 0), (0, 1))


class Scoring(NamedTuple):
    """What points depend on, in plain numbers."""

    bonus: int = 6
    lone: int = 1
    colours: int = SIX
    shapes: int = SIX
    line: tuple[int, ...] = ()

    @classmethod
    def of(cls, variant: Variant) -> Scoring:
        """The numbers of a ruleset."""
        return cls(
            variant.scoring.qwirkle_bonus,
            variant.scoring.lone_piece,
            variant.pieces.colours,
            variant.pieces.shapes,
            variant.scoring.line,
        )


def is_line(faces: Faces) -> bool:
    """R4: one colour and all shapes different, or one shape and all colours different."""
    colours = {face // SIX for face in faces}
    shapes = {face % SIX for face in faces}
    one_colour = len(colours) == 1 and len(shapes) == len(faces)
    one_shape = len(shapes) == 1 and len(colours) == len(faces)
    return one_colour or one_shape


def share_something(faces: Faces) -> bool:
    """R5: they all have one colour or all have one shape."""
    return len({face // SIX for face in faces}) == 1 or len({face % SIX for face in faces}) == 1


def unbroken(table: Mapping[Cell, object], cell: Cell, axis: Cell) -> tuple[Cell, ...]:
    """All cells with a piece in the unbroken row or column through this one."""
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
    """All lines of two or more pieces that any of these cells is part of."""
    every = {unbroken(table, cell, axis) for cell in cells for axis in AXES}
    return {line for line in every if len(line) > 1}


def is_legal(table: Mapping[Cell, Face], pieces: tuple[PieceAt, ...]) -> bool:
    """Whether R4 to R7 and the ends of the table allow to lay these where some lie already."""
    cells = tuple((x, y) for _, x, y in pieces)
    if any(not -FARTHEST <= at <= FARTHEST for cell in cells for at in cell):
        return False
    if not pieces or len(set(cells)) < len(cells) or any(cell in table for cell in cells):
        return False
    if not share_something(tuple(face for face, _, _ in pieces)):
        return False
    after = {**table, **{(x, y): face for face, x, y in pieces}}
    if not any(set(cells) <= set(unbroken(after, cells[0], axis)) for axis in AXES):
        return False
    if not any(touches(table, cell) for cell in cells):
        return False
    return all(is_line(tuple(after[cell] for cell in line)) for line in lines_through(after, cells))


def touches(table: Mapping[Cell, object], cell: Cell) -> bool:
    """R6: a side of the cell meets a piece."""
    x, y = cell
    return any(beside in table for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


def score(table: Mapping[Cell, Face], pieces: tuple[PieceAt, ...], scoring: Scoring) -> int:
    """R9, R10, J3: the points of these pieces on a table where they do not lie yet."""
    after = {**table, **{(x, y): face for face, x, y in pieces}}
    lines = lines_through(after, tuple((x, y) for _, x, y in pieces))
    if not lines:
        return scoring.lone
    return sum(worth(tuple(after[cell] for cell in line), scoring) for line in lines)


def worth(faces: Faces, scoring: Scoring) -> int:
    """What one line scores: a point a piece or as the list says, and more where it is full."""
    points = scoring.line[len(faces) - 2] if scoring.line else len(faces)
    one_colour = len({face // SIX for face in faces}) == 1
    full = scoring.shapes if one_colour else scoring.colours
    return points + (scoring.bonus if len(faces) == full else 0)


def plays(
    table: Mapping[Cell, Face], hand: Faces, scoring: Scoring
) -> dict[frozenset[PieceAt], int]:
    """Every legal placement, as what lies where, with its points."""
    found: dict[frozenset[PieceAt], int] = {}
    for size in range(1, len(hand) + 1):
        choices = [faces for faces in set(combinations(sorted(hand), size)) if is_choice(faces)]
        if not choices:
            continue
        for cells in stretches(table, size):
            for faces in choices:
                for order in set(permutations(faces)):
                    pieces = tuple((face, *cell) for face, cell in zip(order, cells, strict=True))
                    if is_legal(table, pieces):
                        found[frozenset(pieces)] = score(table, pieces, scoring)
    return found


def is_choice(faces: Faces) -> bool:
    """Pieces that may stand in one line at all, wherever they are laid."""
    return len(faces) == 1 or is_line(faces)


def stretches(table: Mapping[Cell, object], size: int) -> Iterator[tuple[Cell, ...]]:
    """That many empty cells within six of a row or column, one line when filled, one touching."""
    xs = [x for x, _ in table]
    ys = [y for _, y in table]
    seen = set()
    for x in range(min(xs) - SIX, max(xs) + SIX + 1):
        for y in range(min(ys) - SIX, max(ys) + SIX + 1):
            for dx, dy in AXES:
                row = [(x + dx * step, y + dy * step) for step in range(SIX)]
                # A gap would break the line (R5, R8), so it is the next empty ones that are filled.
                cells = tuple(cell for cell in row if cell not in table)[:size]
                if len(cells) == size and any(touches(table, cell) for cell in cells):
                    seen.add(cells)
    yield from sorted(seen)
