"""The screens around a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select, Static

from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.reader import RecordError
from qwirkle.records.schema import Player
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.games import GamesScreen, RecordsScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.help import HelpScreen
from qwirkle.tui.screens.settings import SettingsScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.statistics import StatisticsScreen
from qwirkle.tui.screens.watch import WatchScreen
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    app_near_end,
    click,
    game_screen,
    human_players,
    make_app,
    small_variant,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT


def text_of(app: QwirkleApp) -> str:
    """All plain text in the statics of the screen that is up."""
    return "\n".join(str(each.visual) for each in app.screen.query(Static))


async def saved_game(decisions: int) -> Path:
    """A game of two people that was left after some decisions."""
    app = make_app(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(decisions)
        await pilot.press("ctrl+q")
    (path,) = games_folder().iterdir()
    return path


async def test_the_start_screen_has_a_door_to_everything() -> None:
    """Every entry opens its screen, by keys and by mouse, and Esc leads back."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        lists = (GamesScreen, RecordsScreen, StatisticsScreen)
        for row, kind in enumerate((SetupScreen, *lists, HelpScreen, SettingsScreen)):
            app.screen.query_one(OptionList).focus()
            await pilot.press("home", *["down"] * row, "enter")
            await wait_for_screen(pilot, app, kind)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)
        await pilot.click("#doors", offset=(4, 1))
        await wait_for_screen(pilot, app, SetupScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("end", "enter")
        await pilot.pause()
    assert app.return_code == 0


async def test_a_game_is_set_up_and_starts_in_the_smallest_terminal() -> None:
    """The default answers are enough to start: a person against a bot."""
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(40, 12)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        await pilot.press("ctrl+s")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert [each.kind == "human" for each in game_screen(app).session.players] == [True, False]


async def test_the_set_up_takes_rules_names_ages_and_kinds() -> None:
    """What is filled in is what is played; a name that is empty is asked for again."""
    app = QwirkleApp(LaunchOptions(seed=5))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        screen = app.screen
        rules = screen.query_one("#variant", Select)
        account = screen.query_one("#account", Static)
        rules.value = 1
        await pilot.pause()
        first = str(account.visual)
        rules.value = 0
        await pilot.pause()
        assert str(account.visual) != first
        screen.query_one("#count", Select).value = 3
        await pilot.pause()
        assert screen.query_one("#seat-2").display
        assert not screen.query_one("#seat-3").display
        screen.query_one("#name-0", Input).value = "\x1b \u200b"
        await click(pilot, "#start")
        assert "at least one letter" in str(screen.query_one("#trouble", Static).visual)
        screen.query_one("#name-0", Input).value = "[/] Ana\x07"
        screen.query_one("#age-0", Input).value = "9"
        screen.query_one("#kind-1", Select).value = "human"
        await pilot.pause()
        await click(pilot, "#start")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen | HandOffScreen))
        session = game_screen(app).session
        assert session.players[0] == Player("[/] Ana", 9, "human")
        assert len(session.players) == 3
        assert session.players[1].kind == "human"
        assert session.game.header.seed == 5


async def test_a_game_that_was_left_is_resumed_as_it_was() -> None:
    """The list has the players and scores; the game goes on from the same position."""
    left = len(library.load_game(await saved_game(5)).events)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_games()
        await wait_for_screen(pilot, app, GamesScreen)
        entry = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert "Ana" in entry
        assert "Ben" in entry
        await pilot.press("enter")
        await wait_for_screen(pilot, app, LocalGameScreen)
        await KeyboardPlayer(pilot, app).play_game(2)
    (path,) = games_folder().iterdir()
    assert len(library.load_game(path).events) > left


async def test_the_newest_game_is_resumed_from_the_command_line() -> None:
    """`resume` finds the newest unfinished game, and says so where there is none."""
    with pytest.raises(RecordError):
        open_initial_game(LaunchOptions(resume="newest"))
    path = await saved_game(3)
    app = QwirkleApp(
        LaunchOptions(resume="newest"), open_initial_game(LaunchOptions(resume="newest"))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert game_screen(app).session.record.path == path


async def test_a_damaged_record_is_listed_but_not_opened() -> None:
    """A file that is no record shows its problem and does no harm."""
    games_folder().mkdir(parents=True)
    (games_folder() / "bad.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_games()
        await wait_for_screen(pilot, app, GamesScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, GamesScreen)
        app.open_records()
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, RecordsScreen)
        assert str(app.screen.query_one("#trouble", Static).visual)
        app.screen.query_one(Input).focus()
        await pilot.press(*"/nowhere", "enter")
        await pilot.pause()
        assert "no such file" in str(app.screen.query_one("#trouble", Static).visual)


async def test_the_end_screen_tells_the_result_and_leads_on() -> None:
    """Ranking, chart and doors: the table, watching again, a rematch."""
    app = app_near_end(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        await wait_for_screen(pilot, app, EndScreen)
        told = text_of(app)
        assert "win" in told
        assert "best turn" in told
        assert "Qwirkle" in told
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert game_screen(app).frame is not None
        await pilot.press("e")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.press("enter")  # one too many at the end of a game does nothing
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        await pilot.press("tab", "enter")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert [each.name for each in game_screen(app).session.players] == ["Bo", "Ana"]
        assert len(app.screen_stack) == 2
    assert len(list(games_folder().iterdir())) == 2


async def test_a_record_is_watched_step_by_step() -> None:
    """Each key goes one step on or back; a finished game shows its hands, Esc its result."""
    app = app_near_end(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, WatchScreen)
        screen = app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.frame is not None
        assert screen.frame.pieces == ()
        assert screen.frame.hand
        await pilot.press("right")
        assert screen.frame.pieces
        await pilot.press("left")
        assert screen.frame.pieces == ()
        await pilot.press("end")
        assert any(seat.won for seat in screen.frame.seats)
        await pilot.press("right", "home", "left", "space", "space", "escape")
        await wait_for_screen(pilot, app, EndScreen)


async def test_an_unfinished_game_is_watched_without_its_hands() -> None:
    """A record of a game that goes on tells no hidden hand to a watcher."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
    (path,) = games_folder().iterdir()
    launch = LaunchOptions(watch=path)
    app = QwirkleApp(launch, open_initial_game(launch))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, WatchScreen)
        await pilot.press("end")
        screen = app.screen
        assert isinstance(screen, WatchScreen)
        assert screen.frame is not None
        assert screen.frame.hand == ()


async def test_help_has_the_keys_of_the_moment_and_the_rules_of_this_game() -> None:
    """The page tells what works on the table now and follows the variant's rules."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await wait_until(pilot, lambda: game_screen(app).presenter.turn_state.draft)
        await pilot.press("question_mark")
        await wait_for_screen(pilot, app, HelpScreen)
        told = text_of(app)
        assert "Pick" in told
        assert "Roll" not in told.split("Who starts")[0]
        assert TILES.title in told
        assert "largest set" in told
        await click(pilot, "#close")
        await wait_for_screen(pilot, app, LocalGameScreen)


async def test_the_next_game_is_offered_with_the_rules_and_players_of_the_last() -> None:
    """Whoever sets up another game finds what was played before as the usual answers."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.session is not None)
        app.open_setup()
        await wait_for_screen(pilot, app, SetupScreen)
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        assert screen.variant == TILES
        assert screen._players() == human_players(3)
