"""Hints of the analysis as marks on the board and a sentence; pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import FACE_TEXTS, Cell, Face
from qwirkle.texts import tr, trn


def hint_marks(hints: Sequence[Any]) -> dict[Cell, tuple[int, Face]]:
    """The cells of the best hints, each with its number and the face it lays there."""
    marks: dict[Cell, tuple[int, Face]] = {}
    for number, hint in enumerate(hints, start=1):
        if isinstance(hint.move, Place):
            for face, x, y in hint.move.pieces:
                marks.setdefault((x, y), (number, face))
    return marks


def hint_text(hints: Sequence[Any]) -> str:
    """The hints in a line, best first."""
    told = []
    for number, hint in enumerate(hints, start=1):
        match hint.move:
            case Place(pieces):
                shown = " ".join(FACE_TEXTS[face] for face, _, _ in pieces)
                told.append(tr("{number}: lay {faces}", number=number, faces=shown))
            case Trade(faces):
                told.append(
                    trn(
                        "{number}: trade {count}",
                        "{number}: trade {count}",
                        len(faces),
                        number=number,
                    )
                )
            case Roll(faces):
                told.append(
                    trn(
                        "{number}: roll {count}",
                        "{number}: roll {count}",
                        len(faces),
                        number=number,
                    )
                )
            case _:
                pass
    return "; ".join(told) or tr("There is no hint for this.")
