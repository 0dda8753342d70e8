"""Opens the app, where there is a terminal to draw it in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.files import FileError
from qwirkle.cli.output import CommandError, is_terminal
from qwirkle.places import data_folder, settings_folder
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.app.launch import Launch


def check_terminal() -> None:
    """Refuse to draw where nobody could see it or press a key."""
    if not all(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr))):
        raise CommandError(
            tr("The table needs a terminal: run this in one, without redirecting input or output.")
        )
    if os.environ.get("TERM") == "dumb":
        raise CommandError(tr("The table needs a terminal that can place text, and TERM is dumb."))


def open_app(launch: Launch) -> int:
    """Draw the app until it is left; raises NoPlace where nothing could be kept."""
    check_terminal()
    data_folder()
    settings_folder()
    from qwirkle.app.launch import run_app
    from qwirkle.record import Busy, RecordError

    try:
        return run_app(launch)
    except Busy as error:
        raise CommandError(str(error)) from None
    except RecordError as error:
        path = launch.watch or launch.review or launch.resume
        if isinstance(path, Path):
            raise FileError(path, str(error)) from None
        raise CommandError(str(error)) from None
