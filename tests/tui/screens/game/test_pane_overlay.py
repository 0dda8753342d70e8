"""In small terminals the side panes open over the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.engine.pieces import Faces, shape_of
from qwirkle.session.availability import Status
from qwirkle.text.status import status_text
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.log import LogPane
from qwirkle.tui.widgets.review import TurnList, TurnPane
from qwirkle.tui.widgets.scores import ScoresPane
from qwirkle.tui.widgets.unseen import UnseenPane
from tests.random_games import random_game
from tests.tui import textual_internals
from tests.tui.conftest import (
    CUBES,
    KeyboardPlayer,
    click,
    human_players,
    make_app,
    small_variant,
    wait_until,
)
from tests.tui.game_setup import current_frame, current_turn, game_view, wait_for_turn
from tests.tui.review_setup import app_of, reviewed, write

SMALL_SIZES = [(60, 20), (79, 24), (120, 20)]


def text_of(app: QwirkleApp) -> str:
    """Return the text on the screen."""
    return "\n".join(strip.text for strip in textual_internals.rendered_strips(app))


def hand_glyphs(faces: Faces) -> str:
    """Return the glyphs of a hand, as a row of the scores shows them."""
    return "".join(GLYPHS[shape_of(face)] for face in faces)


def all_hands_shown(app: QwirkleApp, screen: LocalGameScreen) -> bool:
    """Return True if every player's open dice are on the screen."""
    rows = ["".join(filter(GLYPHS.__contains__, row)) for row in text_of(app).splitlines()]
    return all(hand_glyphs(hand) in rows for hand in screen.session.game.position.hands)


@pytest.mark.parametrize("size", SMALL_SIZES)
async def test_all_panes_can_be_opened_by_keys(size: tuple[int, int]) -> None:
    """v cycles through the panes and back to the board, Esc goes back at once; no key plays."""
    app = make_app(CUBES, human_players(3))
    async with app.run_test(size=size) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        screen = await wait_for_turn(pilot, app)
        board = screen.query_one(BoardPane)
        cell_region, turn_state = board.cell_region((0, 0)), current_turn(screen)
        await pilot.press("v")
        await wait_until(pilot, lambda: all_hands_shown(app, screen))
        await pilot.press("1", "enter", "space", "tab", "u")
        assert current_turn(screen) == turn_state.with_status(Status.BOARD_COVERED)
        assert status_text(Status.BOARD_COVERED, "Ana", {}) in text_of(app)
        await pilot.press("v")
        await wait_until(pilot, lambda: screen.query_one(UnseenPane).region)
        await wait_until(pilot, lambda: str(current_frame(screen).bag) in text_of(app))
        await pilot.press("v")
        await wait_until(pilot, lambda: screen.query_one(LogPane).region)
        await wait_until(pilot, lambda: " 1 " in text_of(app))
        await pilot.press("v")
        await wait_until(pilot, lambda: board.has_focus)
        assert not game_view(screen).has_overlay
        assert board.cell_region((0, 0)) == cell_region
        await pilot.press("v")
        await wait_until(pilot, lambda: all_hands_shown(app, screen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: board.has_focus)
        assert not game_view(screen).has_overlay
        assert replace(current_turn(screen), status=None) == turn_state


@pytest.mark.parametrize("size", SMALL_SIZES)
async def test_all_panes_can_be_opened_by_mouse(size: tuple[int, int]) -> None:
    """A click on the scores opens the panes, tabs switch them, and the key bar leads back."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        await click(pilot, "#score-row")
        await wait_until(pilot, lambda: all_hands_shown(app, screen))
        await pilot.click("#tab-log")
        await wait_until(pilot, lambda: screen.query_one(LogPane).region)
        bar = screen.query_one(KeyBar)
        await wait_until(pilot, lambda: bar.key_column("escape") is not None)
        column = bar.key_column("escape")
        assert column is not None
        await pilot.click(bar, offset=(column + 1, 0))
        await wait_until(pilot, lambda: not game_view(screen).has_overlay)
        assert screen.query_one(BoardPane).has_focus


async def test_an_open_pane_moves_to_the_side_when_the_terminal_grows() -> None:
    """The board is visible again once the panes fit beside it."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("v")
        await wait_until(pilot, lambda: game_view(screen).has_overlay)
        await pilot.resize_terminal(120, 40)
        await wait_until(pilot, lambda: not game_view(screen).has_overlay)
        await wait_until(pilot, lambda: screen.query_one(BoardPane).has_focus)
        panes = [screen.query_one(pane) for pane in (ScoresPane, LogPane, UnseenPane)]
        await wait_until(pilot, lambda: all(pane.region for pane in panes))


async def test_a_small_review_has_all_its_panes(tmp_path: Path) -> None:
    """The list of turns and the scores of a review open over the board too."""
    app = app_of(write(tmp_path, random_game(small_variant(CUBES), 2, seed=6, max_events=20)))
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await reviewed(pilot, app)
        assert not screen.query_one(TurnList).region
        await pilot.press("v")
        await wait_until(pilot, lambda: screen.query_one(TurnPane).region)
        await pilot.press("v")
        await wait_until(pilot, lambda: screen.query_one(TurnList).region)
        await pilot.press("down")
        await wait_until(pilot, lambda: screen.turn_index == 1)
        await pilot.press("v")
        await wait_until(pilot, lambda: screen.query_one(ScoresPane).region)
        await pilot.press("escape")
        await wait_until(pilot, lambda: screen.query_one(BoardPane).has_focus)
        assert app.screen is screen
