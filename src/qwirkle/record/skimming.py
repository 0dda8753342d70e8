"""A quick way through the lines that this program writes, for lists of many records."""

from __future__ import annotations

import re

from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Event,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.pieces import FACE_OF_TEXT, Laid

_PIECE = r'"[ROYGBP][csdkbx]"'
_PIECES = rf"\[{_PIECE}(?:,{_PIECE}){{0,7}}\]"
_NUMBER = r"-?(?:0|[1-9]\d?|1\d\d|200)"
_LAID = rf"\[{_PIECE},{_NUMBER},{_NUMBER}\]"
_ALL_LAID = rf"\[{_LAID}(?:,{_LAID}){{0,7}}\]"
_SWAPPED = rf'"player":([0-5]),"gave":({_PIECES}),"drew":({_PIECES})'

_FORMS = {
    kind.encode(): re.compile(rf'\{{"type":"{kind}",{rest}\}}'.encode())
    for kind, rest in {
        "deal": rf'"player":[0-5],"pieces":{_PIECES}',
        "open": r'"player":[0-5],"matches":[1-8]',
        "place": rf'"player":([0-5]),"pieces":{_ALL_LAID},"points":(0|[1-9]\d{{0,5}})',
        "draw": rf'"player":[0-5],"pieces":{_PIECES}',
        "reroll": rf'"player":[0-5],"from":({_PIECES}),"to":({_PIECES}),"forced":(?:true|false)',
        "trade": _SWAPPED,
        "redraw": _SWAPPED,
        "pass": r'"player":([0-5])',
        "undo": r'"events":([1-9]\d{0,4})',
    }.items()
}
_STAND_INS: dict[bytes, Event] = {
    b"deal": Dealt(0, ()),
    b"open": Opened(0, 1),
    b"draw": Drawn(0, ()),
    b"reroll": Rolled(0, (), (), forced=False),
    b"redraw": Redrawn(0, (), ()),
}
_KIND_AT = len('{"type":"')
_FACES = {text.encode(): face for text, face in FACE_OF_TEXT.items()}
_LAID_IN = re.compile(rb'\["(..)",(-?\d+),(-?\d+)\]')


def skim(line: bytes) -> Event | None:
    """An event of this line's kind, with no more in it than lists and statistics need.

    None where the line is not just as this program writes it: then it must be read with care.
    """
    kind = line[_KIND_AT : line.find(b'"', _KIND_AT)]
    form = _FORMS.get(kind)
    found = form.fullmatch(line) if form else None
    if found is None:
        return None
    values = found.groups()
    match kind:
        case b"place":
            return Placed(int(values[0]), (), int(values[1]))
        case b"undo":
            return Undone(int(values[0]))
        case b"pass":
            return Passed(int(values[0]))
    if values and len(values[-2]) != len(values[-1]):
        return None
    return Traded(int(values[0]), (), ()) if kind == b"trade" else _STAND_INS[kind]


def laid_in(line: bytes) -> tuple[Laid, ...]:
    """The pieces that a line tells of as laid; it must be one that can be skimmed."""
    return tuple((_FACES[face], int(x), int(y)) for face, x, y in _LAID_IN.findall(line))
