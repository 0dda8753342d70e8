"""Where the side has no room, its panes are pages over the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.engine.pieces import Faces, shape_of
from qwirkle.session.availability import Status
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.review import TurnList
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
from tests.tui.game_setup import wait_for_turn
from tests.tui.screens.test_review import app_of, reviewed, write

CRAMPED = [(60, 20), (79, 24), (120, 20)]


def text_of(app: QwirkleApp) -> str:
    """What the screen says."""
    return "\n".join(strip.text for strip in textual_internals.rendered_strips(app))


def signs_of(faces: Faces) -> str:
    """The signs of a hand, as a row of the scores has them."""
    return "".join(GLYPHS[shape_of(face)] for face in faces)


def all_hands_shown(app: QwirkleApp, table: LocalGameScreen) -> bool:
    """Whether everybody's open dice can be read."""
    rows = ["".join(sign for sign in row if sign in GLYPHS) for row in text_of(app).splitlines()]
    return all(signs_of(hand) in rows for hand in table.session.game.position.hands)


@pytest.mark.parametrize("size", CRAMPED)
async def test_all_panes_are_reached_by_keys(size: tuple[int, int]) -> None:
    """v goes through the panes and back to the board, Esc goes back at once, and nobody plays."""
    app = make_app(CUBES, human_players(3))
    async with app.run_test(size=size) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        table = await wait_for_turn(pilot, app)
        board = table.query_one(BoardPane)
        place, desk = board.cell_region((0, 0)), table.presenter.turn_state
        await pilot.press("v")
        await wait_until(pilot, lambda: all_hands_shown(app, table))
        await pilot.press("1", "enter", "space", "tab", "u")
        assert table.presenter.turn_state == desk.with_status(Status.BOARD_COVERED)
        assert "Esc shows it again" in text_of(app)
        await pilot.press("v")
        await wait_until(pilot, lambda: "In the bag" in text_of(app))
        await pilot.press("v")
        await wait_until(pilot, lambda: " 1 " in text_of(app) and "starts" in text_of(app))
        await pilot.press("v")
        await wait_until(pilot, lambda: board.has_focus)
        assert not table._game_view.has_overlay
        assert board.cell_region((0, 0)) == place
        await pilot.press("v")
        await wait_until(pilot, lambda: all_hands_shown(app, table))
        await pilot.press("escape")
        await wait_until(pilot, lambda: board.has_focus)
        assert not table._game_view.has_overlay
        assert replace(table.presenter.turn_state, status=None) == desk


@pytest.mark.parametrize("size", CRAMPED)
async def test_all_panes_are_reached_by_mouse(size: tuple[int, int]) -> None:
    """A click on the scores opens the panes, tabs turn them, and the line of keys leads back."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        await click(pilot, "#score-row")
        await wait_until(pilot, lambda: all_hands_shown(app, table))
        await pilot.click("#tab-log")
        await wait_until(pilot, lambda: "starts" in text_of(app))
        bar = table.query_one(KeyBar)
        await wait_until(pilot, lambda: bar.key_column("escape") is not None)
        column = bar.key_column("escape")
        assert column is not None
        await pilot.click(bar, offset=(column + 1, 0))
        await wait_until(pilot, lambda: not table._game_view.has_overlay)
        assert table.query_one(BoardPane).has_focus


async def test_a_page_ends_where_the_side_has_room() -> None:
    """When the terminal grows, the panes go to the side and the board is seen again."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=(60, 20)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("v")
        await wait_until(pilot, lambda: table._game_view.has_overlay)
        await pilot.resize_terminal(120, 40)
        await wait_until(pilot, lambda: not table._game_view.has_overlay)
        await wait_until(pilot, lambda: table.query_one(BoardPane).has_focus)
        await wait_until(
            pilot, lambda: all(part in text_of(app) for part in ("Scores", "Log", "bag"))
        )


async def test_a_narrow_review_has_all_its_panes(tmp_path: Path) -> None:
    """The list of turns and the scores of a review are pages, too."""
    app = app_of(write(tmp_path, random_game(small_variant(CUBES), 2, seed=6, most_events=20)))
    async with app.run_test(size=(60, 20)) as pilot:
        screen = await reviewed(pilot, app)
        assert not screen.query_one(TurnList).region
        await pilot.press("v")
        await wait_until(pilot, lambda: "This turn" in text_of(app))
        await pilot.press("v")
        await wait_until(pilot, lambda: "points, loss, luck" in text_of(app))
        await pilot.press("down")
        await wait_until(pilot, lambda: screen.turn_index == 1)
        await pilot.press("v")
        await wait_until(pilot, lambda: "─ Scores ─" in text_of(app))
        await pilot.press("escape")
        await wait_until(pilot, lambda: screen.query_one(BoardPane).has_focus)
        assert app.screen is screen
