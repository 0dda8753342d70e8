"""The layout of the screens, and the texts and charts of the end screen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList, Select, Static

from qwirkle import catalog
from qwirkle.bots.registry import bot_names
from qwirkle.game import Game
from qwirkle.presenter.frame import (
    PlayerResult,
    TurnScore,
    build_frame,
    build_player_results,
    running_scores,
)
from qwirkle.records.players import Player
from qwirkle.session.history import SeatHistory
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.drawing.title import render_title
from qwirkle.tui.keymap import (
    ACTION_DESCRIPTIONS,
    action_name,
    describe_binding,
    remappable_bindings,
)
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.end import EndScreen, render_ranking, render_round_bars
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.help import GROUPED_ACTIONS, HelpScreen, collect_keys
from qwirkle.tui.screens.settings import SettingsScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.widgets.responsive_text import ResponsiveText
from tests.random_games import random_game
from tests.tools.pictures.scenes import best_move
from tests.tui.conftest import (
    CUBES,
    TILES,
    game_screen,
    human_players,
    make_app,
    small_variant,
    wait_until,
)
from tests.tui.game_setup import current_turn
from tests.tui.pane_app import HOSTILE_NAMES

SIZES = [(40, 12), (80, 24), (120, 40), (200, 60)]


def finished_game(players: int = 3) -> Game:
    """Return a random game that is over."""
    return random_game(small_variant(CUBES), players, seed=3)


def player_result(points: tuple[int, ...], name: str = "Ana", seat: int = 0) -> PlayerResult:
    """Return a player's result with these points per turn."""
    turns = tuple(TurnScore(number, score) for number, score in enumerate(points, 1))
    return PlayerResult(name, "human", seat, 1 + seat, sum(points), turns)


async def open_end_screen(pilot: Pilot[None], app: QwirkleApp) -> EndScreen:
    """Play the open game to its end, and open the end screen."""
    await wait_until(pilot, lambda: app.session is not None)
    assert app.session is not None
    session = app.session
    while not session.game.is_over:
        session.play(session.seat_to_move, best_move(session.game.position))
    frame = build_frame(session.history(None), None)
    assert frame.result is not None
    screen = EndScreen(frame, frame.result, str(session.record.path))
    app.push_screen(screen)
    await wait_until(pilot, lambda: app.screen is screen and screen.is_mounted)
    await pilot.pause()
    return screen


def is_visible(screen: EndScreen | SetupScreen | StartScreen, widget: Widget) -> bool:
    """Check whether all of a widget is on the screen."""
    return screen.region.contains_region(widget.region) and widget.region.area > 0


# Rendering


@pytest.mark.parametrize("columns", [30, 36, 76, 116, 176])
@pytest.mark.parametrize(
    "look", [Appearance(), Appearance(ascii=True), Appearance(colour_depth="none")], ids=str
)
def test_the_ranking_and_the_bars_fit_their_width(look: Appearance, columns: int) -> None:
    """No line is too long, and the scores of the ranking are right-aligned."""
    game = finished_game()
    players = tuple(
        Player(name, player.age, player.kind)
        for name, player in zip(HOSTILE_NAMES, game.header.players, strict=False)
    )
    results = build_player_results(SeatHistory(players, None).with_events(game.active_history))
    ranking = render_ranking(results, "die", look, columns).split("\n")
    assert len(ranking) == 1 + len(results)
    end = ranking[0].plain.index("points") + len("points")
    for line, each in zip(ranking[1:], results, strict=True):
        assert line[: end - (line.cell_len - len(line.plain))].plain.endswith(str(each.score))
    for rows in (2, 3, 6):
        bars = render_round_bars(results, look, columns, rows).split("\n")
        assert len(bars) == rows * len(results) + 2
        assert max(line.cell_len for line in (*ranking, *bars)) <= columns


def test_bars_are_proportional_to_points() -> None:
    """The best turn's bar has full height; a turn without points has no bar."""
    text = render_round_bars((player_result((8, 0, 16)),), Appearance(), 70, 3).plain.splitlines()
    assert "16" in text[0]
    first, last = text[2].index("█"), text[2].rindex("█")
    assert text[1][last] == "█"
    assert text[1][first] != "█"
    assert "-" in text[2][first:last]
    assert text[-1].split() == ["round", "1", "2", "3"]


def test_a_chart_of_many_rounds_is_cut() -> None:
    """A chart with more rounds than columns is cut, not wrapped."""
    text = render_round_bars((player_result((5,) * 200),), Appearance(), 40, 2)
    assert max(line.cell_len for line in text.split("\n")) <= 40


def test_a_player_without_a_turn_has_a_result() -> None:
    """A player without a turn has no best turn and an average of 0."""
    result = player_result(())
    assert (result.best_points, result.average_points, result.best_turn.turn) == (0, 0.0, 0)
    assert "0.0" in render_ranking((result,), "tile", Appearance(), 80).plain
    assert render_round_bars((result,), Appearance(), 80, 2).plain


def test_the_running_scores_end_with_the_result() -> None:
    """Running scores start at 0, never fall, and end with the final scores."""
    game = finished_game()
    scores = running_scores(SeatHistory(game.header.players, None).with_events(game.active_history))
    assert scores[0] == (0, 0, 0)
    assert scores[-1] == game.position.scores
    for before, after in pairwise(scores):
        assert all(old <= new for old, new in zip(before, after, strict=True))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(
    "look", [Appearance(), Appearance(ascii=True), Appearance(letters=True)], ids=str
)
def test_the_title_fits_every_size(look: Appearance, columns: int, rows: int) -> None:
    """The title is never wider than the screen, nor higher than half of it."""
    lines = render_title(look, columns, rows).split("\n")
    assert max(line.cell_len for line in lines) <= columns
    assert len(lines) <= max(1, rows // 2)


# Screens


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_end_screen_keeps_its_buttons_visible(size: tuple[int, int]) -> None:
    """Every button is visible at every size; from 80x24 on, so is everything else."""
    players = (Player("[/]", 9), Player("[bold red]Bo", 41), *human_players(2))
    app = make_app(small_variant(CUBES), players)
    async with app.run_test(size=size) as pilot:
        screen = await open_end_screen(pilot, app)
        for name in ("rematch", "new", "watch", "review", "close"):
            assert is_visible(screen, screen.query_one(f"#{name}"))
        if size >= (80, 24):
            assert screen.query_one(".content").max_scroll_y == 0
            assert is_visible(screen, screen.query_one("#ranking"))
        text = "\n".join(str(each.visual) for each in screen.query(Static))
        assert "[/]" in text
        assert "[bold red]Bo" in text


async def test_a_larger_end_screen_shows_more() -> None:
    """The best turn's pictures and the score chart appear if they fit."""
    app = make_app(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_end_screen(pilot, app)
        assert not screen.query_one("#scores-chart").display
        await pilot.resize_terminal(200, 60)
        await wait_until(pilot, lambda: screen.query_one("#scores-chart").display)
        assert screen.query_one("#best").display


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_start_screen_is_centred(size: tuple[int, int]) -> None:
    """The whole menu is visible and centred."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, StartScreen)
        menu = screen.query_one("#menu")
        assert is_visible(screen, menu)
        assert abs(menu.region.x - (size[0] - menu.region.right)) <= 1


async def test_the_start_screen_lists_unfinished_games() -> None:
    """An unfinished game is listed with names and scores, and Enter resumes it."""
    app = make_app(CUBES, (Player("[/] Zoe", 9), *human_players(1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        app.open_start()
        await wait_until(
            pilot, lambda: isinstance(app.screen, StartScreen) and app.screen.is_mounted
        )
        await pilot.pause()
        resumable = app.screen.query_one("#resumable", OptionList)
        await wait_until(pilot, lambda: resumable.display)
        assert "[/] Zoe 0" in str(resumable.get_option_at_index(0).prompt)
        resumable.focus()
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        assert game_screen(app).session.players[0].name == "[/] Zoe"


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_the_start_button_of_setup_is_always_visible(size: tuple[int, int]) -> None:
    """With four players of any variant, the button is visible; at 80x24 nothing scrolls."""
    app = QwirkleApp(LaunchOptions(players=human_players(4)))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, SetupScreen))
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        for number in range(len(catalog.bundled_variants())):
            screen.query_one("#variant", Select).value = number
            await pilot.pause()
            assert is_visible(screen, screen.query_one("#start"))
            if size >= (80, 24):
                assert screen.query_one(".content").max_scroll_y == 0


async def test_tab_moves_through_setup_in_reading_order() -> None:
    """Tab goes from the variant through the seats to the buttons."""
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, SetupScreen))
        app.screen.query_one("#variant").focus()
        focused = ["variant"]
        while focused[-1] != "back":
            await pilot.press("tab")
            assert app.focused is not None
            focused.append(str(app.focused.id))
        seats = [f"{part}-{seat}" for seat in (0, 1) for part in ("name", "age", "kind")]
        assert focused == ["variant", "count", *seats, "start", "back"]


def test_every_bundled_bot_has_a_description() -> None:
    """Every bundled bot has its own description; other bots have their name."""
    from qwirkle.tui.screens.setup import describe_bot

    assert all(":" in describe_bot(name) for name in bot_names())
    assert len({describe_bot(name) for name in bot_names()}) == len(bot_names())
    assert "[/]" in describe_bot("[/]")


async def test_help_groups_keys_and_has_a_readable_width() -> None:
    """Number keys and arrows are one entry each, and no rule is wider than 76 columns."""
    app = make_app(TILES, (*human_players(1), Player("Bo", None, "bot:simple")))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(
            pilot,
            lambda: (
                isinstance(app.screen, LocalGameScreen) and current_turn(game_screen(app)).draft
            ),
        )
        groups = collect_keys(game_screen(app))
        entries = {entry.description: entry.keys for group in groups for entry in group.entries}
        assert entries[ACTION_DESCRIPTIONS["pick"]] == "1-6"
        assert entries[GROUPED_ACTIONS["move"]] == "arrows hjkl"
        picks = [each for each in remappable_bindings() if action_name(each) == "pick"]
        assert not {describe_binding(each) for each in picks} & entries.keys()
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.pause()
        assert (
            len(app.screen.query(ResponsiveText)) == len(groups) + 2
        )  # the mouse, and the example
        assert all(rule.content_size.width <= 76 for rule in app.screen.query(".rule"))


@pytest.mark.parametrize(("size", "wide"), [((80, 24), False), ((120, 40), True)])
async def test_a_new_screen_has_its_size_classes_at_once(size: tuple[int, int], wide: bool) -> None:
    """A new screen has the classes of the terminal size before its first resize event."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size):
        screen = SettingsScreen()
        assert screen.has_class("-wide") is wide
        assert screen.has_class("-roomy") is wide
