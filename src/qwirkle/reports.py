"""Crash reports: one file per unexpected error, for users to attach to a bug report."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwirkle import __version__
from qwirkle.files import atomic_write
from qwirkle.places import data_folder
from qwirkle.texts import tr

MOST_REPORTS = 20
"""Older reports are deleted."""

LONGEST_REPORT = 100_000
"""In characters."""

_BEGINNING = "report-"
_ENDING = ".txt"


def write_report(report: str) -> Path | None:
    """Write a report that only this user can read; return its path, or None if that fails."""
    told = report[:LONGEST_REPORT].encode("utf-8", "backslashreplace")
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    with suppress(OSError):
        place = data_folder() / f"{_BEGINNING}{now}-{os.urandom(8).hex()}{_ENDING}"
        atomic_write(place, told, private=True)
        _drop_the_oldest(place.parent)
        return place
    return None


def report_on(error: BaseException) -> str:
    """Format a report: versions, arguments and traceback."""
    trace = "".join(traceback.format_exception(error))
    return "\n".join(
        [
            f"qwirkle {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"{sys.argv[1:]}",
            trace,
        ]
    )


def account_of(error: BaseException) -> str:
    """Write a report of an unexpected error; return one sentence about it."""
    place = write_report(report_on(error))
    kind = type(error).__name__
    if place is None:
        return tr("Something went wrong ({kind}), and no report can be written.", kind=kind)
    return tr("Something went wrong ({kind}); a report is in {report}.", kind=kind, report=place)


def _drop_the_oldest(folder: Path) -> None:
    with suppress(OSError):
        kept = sorted(folder.glob(f"{_BEGINNING}[0-9]*{_ENDING}"))
        for old in kept[:-MOST_REPORTS]:
            old.unlink()
