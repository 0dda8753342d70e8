"""What a bot's process answers to an arena: moves as JSON."""

from __future__ import annotations

import json

from qwirkle.arena.game import Failure
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import FACES, Faces
from qwirkle.texts import tr

LONGEST_ANSWER = 1 << 16


def decode_answer(data: bytes) -> dict[str, object]:
    """The answer of a bot's process, which is not trusted; raises Failure for what is none."""
    try:
        answer = json.loads(data) if len(data) <= LONGEST_ANSWER else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Failure(_no_move(data[:80]))
    return answer


def encode_move(move: object) -> dict[str, object]:
    """A bot's answer as JSON; raises Failure for what is no move."""
    match move:
        case Place(pieces):
            return {"move": "place", "pieces": [list(piece) for piece in pieces]}
        case Trade(faces):
            return {"move": "trade", "faces": list(faces)}
        case Roll(faces, forced):
            return {"move": "roll", "faces": list(faces), "forced": bool(forced)}
        case Redraw():
            return {"move": "redraw"}
        case Pass():
            return {"move": "pass"}
    raise Failure(_no_move(move))


def decode_move(answer: dict[str, object]) -> Move:
    """The move in an answer; raises Failure for what is none."""
    match answer:
        case {"move": "place", "pieces": list(pieces)}:
            laid = []
            for piece in pieces:
                match piece:
                    case [int(face), int(x), int(y)] if 0 <= face < FACES:
                        laid.append((int(face), int(x), int(y)))  # true is 1, but not in JSON
                    case _:
                        raise Failure(_no_move(piece))
            return Place(tuple(laid))
        case {"move": "trade", "faces": faces}:
            return Trade(_faces(faces))
        case {"move": "roll", "faces": faces, "forced": bool(forced)}:
            return Roll(_faces(faces), forced)
        case {"move": "redraw"}:
            return Redraw()
        case {"move": "pass"}:
            return Pass()
    raise Failure(_no_move(answer))


def _faces(value: object) -> Faces:
    if isinstance(value, list) and all(
        isinstance(face, int) and 0 <= face < FACES for face in value
    ):
        return tuple(map(int, value))
    raise Failure(_no_move(value))


def _no_move(found: object) -> str:
    return tr("It answered something that is no move: {found}.", found=ascii(found)[:80])
