"""Keys and sizes of the table."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from qwirkle.engine.variant import Variant
from qwirkle.session.draft import TurnMode
from qwirkle.tui.drawing.appearance import ZOOMS
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.key_bar import KeyBar
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    game_screen,
    human_players,
    is_waiting_for_player,
    make_app,
    wait_until,
)
from tests.tui.game_setup import BOT, banner_text, playable_slots, set_position, wait_for_turn


def parts_at(columns: int, rows: int) -> set[str]:
    """What a terminal of this size has room for."""
    if columns < 40 or rows < 12:
        return {"too-small"}
    if columns < 80 or rows < 24:
        return {"board", "score-row"}
    return {"board", "side"} | ({"tabs"} if columns < 110 else set())


def shown_parts(table: LocalGameScreen) -> set[str]:
    """What of that is there, once the layout follows the size."""
    names = ("too-small", "board", "score-row", "side", "tabs")
    return {name for name in names if any(is_shown(part) for part in table.query(f"#{name}"))}


def is_shown(part: Widget) -> bool:
    """Whether neither a part nor anything around it is hidden."""
    return all(node.display for node in part.ancestors_with_self if isinstance(node, Widget))


def is_laid_out(table: LocalGameScreen, size: tuple[int, int]) -> bool:
    """Whether the table is as it is to be at a size: small pieces where there is little room."""
    parts, board = parts_at(*size), table.query_one(BoardPane)
    most = ZOOMS[-1] if size[0] >= 80 and size[1] >= 24 else 2
    fits = board.size.height >= 2 and board.zoom <= most
    return shown_parts(table) == parts and (fits or "too-small" in parts)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_every_size_shows_a_table_or_says_that_it_is_too_small(variant: Variant) -> None:
    """From 30x8 to 300x100 nothing breaks and nothing is lost while the size changes in play."""
    app = make_app(variant, (*human_players(1), BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        hands = KeyboardPlayer(pilot, app)
        await hands.play_game(1)
        table = await wait_for_turn(pilot, app)
        if (
            table.presenter.turn_state.draft is not None
            and table.presenter.turn_state.draft.mode is TurnMode.ROLL
        ):
            await pilot.press("escape")
        slot = (
            min(playable_slots(table.presenter.turn_state.draft))
            if table.presenter.turn_state.draft
            else 0
        )
        await pilot.press(str(slot + 1))
        begun = table.presenter.turn_state.draft
        sizes = [(30, 8), (39, 40), (40, 12), (79, 24), (80, 23), (80, 24), (109, 30), (110, 24)]
        for size in [*sizes, (300, 100), (20, 3), (300, 5), (120, 40)]:
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda size=size: is_laid_out(table, size))  # type: ignore[misc]
            if "too-small" in parts_at(*size):
                await pilot.press("1", "2", "escape", "enter")
                continue
            assert table.query_one(HandPane).size.width > 0
            assert app.export_screenshot()
        assert table.presenter.turn_state.draft == begun


async def test_every_action_has_a_command_and_an_id() -> None:
    """The palette offers all that the keys do, and no key is without an id."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        titles = {command.title for command in app.get_system_commands(table)}
        for active in table.active_bindings.values():
            if active.enabled and not active.binding.system:
                assert active.binding.id or active.binding.action == "command_palette"
                if active.binding.action != "command_palette":
                    assert active.binding.description in titles


async def test_the_key_bar_shows_what_applies_now() -> None:
    """Enter is shown only when there is something to commit."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        bar = table.query_one(KeyBar)
        await wait_until(pilot, lambda: bar.key_column("t") is not None)
        assert bar.key_column("enter") is None
        await pilot.press("1", "tab", "space")
        await wait_until(pilot, lambda: bar.key_column("enter") is not None)


async def test_a_hint_marks_the_best_turns() -> None:
    """i asks the analysis, and its best cells are marked with letters."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.frame and table.frame.hinted)
        assert "A: lay" in banner_text(table)
        await pilot.press("1")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.picked_slot == 0


@pytest.mark.parametrize(
    ("variant", "size", "zoom"),
    [(TILES, (80, 24), 3), (CUBES, (120, 40), 5), (TILES, (200, 60), 7)],
)
async def test_pieces_are_as_large_as_the_terminal_allows(
    variant: Variant, size: tuple[int, int], zoom: int
) -> None:
    """A fresh table is drawn large; a grown one never smaller than shapes can be told at."""
    app = make_app(variant, human_players(2))
    async with app.run_test(size=size) as pilot:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await wait_until(pilot, lambda: game_screen(app).query_one(BoardPane).zoom == zoom)
        await KeyboardPlayer(pilot, app).play_game(8)
        board = game_screen(app).query_one(BoardPane)
        assert 3 <= board.zoom <= zoom
        frame = game_screen(app).frame
        assert frame is not None
        assert frame.last
        assert all(board.viewport.is_visible((x, y)) for _, x, y in frame.last)
