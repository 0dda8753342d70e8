"""The statistics screen."""

from __future__ import annotations

import threading

import pytest
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from qwirkle.paths import cache_folder
from qwirkle.records.players import Player
from qwirkle.stats import index
from qwirkle.stats.index import INDEX_FILE
from qwirkle.text.stats import damaged_files_text, stats_columns
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.statistics import StatisticsScreen
from tests.stats.saved_games import ANA, BEN, BOT, random_game_of, save_damaged, save_game
from tests.tui.conftest import TILES, human_players, make_app, wait_for_screen, wait_until
from tests.tui.textual_internals import screen_text

SIZES = [(80, 24), (120, 40), (200, 60)]


async def open_statistics(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Open the statistics from the start screen, and wait until all games are read."""
    await wait_for_screen(pilot, app, StartScreen)
    await pilot.press("s")
    await wait_for_screen(pilot, app, StatisticsScreen)
    await wait_until(pilot, lambda: all(worker.is_finished for worker in app.workers))
    await pilot.pause()


def rows_of(app: QwirkleApp) -> list[str]:
    """Return the lines of all players."""
    players = app.screen.query_one(OptionList)
    return [str(option.prompt) for option in players.options]


def box_title(app: QwirkleApp, selector: str) -> str:
    """Return the title in the border of a box, as shown."""
    return Content.from_markup(str(app.screen.query_one(selector).border_title)).plain


def headings() -> list[str]:
    """Return the column headings of the table without reviews."""
    return [column.heading for column in stats_columns([])]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_players_and_opponents_are_listed(size: tuple[int, int]) -> None:
    """The list has every player, and the box below it the selected player's opponents."""
    game = random_game_of((ANA, BOT), 1)
    save_game(game, "a")
    save_game(random_game_of((ANA, BEN), 2, "cubes"), "b")
    save_damaged()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await open_statistics(pilot, app)
        assert [row.split()[0] for row in rows_of(app)] == ["Ana", "Ben", "Bo"]
        state = str(app.screen.query_one("#state", Static).content)
        assert state.startswith("2 ")
        assert state.endswith(damaged_files_text(1))
        text = screen_text(app)
        for part in (state, box_title(app, "#player"), *headings(), "Bo (casual)"):
            assert part in text
        assert "Ana" in box_title(app, "#player")
        await pilot.press("end")
        await wait_until(pilot, lambda: "Bo (casual)" in box_title(app, "#player"))
        assert str(game.position.scores[1]) in rows_of(app)[2].split()
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_key_selects_the_variant() -> None:
    """`v` cycles through the variants that were played, and all of them together."""
    save_game(random_game_of((ANA, BOT), 1), "a")
    cubes = random_game_of((ANA, BEN), 2, "cubes")
    save_game(cubes, "b")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_statistics(pilot, app)
        assert len(rows_of(app)) == 3
        all_variants = box_title(app, "#all-players")
        await pilot.press("v")
        await wait_until(pilot, lambda: cubes.header.variant.title in screen_text(app))
        assert len(rows_of(app)) == 2
        assert "Bo" not in screen_text(app)
        await pilot.press("v", "v")
        await wait_until(pilot, lambda: all_variants in screen_text(app))
        assert len(rows_of(app)) == 3


async def test_a_long_list_of_players_scrolls() -> None:
    """The list scrolls to the last player, and its headings stay visible."""
    path = save_game(random_game_of((ANA, BEN)))
    for number in range(20):
        copy = path.with_name(f"{number}.qwirkle")
        copy.write_bytes(path.read_bytes().replace(b'"Ben"', f'"Friend {number:02}"'.encode(), 1))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_statistics(pilot, app)
        await pilot.press("end")
        await wait_until(pilot, lambda: "│ Friend 19" in screen_text(app))
        headings = str(app.screen.query_one("#headings", Static).content)
        assert headings.strip() in screen_text(app)
        assert "Friend 19" in box_title(app, "#player")
        assert box_title(app, "#player") in screen_text(app)


async def test_without_games_no_table_is_shown() -> None:
    """Without finished games there is a message instead, and no variant to select."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_statistics(pilot, app)
        assert str(app.screen.query_one("#state", Static).content) in screen_text(app)
        for _ in range(2):
            assert not app.screen.query_one("#all-players").display
            assert not app.screen.query_one("#player").display
            await pilot.press("v")
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_narrow_terminal_leaves_out_columns() -> None:
    """A narrow terminal leaves out the last columns; markup in names is shown literally."""
    save_game(random_game_of((Player("[/] [bold]Ana", 9), Player("[@click=quit]Bo[/]", 3))))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await open_statistics(pilot, app)
        assert "[/] [bold]Ana" in box_title(app, "#player")
        assert box_title(app, "#player") in screen_text(app)
        assert headings()[-1] in screen_text(app)
        await pilot.resize_terminal(44, 16)
        await wait_until(pilot, lambda: headings()[-1] not in screen_text(app))
        assert "[/] [bold]Ana" in screen_text(app)
        assert headings()[0] in screen_text(app)


async def test_statistics_open_over_a_game() -> None:
    """F3 opens the statistics once during a game, and Esc returns to it."""
    app = make_app(TILES, human_players(1) * 2)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.screen_stack[1:])
        await pilot.press("f3", "f3")
        await wait_for_screen(pilot, app, StatisticsScreen)
        await pilot.press("escape")
        await wait_until(pilot, lambda: not isinstance(app.screen, StatisticsScreen))
        assert any(isinstance(screen, LocalGameScreen) for screen in app.screen_stack)


async def test_leaving_stops_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """If you leave while games are read, no other game is read after the current one."""
    for seed in range(3):
        save_game(random_game_of(seed=seed), str(seed))
    reading, resume = threading.Event(), threading.Event()
    reads = []

    def slow(data: bytes) -> None:
        reads.append(data)
        reading.set()
        resume.wait(60)

    monkeypatch.setattr(index, "parse_finished_game", slow)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("s")
        await wait_until(pilot, reading.is_set)
        assert "0 of 3" in screen_text(app)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        resume.set()
        await wait_until(pilot, (cache_folder() / INDEX_FILE).exists)
    assert len(reads) == 1
