"""Game records on disk: reading files that may be damaged, and crash-safe writing."""

from __future__ import annotations

from qwirkle.record.folder import file_name, games_folder
from qwirkle.record.locking import Busy
from qwirkle.record.reading import (
    Record,
    RecordError,
    line_of,
    parse,
    parse_ends,
    read,
    read_bytes,
)
from qwirkle.record.tally import Tally, tally
from qwirkle.record.writing import Full, RecordFile, rescue, write_record

__all__ = [
    "Busy",
    "Full",
    "Record",
    "RecordError",
    "RecordFile",
    "Tally",
    "file_name",
    "games_folder",
    "line_of",
    "parse",
    "parse_ends",
    "read",
    "read_bytes",
    "rescue",
    "tally",
    "write_record",
]
