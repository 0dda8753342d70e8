"""The setup screen: the game summary, default names, and remembered players."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from qwirkle import catalog
from qwirkle.engine.variant import MAX_PLAYERS, OpeningRule
from qwirkle.paths import games_folder
from qwirkle.records.players import HUMAN, MAX_NAME_LENGTH, Player
from qwirkle.text.comparison import difference_sentences
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.setup import (
    DEFAULT_BOT_NAMES,
    SetupScreen,
    age_hint,
    game_summary,
    variant_summary,
)
from qwirkle.tui.screens.start import StartScreen
from tests.sample_rulesets import with_changes
from tests.tui.conftest import CUBES, TILES, human_players, wait_for_screen, wait_until

SIZES = [(80, 24), (120, 40), (200, 60)]


async def open_setup(pilot: Pilot[None], app: QwirkleApp) -> SetupScreen:
    """Wait for the setup screen, and return it."""
    await wait_for_screen(pilot, app, SetupScreen)
    assert isinstance(app.screen, SetupScreen)
    return app.screen


def summary(screen: SetupScreen) -> str:
    """Return the summary of the game that would start."""
    return str(screen.query_one("#game-summary", Static).content)


def names(screen: SetupScreen) -> list[str]:
    """Return the names of all seats."""
    return [screen.query_one(f"#name-{seat}", Input).value for seat in range(MAX_PLAYERS)]


async def test_the_summary_follows_every_change() -> None:
    """The summary names the variant, players and bots, and is visible at every size."""
    app = QwirkleApp(LaunchOptions(variant=TILES))
    async with app.run_test(size=SIZES[0]) as pilot:
        screen = await open_setup(pilot, app)
        greta = Player("Greta", None, "bot:greedy")
        assert summary(screen) == game_summary(TILES, [Player("Player 1"), greta])
        screen.query_one("#name-0").focus()
        await pilot.press("end", *["backspace"] * len("Player 1"), "A", "n", "n")
        screen.query_one("#kind-1", Select).value = "bot:expert"
        await pilot.pause()
        expert = Player("Greta", None, "bot:expert")
        assert summary(screen) == game_summary(TILES, [Player("Ann"), expert])
        screen.query_one("#count", Select).value = 3
        await pilot.pause()
        otto = Player("Otto", None, "bot:greedy")
        assert summary(screen) == game_summary(TILES, [Player("Ann"), expert, otto])
        line = screen.query_one("#game-summary")
        for size in (*SIZES[1:], SIZES[0]):
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda size=size: screen.size == size)  # type: ignore[misc]
            assert line.region.height == 1, size
            assert screen.region.contains_region(line.region), size
        await pilot.press(*["backspace"] * 3)
        assert summary(screen) == ""
        assert str(screen.query_one("#error", Static).content)
        await pilot.press("ctrl+s")
        assert app.screen is screen
        await pilot.press("B", "ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        assert app.session.players == (Player("B"), expert, otto)


async def test_a_default_name_changes_with_the_kind_of_player() -> None:
    """A default name changes when a seat switches between human and bot; a typed one stays."""
    app = QwirkleApp(LaunchOptions(variant=TILES, players=(Player("Greta", 9),)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_setup(pilot, app)
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


async def test_equal_names_are_numbered() -> None:
    """A name that an earlier seat has gets a number, even if it must be cut."""
    app = QwirkleApp(LaunchOptions(variant=TILES, players=human_players(3)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_setup(pilot, app)
        for seat, name in enumerate(("[/] " + "W" * 99, "[/] " + "W" * 99, "\x1b[31m\u202e")):
            screen.query_one(f"#name-{seat}", Input).value = name
        await pilot.pause()
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
        assert app.session is not None
        player_names = [player.name for player in app.session.players]
        assert player_names == ["[/] " + "W" * 16, "[/] " + "W" * 12 + " 2", "[31m"]
        assert all(len(name) <= MAX_NAME_LENGTH for name in player_names)


async def test_the_last_game_is_the_default_after_a_restart() -> None:
    """Names, ages, kinds and variant are remembered; the command line overrides them."""
    players = (Player("[/] Zoe", 9), Player("Bo", None, "bot:expert"), Player("Cy", 41))
    app = QwirkleApp(LaunchOptions(variant=CUBES, players=players))
    async with app.run_test(size=(80, 24)) as pilot:
        await open_setup(pilot, app)
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: app.session is not None)
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("n")
        screen = await open_setup(pilot, app)
        assert summary(screen) == game_summary(CUBES, players)
        assert screen.query_one("#age-2", Input).value == "41"
    app = QwirkleApp(LaunchOptions(variant=TILES, players=human_players(2)))
    async with app.run_test(size=(80, 24)) as pilot:
        assert summary(await open_setup(pilot, app)) == game_summary(TILES, human_players(2))
    app = QwirkleApp(LaunchOptions(variant=TILES))
    async with app.run_test(size=(80, 24)) as pilot:
        assert summary(await open_setup(pilot, app)) == game_summary(TILES, players)


async def test_a_damaged_record_is_not_remembered() -> None:
    """If the newest record is damaged, the form has the default players."""
    games_folder().mkdir(parents=True)
    (games_folder() / "a.qwirkle").write_text('{"format":"qwirkle-record","players":[[/]]}')
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_setup(pilot, app)
        assert names(screen)[:2] == ["Player 1", DEFAULT_BOT_NAMES[0]]


async def test_six_players_can_start_a_game() -> None:
    """If the variant allows six players, all six seats can be filled."""
    party = with_changes(TILES, name="party", title="Party", players__max=6)
    app = QwirkleApp(LaunchOptions(variant=party))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_setup(pilot, app)
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
    ("opening", "words"),
    [
        (OpeningRule(tie="youngest"), ("largest set", "youngest")),
        (OpeningRule(tie=("oldest", "chance")), ("largest set", "oldest")),
        (OpeningRule("oldest"), ("oldest",)),
        (OpeningRule("youngest"), ("youngest",)),
        (OpeningRule("seat"), ()),
        (OpeningRule(tie=("chance",)), ()),
        (OpeningRule(), ()),
    ],
)
def test_the_age_hint_follows_the_opening_rule(
    opening: OpeningRule, words: tuple[str, ...]
) -> None:
    """R3, A1: the hint says what ages decide in this variant."""
    hint = age_hint(with_changes(TILES, opening=opening))
    assert hint
    for word in ("largest set", "youngest", "oldest"):
        assert (word in hint) == (word in words)


def test_a_variant_summary_is_short() -> None:
    """A variant is compared with the one it is based on, in at most nine lines."""
    variants = catalog.bundled_variants()
    for variant in variants:
        assert len(variant_summary(variant, variants, 74).splitlines()) <= 9
    sprint = variant_summary(catalog.load_variant("sprint"), variants, 74)
    assert "60 points" in sprint
    american = variant_summary(catalog.load_variant("cubes-mindware"), variants, 74)
    assert "oldest" in american
    assert "bag" not in american.partition("·")[2]
    unusual = with_changes(
        TILES,
        pieces__copies=9,
        hand__size=3,
        scoring__lone_piece=9,
        scoring__qwirkle_bonus=1,
        scoring__out_bonus=2,
    )
    unusual = with_changes(
        unusual, name="unusual", players__max=6, hand__open=True, pieces__colours=4
    )
    lines = variant_summary(unusual, variants, 40).splitlines()
    assert len(lines) <= 9
    assert lines[-1].startswith("· ")
    differences = [
        sentence for other in variants for sentence in difference_sentences(other, unusual)
    ]
    assert lines[-1].removeprefix("· ") not in differences


async def test_the_variant_limits_the_number_of_players() -> None:
    """A variant for three or more players starts with three seats."""
    app = QwirkleApp(
        LaunchOptions(variant=with_changes(TILES, name="three", title="Three", players__min=3))
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_setup(pilot, app)
        assert screen.query_one("#count", Select).value == 3
