"""The lists of saved games, and the defaults of the setup screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import Button, Input, OptionList, Static

from qwirkle.engine.events import Passed, Placed, Traded
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.library import SavedGame
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordWriter, write_record
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.games import (
    ConfirmDeleteScreen,
    RecordsScreen,
    UnfinishedGamesScreen,
    record_prompt,
    resume_prompt,
)
from qwirkle.tui.screens.review import ReviewScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.watch import WatchScreen
from tests.presenter.sample_games import play_out
from tests.sample_rulesets import with_changes
from tests.tui.conftest import (
    CUBES,
    TILES,
    click,
    human_players,
    small_variant,
    wait_for_screen,
    wait_until,
)

HOSTILE = (Player("[/] [bold]Ana", 9), Player("[@click=quit]Bo[/]", None, "bot:simple"))


def save_record(name: str, age: int, turns: int = 1000, variant: Variant = CUBES) -> Game:
    """Save a game in a record with this name; `age` makes its modification time earlier."""
    game = Game(Header(small_variant(variant), HOSTILE, 7))
    play_out(game, turns)
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / name
    write_record(path, game.header, game.events)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return game


def turns_of(game: Game) -> int:
    """Return the number of turns played."""
    return sum(isinstance(event, Placed | Traded | Passed) for event, _ in game.active_history)


async def test_records_are_listed_with_their_players_and_scores() -> None:
    """An entry has players, scores, variant, turns and date; Esc in a replay returns here."""
    finished = save_record("b.qwirkle", 1)
    unfinished = save_record("a.qwirkle", 2, 3, TILES)
    (games_folder() / "bad\x1b[31m\n.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    os.utime(games_folder() / "bad\x1b[31m\n.qwirkle", (1, 1))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_records()
        await wait_for_screen(pilot, app, RecordsScreen)
        options = app.screen.query_one(OptionList)
        entries = [str(option.prompt) for option in options.options]
        assert len(entries) == 3
        assert isinstance(app.screen, RecordsScreen)
        assert [saved.finished for saved in app.screen.games[:2]] == [True, False]
        for entry, game in zip(entries, (finished, unfinished), strict=False):
            head, foot = entry.split("\n")
            for player, score in zip(HOSTILE, game.position.scores, strict=True):
                assert f"{player.name} {score}" in head
            assert game.header.variant.title in foot
            assert f" {turns_of(game)} " in foot
            assert "1970-01-1" in foot
        states = [entry.rpartition(", ")[2] for entry in entries[:2]]
        assert states[0] != states[1]
        assert all(char.isprintable() for char in entries[2].replace("\n", "", 1))
        assert app.export_screenshot()
        await pilot.press("enter")
        await wait_for_screen(pilot, app, WatchScreen)
        await pilot.press("r")
        await wait_for_screen(pilot, app, ReviewScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


def test_a_game_to_resume_is_listed_without_its_state(home: Path) -> None:
    """The list of games to resume leaves out that they aren't finished."""
    save_record("a.qwirkle", 2, 3)
    (saved,) = library.unfinished_games()
    assert record_prompt(saved).plain.startswith(f"{resume_prompt(saved).plain}, ")


def test_only_unfinished_games_can_be_resumed(home: Path) -> None:
    """Finished games are among all saved games, but not among those to resume."""
    save_record("a.qwirkle", 2, 3)
    save_record("b.qwirkle", 1)
    assert [(each.path.name, each.finished) for each in library.saved_games()] == [
        ("b.qwirkle", True),
        ("a.qwirkle", False),
    ]
    assert [each.path.name for each in library.unfinished_games()] == ["a.qwirkle"]
    assert len(library.saved_games(max_count=1)) == 1


async def default_variant(launch: LaunchOptions) -> Variant:
    """Return the variant that the setup screen starts with."""
    app = QwirkleApp(launch)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        assert isinstance(app.screen, SetupScreen)
        return app.screen.variant


async def test_setup_starts_with_the_last_variant() -> None:
    """The default is the variant of the newest saved game, unless the command line names one."""
    save_record("old.qwirkle", 9, 1, TILES)
    save_record("new.qwirkle", 1, 1, CUBES)
    assert await default_variant(LaunchOptions()) == small_variant(CUBES)
    assert await default_variant(LaunchOptions(variant=TILES)) == TILES


async def test_the_first_setup_starts_with_the_simplest_variant() -> None:
    """Without a readable record, the default is a variant without rolls."""
    assert not (await default_variant(LaunchOptions(players=human_players(2)))).roll_step
    games_folder().mkdir(parents=True)
    (games_folder() / "bad.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    assert not (await default_variant(LaunchOptions())).roll_step


async def test_a_custom_variant_is_offered_again() -> None:
    """A variant that isn't bundled is the default if it was played last."""
    house = with_changes(TILES, name="house", title="[/] House rules", hand__size=5)
    save_record("a.qwirkle", 1, 1, house)
    assert (await default_variant(LaunchOptions())).title == "[/] House rules"


@pytest.mark.parametrize("mtime", [1e20, -1e20])
def test_a_record_with_an_impossible_date_is_listed(mtime: float) -> None:
    """A modification time outside the calendar doesn't break the list."""
    assert resume_prompt(SavedGame(Path("a.qwirkle"), mtime, problem="damaged"))


async def test_a_game_is_removed_after_confirmation() -> None:
    """Enter, Esc and `n` keep the game, and `y` removes it."""
    save_record("a.qwirkle", 2, 3)
    save_record("b.qwirkle", 1, 3)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("g")
        await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("down")
        for answer in ("enter", "escape", "n"):
            await pilot.press("delete")
            await wait_for_screen(pilot, app, ConfirmDeleteScreen)
            text = "\n".join(str(each.visual) for each in app.screen.query(Static))
            assert "[/] [bold]Ana" in text
            for button in app.screen.query(Button):
                assert app.screen.region.contains_region(button.region)
            await pilot.press(answer)
            await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        assert len(library.saved_games()) == 2
        for remaining in (["b.qwirkle"], []):
            await pilot.press("delete")
            await wait_for_screen(pilot, app, ConfirmDeleteScreen)
            await pilot.press("y")
            await wait_for_screen(pilot, app, UnfinishedGamesScreen)
            assert [each.path.name for each in library.saved_games()] == remaining
        assert app.screen.query_one("#none").display
        await pilot.press("delete")
        assert isinstance(app.screen, UnfinishedGamesScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_locked_record_is_not_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A record in use or on a failing disk stays; damaged and missing ones leave the list."""
    save_record("locked.qwirkle", 1, 3)
    (games_folder() / "bad.qwirkle").write_text("[/]", encoding="utf-8")
    os.utime(games_folder() / "bad.qwirkle", (1, 1))
    file, _ = RecordWriter.open(games_folder() / "locked.qwirkle")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        error = app.screen.query_one("#error", Static)
        options = app.screen.query_one(OptionList)

        async def remove() -> str:
            await pilot.press("delete")
            await wait_for_screen(pilot, app, ConfirmDeleteScreen)
            await click(pilot, "#delete")
            await wait_for_screen(pilot, app, RecordsScreen)
            return str(error.content)

        assert await remove()
        assert options.option_count == 2
        file.close()

        def refuse(path: Path) -> None:
            raise PermissionError(13, "Permission denied")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            assert "Permission denied" in await remove()
        assert options.option_count == 2
        (games_folder() / "locked.qwirkle").unlink()
        assert await remove() == ""
        assert await remove() == ""
        assert not list(games_folder().iterdir())
        assert not options.display


WIDE = "漢字" * 10
SAME_NAMES = (Player(WIDE), Player(WIDE), Player("[/] [bold]Ana"), Player("[/] [bold]Ana"))
UNIQUE_NAMES = [WIDE, "漢字" * 8 + " 2", "[/] [bold]Ana", "[/] [bold]Ana 2"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_players_with_the_same_name_are_numbered(
    size: tuple[int, int],
) -> None:
    """Lists, replay and game number equal names; the record keeps them as they were."""
    games_folder().mkdir(parents=True)
    path = games_folder() / "a.qwirkle"
    game = Game(Header(CUBES, SAME_NAMES, 7))
    write_record(path, game.header, game.events)
    data = path.read_bytes()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        entry = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert all(f"{name} 0" in entry for name in UNIQUE_NAMES)
        await pilot.press("delete")
        await wait_for_screen(pilot, app, ConfirmDeleteScreen)
        for button in app.screen.query(Button):
            assert app.screen.region.contains_region(button.region)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("enter")
        await wait_for_screen(pilot, app, WatchScreen)
        assert isinstance(app.screen, WatchScreen)
        assert app.screen.frame is not None
        assert [seat.name for seat in app.screen.frame.seats] == UNIQUE_NAMES
        assert app.resume_game(path) == ""
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert [player.name for player in app.session.players] == UNIQUE_NAMES
    assert path.read_bytes().startswith(data)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_path_field_stays_visible_below_a_long_list(
    size: tuple[int, int],
) -> None:
    """A long list scrolls, and the field for another file stays on the screen."""
    for seed in range(30):
        session = GameSession.new(CUBES, human_players(2), seed)
        session.record.close()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        path = app.screen.query_one(Input)
        assert path.region.height == 1
        assert app.screen.query_one("#other").region.bottom <= size[1] - 1
        assert app.screen.query_one(OptionList).region.bottom <= path.region.y
