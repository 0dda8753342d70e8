"""Keys and terminal sizes of the game screen."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from qwirkle.engine.variant import Variant
from qwirkle.session.availability import Status
from qwirkle.session.draft import TurnMode
from qwirkle.tui.drawing.glyphs import ZOOMS
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
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    current_status,
    current_turn,
    playable_slots,
    set_position,
    wait_for_turn,
)


def expected_parts(columns: int, rows: int) -> set[str]:
    """Return the parts that fit in a terminal of this size."""
    if columns < 40 or rows < 12:
        return {"too-small"}
    if columns < 80 or rows < 24:
        return {"board", "score-row"}
    return {"board", "side"} | ({"tabs"} if columns < 110 else set())


def shown_parts(screen: LocalGameScreen) -> set[str]:
    """Return the parts that are displayed."""
    names = ("too-small", "board", "score-row", "side", "tabs")
    return {name for name in names if any(is_shown(part) for part in screen.query(f"#{name}"))}


def is_shown(part: Widget) -> bool:
    """Return True if neither the widget nor any of its ancestors is hidden."""
    return all(node.display for node in part.ancestors_with_self if isinstance(node, Widget))


def is_laid_out(screen: LocalGameScreen, size: tuple[int, int]) -> bool:
    """Return True if the layout is right for a size: its parts, and the zoom."""
    parts, board = expected_parts(*size), screen.query_one(BoardPane)
    max_zoom = ZOOMS[-1] if size[0] >= 80 and size[1] >= 24 else 2
    fits = board.size.height >= 2 and board.zoom <= max_zoom
    return shown_parts(screen) == parts and (fits or "too-small" in parts)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_the_game_screen_works_at_every_size(variant: Variant) -> None:
    """From 20x3 to 300x100 nothing breaks, and resizing during a turn loses nothing."""
    app = make_app(variant, (*human_players(1), BOT))
    async with app.run_test(size=(120, 40)) as pilot:
        player = KeyboardPlayer(pilot, app)
        await player.play_game(1)
        screen = await wait_for_turn(pilot, app)
        draft = current_turn(screen).draft
        if draft is not None and draft.mode is TurnMode.ROLL:
            await pilot.press("escape")
        draft = current_turn(screen).draft
        slot = min(playable_slots(draft)) if draft else 0
        await pilot.press(str(slot + 1))
        draft = current_turn(screen).draft
        sizes = [(30, 8), (39, 40), (40, 12), (79, 24), (80, 23), (80, 24), (109, 30), (110, 24)]
        for size in [*sizes, (300, 100), (20, 3), (300, 5), (120, 40)]:
            await pilot.resize_terminal(*size)
            await wait_until(pilot, lambda size=size: is_laid_out(screen, size))  # type: ignore[misc]
            if "too-small" in expected_parts(*size):
                await pilot.press("1", "2", "escape", "enter")
                continue
            assert screen.query_one(HandPane).size.width > 0
            assert app.export_screenshot()
        assert current_turn(screen).draft == draft


async def test_every_action_has_a_command_and_an_id() -> None:
    """The command palette offers every action that has a key, and every binding has an id."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        titles = {command.title for command in app.get_system_commands(screen)}
        for active in screen.active_bindings.values():
            if active.enabled and not active.binding.system:
                assert active.binding.id or active.binding.action == "command_palette"
                if active.binding.action != "command_palette":
                    assert active.binding.description in titles


async def test_the_key_bar_shows_what_applies_now() -> None:
    """The key bar shows Enter only if there is something to play."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        bar = screen.query_one(KeyBar)
        await wait_until(pilot, lambda: bar.key_column("t") is not None)
        assert bar.key_column("enter") is None
        await pilot.press("1", "tab", "space")
        await wait_until(pilot, lambda: bar.key_column("enter") is not None)


async def test_a_hint_marks_the_best_turns() -> None:
    """i asks for hints, and the best cells are marked with letters."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: screen.frame and screen.frame.hinted)
        assert current_status(screen) is Status.HINTS
        assert "A" in {mark.letter for mark in current_frame(screen).hinted}
        assert "A" in banner_text(screen)
        await pilot.press("1")
        assert current_draft(screen).picked_slot == 0


@pytest.mark.parametrize(
    ("variant", "size", "zoom"),
    [(TILES, (80, 24), 3), (CUBES, (120, 40), 5), (TILES, (200, 60), 7)],
)
async def test_pieces_are_as_large_as_the_terminal_allows(
    variant: Variant, size: tuple[int, int], zoom: int
) -> None:
    """A new board is drawn large; a grown one never too small to tell shapes apart."""
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
