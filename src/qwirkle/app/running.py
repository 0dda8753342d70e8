"""Running the app: what is opened before it, and what is said after it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.app.environment import take_out_nonsense
from qwirkle.app.guard import run_guarded
from qwirkle.app.launch import Launch
from qwirkle.app.session import Session
from qwirkle.record import Busy, RecordError, data_folder
from qwirkle.texts import tr, trn

if TYPE_CHECKING:
    from qwirkle.game import Game

WRONG_INPUT = 2
FAILED = 1


def run_app(launch: Launch) -> int:
    """Draw the app until it is left; gives the exit status."""
    with _lasting():
        try:
            opened = open_launched(launch)
        except (Busy, RecordError) as error:
            _say(str(error))
            return WRONG_INPUT
        take_out_nonsense(os.environ)
        from qwirkle.app.app import QwirkleApp

        app = QwirkleApp(launch, opened)
    run_guarded(app)
    app.thinker.close()
    for record in app.unsaved:
        _say(
            trn(
                "{count} event of the game in {path} is not saved: {why}",
                "{count} events of the game in {path} are not saved: {why}",
                record.unsaved,
                path=record.path,
                why=record.trouble or "",
            )
        )
    if app.report:
        _say(_account(app.report, app.played))
        return FAILED
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


def open_launched(launch: Launch) -> Session | Game | None:
    """The game that the command line asks for; raises Busy or RecordError."""
    from qwirkle import saving

    shown = launch.watch or launch.review
    if shown is not None:
        return saving.load(shown)
    if launch.resume == "newest":
        games = [game for game in saving.unfinished() if not game.problem]
        if not games:
            raise RecordError(tr("There is no unfinished game."))
        return Session.resume(games[0].path)
    if launch.resume is not None:
        return Session.resume(launch.resume)
    if launch.variant is not None and launch.players:
        return Session.begin(launch.variant, launch.players, launch.seed)
    return None


def _account(report: str, record: Path | None) -> str:
    """One sentence after an unexpected failure: where the game is and where the report."""
    place = write_report(report)
    if record is None:
        return tr("Something went wrong; a report is in {report}.", report=place)
    return tr(
        "Something went wrong; the game is saved in {game} and a report is in {report}.",
        game=record,
        report=place,
    )


def write_report(report: str) -> Path:
    """Keep the report where it can be found; gives the place."""
    import tempfile  # slow to load, and seldom needed

    for folder in (data_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            place = folder / f"report-{os.getpid()}.txt"
            place.write_text(report, encoding="utf-8")
        except OSError:
            continue
        return place
    return Path(os.devnull)


def _say(sentence: str) -> None:
    with suppress(OSError):  # nobody may be there to read it
        sys.stderr.write(sentence + "\n")
