"""Faces of pieces as small integers, bit masks of faces, and their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

Face: TypeAlias = int
"""A colour and a shape (R1): colour * 6 + shape, from 0 to 35."""

Cell: TypeAlias = tuple[int, int]
"""A cell of the board: x grows to the right, y downwards."""

PieceAt: TypeAlias = tuple[Face, int, int]
"""A piece on the board, or about to be placed: face, x, y."""

Faces: TypeAlias = tuple[Face, ...]

COLOUR_COUNT = 6
SHAPE_COUNT = 6
FACE_COUNT = COLOUR_COUNT * SHAPE_COUNT

COLOUR_LETTERS = "ROYGBP"
SHAPE_LETTERS = "csdkbx"
COLOUR_NAMES = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPE_NAMES = ("circle", "square", "diamond", "clover", "starburst", "cross")

ALL_FACES = (1 << FACE_COUNT) - 1
"""Mask of all faces."""

SAME_COLOUR = tuple(0b111111 << (face // SHAPE_COUNT * SHAPE_COUNT) for face in range(FACE_COUNT))
"""For each face, the mask of all faces with its colour."""

SAME_SHAPE = tuple(
    sum(1 << (colour * SHAPE_COUNT + face % SHAPE_COUNT) for colour in range(COLOUR_COUNT))
    for face in range(FACE_COUNT)
)
"""For each face, the mask of all faces with its shape."""

# fmt: off
FaceText: TypeAlias = Literal[
    "Rc", "Rs", "Rd", "Rk", "Rb", "Rx",
    "Oc", "Os", "Od", "Ok", "Ob", "Ox",
    "Yc", "Ys", "Yd", "Yk", "Yb", "Yx",
    "Gc", "Gs", "Gd", "Gk", "Gb", "Gx",
    "Bc", "Bs", "Bd", "Bk", "Bb", "Bx",
    "Pc", "Ps", "Pd", "Pk", "Pb", "Px",
]
# fmt: on
"""A face as it is written in a record: `Rc` is the red circle."""

FACE_TEXTS: tuple[FaceText, ...] = get_args(FaceText)
"""Indexed by face."""

FACE_BY_TEXT: dict[str, Face] = {text: face for face, text in enumerate(FACE_TEXTS)}


def colour_of(face: Face) -> int:
    """Return the colour of a face, from 0 (red) to 5 (purple).

    >>> COLOUR_NAMES[colour_of(FACE_BY_TEXT["Gs"])]
    'green'
    """
    return face // SHAPE_COUNT


def shape_of(face: Face) -> int:
    """Return the shape of a face, from 0 (circle) to 5 (cross).

    >>> SHAPE_NAMES[shape_of(FACE_BY_TEXT["Gs"])]
    'square'
    """
    return face % SHAPE_COUNT


def face_mask(faces: Iterable[Face]) -> int:
    """Return the set of these faces as a bit mask."""
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


def face_text(face: Face) -> str:
    """Return the colour letter and shape letter of a face.

    >>> face_text(19)
    'Gs'
    """
    return FACE_TEXTS[face]


def faces_text(faces: Iterable[Face]) -> str:
    """Return the letters of several faces, separated by spaces.

    >>> faces_text((19, 0))
    'Gs Rc'
    """
    return " ".join(map(face_text, faces))
