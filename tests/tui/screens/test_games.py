"""The lists of saved games, and what the next game is offered with."""

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
from qwirkle.records.schema import Header, Player
from qwirkle.records.writer import RecordWriter, write_record
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.base import expand_path
from qwirkle.tui.screens.games import (
    GamesScreen,
    RecordsScreen,
    RemoveScreen,
    record_prompt,
    resume_prompt,
)
from qwirkle.tui.screens.review import ReviewScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.watch import WatchScreen
from tests.presenter.test_frame import play_out
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


def keep(name: str, age: int, turns: int = 1000, variant: Variant = CUBES) -> Game:
    """Save a game as the record of this name, so much older than the newest could be."""
    game = Game(Header(small_variant(variant), HOSTILE, 7))
    play_out(game, turns)
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / name
    write_record(path, game.header, game.events)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return game


def turns_of(game: Game) -> int:
    """How many turns were played."""
    return sum(isinstance(event, Placed | Traded | Passed) for event, _ in game.active_history)


async def test_records_are_listed_with_players_scores_and_end() -> None:
    """Each entry says who, what, how far, when, and whether it is over; Esc leads back here."""
    over, begun = keep("b.qwirkle", 1), keep("a.qwirkle", 2, 3, TILES)
    (games_folder() / "bad\x1b[31m\n.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    os.utime(games_folder() / "bad\x1b[31m\n.qwirkle", (1, 1))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_records()
        await wait_for_screen(pilot, app, RecordsScreen)
        options = app.screen.query_one(OptionList)
        told = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        assert len(told) == 3
        ends = ", finished", ", not finished"
        for entry, game, end in zip(told, (over, begun), ends, strict=False):
            head, foot = entry.split("\n")
            for player, score in zip(HOSTILE, game.position.scores, strict=True):
                assert f"{player.name} {score}" in head
            assert game.header.variant.title in foot
            assert f"{turns_of(game)} turns" in foot
            assert "1970-01-1" in foot
            assert foot.endswith(end)
        assert all(sign.isprintable() for sign in told[2].replace("\n", "", 1))
        assert app.export_screenshot()
        await pilot.press("enter")
        await wait_for_screen(pilot, app, WatchScreen)
        await pilot.press("r")
        await wait_for_screen(pilot, app, ReviewScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


def test_a_game_to_go_on_with_is_not_said_to_be_unfinished(home: Path) -> None:
    """Where all games go on, the entry is shorter."""
    keep("a.qwirkle", 2, 3)
    (saved,) = library.unfinished_games()
    assert record_prompt(saved).plain == f"{resume_prompt(saved).plain}, not finished"


def test_saved_games_are_all_listed(home: Path) -> None:
    """Finished games are in the list of all games, and not among those to go on with."""
    keep("a.qwirkle", 2, 3)
    keep("b.qwirkle", 1)
    assert [(each.path.name, each.finished) for each in library.saved_games()] == [
        ("b.qwirkle", True),
        ("a.qwirkle", False),
    ]
    assert [each.path.name for each in library.unfinished_games()] == ["a.qwirkle"]
    assert len(library.saved_games(max_count=1)) == 1


async def rules_offered(launch: LaunchOptions) -> Variant:
    """What the set-up screen opens on."""
    app = QwirkleApp(launch)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, SetupScreen)
        assert isinstance(app.screen, SetupScreen)
        return app.screen.variant


async def test_the_set_up_opens_on_the_rules_that_were_played_last() -> None:
    """The newest saved game tells the usual rules; the command line has the first word."""
    keep("old.qwirkle", 9, 1, TILES)
    keep("new.qwirkle", 1, 1, CUBES)
    assert await rules_offered(LaunchOptions()) == small_variant(CUBES)
    assert await rules_offered(LaunchOptions(variant=TILES)) == TILES


async def test_the_first_set_up_opens_on_the_plainest_rules() -> None:
    """Without a saved game, or with one that cannot be read, nobody has to roll."""
    assert not (await rules_offered(LaunchOptions(players=human_players(2)))).roll_step
    games_folder().mkdir(parents=True)
    (games_folder() / "bad.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    assert not (await rules_offered(LaunchOptions())).roll_step


async def test_rules_of_ones_own_are_offered_again() -> None:
    """A ruleset that is not bundled stands in the list with the others."""
    house = with_changes(TILES, name="house", title="[/] House rules", hand__size=5)
    keep("a.qwirkle", 1, 1, house)
    assert (await rules_offered(LaunchOptions())).title == "[/] House rules"


@pytest.mark.parametrize("mtime", [1e20, -1e20])
def test_a_file_from_no_day_at_all_is_listed(mtime: float) -> None:
    """A time that no calendar has does not keep a list from being shown."""
    assert resume_prompt(SavedGame(Path("a.qwirkle"), mtime, problem="It is damaged."))


def test_a_home_that_cannot_be_found_is_left_as_typed() -> None:
    """A path with the home of nobody is no reason to fail."""
    assert expand_path(" ~nobody-of-this-name/a ") == Path("~nobody-of-this-name/a")


async def test_a_game_is_removed_after_a_question() -> None:
    """Enter and Esc keep it, the key for yes removes it, and an empty list says so."""
    keep("a.qwirkle", 2, 3)
    keep("b.qwirkle", 1, 3)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("g")
        await wait_for_screen(pilot, app, GamesScreen)
        app.screen.query_one(OptionList).focus()
        await pilot.press("down")
        for answer in ("enter", "escape", "n"):
            await pilot.press("delete")
            await wait_for_screen(pilot, app, RemoveScreen)
            shown = "\n".join(str(each.visual) for each in app.screen.query(Static))
            assert "[/] [bold]Ana" in shown
            for button in app.screen.query(Button):
                assert app.screen.region.contains_region(button.region)
            await pilot.press(answer)
            await wait_for_screen(pilot, app, GamesScreen)
        assert len(library.saved_games()) == 2
        for left in (["b.qwirkle"], []):
            await pilot.press("delete")
            await wait_for_screen(pilot, app, RemoveScreen)
            await pilot.press("y")
            await wait_for_screen(pilot, app, GamesScreen)
            assert [each.path.name for each in library.saved_games()] == left
        assert app.screen.query_one("#none").display
        await pilot.press("delete")
        assert isinstance(app.screen, GamesScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


async def test_a_game_that_is_played_or_cannot_be_removed_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One sentence says why; a damaged file can go, and so can one that is gone already."""
    keep("played.qwirkle", 1, 3)
    (games_folder() / "bad.qwirkle").write_text("[/]", encoding="utf-8")
    os.utime(games_folder() / "bad.qwirkle", (1, 1))
    file, _ = RecordWriter.open(games_folder() / "played.qwirkle")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        told = app.screen.query_one("#trouble", Static)

        async def remove() -> str:
            await pilot.press("delete")
            await wait_for_screen(pilot, app, RemoveScreen)
            await click(pilot, "#remove")
            await wait_for_screen(pilot, app, RecordsScreen)
            return str(told.content)

        assert await remove() == "This game stays, because another program plays it."
        file.close()

        def refuse(path: Path) -> None:
            raise PermissionError(13, "Permission denied")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refuse)
            assert await remove() == "This game cannot be removed: Permission denied."
        (games_folder() / "played.qwirkle").unlink()
        assert await remove() == ""
        assert await remove() == ""
        assert not list(games_folder().iterdir())
        assert not app.screen.query_one(OptionList).display


WIDE = "漢字" * 10
ALIKE = (Player(WIDE), Player(WIDE), Player("[/] [bold]Ana"), Player("[/] [bold]Ana"))
APART = [WIDE, "漢字" * 8 + " 2", "[/] [bold]Ana", "[/] [bold]Ana 2"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_players_with_one_name_are_told_apart_wherever_a_record_is_shown(
    size: tuple[int, int],
) -> None:
    """Lists, the question, the watcher and the table number them; the file stays as it was."""
    games_folder().mkdir(parents=True)
    path = games_folder() / "a.qwirkle"
    game = Game(Header(CUBES, ALIKE, 7))
    write_record(path, game.header, game.events)
    data = path.read_bytes()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        entry = str(app.screen.query_one(OptionList).get_option_at_index(0).prompt)
        assert all(f"{name} 0" in entry for name in APART)
        await pilot.press("delete")
        await wait_for_screen(pilot, app, RemoveScreen)
        for button in app.screen.query(Button):
            assert app.screen.region.contains_region(button.region)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, RecordsScreen)
        await pilot.press("enter")
        await wait_for_screen(pilot, app, WatchScreen)
        assert isinstance(app.screen, WatchScreen)
        assert app.screen.frame is not None
        assert [seat.name for seat in app.screen.frame.seats] == APART
        assert app.resume_game(path) == ""
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert [player.name for player in app.session.players] == APART
    assert path.read_bytes().startswith(data)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_line_for_another_file_is_in_sight_below_a_long_list(
    size: tuple[int, int],
) -> None:
    """However many games are saved, the list scrolls and what is typed can be seen."""
    for seed in range(30):
        host = GameSession.new(CUBES, human_players(2), seed)
        host.record.close()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        await wait_for_screen(pilot, app, RecordsScreen)
        line = app.screen.query_one(Input)
        assert line.region.height == 1
        assert app.screen.query_one("#other").region.bottom <= size[1] - 1
        assert app.screen.query_one(OptionList).region.bottom <= line.region.y
