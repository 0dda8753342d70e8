"""Reads positions for the commands that answer one a line, and refuses those that cannot be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from qwirkle.cli.output import CommandError
from qwirkle.engine.board import EMPTY, Board, Line
from qwirkle.engine.checking import is_line
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.variant import Variant
from qwirkle.notation import NotationError, face_text, parse_faces, parse_json, parse_laid
from qwirkle.notation.strict import MOST_BRACKETS, object_of
from qwirkle.texts import tr

LONGEST_LINE = 100_000
"""In bytes; the fullest table needs about two thousand."""


class Asked(NamedTuple):
    """A table and a hand that a program asks about."""

    board: Board
    hand: Faces


def read_positions(source: str, variant: Variant, fewest_in_hand: int) -> Iterator[Asked]:
    """The positions in a file, or in standard input for `-`; blank lines are skipped."""
    with _opened(source) as file:
        number = 0
        while line := file.readline(LONGEST_LINE + 1):
            number += 1
            if not line.strip():
                continue
            try:
                yield _position_in(line, variant, fewest_in_hand)
            except NotationError as error:
                raise CommandError(
                    tr("Line {number}: {problem}", number=number, problem=str(error))
                ) from None


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        if sys.stdin is None:
            raise CommandError(tr("There is no standard input to read positions from."))
        yield sys.stdin.buffer
        return
    if "\0" in source:
        raise CommandError(tr("{file} cannot be the name of a file.", file=source))
    with Path(source).open("rb") as file:
        yield file


def _position_in(line: bytes, variant: Variant, fewest_in_hand: int) -> Asked:
    if len(line) > LONGEST_LINE:
        raise NotationError(
            tr("It is longer than {most} bytes, too long for a position.", most=LONGEST_LINE)
        )
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError(tr("It is not UTF-8.")) from None
    # Every piece on the table has a bracket of its own.
    fields = object_of(parse_json(text, MOST_BRACKETS + variant.piece_count), "board", "hand")
    pieces = parse_laid(fields["board"], "board", 0, variant.piece_count)
    hand = parse_faces(fields["hand"], "hand", fewest_in_hand, variant.hand_size)
    return Asked(_board_of(pieces), hand)


def _board_of(pieces: tuple[Laid, ...]) -> Board:
    taken: set[tuple[int, int]] = set()
    for _, x, y in pieces:
        if (x, y) in taken:
            raise NotationError(tr("Two pieces lie at {x},{y}.", x=x, y=y))
        taken.add((x, y))
    if not pieces:
        return EMPTY
    board = Board.of(pieces)
    for line in board.lines_of(pieces):
        _check(line)
    return board


def _check(line: Line) -> None:
    if is_line(line.faces):
        return
    x, y = line.cells[0]
    raise NotationError(
        tr(
            "The line {faces} from {x},{y} on breaks the rule for lines (R4).",
            faces=" ".join(map(face_text, line.faces[:12])),
            x=x,
            y=y,
        )
    )
