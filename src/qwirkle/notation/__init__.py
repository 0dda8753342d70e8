"""Text and JSON for faces, events and headers, read strictly and written in one way."""

from __future__ import annotations

from qwirkle.notation.events import (
    event_from_json,
    event_line,
    event_to_json,
    parse_event,
)
from qwirkle.notation.faces import (
    face_text,
    faces_to_json,
    laid_to_json,
    parse_face,
)
from qwirkle.notation.header import (
    HUMAN,
    KIND,
    MOST_AGE,
    MOST_SEED,
    Header,
    Player,
    header_from_json,
    header_line,
    header_to_json,
    parse_header,
    told_apart,
    version_for,
)
from qwirkle.notation.names import LONGEST_NAME, clean_name, parted
from qwirkle.notation.strict import NotationError, compact, parse_json

__all__ = [
    "HUMAN",
    "KIND",
    "LONGEST_NAME",
    "MOST_AGE",
    "MOST_SEED",
    "Header",
    "NotationError",
    "Player",
    "clean_name",
    "compact",
    "event_from_json",
    "event_line",
    "event_to_json",
    "face_text",
    "faces_to_json",
    "header_from_json",
    "header_line",
    "header_to_json",
    "laid_to_json",
    "parse_event",
    "parse_face",
    "parse_header",
    "parse_json",
    "parted",
    "told_apart",
    "version_for",
]
