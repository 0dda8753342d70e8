"""Reports on unexpected failures: a file for each, for whoever wants to tell us."""

from __future__ import annotations

import os
import platform
import secrets
import sys
import tempfile
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwirkle import __version__
from qwirkle.places import data_folder
from qwirkle.texts import tr

MOST_REPORTS = 20
"""How many are kept; the oldest go."""

LONGEST_REPORT = 100_000
"""In signs."""

_BEGINNING = "report-"
_ENDING = ".txt"
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL
_FLAGS |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def write_report(report: str) -> Path | None:
    """Keep a report for this user alone; returns its place, or None where there is none."""
    told = report[:LONGEST_REPORT].encode("utf-8", "backslashreplace")
    with suppress(OSError):
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        now = datetime.now().strftime("%Y%m%d-%H%M%S")
        place = folder / f"{_BEGINNING}{now}-{secrets.token_hex(8)}{_ENDING}"
        _write(os.open(place, _FLAGS, 0o600), place, told)
        _drop_the_oldest(folder)
        return place
    with suppress(OSError):
        descriptor, name = tempfile.mkstemp(_ENDING, f"qwirkle-{_BEGINNING}")
        _write(descriptor, Path(name), told)
        return Path(name)
    return None


def report_on(error: BaseException) -> str:
    """What is worth telling about an error that nobody expected."""
    trace = "".join(traceback.format_exception(error))
    return "\n".join(
        [
            f"qwirkle {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"{sys.argv[1:]}",
            trace,
        ]
    )


def account_of(error: BaseException) -> str:
    """One sentence on an error that nobody expected; a report of it is written."""
    place = write_report(report_on(error))
    kind = type(error).__name__
    if place is None:
        return tr("Something went wrong ({kind}), and no report can be written.", kind=kind)
    return tr("Something went wrong ({kind}); a report is in {report}.", kind=kind, report=place)


def _write(descriptor: int, place: Path, told: bytes) -> None:
    """Write it whole or not at all."""
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(told)
    except OSError:
        with suppress(OSError):
            place.unlink()
        raise


def _drop_the_oldest(folder: Path) -> None:
    with suppress(OSError):
        kept = sorted(folder.glob(f"{_BEGINNING}[0-9]*{_ENDING}"))
        for old in kept[:-MOST_REPORTS]:
            old.unlink()
