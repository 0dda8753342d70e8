"""A last copy of a game that could not be saved where it belongs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from qwirkle.places import data_folder, state_folder
from qwirkle.record import disk
from qwirkle.record.folder import games_folder
from qwirkle.record.reading import RecordError
from qwirkle.record.writing import RecordFile, free_names


def rescue(file: RecordFile) -> Path | None:
    """Write the whole game wherever writing works, for this user alone; None where nowhere."""
    name = file.path.name
    for place in (games_folder, data_folder, state_folder):
        with suppress(OSError, ValueError, RecordError):
            folder = place()
            disk.make_folder(folder)
            free = (path for path in free_names(folder / name) if not os.path.lexists(path))
            file.save_elsewhere(next(free), disk.PRIVATE)
            return file.path
    return _save_in_temporary_folder(file, name)


def _save_in_temporary_folder(file: RecordFile, name: str) -> Path | None:
    import tempfile  # slow to load, and seldom needed

    with suppress(OSError):
        folder = Path(tempfile.mkdtemp(prefix="qwirkle-"))
        try:
            file.save_elsewhere(folder / name, disk.PRIVATE)
        except RecordError:
            folder.rmdir()
        else:
            return file.path
    return None
