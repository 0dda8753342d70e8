"""Every main screen as it first appears: complete, and useful.

Resizing the terminal and back changes nothing on it.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
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
from qwirkle.tui.screens.games import RecordsScreen, UnfinishedGamesScreen
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
    game_screen,
    human_players,
    is_waiting_for_player,
    make_app,
    play_to_end,
    small_variant,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import BOT, current_frame

SCREEN_TIMEOUT = 120.0
"""Seconds to wait for a screen before the test fails."""

SIZES = [(80, 24), (120, 40), (200, 60)]
VARIANTS_AT_SIZES = pytest.mark.parametrize(
    ("variant", "size"),
    [(CUBES, SIZES[0]), (TILES, SIZES[1]), (TILES, SIZES[2])],
    ids=lambda value: value.name if isinstance(value, Variant) else str(value),
)
"""Cubes show more, so they are tested at the smallest size; tiles at the others."""

AT_SIZES = pytest.mark.parametrize("size", SIZES, ids=str)


def is_scrollable(widget: Widget) -> bool:
    """Return True if an ancestor scrolls, so that the widget may extend below the screen."""
    return any(
        isinstance(ancestor, ScrollableContainer | ScrollView | OptionList)
        for ancestor in widget.ancestors
    )


def layout_errors(app: QwirkleApp) -> list[str]:
    """Return what is cut off or overflows."""
    errors = []
    for widget in app.screen.walk_children(Widget):
        region = widget.region
        if not widget.is_on_screen or not region:
            continue
        if region.x < 0 or not 0 <= region.right <= app.screen.size.width:
            errors.append(f"{widget} extends past a side: {region}")
        if not is_scrollable(widget) and not app.screen.region.contains_region(region):
            errors.append(f"{widget} extends past an edge: {region}")
        if isinstance(widget, Static | Button) and not isinstance(widget, Screen):
            size = widget.content_size
            needed = widget.get_content_height(app.screen.size, app.size, size.width)
            if needed > size.height:
                errors.append(f"{widget} needs {needed} rows and has {size.height}")
    bar = next(iter(app.screen.query(KeyBar)), None)
    if bar is not None and bar.region.bottom != app.size.height:
        errors.append(f"the key bar isn't in the last row: {bar.region}")
    return errors


async def wait_for_value(pilot: Pilot[None], value: Callable[[], object], expected: object) -> None:
    """Wait until a value is as expected; new texts are laid out a moment later."""
    try:
        async with asyncio.timeout(SCREEN_TIMEOUT):
            await wait_until(pilot, lambda: value() == expected)
    except TimeoutError:
        assert value() == expected


def shows(app: QwirkleApp, words: Sequence[str]) -> bool:
    """Return True if all of these words are on the screen."""
    text = text_of(app)
    return all(word in text for word in words)


async def settled_text(pilot: Pilot[None], app: QwirkleApp) -> str:
    """Return the text of the screen once it stops changing; parts may be mounted later."""
    before, text = "", text_of(app)
    while text != before:
        await pilot.pause(MAX_PAUSE)
        await pilot.pause()
        before, text = text, text_of(app)
    return text


async def check_screen(
    pilot: Pilot[None], app: QwirkleApp, kind: type, size: tuple[int, int], *words: str
) -> None:
    """Check a screen as it first appears and, except at the middle size, again after a resize."""
    await wait_for_screen(pilot, app, kind)
    await wait_until(pilot, lambda: shows(app, words))
    await wait_for_value(pilot, lambda: layout_errors(app), [])
    first = await settled_text(pilot, app)
    assert len(first.splitlines()) == size[1]
    if size == SIZES[1]:
        return  # the other sizes are resized to this one and back
    await pilot.resize_terminal(*SIZES[1])
    await wait_until(pilot, lambda: len(text_of(app).splitlines()) == SIZES[1][1])
    await pilot.resize_terminal(*size)
    await wait_for_value(pilot, lambda: text_of(app), first)


@VARIANTS_AT_SIZES
async def test_setup_game_and_help_screens_are_complete(
    variant: Variant, size: tuple[int, int]
) -> None:
    """The setup screen, the new game and the help over it have the right layout."""
    app = QwirkleApp(LaunchOptions(variant=variant, seed=7))
    async with app.run_test(size=size) as pilot:
        await check_screen(pilot, app, SetupScreen, size, variant.title, "Start", "against")
        await pilot.press("ctrl+s")
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        hand_title = current_frame(game_screen(app)).hand_title
        assert hand_title
        await check_screen(pilot, app, LocalGameScreen, size, "Scores", hand_title)
        await pilot.press("question_mark")
        await check_screen(pilot, app, HelpScreen, size, "Keys")


@AT_SIZES
async def test_the_start_screen_and_its_pages_are_complete(size: tuple[int, int]) -> None:
    """The start screen, settings, command palette and empty lists have the right layout."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await check_screen(pilot, app, StartScreen, size, "New game", "Statistics", "Quit")
        for key, kind, words in (
            ("s", StatisticsScreen, ["no finished game"]),
            ("o", SettingsScreen, ["Light theme", "Purist", "Pace"]),
            ("ctrl+p", CommandPaletteScreen, ["Help"]),
            ("w", RecordsScreen, ["Another file"]),
        ):
            await pilot.press(key)
            await check_screen(pilot, app, kind, size, *words)
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)


@AT_SIZES
async def test_the_hand_off_screen_is_complete(size: tuple[int, int]) -> None:
    """The hand-off screen shows who is next and what has happened."""
    app = make_app(TILES, human_players(4))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        session = game_screen(app).session
        name = session.players[session.seat_to_move].name
        button = str(app.screen.query_one("#show-hand", Button).label)
        await check_screen(pilot, app, HandOffScreen, size, name, "starts", button)


@VARIANTS_AT_SIZES
@pytest.mark.usefixtures("cached_reviews")
async def test_result_replay_and_review_are_complete(
    variant: Variant, size: tuple[int, int]
) -> None:
    """The result with its ranking, the replay and the review have the right layout."""
    app = app_near_end(small_variant(variant), (*human_players(1), BOT))
    async with app.run_test(size=size) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        await check_screen(pilot, app, EndScreen, size, "Ranking", "1 ", "Ana", "Bo", "Rematch")
        await pilot.press("w")
        await check_screen(pilot, app, WatchScreen, size, "Step 0 of ")
        await pilot.press("escape")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.press("v")
        await wait_for_screen(pilot, app, ReviewScreen)
        review = app.screen
        assert isinstance(review, ReviewScreen)
        await wait_until(pilot, lambda: review.progress.done_count == review.progress.turn_count)
        await wait_until(pilot, lambda: "Reviewing" not in text_of(app))
        await check_screen(pilot, app, ReviewScreen, size, "Turn 1 of ", "lost ")


@AT_SIZES
async def test_lists_of_games_are_complete(size: tuple[int, int]) -> None:
    """Statistics, records and saved games have the right layout when they list games."""
    for pieces_left, seed in ((0, 7), (6, 8)):
        session = GameSession.new(small_variant(CUBES), (*human_players(1), BOT), seed)
        play_to_end(session, pieces_left)
        session.record.close()
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        for key, kind in (
            ("s", StatisticsScreen),
            ("w", RecordsScreen),
            ("g", UnfinishedGamesScreen),
        ):
            await pilot.press(key)
            await check_screen(pilot, app, kind, size, "Ana", "Bo")
            await pilot.press("escape")
            await wait_for_screen(pilot, app, StartScreen)


def test_the_game_screen_loads_without_numpy() -> None:
    """Loading numpy would double the time to the first paint."""
    program = "import sys, qwirkle.tui.app, qwirkle.tui.screens.game; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "qwirkle.presenter.presenter" in loaded.stdout.split()
    assert "numpy" not in loaded.stdout.split()
