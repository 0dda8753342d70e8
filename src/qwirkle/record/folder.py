"""The folder and the file names of records."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime

from qwirkle.notation.header import Header

RECORD_SUFFIX = ".qwirkle"
_MAX_SLUG_LENGTH = 16


def record_file_name(header: Header, when: datetime) -> str:
    """Return a file name for a new record, from the date and the players."""
    parts = [when.strftime("%Y-%m-%d-%H%M"), *(_slug(player.name) for player in header.players)]
    return "-".join(parts) + RECORD_SUFFIX


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:_MAX_SLUG_LENGTH].strip("-")
    return slug or "player"
