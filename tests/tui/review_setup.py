"""A review in the app."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from qwirkle.game import Game
from qwirkle.records.writer import RecordWriter
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.review import ReviewScreen
from tests.tui.conftest import wait_until


def write(folder: Path, game: Game) -> Path:
    """Write the record of a game, and return its path."""
    file = RecordWriter.create(game.header, folder)
    for event in game.events:
        file.append(event)
    file.close()
    return file.path


def app_of(path: Path, **options: object) -> QwirkleApp:
    """Return an app that reviews this record."""
    launch = LaunchOptions(review=path, **options)  # type: ignore[arg-type]
    return QwirkleApp(launch, open_initial_game(launch))


def screen_of(app: QwirkleApp) -> ReviewScreen:
    """Return the review screen, even if another screen covers it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, ReviewScreen))


async def reviewed(pilot: Pilot[None], app: QwirkleApp) -> ReviewScreen:
    """Wait until all turns are reviewed, and return the review screen."""
    await wait_until(
        pilot, lambda: any(isinstance(each, ReviewScreen) for each in app.screen_stack)
    )
    screen = screen_of(app)
    await wait_until(pilot, lambda: screen.progress.done_count == screen.progress.turn_count)
    return screen
