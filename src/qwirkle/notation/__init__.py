"""The record format: headers, events, pieces and player names, decoded strictly."""

from __future__ import annotations

from qwirkle.notation.events import (
    event_line,
    face_text,
    faces_to_json,
    laid_to_json,
    parse_event,
    parse_face,
)
from qwirkle.notation.header import (
    HUMAN,
    KIND,
    MOST_AGE,
    MOST_SEED,
    Header,
    Player,
    header_line,
    parse_header,
    told_apart,
    version_for,
)
from qwirkle.notation.names import LONGEST_NAME, clean_name, parted

__all__ = [
    "HUMAN",
    "KIND",
    "LONGEST_NAME",
    "MOST_AGE",
    "MOST_SEED",
    "Header",
    "Player",
    "clean_name",
    "event_line",
    "face_text",
    "faces_to_json",
    "header_line",
    "laid_to_json",
    "parse_event",
    "parse_face",
    "parse_header",
    "parted",
    "told_apart",
    "version_for",
]
