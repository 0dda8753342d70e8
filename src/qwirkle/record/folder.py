"""Where records live, and what they are called."""

from __future__ import annotations

import os
import re
import unicodedata
from datetime import datetime
from pathlib import Path

import platformdirs

from qwirkle.notation import Header

SUFFIX = ".qwirkle"
_LONGEST_WORD = 16


def data_folder() -> Path:
    """The folder for all that the program keeps: QWIRKLE_HOME, or the system's place for it."""
    home = os.environ.get("QWIRKLE_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("qwirkle", appauthor=False))


def state_folder() -> Path:
    """The folder for what may be lost: QWIRKLE_HOME, or the system's place for it."""
    home = os.environ.get("QWIRKLE_HOME")
    return Path(home) if home else Path(platformdirs.user_state_dir("qwirkle", appauthor=False))


def games_folder() -> Path:
    """The folder for records."""
    return data_folder() / "games"


def file_name(header: Header, when: datetime) -> str:
    """The name of a new record, from the date and the players."""
    words = [when.strftime("%Y-%m-%d-%H%M"), *(_word(player.name) for player in header.players)]
    return "-".join(words) + SUFFIX


def _word(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    word = re.sub(r"[^a-z0-9]+", "-", plain)[:_LONGEST_WORD].strip("-")
    return word or "player"
