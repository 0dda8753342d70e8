"""Watching a game that another program plays."""

from __future__ import annotations

import asyncio
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
from qwirkle.tui.screens.games import GamesScreen
from qwirkle.tui.screens.watch import WatchScreen
from tests.tools.pictures.scenes import best_move
from tests.tui.conftest import TILES, human_players, small_variant, wait_for_screen, wait_until

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.fixture
def played() -> Iterator[tuple[Game, RecordWriter]]:
    """A game that somebody else plays, with one turn made."""
    game, file = library.create_game(Header(small_variant(TILES), human_players(2), 7))
    game.play(best_move(game.position))
    yield game, file
    file.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qwirkle.tui.screens.watch.POLL_SECONDS", 0.005)


def watching(path: Path) -> QwirkleApp:
    """The app as `qwirkle play --watch` opens it."""
    launch = LaunchOptions(watch=path)
    return QwirkleApp(launch, open_initial_game(launch))


async def watched(pilot: Pilot[None], app: QwirkleApp) -> WatchScreen:
    """The screen, once it is there."""
    await wait_for_screen(pilot, app, WatchScreen)
    assert isinstance(app.screen, WatchScreen)
    return app.screen


def banner(screen: WatchScreen) -> str:
    """What the banner says."""
    return screen.frame.banner if screen.frame else ""


def warning(screen: WatchScreen) -> str:
    """What the bar for trouble says."""
    bar = screen.query_one("#save-trouble", Static)
    return str(bar.content) if bar.display else ""


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_game_is_followed_as_it_is_played(
    played: tuple[Game, RecordWriter], size: tuple[int, int]
) -> None:
    """Turns appear as they are written, and undo takes them away; no hand before it is over."""
    game, file = played
    app = watching(file.path)
    async with app.run_test(size=size) as pilot:
        screen = await watched(pilot, app)
        assert banner(screen).startswith("Step 1 of 1.")
        assert banner(screen).endswith("It is the turn of Ben.")
        game.play(best_move(game.position))
        await wait_until(pilot, lambda: "Step 2 of 2." in banner(screen))
        assert screen.frame is not None
        assert len(screen.frame.pieces) == len(game.position.board.cells)
        assert screen.frame.hand == ()
        game.undo_turn()
        await wait_until(pilot, lambda: "Step 1 of 1." in banner(screen))
        await pilot.press("r")  # nobody is told what the hands of the others could do
        assert app.screen is screen
        while not game.is_over:
            game.play(best_move(game.position))
        await wait_until(
            pilot, lambda: screen.frame and any(seat.won for seat in screen.frame.seats)
        )
        await pilot.press("home")
        assert screen.frame.hand


async def test_whoever_stepped_back_stays_and_is_told_that_there_is_more(
    played: tuple[Game, RecordWriter],
) -> None:
    """New turns leave an earlier step on the screen; the key for the end shows them."""
    game, file = played
    app = watching(file.path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watched(pilot, app)
        await pilot.press("home")
        assert "goes on" not in banner(screen)
        game.play(best_move(game.position))
        await wait_until(pilot, lambda: "of 2." in banner(screen))
        assert banner(screen).startswith("Step 0 of 2.")
        assert banner(screen).endswith("The game goes on: End shows it.")
        await pilot.press("end")
        assert banner(screen).startswith("Step 2 of 2.")
        await pilot.press("left")
        assert "goes on" not in banner(screen)


async def test_a_record_that_cannot_be_followed_is_told_of(
    played: tuple[Game, RecordWriter],
) -> None:
    """Damage, another game and a file that is gone are one sentence each, until it is sound."""
    _, file = played
    path, sound = file.path, file.path.read_bytes()
    app = watching(path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watched(pilot, app)
        shown = screen.frame
        path.write_bytes(sound + b"[/]\x1b[31m\n")
        await wait_until(pilot, lambda: "cannot be followed: Line" in warning(screen))
        path.write_bytes(sound + b'{"type":"pla')  # half a line is about to become a whole one
        await wait_until(pilot, lambda: not warning(screen))
        path.unlink()
        await wait_until(pilot, lambda: "There is no such file." in warning(screen))
        write_record(path, Header(small_variant(TILES), human_players(3), 8), ())
        await wait_until(pilot, lambda: "another game" in warning(screen))
        path.write_bytes(sound)
        await wait_until(pilot, lambda: not warning(screen))
        assert screen.frame == shown


async def test_damage_found_while_the_app_closes_is_dropped(
    played: tuple[Game, RecordWriter], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that follows a record ends quietly if the warning bar is gone."""
    _, file = played
    app = watching(file.path)

    looking, looked = asyncio.Event(), asyncio.Event()

    async def look(_: Callable[[], Game]) -> None:
        looking.set()
        while screen.query("#save-trouble"):
            await asyncio.sleep(0)
        looked.set()
        raise RecordError("damaged")

    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watched(pilot, app)
        bar = screen.query_one("#save-trouble", Static)
        monkeypatch.setattr(asyncio, "to_thread", look)
        await wait_until(pilot, looking.is_set)
    assert looked.is_set()
    assert not str(bar.content)


async def test_a_game_that_nobody_plays_is_watched_from_its_opening(
    played: tuple[Game, RecordWriter],
) -> None:
    """It starts at the first step and can be reviewed."""
    _, file = played
    file.close()
    app = watching(file.path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await watched(pilot, app)
        assert banner(screen).startswith("Step 0 of 1.")
        await pilot.press("r")
        await wait_until(pilot, lambda: app.screen is not screen)


async def test_going_on_with_a_game_that_is_played_names_the_command_to_watch_it(
    played: tuple[Game, RecordWriter],
) -> None:
    """The list of games says how to see what it cannot open."""
    _, file = played
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_games()
        await wait_for_screen(pilot, app, GamesScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("down", "enter")
        told = app.screen.query_one("#trouble", Static)
        await wait_until(pilot, lambda: f"qwirkle play --watch {file.path}" in str(told.content))
