"""What the command line asks of the app, and running it: what is opened before, what is said after.

It is free of Textual until the app is run, so that the command line stays quick.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.notation import Player
    from qwirkle.table.host import Host
    from qwirkle.web.client import Link

FAILED = 1


@dataclass(frozen=True, slots=True)
class Launch:
    """How the app starts; what is None is taken from the settings or asked on a screen."""

    variant: Variant | None = None
    players: tuple[Player, ...] | None = None
    seed: int | None = None
    theme: str | None = None
    letters: bool | None = None
    ascii: bool | None = None
    zoom: int | None = None
    no_hints: bool = False
    purist: bool | None = None
    resume: Literal["newest"] | Path | None = None
    watch: Path | None = None
    review: Path | None = None
    start: bool = False
    join: Link | None = None
    """The place at a server that is gone to."""
    share: int | None = None
    """The port at which others come to the table; None where it is this terminal's alone."""


def run_app(launch: Launch) -> int:
    """Draw the app until it is left; returns the exit status. Raises Busy or RecordError."""
    from qwirkle.app.terminal.environment import take_out_nonsense
    from qwirkle.app.terminal.guard import run_and_restore

    with _lasting():
        opened = open_launched(launch)
        take_out_nonsense(os.environ)
        from qwirkle.app.app import QwirkleApp

        app = QwirkleApp(launch, opened)
    try:
        run_and_restore(app)
    finally:
        app.thinker.close()
        app.leave_game()
        from qwirkle.table.leaving import account_of_rescue, how_to_go_on

        for sentence in (*app.told_after, *map(account_of_rescue, app.unsaved)):
            _say(sentence)
    if app.report:
        _say(_account(app.report, app.played))
        return FAILED
    if app.unfinished is not None and app.unfinished.exists():
        _say(how_to_go_on(app.unfinished))
    return app.status


@contextmanager
def _lasting() -> Iterator[None]:
    """What is made here stays: no garbage is looked for in it, which would delay every paint."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def open_launched(launch: Launch) -> Host | Game | None:
    """The game that the command line asks for; raises Busy or RecordError."""
    from qwirkle import saving
    from qwirkle.table.host import Host

    if launch.share is not None:
        return None  # it is asked first who may come in
    shown = launch.watch or launch.review
    if shown is not None:
        return saving.load(shown)
    if launch.resume == "newest":
        return Host.resume_newest()
    if launch.resume is not None:
        return Host.resume(launch.resume)
    if launch.variant is not None and launch.players:
        return Host.begin(launch.variant, launch.players, launch.seed)
    return None


def _account(report: str, record: Path | None) -> str:
    """One sentence after an unexpected failure: where the game is and where the report."""
    from qwirkle.reports import write_report

    place = write_report(report)
    if place is None:
        if record is None:
            return tr("Something went wrong, and no report can be written.")
        return tr(
            "Something went wrong; the game is saved in {game}, and no report can be written.",
            game=record,
        )
    if record is None:
        return tr("Something went wrong; a report is in {report}.", report=place)
    return tr(
        "Something went wrong; the game is saved in {game} and a report is in {report}.",
        game=record,
        report=place,
    )


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError):  # the terminal may be gone
        sys.stderr.write(sentence + "\n")
        sys.stderr.flush()
