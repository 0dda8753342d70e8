"""Encodes and decodes the lines of a record. Decoding is strict and raises SchemaError."""

from __future__ import annotations

import msgspec

from qwirkle.decoding import SchemaError, decode, load_json
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Opened,
    Passed,
    Placed,
    RecordEvent,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.variant import validate_player_count, validate_variant, variant_to_dict
from qwirkle.i18n import tr
from qwirkle.records.schema import (
    FORMAT,
    VERSION,
    DealLine,
    DrawLine,
    EventLine,
    FinishLine,
    Header,
    HeaderLine,
    OpenLine,
    PassLine,
    PlaceLine,
    PlayerLine,
    RedrawLine,
    RerollLine,
    TradeLine,
    UndoLine,
    faces_to_json,
    pieces_to_json,
    required_version,
)

_event_decoder: msgspec.json.Decoder[EventLine] = msgspec.json.Decoder(EventLine)


def parse_event(line: bytes | str) -> RecordEvent:
    """Decode an event line, without checking if the event is legal. Raises SchemaError."""
    return decode(line.encode() if isinstance(line, str) else line, _event_decoder).to_event()


def encode_event(event: RecordEvent) -> str:
    """Encode an event as a line of a record, without the newline.

    >>> encode_event(Opened(1, 3))
    '{"type":"open","player":1,"matches":3}'
    """
    return msgspec.json.encode(_to_line(event)).decode()


def _to_line(event: RecordEvent) -> EventLine:
    match event:
        case Dealt(player, pieces):
            return DealLine(player, faces_to_json(pieces))
        case Opened(player, set_size):
            return OpenLine(player, set_size)
        case Placed(player, pieces_at, points):
            return PlaceLine(player, pieces_to_json(pieces_at), points)
        case Drawn(player, pieces):
            return DrawLine(player, faces_to_json(pieces))
        case Rolled(player, before, after, forced):
            return RerollLine(player, faces_to_json(before), faces_to_json(after), forced)
        case Traded(player, gave, drew):
            return TradeLine(player, faces_to_json(gave), faces_to_json(drew))
        case Redrawn(player, gave, drew):
            return RedrawLine(player, faces_to_json(gave), faces_to_json(drew))
        case Passed(player):
            return PassLine(player)
        case Finished(out_player, bonus, scores, winners):
            return FinishLine(out_player, bonus, scores, winners)
        case Undone(event_count):
            return UndoLine(event_count)


_header_decoder = msgspec.json.Decoder(HeaderLine)


def encode_header(header: Header) -> str:
    """Encode a header as the first line of a record, without the newline."""
    fields = {
        "format": FORMAT,
        "version": header.version,
        "variant": variant_to_dict(header.variant),
        "players": [PlayerLine.from_player(player) for player in header.players],
        "seed": header.seed,
    }
    return msgspec.json.encode(fields).decode()


def parse_header(line: bytes | str) -> Header:
    """Decode the first line of a record. Raises SchemaError."""
    data = line.encode() if isinstance(line, str) else line
    _check_format(load_json(data))
    decoded = decode(data, _header_decoder)
    try:
        variant = validate_variant(decoded.variant)
        validate_player_count(variant, len(decoded.players))
        players = tuple(line.to_player() for line in decoded.players)
    except ValueError as error:
        raise SchemaError(str(error)) from None
    if required_version(variant) > decoded.version:
        raise SchemaError(
            tr(
                "The ruleset needs version {needed} of records, but this is version {version}.",
                needed=required_version(variant),
                version=decoded.version,
            )
        )
    return Header(variant, players, decoded.seed)


def _check_format(value: object) -> None:
    """Raise SchemaError if this isn't a record, or one that only a newer version can read."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise SchemaError(tr("This isn't a record of a game of Qwirkle."))
    version = value.get("version")
    if type(version) is int and version > VERSION:
        raise SchemaError(
            tr(
                "The record has version {version}, but this program reads versions up to {known}. "
                "A newer program can read it.",
                version=version,
                known=VERSION,
            )
        )
