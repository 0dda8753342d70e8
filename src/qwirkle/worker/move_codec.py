"""Moves as JSON, decoded strictly because a bot's process isn't trusted."""

from __future__ import annotations

import msgspec

from qwirkle.bots.registry import BotFailure
from qwirkle.decoding import SchemaError, decode
from qwirkle.engine.moves import Move
from qwirkle.i18n import tr

_decoder: msgspec.json.Decoder[Move] = msgspec.json.Decoder(Move)


def encode_move(move: object) -> bytes:
    """Encode a bot's answer as JSON. Raises BotFailure if it isn't a move."""
    if isinstance(move, Move):
        try:
            return msgspec.json.encode(move)
        except (TypeError, OverflowError, RecursionError):
            pass  # a move with fields that JSON can't represent
    raise BotFailure(_not_a_move_text(f"{ascii(move)[:78]}."))


def decode_move(data: bytes) -> Move:
    """Decode the move in a bot's answer. Raises BotFailure if it isn't one."""
    try:
        return decode(data, _decoder)
    except SchemaError as error:
        raise BotFailure(_not_a_move_text(str(error))) from None


def _not_a_move_text(found: str) -> str:
    return tr("It answered something that isn't a move: {found}", found=found[:80])
