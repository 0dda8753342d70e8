"""The set-up screen: what is about to start, names of bots, and what is remembered."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from qwirkle import catalog
from qwirkle.engine.variant import MAX_PLAYERS, OpeningRule
from qwirkle.paths import games_folder
from qwirkle.records.schema import HUMAN, MAX_NAME_LENGTH, Player
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.setup import DEFAULT_BOT_NAMES, SetupScreen, age_hint, variant_summary
from qwirkle.tui.screens.start import StartScreen
from tests.sample_rulesets import with_changes
from tests.tui.conftest import CUBES, TILES, human_players, wait_for_screen, wait_until

SIZES = [(80, 24), (120, 40), (200, 60)]


async def set_up(pilot: Pilot[None], app: QwirkleApp) -> SetupScreen:
    """The set-up screen, once it is there."""
    await wait_for_screen(pilot, app, SetupScreen)
    assert isinstance(app.screen, SetupScreen)
    return app.screen


def told(screen: SetupScreen) -> str:
    """The game that is about to start."""
    return str(screen.query_one("#game", Static).content)


def names(screen: SetupScreen) -> list[str]:
    """The names on all seats."""
    return [screen.query_one(f"#name-{seat}", Input).value for seat in range(MAX_PLAYERS)]


async def test_one_sentence_says_which_game_is_about_to_start() -> None:
    """It follows the rules, the names, who plays and how many, and is always in sight."""
    app = QwirkleApp(LaunchOptions(variant=TILES))
    async with app.run_test(size=SIZES[0]) as pilot:
        screen = await set_up(pilot, app)
        assert told(screen) == f"{TILES.title}: Player 1 against Greta (greedy)."
        screen.query_one("#name-0").focus()
        await pilot.press("end", *["backspace"] * len("Player 1"), "A", "n", "n")
        screen.query_one("#kind-1", Select).value = "bot:expert"
        await pilot.pause()
        assert told(screen) == f"{TILES.title}: Ann against Greta (expert)."
        screen.query_one("#count", Select).value = 3
        await pilot.pause()
        assert told(screen) == f"{TILES.title}: Ann, Greta (expert) and Otto (greedy)."
        sentence = screen.query_one("#game")
        for size in (*SIZES[1:], SIZES[0]):
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda size=size: screen.size == size)  # type: ignore[misc]
            assert sentence.region.height == 1, size
            assert screen.region.contains_region(sentence.region), size
        await pilot.press(*["backspace"] * 3)
        assert told(screen) == ""
        assert "at least one letter" in str(screen.query_one("#trouble", Static).content)
        await pilot.press("ctrl+s")
        assert app.screen is screen
        await pilot.press("B", "ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert app.session.players == (
            Player("B"),
            Player("Greta", None, "bot:expert"),
            Player("Otto", None, "bot:greedy"),
        )


async def test_bots_have_names_of_their_own_and_people_keep_theirs() -> None:
    """A name that nobody has chosen changes with who plays; a chosen one stays."""
    app = QwirkleApp(LaunchOptions(variant=TILES, players=(Player("Greta", 9),)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        assert names(screen)[0] == "Greta"
        assert set(names(screen)[1:]) <= set(DEFAULT_BOT_NAMES) - {"Greta"}
        assert len(set(names(screen))) == MAX_PLAYERS
        kind = screen.query_one("#kind-1", Select)
        kind.value = HUMAN
        await pilot.pause()
        assert names(screen)[1] == "Player 2"
        kind.value = "bot:master"
        await pilot.pause()
        assert names(screen)[1] in DEFAULT_BOT_NAMES
        assert len(set(names(screen))) == MAX_PLAYERS
        screen.query_one("#name-1", Input).value = "Robo"
        kind.value = HUMAN
        await pilot.pause()
        assert names(screen)[1] == "Robo"


async def test_players_alike_are_told_apart() -> None:
    """Whoever has the name of somebody before them gets a number, however long the name is."""
    app = QwirkleApp(LaunchOptions(variant=TILES, players=human_players(3)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        for seat, name in enumerate(("[/] " + "W" * 99, "[/] " + "W" * 99, "\x1b[31m\u202e")):
            screen.query_one(f"#name-{seat}", Input).value = name
        await pilot.pause()
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        found = [player.name for player in app.session.players]
        assert found == ["[/] " + "W" * 16, "[/] " + "W" * 12 + " 2", "[31m"]
        assert all(len(name) <= MAX_NAME_LENGTH for name in found)


async def test_the_last_game_is_offered_again_at_the_next_start() -> None:
    """Names, ages, kinds and rules are remembered; the command line has the first word."""
    players = (Player("[/] Zoe", 9), Player("Bo", None, "bot:expert"), Player("Cy", 41))
    app = QwirkleApp(LaunchOptions(variant=CUBES, players=players))
    async with app.run_test(size=(80, 24)) as pilot:
        await set_up(pilot, app)
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("n")
        screen = await set_up(pilot, app)
        assert told(screen) == f"{CUBES.title}: [/] Zoe, Bo (expert) and Cy."
        assert screen.query_one("#age-2", Input).value == "41"
    app = QwirkleApp(LaunchOptions(variant=TILES, players=human_players(2)))
    async with app.run_test(size=(80, 24)) as pilot:
        assert told(await set_up(pilot, app)) == f"{TILES.title}: Ana against Ben."
    app = QwirkleApp(LaunchOptions(variant=TILES))
    async with app.run_test(size=(80, 24)) as pilot:
        assert told(await set_up(pilot, app)) == f"{TILES.title}: [/] Zoe, Bo (expert) and Cy."


async def test_what_cannot_be_read_is_not_remembered() -> None:
    """A damaged record is passed over for the usual players."""
    games_folder().mkdir(parents=True)
    (games_folder() / "a.qwirkle").write_text('{"format":"qwirkle-record","players":[[/]]}')
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Player 1 against Greta" in told(await set_up(pilot, app))


async def test_six_take_their_seats() -> None:
    """Where the rules allow six, six seats can be filled, and the game begins with all of them."""
    party = with_changes(TILES, name="party", title="Party", players__most=6)
    app = QwirkleApp(LaunchOptions(variant=party))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        screen.query_one("#count", Select).value = 6
        await pilot.pause()
        assert all(screen.query_one(f"#seat-{seat}").display for seat in range(6))
        screen.query_one("#kind-5", Select).scroll_visible(animate=False)
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert len(app.session.players) == len({player.name for player in app.session.players}) == 6
        assert app.session.game.header.version == 2


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        (OpeningRule(tie="youngest"), "Of several with the largest set, the youngest starts."),
        (
            OpeningRule(tie=("oldest", "chance")),
            "Of several with the largest set, the oldest starts.",
        ),
        (OpeningRule("oldest"), "The oldest starts."),
        (OpeningRule("youngest"), "The youngest starts."),
        (OpeningRule("seat"), "they do not matter here"),
        (OpeningRule(tie=("chance",)), "they do not matter here"),
        (OpeningRule(), "they do not matter here"),
    ],
)
def test_what_ages_are_asked_for(opening: OpeningRule, told: str) -> None:
    """R3, A1: whoever fills in ages reads what they decide."""
    assert told in age_hint(with_changes(TILES, opening=opening))


def test_an_account_of_a_ruleset_is_short() -> None:
    """A ruleset is told beside the one that it comes from, in a few lines."""
    variants = catalog.bundled_variants()
    for variant in variants:
        assert len(variant_summary(variant, variants, 74).splitlines()) <= 9
    sprint = variant_summary(catalog.load_variant("sprint"), variants, 74)
    assert "Once somebody has 60 points" in sprint
    american = variant_summary(catalog.load_variant("cubes-mindware"), variants, 74)
    assert "The oldest player starts" in american
    assert "The bag holds" not in american
    strange = with_changes(
        TILES,
        pieces__copies=9,
        hand__size=3,
        scoring__lone_piece=9,
        scoring__qwirkle_bonus=1,
        scoring__out_bonus=2,
    )
    strange = with_changes(
        strange, name="strange", players__most=6, hand__open=True, pieces__colours=4
    )
    told = variant_summary(strange, variants, 40)
    assert told.endswith("The rules tell what else is different.")


async def test_as_many_play_as_the_rules_allow() -> None:
    """Whoever chooses other rules keeps their number of players, as far as that goes."""
    app = QwirkleApp(
        LaunchOptions(variant=with_changes(TILES, name="three", title="Three", players__fewest=3))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await set_up(pilot, app)
        assert screen.query_one("#count", Select).value == 3
