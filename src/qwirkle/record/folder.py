"""The folder and the file names of records."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from pathlib import Path

from qwirkle.notation import Header
from qwirkle.places import data_folder

SUFFIX = ".qwirkle"
_LONGEST_WORD = 16


def games_folder() -> Path:
    """Return the folder for records. Raises NoHomeFolder."""
    return data_folder() / "games"


def file_name(header: Header, when: datetime) -> str:
    """Return a file name for a new record, from the date and the players."""
    words = [when.strftime("%Y-%m-%d-%H%M"), *(_word(player.name) for player in header.players)]
    return "-".join(words) + SUFFIX


def _word(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain)[:_LONGEST_WORD].strip("-")
    return word or "player"
