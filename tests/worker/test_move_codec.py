"""Moves as bots' answers send them."""

from __future__ import annotations

import msgspec
import pytest

from qwirkle.bots.registry import BotFailure
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.worker.move_codec import decode_move, encode_move

MOVES: list[Move] = [
    Place(((0, -1, 2), (3, 4, 5))),
    Trade((1, 2)),
    Roll((3,)),
    Roll((3, 4), forced=True),
    Redraw(),
    Pass(),
]


@pytest.mark.parametrize("move", MOVES)
def test_moves_survive_encoding(move: Move) -> None:
    """A decoded move equals the encoded one."""
    assert decode_move(encode_move(move)) == move


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"type": "win"},
        {"type": "place"},
        {"type": "place", "pieces": [[36, 0, 0]]},
        {"type": "place", "pieces": [[0, 0]]},
        {"type": "place", "pieces": [[0, 201, 0]]},
        {"type": "place", "pieces": [[0, True, 0]]},
        {"type": "place", "pieces": [[0, 0.5, 0]]},
        {"type": "place", "pieces": [[0, 0, 0]], "points": 100},
        {"type": "trade", "faces": [-1]},
        {"type": "trade", "faces": [0] * 37},
        {"type": "trade", "faces": "Rc"},
        {"type": "roll", "faces": [1], "forced": 2},
    ],
)
def test_invalid_answers_are_refused(answer: dict[str, object]) -> None:
    """JSON that doesn't describe a move is refused."""
    with pytest.raises(BotFailure):
        decode_move(msgspec.json.encode(answer))


@pytest.mark.parametrize("move", [Trade((object(),)), Place(({1: 2},))])  # type: ignore[arg-type]
def test_a_move_with_wrong_types_is_refused(move: Move) -> None:
    """A bot that puts objects into a move gives an invalid answer; it hasn't crashed."""
    with pytest.raises(BotFailure):
        decode_move(encode_move(move))


@pytest.mark.parametrize("answer", [b"", b"\xff", b'{"type"', b"[" * 100_000, b'{"x":' * 100_000])
def test_invalid_bytes_are_refused(answer: bytes) -> None:
    """Broken or deeply nested JSON is refused."""
    with pytest.raises(BotFailure):
        decode_move(answer)


def test_the_longest_move_is_accepted() -> None:
    """The size limits leave room for the longest placement on the board."""
    longest = Place(tuple((35, 200, -200 + row) for row in range(36)))
    assert decode_move(encode_move(longest)) == longest
