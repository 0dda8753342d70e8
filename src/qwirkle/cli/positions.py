"""Reads and validates JSON positions, one per line, for `plays` and `odds`."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, NamedTuple

import msgspec
from msgspec import Meta, Struct

from qwirkle.cli.output import CommandError
from qwirkle.decoding import SchemaError, decode, invalid_value
from qwirkle.engine.board import EMPTY_BOARD, Board, Line
from qwirkle.engine.pieces import Cell, Faces, PieceAt, face_text
from qwirkle.engine.validation import is_valid_line
from qwirkle.engine.variant import NO_KIND, Variant
from qwirkle.i18n import tr
from qwirkle.records.schema import PieceText, PieceTextAt, faces_from_json, pieces_from_json

MAX_LINE_BYTES = 100_000
"""The fullest board needs about 2,000."""


class ParsedPosition(NamedTuple):
    """A validated position from one line of input."""

    line_number: int
    board: Board
    hand: Faces
    rolls_left: int


class _PositionInput(Struct):
    """A line of input; unknown keys are ignored."""

    board: tuple[PieceTextAt, ...]
    hand: tuple[PieceText, ...]
    rolls: Annotated[int, Meta(ge=1, le=5)] | None = None


_decoder = msgspec.json.Decoder(_PositionInput)


def read_positions(source: str, variant: Variant, min_hand_size: int) -> Iterator[ParsedPosition]:
    """Yield the positions in a file, or in stdin for `-`. Blank lines are skipped.

    Raises CommandError with the line number.
    """
    with _open_source(source) as file:
        number = 0
        while line := file.readline(MAX_LINE_BYTES + 1):
            number += 1
            if not line.strip():
                continue
            try:
                yield _parse_position(line, number, variant, min_hand_size)
            except SchemaError as error:
                raise CommandError(
                    tr("Line {number}: {problem}", number=number, problem=str(error))
                ) from None


@contextmanager
def _open_source(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        if sys.stdin is None:
            raise CommandError(tr("There is no standard input to read positions from."))
        yield sys.stdin.buffer
        return
    if "\0" in source:
        raise CommandError(tr("{file} cannot be the name of a file.", file=source))
    with Path(source).open("rb") as file:
        yield file


def _parse_position(
    line: bytes, number: int, variant: Variant, min_hand_size: int
) -> ParsedPosition:
    if len(line) > MAX_LINE_BYTES:
        raise SchemaError(
            tr("It is longer than {most} bytes, too long for a position.", most=MAX_LINE_BYTES)
        )
    position = decode(line.removeprefix(BOM_UTF8), _decoder)
    max_rolls = variant.roll_step.times if variant.roll_step else 1
    rolls_left = max_rolls if position.rolls is None else position.rolls
    if not 1 <= rolls_left <= max_rolls:
        raise invalid_value(
            "rolls", rolls_left, tr("a whole number from 1 to {most}", most=max_rolls)
        )
    if not min_hand_size <= len(position.hand) <= variant.hand.size:
        raise SchemaError(
            tr(
                "hand must be a list of {fewest} to {most} entries, not {found}.",
                fewest=min_hand_size,
                most=variant.hand.size,
                found=len(position.hand),
            )
        )
    pieces, hand = pieces_from_json(position.board), faces_from_json(position.hand)
    _check_copies((*(face for face, _, _ in pieces), *hand), variant)
    return ParsedPosition(number, _build_board(pieces), hand, rolls_left)


def _check_copies(faces: Faces, variant: Variant) -> None:
    """Raise SchemaError if the variant has no such piece, or too few copies of it."""
    counts = Counter(variant.kind_by_face[face] for face in faces)
    if counts[NO_KIND]:
        unknown_face = next(face for face in faces if variant.kind_by_face[face] == NO_KIND)
        raise SchemaError(
            tr(
                "{piece} is no piece of {variant}.",
                piece=face_text(unknown_face),
                variant=variant.name,
            )
        )
    for kind, count in counts.items():
        if count > variant.pieces.copies:
            raise SchemaError(
                tr(
                    "There are {count} of {piece}, but {variant} has only {copies}.",
                    count=count,
                    piece=variant.kinds[kind].name,
                    variant=variant.name,
                    copies=variant.pieces.copies,
                )
            )


def _build_board(pieces: tuple[PieceAt, ...]) -> Board:
    cells: set[Cell] = set()
    for _, x, y in pieces:
        if (x, y) in cells:
            raise SchemaError(tr("Two pieces lie at {x},{y}.", x=x, y=y))
        cells.add((x, y))
    if not pieces:
        return EMPTY_BOARD
    board = Board.of(pieces)
    for line in board.lines_through(pieces):
        _check_line(line)
    _check_connected(cells)
    return board


def _check_connected(cells: set[Cell]) -> None:
    """Raise SchemaError if the pieces aren't all connected (R6)."""
    pending = [min(cells)]
    unreached = cells - {*pending}
    while pending:
        x, y = pending.pop()
        neighbours = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & unreached
        unreached -= neighbours
        pending.extend(neighbours)
    if unreached:
        x, y = min(unreached)
        raise SchemaError(tr("The pieces around {x},{y} lie apart from the others (R6).", x=x, y=y))


def _check_line(line: Line) -> None:
    if is_valid_line(line.faces):
        return
    x, y = line.cells[0]
    raise SchemaError(
        tr(
            "The line {faces} from {x},{y} on breaks the rule for lines (R4).",
            faces=" ".join(map(face_text, line.faces[:12])),
            x=x,
            y=y,
        )
    )
