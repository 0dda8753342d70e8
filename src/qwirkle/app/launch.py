"""Launch options, and running the app: the first screen, and messages after it exits.

Textual is imported only when the app runs, so that the command line stays fast.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.notation import Player
    from qwirkle.table.host import Host
    from qwirkle.web.client import Link

FAILED = 1


class Launch(Struct, frozen=True):
    """Options from the command line; None means the saved setting, or the setup screen asks."""

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
    """Server, table and seat to join."""
    share: int | None = None
    """Port on which others can join, or None to play in this terminal only."""


def run_app(launch: Launch) -> int:
    """Run the app and return its exit status. Raises RecordLocked or RecordError."""
    with _lasting():
        opened = open_launched(launch)
        _let_the_system_tell_sizes()
        from qwirkle.app.app import QwirkleApp

        app = QwirkleApp(launch, opened)
    try:
        app.run()
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


def _let_the_system_tell_sizes() -> None:
    """Make Textual ask the system for the terminal size, not the environment or the input."""
    os.environ.pop("COLUMNS", None)
    os.environ.pop("LINES", None)
    os.environ["TEXTUAL_SMOOTH_SCROLL"] = "0"  # it makes terminals send sizes as input


@contextmanager
def _lasting() -> Iterator[None]:
    """Exempt objects created here from garbage collection, which would delay every repaint."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def open_launched(launch: Launch) -> Host | Game | None:
    """Return the game to open first, or None. Raises RecordLocked or RecordError."""
    from qwirkle import saving
    from qwirkle.table.host import Host

    if launch.share is not None:
        return None  # the share screen comes first
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


def open_first(app: QwirkleApp, launch: Launch) -> None:
    """Open the first screen, as the launch options ask."""
    from qwirkle.table.host import Host

    if launch.share is not None:
        from qwirkle.app.joined.sharing import Sharing

        app.sharing = Sharing(app, launch.share)
        if launch.resume is not None:
            app.sharing.ask_to_go_on()
        elif launch.variant is not None and launch.players:
            app.sharing.ask(launch.variant, launch.players)
        else:
            app.open_setup()
    elif launch.join is not None:
        from qwirkle.app.joined.visit import Visit

        app.run_worker(Visit(app, launch.join).run(), group="visit")
    elif isinstance(app.opened, Host):
        app.play(app.opened)
    elif app.opened is not None and launch.review is None:
        app.show_game(app.opened, launch.watch)
    elif app.opened is not None:
        app.review_game(app.opened)
    elif launch.start:
        app.open_start()
    else:
        app.open_setup()


def _account(report: str, record: Path | None) -> str:
    """Write a crash report; return a sentence that says where it and the game are."""
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
