"""The app is run so that the terminal comes back and a report is kept, whatever fails."""

from __future__ import annotations

import sys
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp

_BACK = (
    *("\x1b[?2026l", "\x1b[?2004l", "\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l", "\x1b[?1015l"),
    *("\x1b[?7h", "\x1b[<u", "\x1b[?1049l", "\x1b[?25h", "\x1b[?1004l", "\x1b[0m"),
)
"""What undoes all that a table asks of a terminal; undoing it twice does no harm."""


def run_and_restore(app: QwirkleApp) -> None:
    """Run the app to its end; what ended it unexpectedly stands in its report."""
    modes = _modes()
    try:
        app.run()
    except Exception:
        app.report = app.report or traceback.format_exc()
    if app.report:
        _restore(modes)


def _modes() -> Any:
    """How the terminal reads what is typed."""
    with suppress(Exception):  # there are none on Windows
        import termios

        return termios.tcgetattr(sys.__stdin__)  # type: ignore[arg-type]
    return None


def _restore(modes: Any) -> None:
    with suppress(Exception):
        sys.stderr.write("".join(_BACK))
        sys.stderr.flush()
    with suppress(Exception):
        import termios

        termios.tcsetattr(sys.__stdin__, termios.TCSANOW, modes)  # type: ignore[arg-type]
