"""Every screen as it first appears, reached as a player reaches it: whole, and what it is for.

What is seen at first must be what is seen after the terminal had another size for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import pytest
from textual.containers import ScrollableContainer
from textual.pilot import Pilot
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.widget import Widget
from textual.widgets import Button, OptionList, Static

from qwirkle.engine.variant import Variant
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.command_palette import CommandPaletteScreen
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.games import GamesScreen, RecordsScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.help import HelpScreen
from qwirkle.tui.screens.review import ReviewScreen
from qwirkle.tui.screens.settings import SettingsScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.screens.statistics import StatisticsScreen
from qwirkle.tui.screens.watch import WatchScreen
from qwirkle.tui.widgets.key_bar import KeyBar
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import (
    CUBES,
    MAX_PAUSE,
    TILES,
    KeyboardPlayer,
    app_near_end,
    human_players,
    is_waiting_for_player,
    make_app,
    play_to_end,
    small_variant,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT

LONG = 120.0
"""Seconds after which a screen that is not as it was will not become so."""

SIZES = [(80, 24), (120, 40), (200, 60)]
VARIANTS_AT_SIZES = pytest.mark.parametrize(
    ("variant", "size"),
    [(CUBES, SIZES[0]), (TILES, SIZES[1]), (TILES, SIZES[2])],
    ids=lambda value: value.name if isinstance(value, Variant) else str(value),
)
"""The game that shows more where room is scarce, and the other with more room."""

AT_SIZES = pytest.mark.parametrize("size", SIZES, ids=str)


def scrolls(widget: Widget) -> bool:
    """Whether a widget is inside something that scrolls, so that it may go on below."""
    holders = [each for each in widget.ancestors if isinstance(each, Widget)]
    return any(isinstance(each, ScrollableContainer | ScrollView | OptionList) for each in holders)


def complaints(app: QwirkleApp) -> list[str]:
    """What is cut off or over an edge."""
    found = []
    for widget in app.screen.walk_children(Widget):
        region = widget.region
        if not widget.is_on_screen or not region:
            continue
        inside = range(app.screen.size.width + 1)
        if region.x < 0 or region.right not in inside:
            found.append(f"{widget} goes over a side: {region}")
        if not scrolls(widget) and not app.screen.region.contains_region(region):
            found.append(f"{widget} goes over an edge: {region}")
        if isinstance(widget, Static | Button) and not isinstance(widget, Screen):
            room = widget.content_size
            needed = widget.get_content_height(app.screen.size, app.size, room.width)
            if needed > room.height:
                found.append(f"{widget} needs {needed} rows and has {room.height}")
    bar = next(iter(app.screen.query(KeyBar)), None)
    if bar is not None and bar.region.bottom != app.size.height:
        found.append(f"the keys are not in the last line: {bar.region}")
    return found


async def become(pilot: Pilot[None], found: Callable[[], object], wanted: object) -> None:
    """Wait until what is found is what is wanted: new texts are laid out a moment later."""
    try:
        async with asyncio.timeout(LONG):
            await wait_until(pilot, lambda: found() == wanted)
    except TimeoutError:
        assert found() == wanted


def tells(app: QwirkleApp, words: Sequence[str]) -> bool:
    """Whether all of this stands on the screen."""
    text = text_of(app)
    return all(word in text for word in words)


async def settled(pilot: Pilot[None], app: QwirkleApp) -> str:
    """The text of the screen once it stays the same: parts of it may be mounted a moment later."""
    before, text = "", text_of(app)
    while text != before:
        await pilot.pause(MAX_PAUSE)
        await pilot.pause()
        before, text = text, text_of(app)
    return text


async def looked_at(
    pilot: Pilot[None], app: QwirkleApp, kind: type, size: tuple[int, int], *words: str
) -> None:
    """Look at a screen as it first appears; at two sizes, once more after another one."""
    await wait_for_screen(pilot, app, kind)
    await wait_until(pilot, lambda: tells(app, words))
    await become(pilot, lambda: complaints(app), [])
    first = await settled(pilot, app)
    assert len(first.splitlines()) == size[1]
    if size == SIZES[1]:
        return  # the other two sizes come by this one
    other = SIZES[1]
    await pilot.resize_terminal(*other)
    await wait_until(pilot, lambda: len(text_of(app).splitlines()) == other[1])
    await pilot.resize_terminal(*size)
    await become(pilot, lambda: text_of(app), first)


@VARIANTS_AT_SIZES
async def test_from_the_set_up_to_the_table(variant: Variant, size: tuple[int, int]) -> None:
    """The set-up, the first sight of the table, and the help that lies over it."""
    app = QwirkleApp(LaunchOptions(variant=variant, seed=7))
    async with app.run_test(size=size) as pilot:
        await looked_at(pilot, app, SetupScreen, size, variant.title, "Start the game", "against")
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await looked_at(pilot, app, LocalGameScreen, size, "Scores", "your hand", "open with")
        await pilot.press("question_mark")
        await looked_at(pilot, app, HelpScreen, size, "Keys")


@AT_SIZES
async def test_the_doors_of_the_start_screen(size: tuple[int, int]) -> None:
    """What is the same for every game: the start, the settings, the commands, and empty lists."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await looked_at(pilot, app, StartScreen, size, "New game", "Statistics", "Quit")
        for key, kind, words in (
            ("s", StatisticsScreen, ["no finished game"]),
            ("o", SettingsScreen, ["Light theme", "Purist", "Pace"]),
            ("ctrl+p", CommandPaletteScreen, ["Help"]),
            ("w", RecordsScreen, ["Another file"]),
        ):
            await pilot.press(key)
            await looked_at(pilot, app, kind, size, *words)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)


@AT_SIZES
async def test_the_curtain_between_people(size: tuple[int, int]) -> None:
    """Who is next, and what has happened."""
    app = make_app(TILES, human_players(4))
    async with app.run_test(size=size) as pilot:
        await looked_at(pilot, app, HandOffScreen, size, "Next: ", "starts", "Show my hand")


@VARIANTS_AT_SIZES
@pytest.mark.usefixtures("cached_reviews")
async def test_from_the_last_turn_to_the_review(variant: Variant, size: tuple[int, int]) -> None:
    """The end with the whole ranking, the game watched again, and its review."""
    app = app_near_end(small_variant(variant), (*human_players(1), BOT))
    async with app.run_test(size=size) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        await looked_at(pilot, app, EndScreen, size, "Ranking", "1 ", "Ana", "Bo", "Rematch")
        await pilot.press("w")
        await looked_at(pilot, app, WatchScreen, size, "Step 0 of ")
        await pilot.press("escape")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.press("v")
        await wait_for_screen(pilot, app, ReviewScreen)
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await wait_until(pilot, lambda: review.progress.done_count == review.progress.turn_count)
        await wait_until(pilot, lambda: "Reviewing" not in text_of(app))
        await looked_at(pilot, app, ReviewScreen, size, "Turn 1 of ", "lost ")


@AT_SIZES
async def test_the_lists_with_games_in_them(size: tuple[int, int]) -> None:
    """What was played is in the statistics and in the list of records; what waits, in its list."""
    for left, seed in ((0, 7), (6, 8)):
        host = GameSession.new(small_variant(CUBES), (*human_players(1), BOT), seed)
        play_to_end(host, left)
        host.record.close()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        for key, kind in (("s", StatisticsScreen), ("w", RecordsScreen), ("g", GamesScreen)):
            await pilot.press(key)
            await looked_at(pilot, app, kind, size, "Ana", "Bo")
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)
