"""The record format: headers, events, pieces and player names, decoded strictly."""

from __future__ import annotations

from qwirkle.notation.events import (
    encode_event,
    face_text,
    faces_to_json,
    parse_event,
    parse_face,
    pieces_to_json,
)
from qwirkle.notation.header import (
    HUMAN,
    MAX_AGE,
    MAX_SEED,
    PLAYER_KIND_PATTERN,
    Header,
    Player,
    encode_header,
    parse_header,
    required_version,
    with_unique_names,
)
from qwirkle.notation.names import MAX_NAME_LENGTH, clean_name, split_name_and_age

__all__ = [
    "HUMAN",
    "MAX_AGE",
    "MAX_NAME_LENGTH",
    "MAX_SEED",
    "PLAYER_KIND_PATTERN",
    "Header",
    "Player",
    "clean_name",
    "encode_event",
    "encode_header",
    "face_text",
    "faces_to_json",
    "parse_event",
    "parse_face",
    "parse_header",
    "pieces_to_json",
    "required_version",
    "split_name_and_age",
    "with_unique_names",
]
