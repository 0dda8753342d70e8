"""Watching a game that another program is playing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from qwirkle.game import Game
from qwirkle.records import library
from qwirkle.records.reader import RecordError
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordWriter, write_record
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.games import UnfinishedGamesScreen
from qwirkle.tui.screens.watch import WatchScreen
from tests.tools.pictures.scenes import best_move
from tests.tui.conftest import TILES, human_players, small_variant, wait_for_screen, wait_until

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture
def running_game() -> Iterator[tuple[Game, RecordWriter]]:
    """Another program's game with one turn played, and the writer of its record."""
    game, file = library.create_game(Header(small_variant(TILES), human_players(2), 7))
    game.play(best_move(game.position))
    yield game, file
    file.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwirkle.tui.screens.watch.POLL_SECONDS", 0.005)


def watch_app(path: Path) -> QwirkleApp:
    """Return the app that `qwirkle play --watch` opens."""
    launch = LaunchOptions(watch=path)
    return QwirkleApp(launch, open_initial_game(launch))


async def watch_screen(pilot: Pilot[None], app: QwirkleApp) -> WatchScreen:
    """Wait for the watch screen, and return it."""
    await wait_for_screen(pilot, app, WatchScreen)
    assert isinstance(app.screen, WatchScreen)
    return app.screen


def banner(screen: WatchScreen) -> str:
    """Return the banner, or an empty string before the first frame."""
    return screen.frame.banner if screen.frame else ""


def step(screen: WatchScreen) -> tuple[int, ...]:
    """Return the current and the last step, as the banner names them."""
    return tuple(int(number) for number in re.findall(r"\d+", banner(screen))[:2])


def announces_newer_steps(screen: WatchScreen) -> bool:
    """Check whether the banner names the key that shows newer steps."""
    return "End" in banner(screen)


def warning(screen: WatchScreen) -> str:
    """Return the text of the warning bar, or an empty string if it's hidden."""
    bar = screen.query_one("#record-warning", Static)
    return str(bar.content) if bar.display else ""


def read_error(path: Path) -> str:
    """Return the error that loading this record raises."""
    with pytest.raises(RecordError) as error:
        library.load_game(path)
    return str(error.value)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_game_is_followed_as_it_is_played(
    running_game: tuple[Game, RecordWriter], size: tuple[int, int]
) -> None:
    """Turns and undos appear as they are recorded; hands appear when the game is over."""
    game, file = running_game
    app = watch_app(file.path)
    async with app.run_test(size=size) as pilot:
        screen = await watch_screen(pilot, app)
        assert step(screen) == (1, 1)
        assert screen.frame is not None
        assert screen.frame.seats[1].to_move
        assert screen.frame.seats[1].name in banner(screen)
        game.play(best_move(game.position))
        await wait_until(pilot, lambda: step(screen) == (2, 2))
        assert len(screen.frame.pieces) == len(game.position.board.cells)
        assert screen.frame.hand == ()
        game.undo_turn()
        await wait_until(pilot, lambda: step(screen) == (1, 1))
        await pilot.press("r")  # a review would reveal the players' hands
        assert app.screen is screen
        while not game.is_over:
            game.play(best_move(game.position))
        await wait_until(
            pilot, lambda: screen.frame and any(seat.won for seat in screen.frame.seats)
        )
        await pilot.press("home")
        assert screen.frame.hand


async def test_new_turns_leave_an_earlier_step_on_screen(
    running_game: tuple[Game, RecordWriter],
) -> None:
    """If you stepped back, the banner announces new turns, and End shows them."""
    game, file = running_game
    app = watch_app(file.path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watch_screen(pilot, app)
        await pilot.press("home")
        assert step(screen) == (0, 1)
        assert not announces_newer_steps(screen)
        game.play(best_move(game.position))
        await wait_until(pilot, lambda: step(screen) == (0, 2))
        assert announces_newer_steps(screen)
        await pilot.press("end")
        assert step(screen) == (2, 2)
        await pilot.press("left")
        assert not announces_newer_steps(screen)


async def test_a_record_that_cannot_be_followed_shows_a_warning(
    running_game: tuple[Game, RecordWriter],
) -> None:
    """A damaged, missing or replaced record shows a warning until it is intact again."""
    _, file = running_game
    path, intact = file.path, file.path.read_bytes()
    app = watch_app(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watch_screen(pilot, app)
        frame = screen.frame
        path.write_bytes(intact + b"[/]\x1b[31m\n")
        damaged = read_error(path)
        await wait_until(pilot, lambda: damaged in warning(screen))
        path.write_bytes(intact + b'{"type":"pla')  # a line that is still being written
        await wait_until(pilot, lambda: not warning(screen))
        path.unlink()
        missing = read_error(path)
        await wait_until(pilot, lambda: missing in warning(screen))
        write_record(path, Header(small_variant(TILES), human_players(3), 8), ())
        await wait_until(pilot, lambda: missing not in warning(screen))
        assert warning(screen)
        path.write_bytes(intact)
        await wait_until(pilot, lambda: not warning(screen))
        assert screen.frame == frame


async def test_an_error_while_the_app_closes_is_dropped(
    running_game: tuple[Game, RecordWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that follows a record ends without an error if the warning bar was removed."""
    _, file = running_game
    app = watch_app(file.path)

    polling, polled = asyncio.Event(), asyncio.Event()

    async def slow_poll(_: Callable[[], Game]) -> None:
        polling.set()
        while screen.query("#record-warning"):
            await asyncio.sleep(0)
        polled.set()
        raise RecordError("damaged")

    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watch_screen(pilot, app)
        bar = screen.query_one("#record-warning", Static)
        monkeypatch.setattr(asyncio, "to_thread", slow_poll)
        await wait_until(pilot, polling.is_set)
    assert polled.is_set()
    assert not str(bar.content)


async def test_an_abandoned_game_is_watched_from_the_start(
    running_game: tuple[Game, RecordWriter],
) -> None:
    """If no program is playing the game, it starts at step 0 and can be reviewed."""
    _, file = running_game
    file.close()
    app = watch_app(file.path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watch_screen(pilot, app)
        assert step(screen) == (0, 1)
        await pilot.press("r")
        await wait_until(pilot, lambda: app.screen is not screen)


async def test_a_game_in_use_cannot_be_resumed(
    running_game: tuple[Game, RecordWriter],
) -> None:
    """The error names the command that watches the game."""
    _, file = running_game
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_unfinished_games()
        await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("down", "enter")
        error = app.screen.query_one("#error", Static)
        await wait_until(pilot, lambda: f"qwirkle play --watch {file.path}" in str(error.content))
