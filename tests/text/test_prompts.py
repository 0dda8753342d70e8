"""Instructions, previews and goals as text."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qwirkle.engine.events import Opened
from qwirkle.engine.moves import Pass, Redraw, Roll
from qwirkle.engine.variant import EndRule, TradeRule
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.records.schema import Header
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.text.prompts import forced_move_text, goal_text, instruction_text, points_preview_text
from tests.engine.game_builder import (
    AMERICAN,
    CUBES,
    JUNIOR,
    RED_SQUARE,
    TILES,
    apply_events,
    dealt_position,
)
from tests.engine.game_builder import table as table_position
from tests.presenter.sample_games import play_out
from tests.sample_positions import faces
from tests.sample_rulesets import with_changes
from tests.tui.conftest import human_players

RED_ROW = "Rc 0,0 · Rs 1,0"


def test_the_trade_instruction_names_limits_and_cost() -> None:
    """The instruction names how many pieces you can trade, and what it costs."""
    view = table_position(TILES, "Rc 0,0", "Rs Rd Rk", "Gx").view(0)
    for limits, wording in (
        (TradeRule(min_pieces=2, max_pieces=2), " 2 pieces"),
        (TradeRule(max_pieces=1), " one piece"),
        (TradeRule(max_pieces=2), "up to 2 pieces"),
    ):
        options = replace(
            view.options, max_trade=limits.max_pieces or 3, min_trade=limits.min_pieces
        )
        limited = replace(view, variant=with_changes(TILES, trade=limits), options=options)
        assert wording in instruction_text(Draft(limited, view.hand, TurnMode.TRADE), "Ana", {})
    stuck = table_position(
        with_changes(TILES, trade=TradeRule(2, 3, cost=5)), "Rc 0,0", "Gs Bd", "Gx"
    )
    text = instruction_text(Draft(stuck.view(0), faces("Gs Bd"), TurnMode.TRADE), "Ana", {})
    assert "must trade" in text
    assert re.findall(r"\d+", text) == ["2", "5"]


def test_the_goal_names_the_round_and_the_target_score() -> None:
    """If the number of rounds is limited, the goal names the current one."""
    variant = with_changes(TILES, end=EndRule(max_rounds=3, target_score=80))
    view = table_position(variant, "Rc 0,0", "Rs", "Gx").view(0)
    for turns_played, round_number in ((0, "1"), (2, "2"), (5, "3")):
        goal = goal_text(replace(view, turns_played=turns_played))
        assert re.findall(r"\d+", goal) == [round_number, "3", "80"]
    assert goal_text(replace(view, variant=TILES)) == ""


def test_the_preview_names_the_points_of_each_line() -> None:
    """If points don't equal the length of a line, the preview names both."""
    variant = with_changes(TILES, scoring__line=(1, 10, 2, 20, 3))
    view = table_position(variant, "Rc 0,0 · Rs 1,0", "Rd Od", "Gx").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1).place((2, 1))
    assert re.findall(r"\d+", points_preview_text(draft)) == ["3", "10", "2", "1", "11"]


def test_a_full_line_of_four_is_a_qwirkle() -> None:
    """R10: in the children's game a full line has four pieces."""
    view = table_position(JUNIOR, "Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk", "Gc").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((3, 0))
    assert draft.points == 8
    assert "Qwirkle 8" in points_preview_text(draft)


def test_forced_moves_are_announced() -> None:
    """C4, J5, J7: forced rolls, redraws and passes are announced before they happen."""
    no_die_fits = table_position(CUBES, RED_ROW, "Ob Yk", "Px", stage=Stage.PLACE).view(0)
    unplayable = table_position(CUBES, RED_SQUARE, "Ob Yk", "Px").view(0)
    no_move = table_position(TILES, RED_SQUARE, "Ob", "Px", bag="").view(0)
    dealt = dealt_position(
        with_changes(AMERICAN, turn=CUBES.turn), "Rc Os Yd Gk Bb Px", "Rc Os Yd Gk Bb Px"
    )
    cannot_open = apply_events(dealt, Opened(0, 1)).view(0)
    announced = (
        (no_die_fits, "", Roll),
        (no_die_fits, "Bo rolled.", Roll),
        (unplayable, "", Redraw),
        (no_move, "", Pass),
        (cannot_open, "", Roll),
    )
    texts = [forced_move_text(view, rolled, "Bo") for view, rolled, _ in announced]
    assert all(isinstance(view.forced_move, kind) for view, _, kind in announced)
    assert all("Bo" in text for text in texts)
    assert len(set(texts)) == len(texts)
    can_place = table_position(CUBES, RED_ROW, "Rd Yk", "Px").view(0)
    assert forced_move_text(can_place, "Bo rolled.", "Bo") == ""


def test_the_banner_names_remapped_keys() -> None:
    """If you remap a key, the banner shows the new one."""
    game = Game(Header(CUBES, human_players(2), 7))
    play_out(game, 1)
    view = game.view(game.position.seat_to_move)
    draft = Draft(view, view.hand, TurnMode.ROLL)
    assert "Enter" in instruction_text(draft, "Ana", {})
    remapped = instruction_text(draft, "Ana", {"table.keep": "f5"})
    assert "f5" in remapped
    assert "Enter" not in remapped
    marked = draft.toggle_slot(0)
    assert "f6" in instruction_text(marked, "Ana", {"table.roll-these": "f6"})
