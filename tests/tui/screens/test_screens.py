"""The screens before, beside and after a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select, Static

from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.players import Player
from qwirkle.records.reader import RecordError
from qwirkle.text.rules import rules_sections
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.keymap import ACTION_DESCRIPTIONS
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.games import RecordsScreen, UnfinishedGamesScreen
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
    text_of,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT, current_turn


async def saved_game(decisions: int) -> Path:
    """Play a two-player game for some decisions, quit, and return its record's path."""
    app = make_app(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(120, 40)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(decisions)
        await pilot.press("ctrl+q")
    (path,) = games_folder().iterdir()
    return path


async def test_the_start_screen_leads_to_every_screen() -> None:
    """Every menu item opens its screen, by keys and by mouse, and Esc returns."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        lists = (UnfinishedGamesScreen, RecordsScreen, StatisticsScreen)
        for row, screen in enumerate((SetupScreen, *lists, HelpScreen, SettingsScreen)):
            app.screen.query_one(OptionList).focus()
            await pilot.press("home", *["down"] * row, "enter")
            await wait_for_screen(pilot, app, screen)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)
        await pilot.click("#menu", offset=(4, 1))
        await wait_for_screen(pilot, app, SetupScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("end", "enter")
        await pilot.pause()
    assert app.return_code == 0


async def test_a_game_can_be_started_in_the_smallest_terminal() -> None:
    """The defaults of the setup form are a human against a bot."""
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(40, 12)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        await pilot.press("ctrl+s")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert [each.kind == "human" for each in game_screen(app).session.players] == [True, False]


async def test_setup_takes_variant_names_ages_and_kinds() -> None:
    """The game starts with what the form says; an empty name is an error."""
    app = QwirkleApp(LaunchOptions(seed=5))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        screen = app.screen
        variant = screen.query_one("#variant", Select)
        summary = screen.query_one("#variant-summary", Static)
        variant.value = 1
        await pilot.pause()
        other_summary = str(summary.visual)
        variant.value = 0
        await pilot.pause()
        assert str(summary.visual) != other_summary
        screen.query_one("#count", Select).value = 3
        await pilot.pause()
        assert screen.query_one("#seat-2").display
        assert not screen.query_one("#seat-3").display
        screen.query_one("#name-0", Input).value = "\x1b \u200b"
        await click(pilot, "#start")
        assert app.screen is screen
        assert str(screen.query_one("#error", Static).visual)
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


async def test_an_unfinished_game_is_resumed() -> None:
    """The list names the players, and the game continues from the same position."""
    event_count = len(library.load_game(await saved_game(5)).events)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_unfinished_games()
        await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        entry = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert "Ana" in entry
        assert "Ben" in entry
        await pilot.press("enter")
        await wait_for_screen(pilot, app, LocalGameScreen)
        await KeyboardPlayer(pilot, app).play_game(2)
    (path,) = games_folder().iterdir()
    assert len(library.load_game(path).events) > event_count


async def test_the_newest_game_is_resumed_from_the_command_line() -> None:
    """`resume` opens the newest unfinished game, or raises RecordError if there is none."""
    with pytest.raises(RecordError):
        open_initial_game(LaunchOptions(resume="latest"))
    path = await saved_game(3)
    app = QwirkleApp(
        LaunchOptions(resume="latest"), open_initial_game(LaunchOptions(resume="latest"))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert game_screen(app).session.record.path == path


async def test_a_damaged_record_is_listed_but_not_opened() -> None:
    """Selecting a damaged record, or typing a missing path, shows an error."""
    games_folder().mkdir(parents=True)
    (games_folder() / "bad.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_unfinished_games()
        await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, UnfinishedGamesScreen)
        app.open_records()
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, RecordsScreen)
        damaged = str(app.screen.query_one("#error", Static).visual)
        assert damaged
        app.screen.query_one(Input).focus()
        await pilot.press(*"/nowhere", "enter")
        await pilot.pause()
        assert isinstance(app.screen, RecordsScreen)
        assert str(app.screen.query_one("#error", Static).visual) not in ("", damaged)


async def test_the_end_screen_shows_the_result() -> None:
    """It shows the ranking, and leads back to the board and to a rematch."""
    app = app_near_end(small_variant(TILES), (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        await wait_for_screen(pilot, app, EndScreen)
        frame = game_screen(app).frame
        assert frame is not None
        assert frame.result is not None
        text = text_of(app)
        assert frame.result.headline in text
        for result in frame.result.accounts:
            assert result.name in text
            assert str(result.best_points) in text
        assert "Qwirkle" in text
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert game_screen(app).frame is not None
        await pilot.press("e")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.press("enter")  # a key press too many does nothing
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        await pilot.press("tab", "enter")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert [each.name for each in game_screen(app).session.players] == ["Bo", "Ana"]
        assert len(app.screen_stack) == 2
    assert len(list(games_folder().iterdir())) == 2


async def test_a_replay_moves_step_by_step() -> None:
    """Arrows move one step; a finished game shows its hands, and Esc returns to the result."""
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


async def test_a_replay_of_an_unfinished_game_hides_its_hands() -> None:
    """A spectator of an unfinished game sees no hidden hand."""
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


async def test_help_has_the_keys_and_rules_of_this_game() -> None:
    """Help lists the keys that this variant uses, and its rules."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await wait_until(pilot, lambda: current_turn(game_screen(app)).draft)
        await pilot.press("question_mark")
        await wait_for_screen(pilot, app, HelpScreen)
        text = text_of(app)
        assert ACTION_DESCRIPTIONS["pick"] in text
        assert ACTION_DESCRIPTIONS["start_roll"] not in text
        borders = [str(each.border_title) for each in app.screen.query(".box")]
        assert TILES.title in borders
        for section in rules_sections(TILES):
            assert section.title in text
        await click(pilot, "#close")
        await wait_for_screen(pilot, app, LocalGameScreen)


async def test_setup_starts_with_the_variant_and_players_of_the_last_game() -> None:
    """The defaults for another game are the variant and players of the current one."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: app.session is not None)
        app.open_setup()
        await wait_for_screen(pilot, app, SetupScreen)
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        assert screen.variant == TILES
        assert screen.chosen_players() == human_players(3)
