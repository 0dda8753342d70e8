"""Faces and laid pieces as text and JSON: `Rc` is the red circle."""

from __future__ import annotations

from collections.abc import Iterable

from qwirkle.engine.board import FARTHEST
from qwirkle.engine.pieces import (
    COLOUR_LETTERS,
    FACE_OF_TEXT,
    FACE_TEXTS,
    SHAPE_LETTERS,
    Face,
    Laid,
)
from qwirkle.engine.ruleset import MOST_IN_HAND
from qwirkle.forms import ListOf, Schema, Whole, miscounted, misfit
from qwirkle.notation.strict import read
from qwirkle.texts import tr


class FaceForm:
    """A face as a text such as `Gs`."""

    def meant(self) -> str:
        """The letters that it is made of."""
        return tr(
            "a piece: a colour letter of {colours} and a shape letter of {shapes}",
            colours=COLOUR_LETTERS,
            shapes=SHAPE_LETTERS,
        )

    def read(self, value: object, path: str) -> Face:
        """The face."""
        if isinstance(value, str) and value in FACE_OF_TEXT:
            return FACE_OF_TEXT[value]
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON string of two letters."""
        return {"type": "string", "pattern": f"^[{COLOUR_LETTERS}][{SHAPE_LETTERS}]$"}


class LaidForm:
    """A laid piece as a list of its text, x and y."""

    def meant(self) -> str:
        """What is in the list."""
        return tr("a list of a piece, x and y")

    def read(self, value: object, path: str) -> Laid:
        """The face with its place."""
        if not isinstance(value, list):
            raise misfit(path, value, self.meant())
        if len(value) != 3:
            raise miscounted(path, len(value), self.meant())
        text, x, y = value
        return FACE.read(text, path), PLACE.read(x, path), PLACE.read(y, path)

    def schema(self) -> Schema:
        """A JSON array of three."""
        entries = [FACE.schema(), PLACE.schema(), PLACE.schema()]
        return {"type": "array", "prefixItems": entries, "minItems": 3, "maxItems": 3}


FACE = FaceForm()
PLACE = Whole(-FARTHEST, FARTHEST)
HAND = ListOf(FACE, 1, MOST_IN_HAND)
LAID = ListOf(LaidForm(), 1, MOST_IN_HAND)


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
    face: Face = read(FACE, value, tr("This"))
    return face


def faces_to_json(faces: Iterable[Face]) -> list[str]:
    """The texts of faces, in their order."""
    return [FACE_TEXTS[face] for face in faces]


def laid_to_json(pieces: Iterable[Laid]) -> list[list[str | int]]:
    """Laid pieces as lists of text, x and y."""
    return [[FACE_TEXTS[face], x, y] for face, x, y in pieces]
