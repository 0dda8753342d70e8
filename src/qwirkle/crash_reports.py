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
from qwirkle.i18n import tr
from qwirkle.paths import data_folder

EXIT_CRASHED = 1
"""Exit status after an unexpected error."""

MAX_REPORTS = 20
"""Older reports are deleted."""

MAX_REPORT_LENGTH = 100_000
"""In characters."""

_PREFIX = "report-"
_SUFFIX = ".txt"


def write_report(report: str) -> Path | None:
    """Write a report that only this user can read; return its path, or None if that fails."""
    data = report[:MAX_REPORT_LENGTH].encode("utf-8", "backslashreplace")
    now = datetime.now().strftime("%Y%m%d-%H%M%S")
    with suppress(OSError):
        path = data_folder() / f"{_PREFIX}{now}-{os.urandom(8).hex()}{_SUFFIX}"
        atomic_write(path, data, private=True)
        _delete_oldest(path.parent)
        return path
    return None


def format_report(error: BaseException) -> str:
    """Format a report: versions, arguments and traceback."""
    trace = "".join(traceback.format_exception(error))
    return "\n".join(
        [
            f"qwirkle {__version__}, Python {platform.python_version()}, {platform.platform()}",
            f"{sys.argv[1:]}",
            trace,
        ]
    )


def report_error(error: BaseException) -> str:
    """Write a report of an unexpected error; return one sentence about it."""
    path = write_report(format_report(error))
    kind = type(error).__name__
    if path is None:
        return tr("Something went wrong ({kind}), and no report can be written.", kind=kind)
    return tr("Something went wrong ({kind}); a report is in {report}.", kind=kind, report=path)


def _delete_oldest(folder: Path) -> None:
    with suppress(OSError):
        reports = sorted(folder.glob(f"{_PREFIX}[0-9]*{_SUFFIX}"))
        for old in reports[:-MAX_REPORTS]:
            old.unlink()
