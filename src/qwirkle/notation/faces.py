"""Faces and laid pieces as text and JSON: `Rc` is the red circle."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.engine.board import FARTHEST
from qwirkle.engine.pieces import FACE_OF_TEXT, FACE_TEXTS, Face, Faces, Laid
from qwirkle.engine.variant_table import shown
from qwirkle.notation.strict import NotationError, list_of, whole
from qwirkle.texts import tr

MOST_IN_HAND = 8


def face_text(face: Face) -> str:
    """Colour letter and shape letter.

    >>> face_text(19)
    'Gs'
    """
    return FACE_TEXTS[face]


def parse_face(value: object) -> Face:
    """The face that a text such as `Gs` names.

    >>> parse_face("Gs")
    19
    """
    if isinstance(value, str) and value in FACE_OF_TEXT:
        return FACE_OF_TEXT[value]
    raise NotationError(
        tr(
            "{found} is not a piece: a piece is a colour letter of ROYGBP and a shape letter of "
            "csdkbx.",
            found=shown(value),
        )
    )


def faces_to_json(faces: Iterable[Face]) -> list[str]:
    """The texts of faces, in their order."""
    return [FACE_TEXTS[face] for face in faces]


def parse_faces(
    value: object, key: str = "pieces", fewest: int = 1, most: int = MOST_IN_HAND
) -> Faces:
    """The faces in a JSON list of texts.

    >>> parse_faces(["Rc", "Rs"])
    (0, 1)
    """
    return tuple(map(parse_face, list_of(value, key, fewest, most)))


def laid_to_json(pieces: Iterable[Laid]) -> list[list[str | int]]:
    """Laid pieces as lists of text, x and y."""
    return [[FACE_TEXTS[face], x, y] for face, x, y in pieces]


def parse_laid(
    value: object, key: str = "pieces", fewest: int = 1, most: int = MOST_IN_HAND
) -> tuple[Laid, ...]:
    """The laid pieces in a JSON list of lists of text, x and y.

    >>> parse_laid([["Rc", 0, -1]])
    ((0, 0, -1),)
    """
    return tuple(map(_parse_piece, list_of(value, key, fewest, most)))


def _parse_piece(value: object) -> Laid:
    if not isinstance(value, list) or len(value) != 3:
        raise NotationError(
            tr("{found} is not a laid piece: that is a piece, x and y.", found=shown(value))
        )
    text, x, y = value
    return (
        parse_face(text),
        whole(x, "x", -FARTHEST, FARTHEST),
        whole(y, "y", -FARTHEST, FARTHEST),
    )
