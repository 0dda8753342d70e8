"""Game records on disk: reading files that may be damaged, and crash-safe writing."""

from __future__ import annotations

from qwirkle.record.folder import games_folder, record_file_name
from qwirkle.record.locking import RecordLocked
from qwirkle.record.reading import (
    Record,
    RecordError,
    event_line_number,
    parse_header_and_last_event,
    parse_record,
    read_record,
    read_record_bytes,
)
from qwirkle.record.tally import RecordSummary, summarise_record
from qwirkle.record.writing import RecordFull, RecordWriter, rescue_record, write_record

__all__ = [
    "Record",
    "RecordError",
    "RecordFull",
    "RecordLocked",
    "RecordSummary",
    "RecordWriter",
    "event_line_number",
    "games_folder",
    "parse_header_and_last_event",
    "parse_record",
    "read_record",
    "read_record_bytes",
    "record_file_name",
    "rescue_record",
    "summarise_record",
    "write_record",
]
