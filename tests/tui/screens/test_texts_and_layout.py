"""The pages around the table: what they say, and that they fit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import OptionList, Select, Static

from qwirkle import catalog
from qwirkle.bots.registry import bot_names
from qwirkle.engine.events import Finished
from qwirkle.engine.variant import EndRule
from qwirkle.game import Game
from qwirkle.presenter.frame import (
    PlayerResult,
    TurnScore,
    build_frame,
    build_player_results,
    ending_text,
    headline_text,
    running_scores,
)
from qwirkle.records.schema import Header, Player
from qwirkle.session.history import SeatHistory
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.appearance import Appearance
from qwirkle.tui.drawing.title import render_title
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.end import EndScreen, render_ranking, render_round_bars
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.help import HelpScreen, collect_keys
from qwirkle.tui.screens.settings import SettingsScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.widgets.text import ResponsiveText
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
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
from tests.tui.pane_app import HOSTILE_NAMES

SIZES = [(40, 12), (80, 24), (120, 40), (200, 60)]


def finished(players: int = 3) -> Game:
    """A random game that is over."""
    return random_game(small_variant(CUBES), players, seed=3)


def account(gains: tuple[int, ...], name: str = "Ana", seat: int = 0) -> PlayerResult:
    """A player with such turns."""
    turns = tuple(TurnScore(number, points) for number, points in enumerate(gains, 1))
    return PlayerResult(name, "human", seat, 1 + seat, sum(gains), turns)


async def end_of(pilot: Pilot[None], app: QwirkleApp) -> EndScreen:
    """Play the game on the table to its end, and open the end screen."""
    await wait_until(pilot, lambda: app.session is not None)
    assert app.session is not None
    host = app.session
    while not host.game.is_over:
        host.play(host.seat_to_move, best_move(host.game.position))
    shown = build_frame(host.history(None), None)
    assert shown.result is not None
    screen = EndScreen(shown, shown.result, str(host.record.path))
    app.push_screen(screen)
    await wait_until(pilot, lambda: app.screen is screen and screen.is_mounted)
    await pilot.pause()
    return screen


def inside(screen: EndScreen | SetupScreen | StartScreen, widget: Widget) -> bool:
    """Whether all of a widget is on the screen."""
    return screen.region.contains_region(widget.region) and widget.region.area > 0


# Pure


@pytest.mark.parametrize("columns", [30, 36, 76, 116, 176])
@pytest.mark.parametrize(
    "look", [Appearance(), Appearance(ascii=True), Appearance(colour_depth="none")], ids=str
)
def test_the_ranking_and_the_bars_fit_their_room(look: Appearance, columns: int) -> None:
    """No line is longer than the room, and each column of the ranking ends at one place."""
    game = finished()
    players = tuple(
        Player(name, player.age, player.kind)
        for name, player in zip(HOSTILE_NAMES, game.header.players, strict=False)
    )
    accounts = build_player_results(SeatHistory(players, None).with_events(game.active_history))
    ranking = render_ranking(accounts, "die", look, columns).split("\n")
    assert len(ranking) == 1 + len(accounts)
    end = ranking[0].plain.index("points") + len("points")
    for line, each in zip(ranking[1:], accounts, strict=True):
        assert line[: end - (line.cell_len - len(line.plain))].plain.endswith(str(each.score))
    for rows in (2, 3, 6):
        bars = render_round_bars(accounts, look, columns, rows).split("\n")
        assert len(bars) == rows * len(accounts) + 2
        assert max(line.cell_len for line in (*ranking, *bars)) <= columns


def test_bars_are_as_high_as_their_points() -> None:
    """The best turn fills its rows, a turn without points has no bar, and its points are told."""
    text = render_round_bars((account((8, 0, 16)),), Appearance(), 70, 3).plain.splitlines()
    assert "16" in text[0]
    first, last = text[2].index("█"), text[2].rindex("█")
    assert text[1][last] == "█"
    assert text[1][first] != "█"
    assert "-" in text[2][first:last]
    assert text[-1].split() == ["round", "1", "2", "3"]


def test_many_rounds_have_a_chart_too() -> None:
    """A game of more rounds than columns is cut, not wrapped."""
    text = render_round_bars((account((5,) * 200),), Appearance(), 40, 2)
    assert max(line.cell_len for line in text.split("\n")) <= 40


def test_a_player_without_a_turn_has_an_account() -> None:
    """Whoever never came to play has no best turn and an average of none."""
    nobody = account(())
    assert (nobody.best_points, nobody.average_points, nobody.best_turn.turn) == (0, 0.0, 0)
    assert "0.0" in render_ranking((nobody,), "tile", Appearance(), 80).plain
    assert render_round_bars((nobody,), Appearance(), 80, 2).plain


def test_the_running_scores_lead_to_the_result() -> None:
    """They start at nothing, never fall, and end with the bonus."""
    game = finished()
    scores = running_scores(SeatHistory(game.header.players, None).with_events(game.active_history))
    assert scores[0] == (0, 0, 0)
    assert scores[-1] == game.position.scores
    for before, after in pairwise(scores):
        assert all(old <= new for old, new in zip(before, after, strict=True))


def test_the_headline_tells_a_win_and_a_shared_one() -> None:
    """One winner, several winners, somebody out and nobody out have sentences of their own."""
    alone, shared = Finished(1, 6, (3, 9), (1,)), Finished(None, 0, (5, 5), (0, 1))
    assert headline_text(alone, human_players(2)) == "Ben wins."
    view = Game(Header(TILES, human_players(2), 7)).view(0)
    assert ending_text(view, human_players(2)) == ""
    went = ending_text(replace(view, result=alone), human_players(2))
    assert went == "Ben went out and got 6 points more."
    assert headline_text(shared, human_players(2)) == "Ana, Ben share the win."
    stuck = replace(view, result=shared, consecutive_passes=2)
    assert "no bonus" in ending_text(stuck, human_players(2))


@pytest.mark.parametrize(
    ("rules", "turns", "told"),
    [
        (EndRule(score=60), 9, "The round in which somebody reached 60 points is over."),
        (EndRule(turns=5), 9, "All 5 rounds have been played."),
        (EndRule(score=60, turns=9), 9, "The round in which somebody reached 60 points is over."),
        (EndRule(turns=1), 1, "The only round has been played."),
        (EndRule(turns=5, left_piece=2), 9, "Pieces left in hand: Ana -12, Ben -12."),
    ],
)
def test_other_ends_are_told(rules: EndRule, turns: int, told: str) -> None:
    """A game that a score or a number of rounds has ended says so, and what was taken off."""
    view = Game(Header(TILES, human_players(2), 7)).view(0)
    over = replace(view, variant=with_changes(TILES, end=rules), turns_played=turns)
    over = replace(over, result=Finished(None, 0, (61, 40), (0,)))
    assert told in ending_text(over, human_players(2))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(
    "look", [Appearance(), Appearance(ascii=True), Appearance(letters=True)], ids=str
)
def test_the_title_fits_every_size(look: Appearance, columns: int, rows: int) -> None:
    """The pieces and the name are never wider than the screen, nor taller than half of it."""
    lines = render_title(look, columns, rows).split("\n")
    assert max(line.cell_len for line in lines) <= columns
    assert len(lines) <= max(1, rows // 2)


# On the screen


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_end_screen_fits_and_keeps_its_buttons_in_sight(size: tuple[int, int]) -> None:
    """Every button is on the screen at every size; from 80 by 24 on everything else is too."""
    players = (Player("[/]", 9), Player("[bold red]Bo", 41), *human_players(2))
    app = make_app(small_variant(CUBES), players)
    async with app.run_test(size=size) as pilot:
        screen = await end_of(pilot, app)
        for name in ("rematch", "new", "watch", "review", "table"):
            assert inside(screen, screen.query_one(f"#{name}"))
        if size >= (80, 24):
            assert screen.query_one(".sheet").max_scroll_y == 0
            assert inside(screen, screen.query_one("#ranking"))
        told = "\n".join(str(each.visual) for each in screen.query(Static))
        assert "[/]" in told
        assert "[bold red]Bo" in told


async def test_the_end_screen_shows_more_where_there_is_room() -> None:
    """The pictures of the best turn and the running scores come with the room for them."""
    app = make_app(small_variant(CUBES), human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await end_of(pilot, app)
        assert not screen.query_one("#scores-chart").display
        await pilot.resize_terminal(200, 60)
        await wait_until(pilot, lambda: screen.query_one("#scores-chart").display)
        assert screen.query_one("#best").display


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_start_screen_is_centred(size: tuple[int, int]) -> None:
    """The list of doors is whole, and as far from the left as from the right."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, StartScreen)
        doors = screen.query_one("#doors")
        assert inside(screen, doors)
        assert abs(doors.region.x - (size[0] - doors.region.right)) <= 1


async def test_games_that_wait_are_on_the_start_screen() -> None:
    """An unfinished game is listed with names and scores, and one key press goes on with it."""
    app = make_app(CUBES, (Player("[/] Zoe", 9), *human_players(1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        app.open_start()
        await wait_until(
            pilot, lambda: isinstance(app.screen, StartScreen) and app.screen.is_mounted
        )
        await pilot.pause()
        waiting = app.screen.query_one("#waiting", OptionList)
        await wait_until(pilot, lambda: waiting.display)
        assert "[/] Zoe 0" in str(waiting.get_option_at_index(0).prompt)
        waiting.focus()
        await pilot.press("down", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        assert game_screen(app).session.players[0].name == "[/] Zoe"


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_the_start_button_of_the_set_up_is_always_in_sight(size: tuple[int, int]) -> None:
    """With four players of any ruleset the button is on the screen; at 80 by 24 all of it is."""
    app = QwirkleApp(LaunchOptions(players=human_players(4)))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, SetupScreen))
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        for number in range(len(catalog.bundled_variants())):
            screen.query_one("#variant", Select).value = number
            await pilot.pause()
            assert inside(screen, screen.query_one("#start"))
            if size >= (80, 24):
                assert screen.query_one(".sheet").max_scroll_y == 0


async def test_the_set_up_can_be_done_by_keys_in_reading_order() -> None:
    """Tab goes from the rules over the seats to the button."""
    app = QwirkleApp(LaunchOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, SetupScreen))
        app.screen.query_one("#variant").focus()
        found = ["variant"]
        while found[-1] != "back":
            await pilot.press("tab")
            assert app.focused is not None
            found.append(str(app.focused.id))
        seats = [f"{part}-{seat}" for seat in (0, 1) for part in ("name", "age", "kind")]
        assert found == ["variant", "count", *seats, "start", "back"]


def test_every_bundled_bot_has_an_account_of_its_strength() -> None:
    """The list of who plays says more than the name of each bundled bot."""
    from qwirkle.tui.screens.setup import describe_bot

    assert all(":" in describe_bot(name) for name in bot_names())
    assert len({describe_bot(name) for name in bot_names()}) == len(bot_names())
    assert describe_bot("[/]") == "Bot: [/]"


async def test_help_groups_keys_and_keeps_to_a_readable_width() -> None:
    """Numbers and arrows are one entry each, and no rule is wider than 76 columns."""
    app = make_app(TILES, (*human_players(1), Player("Bo", None, "bot:simple")))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_until(
            pilot,
            lambda: (
                isinstance(app.screen, LocalGameScreen)
                and game_screen(app).presenter.turn_state.draft
            ),
        )
        groups = collect_keys(game_screen(app))
        entries = {entry.description: entry.keys for group in groups for entry in group.entries}
        assert entries["Pick a piece"] == "1-6"
        assert entries["Move the cursor"] == "arrows hjkl"
        assert not any(what.startswith("Pick ") for what in entries if what != "Pick a piece")
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.pause()
        assert (
            len(app.screen.query(ResponsiveText)) == len(groups) + 2
        )  # the mouse, and the example
        assert all(rule.content_size.width <= 76 for rule in app.screen.query(".rule"))


@pytest.mark.parametrize(("size", "wide"), [((80, 24), False), ((120, 40), True)])
async def test_a_page_knows_its_room_before_its_first_frame(
    size: tuple[int, int], wide: bool
) -> None:
    """A new screen is laid out for the size of the terminal from the start."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=size):
        page = SettingsScreen()
        assert page.has_class("-wide") is wide
        assert page.has_class("-roomy") is wide
