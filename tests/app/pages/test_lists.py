"""The lists of saved games, and what the next game is offered with."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import OptionList

from qwirkle import saving
from qwirkle.app.app import QwirkleApp
from qwirkle.app.launch import Launch
from qwirkle.app.pages.games import RecordsScreen, game_prompt, record_prompt
from qwirkle.app.pages.page import typed_path
from qwirkle.app.pages.setup import SetupScreen
from qwirkle.app.pages.start import StartScreen
from qwirkle.app.pages.watch import WatchScreen
from qwirkle.app.review.screen import ReviewScreen
from qwirkle.engine.events import Passed, Placed, Traded
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.notation import Header, Player
from qwirkle.record import games_folder, write_record
from qwirkle.saving import SavedGame
from tests.app.conftest import HIDDEN, OPEN, people, reach, small
from tests.table.test_frame import play_out

HOSTILE = (Player("[/] [bold]Ana", 9), Player("[@click=quit]Bo[/]", None, "bot:simple"))


def keep(name: str, age: int, turns: int = 1000, variant: Variant = OPEN) -> Game:
    """Save a game as the record of this name, so much older than the newest could be."""
    game = Game(Header(small(variant), HOSTILE, 7))
    play_out(game, turns)
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / name
    write_record(path, game.header, game.events)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return game


def turns_of(game: Game) -> int:
    """How many turns were played."""
    return sum(isinstance(event, Placed | Traded | Passed) for event, _ in game.standing)


async def test_records_are_listed_with_players_scores_and_end() -> None:
    """Each entry says who, what, how far, when, and whether it is over; Esc leads back here."""
    over, begun = keep("b.qwirkle", 1), keep("a.qwirkle", 2, 3, HIDDEN)
    (games_folder() / "bad\x1b[31m\n.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    os.utime(games_folder() / "bad\x1b[31m\n.qwirkle", (1, 1))
    app = QwirkleApp(Launch(start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_records()
        await reach(pilot, app, RecordsScreen)
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
        await reach(pilot, app, WatchScreen)
        await pilot.press("r")
        await reach(pilot, app, ReviewScreen)
        await pilot.press("escape")
        await reach(pilot, app, RecordsScreen)
        await pilot.press("escape")
        await reach(pilot, app, StartScreen)


def test_a_game_to_go_on_with_is_not_said_to_be_unfinished(home: Path) -> None:
    """Where all games go on, the entry is shorter."""
    keep("a.qwirkle", 2, 3)
    (saved,) = saving.unfinished()
    assert record_prompt(saved).plain == f"{game_prompt(saved).plain}, not finished"


def test_saved_games_are_all_listed(home: Path) -> None:
    """Finished games are in the list of all games, and not among those to go on with."""
    keep("a.qwirkle", 2, 3)
    keep("b.qwirkle", 1)
    assert [(each.path.name, each.finished) for each in saving.saved()] == [
        ("b.qwirkle", True),
        ("a.qwirkle", False),
    ]
    assert [each.path.name for each in saving.unfinished()] == ["a.qwirkle"]
    assert len(saving.saved(most=1)) == 1


async def rules_offered(launch: Launch) -> Variant:
    """What the set-up screen opens on."""
    app = QwirkleApp(launch)
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, SetupScreen)
        assert isinstance(app.screen, SetupScreen)
        return app.screen.variant


@pytest.mark.parametrize("variant", [HIDDEN, OPEN], ids=["hidden", "open"])
async def test_the_set_up_opens_on_the_rules_that_were_played_last(variant: Variant) -> None:
    """The newest saved game tells the usual rules; the command line has the first word."""
    keep("old.qwirkle", 9, 1, OPEN if variant is HIDDEN else HIDDEN)
    keep("new.qwirkle", 1, 1, variant)
    assert await rules_offered(Launch()) == small(variant)
    assert await rules_offered(Launch(variant=HIDDEN)) == HIDDEN


async def test_the_first_set_up_opens_on_the_plainest_rules() -> None:
    """Without a saved game, or with one that cannot be read, nobody has to roll."""
    assert not (await rules_offered(Launch(players=people(2)))).roll_step
    games_folder().mkdir(parents=True)
    (games_folder() / "bad.qwirkle").write_text("[/]\x1b[31m", encoding="utf-8")
    assert not (await rules_offered(Launch())).roll_step


async def test_rules_of_ones_own_are_offered_again() -> None:
    """A ruleset that is not bundled stands in the list with the others."""
    house = replace(HIDDEN, name="house", title="[/] House rules", hand_size=5)
    keep("a.qwirkle", 1, 1, house)
    assert (await rules_offered(Launch())).title == "[/] House rules"


@pytest.mark.parametrize("changed", [1e20, -1e20])
def test_a_file_from_no_day_at_all_is_listed(changed: float) -> None:
    """A time that no calendar has does not keep a list from being shown."""
    assert game_prompt(SavedGame(Path("a.qwirkle"), changed, problem="It is damaged."))


def test_a_home_that_cannot_be_found_is_left_as_typed() -> None:
    """A path with the home of nobody is no reason to fail."""
    assert typed_path(" ~nobody-of-this-name/a ") == Path("~nobody-of-this-name/a")
