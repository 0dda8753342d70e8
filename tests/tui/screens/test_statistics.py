"""The page of statistics, from the start screen on."""

from __future__ import annotations

import threading

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from qwirkle.paths import cache_folder
from qwirkle.records.schema import Player
from qwirkle.stats import index
from qwirkle.stats.index import INDEX_FILE
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.statistics import StatisticsScreen
from tests.stats.saved_games import ANA, BEN, BOT, random_game_of, save_damaged, save_game
from tests.tui.conftest import TILES, human_players, make_app, wait_for_screen, wait_until
from tests.tui.textual_internals import screen_text

SIZES = [(80, 24), (120, 40), (200, 60)]


async def open_page(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Open the page from the start screen, as its key does."""
    await wait_for_screen(pilot, app, StartScreen)
    await pilot.press("s")
    await wait_for_screen(pilot, app, StatisticsScreen)
    await wait_until(pilot, lambda: "finished game" in screen_text(app))
    await pilot.pause()


def rows_of(app: QwirkleApp) -> list[str]:
    """The lines of all players."""
    players = app.screen.query_one(OptionList)
    return [str(option.prompt) for option in players.options]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_everybody_and_the_opponents_are_shown(size: tuple[int, int]) -> None:
    """The list has everybody, the box below it the opponents of whom the cursor is on."""
    game = random_game_of((ANA, BOT), 1)
    save_game(game, "a")
    save_game(random_game_of((ANA, BEN), 2, "cubes"), "b")
    save_damaged()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await open_page(pilot, app)
        assert [row.split()[0] for row in rows_of(app)] == ["Ana", "Ben", "Bo"]
        told = screen_text(app)
        assert "2 finished games. 1 file is damaged and does not count." in told
        for part in ("Ana against", "best turn", "Qwirkles", "Bo (casual)"):
            assert part in told
        await pilot.press("end")
        await wait_until(pilot, lambda: "Bo (casual) against" in screen_text(app))
        assert str(game.position.scores[1]) in rows_of(app)[2].split()
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_variant_is_chosen() -> None:
    """One key goes through the variants that were played, and back to all of them."""
    save_game(random_game_of((ANA, BOT), 1), "a")
    cubes = random_game_of((ANA, BEN), 2, "cubes")
    save_game(cubes, "b")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_page(pilot, app)
        assert len(rows_of(app)) == 3
        await pilot.press("v")
        await wait_until(pilot, lambda: cubes.header.variant.title in screen_text(app))
        assert len(rows_of(app)) == 2
        assert "Bo" not in screen_text(app)
        await pilot.press("v", "v")
        await wait_until(pilot, lambda: "All variants" in screen_text(app))
        assert len(rows_of(app)) == 3


async def test_the_last_of_many_players_comes_into_sight() -> None:
    """The list scrolls under its heads until the last player is seen whole."""
    path = save_game(random_game_of((ANA, BEN)))
    for number in range(20):
        copy = path.with_name(f"{number}.qwirkle")
        copy.write_bytes(path.read_bytes().replace(b'"Ben"', f'"Friend {number:02}"'.encode(), 1))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_page(pilot, app)
        await pilot.press("end")
        await wait_until(pilot, lambda: "│ Friend 19" in screen_text(app))
        assert "games  wins" in screen_text(app)
        assert "Friend 19 against" in screen_text(app)


async def test_without_games_a_sentence_says_so() -> None:
    """Where nothing was finished yet there is no table, and no variant to choose."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_page(pilot, app)
        assert "There is no finished game yet." in screen_text(app)
        await pilot.press("v")
        assert "against" not in screen_text(app)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_names_are_text_and_the_size_may_change() -> None:
    """Markup in names is shown as it is; in a narrow terminal the last figures are left out."""
    save_game(random_game_of((Player("[/] [bold]Ana", 9), Player("[@click=quit]Bo[/]", 3))))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await open_page(pilot, app)
        assert "[/] [bold]Ana against" in screen_text(app)
        assert "Qwirkles" in screen_text(app)
        await pilot.resize_terminal(44, 16)
        await wait_until(pilot, lambda: "Qwirkles" not in screen_text(app))
        assert "[/] [bold]Ana" in screen_text(app)
        assert "games" in screen_text(app)


async def test_it_opens_over_a_game() -> None:
    """A key opens it at the table too, once, and the game is there again afterwards."""
    app = make_app(TILES, human_players(1) * 2)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen_stack[1:])
        await pilot.press("f3", "f3")
        await wait_for_screen(pilot, app, StatisticsScreen)
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, StatisticsScreen))
        assert any(isinstance(screen, LocalGameScreen) for screen in app.screen_stack)


async def test_leaving_stops_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who leaves the page while games are read waits for no more than one of them."""
    for seed in range(3):
        save_game(random_game_of(seed=seed), str(seed))
    reading, go_on = threading.Event(), threading.Event()
    reads = []

    def slow(data: bytes) -> None:
        reads.append(data)
        reading.set()
        go_on.wait(60)

    monkeypatch.setattr(index, "parse_finished_game", slow)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("s")
        await wait_until(pilot, reading.is_set)
        assert "Reading the saved games: 0 of 3." in screen_text(app)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        go_on.set()
        await wait_until(pilot, (cache_folder() / INDEX_FILE).exists)
    assert len(reads) == 1
