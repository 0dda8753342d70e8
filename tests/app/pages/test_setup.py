"""The set-up screen: what is about to start, names of bots, and what is remembered."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from qwirkle.app.app import QwirkleApp
from qwirkle.app.launch import Launch
from qwirkle.app.pages.setup import BOT_NAMES, SetupScreen
from qwirkle.app.pages.start import StartScreen
from qwirkle.engine.ruleset import MOST_PLAYERS
from qwirkle.notation import HUMAN, LONGEST_NAME, Player
from qwirkle.record import games_folder
from tests.app.conftest import HIDDEN, OPEN, people, reach, until

SIZES = [(80, 24), (120, 40), (200, 60)]


async def set_up(pilot: Pilot[None], app: QwirkleApp) -> SetupScreen:
    """The set-up screen, once it is there."""
    await reach(pilot, app, SetupScreen)
    assert isinstance(app.screen, SetupScreen)
    return app.screen


def told(screen: SetupScreen) -> str:
    """The game that is about to start."""
    return str(screen.query_one("#game", Static).content)


def names(screen: SetupScreen) -> list[str]:
    """The names on all seats."""
    return [screen.query_one(f"#name-{seat}", Input).value for seat in range(MOST_PLAYERS)]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_one_sentence_says_which_game_is_about_to_start(size: tuple[int, int]) -> None:
    """It follows the rules, the names, who plays and how many, and is always in sight."""
    app = QwirkleApp(Launch(variant=HIDDEN))
    async with app.run_test(size=size) as pilot:
        screen = await set_up(pilot, app)
        assert told(screen) == f"{HIDDEN.title}: Player 1 against Greta (greedy)."
        screen.query_one("#name-0").focus()
        await pilot.press("end", *["backspace"] * len("Player 1"), "A", "n", "n")
        screen.query_one("#kind-1", Select).value = "bot:expert"
        await pilot.pause()
        assert told(screen) == f"{HIDDEN.title}: Ann against Greta (expert)."
        screen.query_one("#count", Select).value = 3
        await pilot.pause()
        assert told(screen) == f"{HIDDEN.title}: Ann, Greta (expert) and Otto (greedy)."
        sentence = screen.query_one("#game")
        assert sentence.region.height == 1
        assert screen.region.contains_region(sentence.region)
        await pilot.press(*["backspace"] * 3)
        assert told(screen) == ""
        assert "at least one letter" in str(screen.query_one("#trouble", Static).content)
        await pilot.press("ctrl+s")
        assert app.screen is screen
        await pilot.press("B", "ctrl+s")
        await until(pilot, lambda: app.host is not None)
        assert app.host is not None
        assert app.host.players == (
            Player("B"),
            Player("Greta", None, "bot:expert"),
            Player("Otto", None, "bot:greedy"),
        )


async def test_bots_have_names_of_their_own_and_people_keep_theirs() -> None:
    """A name that nobody has chosen changes with who plays; a chosen one stays."""
    app = QwirkleApp(Launch(variant=HIDDEN, players=(Player("Greta", 9),)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        assert names(screen)[0] == "Greta"
        assert set(names(screen)[1:]) <= set(BOT_NAMES) - {"Greta"}
        assert len(set(names(screen))) == MOST_PLAYERS
        kind = screen.query_one("#kind-1", Select)
        kind.value = HUMAN
        await pilot.pause()
        assert names(screen)[1] == "Player 2"
        kind.value = "bot:master"
        await pilot.pause()
        assert names(screen)[1] in BOT_NAMES
        assert len(set(names(screen))) == MOST_PLAYERS
        screen.query_one("#name-1", Input).value = "Robo"
        kind.value = HUMAN
        await pilot.pause()
        assert names(screen)[1] == "Robo"


async def test_players_alike_are_told_apart() -> None:
    """Whoever has the name of somebody before them gets a number, however long the name is."""
    app = QwirkleApp(Launch(variant=HIDDEN, players=people(3)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        for seat, name in enumerate(("[/] " + "W" * 99, "[/] " + "W" * 99, "\x1b[31m\u202e")):
            screen.query_one(f"#name-{seat}", Input).value = name
        await pilot.pause()
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.host is not None)
        assert app.host is not None
        found = [player.name for player in app.host.players]
        assert found == ["[/] " + "W" * 16, "[/] " + "W" * 12 + " 2", "[31m"]
        assert all(len(name) <= LONGEST_NAME for name in found)


async def test_the_last_game_is_offered_again_at_the_next_start() -> None:
    """Names, ages, kinds and rules are remembered; the command line has the first word."""
    players = (Player("[/] Zoe", 9), Player("Bo", None, "bot:expert"), Player("Cy", 41))
    app = QwirkleApp(Launch(variant=OPEN, players=players))
    async with app.run_test(size=(80, 24)) as pilot:
        await set_up(pilot, app)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.host is not None)
    app = QwirkleApp(Launch(start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, StartScreen)
        await pilot.press("n")
        screen = await set_up(pilot, app)
        assert told(screen) == f"{OPEN.title}: [/] Zoe, Bo (expert) and Cy."
        assert screen.query_one("#age-2", Input).value == "41"
    app = QwirkleApp(Launch(variant=HIDDEN, players=people(2)))
    async with app.run_test(size=(80, 24)) as pilot:
        assert told(await set_up(pilot, app)) == f"{HIDDEN.title}: Ana against Ben."
    app = QwirkleApp(Launch(variant=HIDDEN))
    async with app.run_test(size=(80, 24)) as pilot:
        assert told(await set_up(pilot, app)) == f"{HIDDEN.title}: [/] Zoe, Bo (expert) and Cy."


async def test_what_cannot_be_read_is_not_remembered() -> None:
    """A damaged record is passed over for the usual players."""
    games_folder().mkdir(parents=True)
    (games_folder() / "a.qwirkle").write_text('{"format":"qwirkle-record","players":[[/]]}')
    app = QwirkleApp(Launch())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Player 1 against Greta" in told(await set_up(pilot, app))
