"""Illegal moves and events: every refusal reason."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.movegen import opening_plays
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Cell
from qwirkle.engine.position import Position
from qwirkle.engine.variant import PlaceStep, RefillStep, StuckAction, TradeRule
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from tests.engine.game_builder import (
    AMERICAN,
    CUBES,
    JUNIOR,
    RED_SQUARE,
    SIX_YELLOW,
    TILES,
    apply_events,
    dealt_position,
    table,
)
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

Attempt = Callable[[], object]

RED_ROW = "Rc 0,0 · Rs 1,0"
HAND = "Rd Rk Oc Os Gb Oc"


def move_attempt(position: Position, move: Move, seat: int = 0) -> Attempt:
    """Attempt to make a move."""
    return lambda: rules.validate_move(position.view(seat), move)


def event_attempt(position: Position, event: GameEvent) -> Attempt:
    """Attempt to apply an event from a record."""
    return lambda: rules.validate_event(position, event)


def placement_attempt(text: str, board: str = RED_ROW, hand: str = HAND) -> Attempt:
    """Attempt to place pieces in a game with tiles."""
    return move_attempt(
        table(TILES, board, hand, "Px", bag="Bb"), Place(parse_placement(text) if text else ())
    )


def undo_at_the_start() -> object:
    """Attempt to undo before anything has happened."""
    return Game(Header(TILES, (Player("Ana"), Player("Ben")), 1)).undo(1)


def undo_within_a_turn() -> object:
    """Attempt to undo a draw but not the placement before it."""
    game = Game(Header(TILES, (Player("Ana"), Player("Ben")), 1))
    pieces, _ = opening_plays(game.view().hand, TILES)[0]
    game.play(Place(pieces))
    return game.undo(1)


TILE_TABLE = table(TILES, RED_ROW, HAND, "Px", bag="Bb Bx")
DICE_TABLE = table(CUBES, RED_ROW, HAND, "Px")
STUCK_DICE = table(CUBES, RED_ROW, "Ob Yk", "Px")
UNPLAYABLE_HAND = table(CUBES, RED_SQUARE, "Os Yk", "Px")
ONLY_IF_STUCK = table(
    with_changes(TILES, turn=(PlaceStep((), ("trade", "pass")), RefillStep())), RED_ROW, HAND, "Px"
)
FEW_IN_BAG = table(
    with_changes(TILES, trade=TradeRule(min_bag_size=3)), RED_ROW, HAND, "Px", bag="Bb Bx"
)
TWO_OR_THREE = table(
    with_changes(TILES, trade=TradeRule(min_pieces=2, max_pieces=3)), RED_ROW, HAND, "Px"
)
BLOCKED_BOARD = table(TILES, RED_SQUARE, "Os Yk", "Px", bag="Gs")
FIVE_REDS = table(TILES, "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 3,0 · Rb 4,0", "Rx", "Px")
JUNIOR_DRAWS = apply_events(
    table(JUNIOR, RED_ROW, "Rd Gc Gd Gk", "Oc"), Placed(0, parse_placement("Rd 2,0"), 3)
)
PAIR, APART = "Rc Rs Yd Gk Bb Px", "Rc Os Yd Gk Bb Px"
OLDEST_OPENS = apply_events(dealt_position(AMERICAN, PAIR, APART), Opened(0, 2))
LONE_OPENER = apply_events(dealt_position(AMERICAN, APART, PAIR), Opened(0, 1))
NO_PAIR = apply_events(dealt_position(TILES, APART, APART), Opened(0, 1))
BEFORE_DEAL = rules.initial_position(TILES, (None, None))
OPENING = apply_events(
    dealt_position(TILES, "Rc Rs Yd Gk Bb Px", "Rc Os Yd Gk Bb Px"), Opened(0, 2)
)
DRAWING = apply_events(TILE_TABLE, Placed(0, parse_placement("Rd 2,0"), 3))
ENDING = apply_events(
    table(TILES, RED_ROW, "Rd", "Px", bag=""), Placed(0, parse_placement("Rd 2,0"), 3)
)
RESULT = Finished(0, 6, (9, 0), (0,))
OVER = apply_events(ENDING, RESULT)

REFUSALS: list[tuple[Reason, tuple[Cell, ...], Attempt]] = [
    (Reason.NOT_NOW, (), move_attempt(DRAWING, Place(parse_placement("Rk 3,0")))),
    (Reason.NOT_NOW, (), move_attempt(BEFORE_DEAL, Pass())),
    (Reason.NOT_NOW, (), event_attempt(BEFORE_DEAL, Placed(0, parse_placement("Rc 0,0"), 1))),
    (Reason.NOT_NOW, (), event_attempt(TILE_TABLE, Dealt(0, faces("Rc Rs Yd Gk Bb Px")))),
    (Reason.NOT_NOW, (), event_attempt(TILE_TABLE, Drawn(0, faces("Bb")))),
    (Reason.NOT_NOW, (), event_attempt(TILE_TABLE, Opened(0, 2))),
    (Reason.NOT_NOW, (), event_attempt(TILE_TABLE, Finished(0, 6, (6, 0), (0,)))),
    (Reason.GAME_OVER, (), event_attempt(OVER, Placed(1, parse_placement("Px 3,0"), 1))),
    (Reason.GAME_OVER, (), event_attempt(OVER, Passed(0))),
    (Reason.GAME_OVER, (), event_attempt(OVER, RESULT)),
    (Reason.GAME_OVER, (), event_attempt(ENDING, Passed(1))),
    (Reason.GAME_OVER, (), move_attempt(OVER, Pass())),
    (Reason.GAME_OVER, (), move_attempt(ENDING, Pass(), seat=1)),
    (Reason.NOT_YOUR_TURN, (), move_attempt(TILE_TABLE, Pass(), seat=1)),
    (Reason.NOT_YOUR_TURN, (), event_attempt(TILE_TABLE, Passed(1))),
    (Reason.NOT_YOUR_TURN, (), event_attempt(BEFORE_DEAL, Dealt(1, faces("Rc Rs Yd Gk Bb Px")))),
    (Reason.NOTHING_PLACED, (), placement_attempt("")),
    (Reason.NOTHING_PLACED, (), move_attempt(OPENING, Place(()))),
    (Reason.NOT_IN_HAND, ((2, 0), (3, 0)), placement_attempt("Rb 2,0 · Rb 3,0")),
    (Reason.NOT_IN_HAND, ((2, 0), (3, 0)), placement_attempt("Rd 2,0 · Rd 3,0")),
    (Reason.NOT_IN_HAND, ((3, 0),), placement_attempt("Rd 2,0 · Rb 3,0")),
    (Reason.NOT_IN_HAND, (), move_attempt(TILE_TABLE, Trade(faces("Bc")))),
    (Reason.NOT_IN_HAND, (), move_attempt(DICE_TABLE, Roll(faces("Bc")))),
    (
        Reason.REDRAW_ALL,
        (),
        event_attempt(UNPLAYABLE_HAND, Redrawn(0, faces("Os Os"), faces("Rc Rc"))),
    ),
    (Reason.REDRAW_ALL, (), event_attempt(UNPLAYABLE_HAND, Redrawn(0, faces("Os"), faces("Rc")))),
    (Reason.TOUCHES_NOTHING, ((200, -200),), placement_attempt("Rd 200,-200")),
    (Reason.OFF_BOARD, ((201, 0),), placement_attempt("Rd 201,0")),
    (Reason.OFF_BOARD, ((2, -201),), placement_attempt("Rd 2,-201")),
    (
        Reason.OFF_BOARD,
        ((101, 0),),
        move_attempt(OPENING, Place(parse_placement("Rc 100,0 · Rs 101,0"))),
    ),
    (Reason.CELL_TAKEN, ((1, 0),), placement_attempt("Rd 1,0")),
    (Reason.CELL_TAKEN, ((2, 0),), placement_attempt("Rd 2,0 · Rk 2,0")),
    (
        Reason.NOT_THE_LARGEST_SET,
        ((0, 0),),
        move_attempt(OPENING, Place(parse_placement("Rc 0,0"))),
    ),
    (Reason.NOTHING_IN_COMMON, ((2, 0), (3, 0)), placement_attempt("Rd 2,0 · Oc 3,0")),
    (
        Reason.NOTHING_IN_COMMON,
        ((2, 0), (3, 0), (4, 0)),
        placement_attempt("Rd 2,0 · Oc 3,0 · Rk 4,0"),
    ),
    (Reason.SAME_PIECE_TWICE, ((0, 2),), placement_attempt("Oc 0,1 · Oc 0,2")),
    (Reason.SAME_PIECE_TWICE, ((0, 3),), placement_attempt("Oc 0,1 · Os 0,2 · Oc 0,3")),
    (Reason.NOT_ONE_LINE, ((0, 1), (1, -1)), placement_attempt("Oc 0,1 · Os 1,-1")),
    (Reason.GAP, ((3, 0), (4, 0)), placement_attempt("Rd 2,0 · Rk 5,0")),
    (Reason.TOUCHES_NOTHING, ((5, 5), (6, 5)), placement_attempt("Rd 5,5 · Rk 6,5")),
    (
        Reason.LINE_TOO_LONG,
        tuple((x, 0) for x in range(7)),
        placement_attempt("Gb 6,0", board=SIX_YELLOW),
    ),
    (Reason.LINE_REPEATS, ((0, 0), (1, 0), (2, 0)), placement_attempt("Rc 2,0", hand="Rc")),
    (Reason.LINE_MIXED, ((0, 0), (1, 0), (2, 0)), placement_attempt("Oc 2,0")),
    (
        Reason.LINE_MIXED,
        ((0, 0), (1, 0), (2, 0)),
        event_attempt(TILE_TABLE, Placed(0, parse_placement("Oc 2,0"), 3)),
    ),
    (Reason.NO_TRADE, (), move_attempt(DICE_TABLE, Trade(faces("Rd")))),
    (Reason.NO_TRADE, (), event_attempt(DICE_TABLE, Traded(0, faces("Rd"), faces("Bc")))),
    (Reason.TRADE_NOT_NOW, (), move_attempt(OPENING, Trade(faces("Rc")))),
    (Reason.TRADE_NOT_NOW, (), move_attempt(ONLY_IF_STUCK, Trade(faces("Rd")))),
    (Reason.TRADE_BAG_TOO_SMALL, (), move_attempt(FEW_IN_BAG, Trade(faces("Rd Rk")))),
    (Reason.BLOCKED_BOARD, (), move_attempt(BLOCKED_BOARD, Trade(faces("Os")))),
    (Reason.TRADE_TOO_FEW, (), move_attempt(TWO_OR_THREE, Trade(faces("Rd")))),
    (Reason.TRADE_OVER_LIMIT, (), move_attempt(TWO_OR_THREE, Trade(faces("Rd Rk Oc Os")))),
    (Reason.TRADE_NOTHING, (), move_attempt(TILE_TABLE, Trade(()))),
    (Reason.TRADE_TOO_MANY, (), move_attempt(TILE_TABLE, Trade(faces("Rd Rk Oc")))),
    (Reason.NO_ROLL, (), move_attempt(TILE_TABLE, Roll(faces("Rd")))),
    (Reason.NO_ROLL, (), event_attempt(TILE_TABLE, Rolled(0, faces("Rd"), faces("Rd"), False))),
    (Reason.ROLL_NOTHING, (), move_attempt(DICE_TABLE, Roll(()))),
    (Reason.ROLL_ALL, (), move_attempt(STUCK_DICE, Roll(faces("Ob"), forced=True))),
    (Reason.NOT_STUCK, (), move_attempt(DICE_TABLE, Roll(faces(HAND), forced=True))),
    (Reason.NO_ROLL, (), move_attempt(TILE_TABLE, Roll(faces(HAND), forced=True))),
    (Reason.UNPLAYABLE_HAND, (), move_attempt(UNPLAYABLE_HAND, Roll(faces("Os Yk"), forced=True))),
    (Reason.CAN_OPEN, (), move_attempt(OLDEST_OPENS, Roll(faces(PAIR), forced=True))),
    (Reason.SET_TOO_SMALL, ((0, 0),), move_attempt(LONE_OPENER, Place(parse_placement("Rc 0,0")))),
    (Reason.NO_REDRAW, (), move_attempt(DICE_TABLE, Redraw())),
    (Reason.NO_REDRAW, (), event_attempt(DICE_TABLE, Redrawn(0, faces(HAND), faces(HAND)))),
    (Reason.NO_PASS, (), event_attempt(DICE_TABLE, Passed(0))),
    (Reason.NO_PASS, (), move_attempt(DICE_TABLE, Pass())),
    (Reason.WRONG_COUNT, (), event_attempt(DRAWING, Drawn(0, faces("Bb Bx")))),
    (Reason.WRONG_COUNT, (), event_attempt(TILE_TABLE, Traded(0, faces("Rd"), faces("Bb Bx")))),
    (
        Reason.WRONG_COUNT,
        (),
        event_attempt(UNPLAYABLE_HAND, Redrawn(0, faces("Os Yk"), faces("Rc"))),
    ),
    (Reason.WRONG_DEAL, (), event_attempt(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb")))),
    (Reason.NOT_IN_BAG, (), event_attempt(DRAWING, Drawn(0, faces("Gc")))),
    (Reason.NOT_IN_BAG, (), event_attempt(BEFORE_DEAL, Dealt(0, faces("Rc Rc Rc Rc Rs Rs")))),
    (Reason.NOT_IN_BAG, (), event_attempt(JUNIOR_DRAWS, Drawn(0, faces("Bc")))),
    (Reason.DREW_TRADED_PIECES, (), event_attempt(TILE_TABLE, Traded(0, faces("Rd"), faces("Rd")))),
    (Reason.WRONG_FACES, (), event_attempt(DICE_TABLE, Rolled(0, faces("Rd"), faces("Od"), False))),
    (
        Reason.WRONG_FACES,
        (),
        event_attempt(DICE_TABLE, Rolled(0, faces("Rd Rk"), faces("Rd"), False)),
    ),
    (Reason.WRONG_POINTS, (), event_attempt(TILE_TABLE, Placed(0, parse_placement("Rd 2,0"), 4))),
    (Reason.WRONG_POINTS, (), event_attempt(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 7))),
    (Reason.NO_BONUS, (), event_attempt(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 6))),
    (
        Reason.WRONG_OPENING,
        (),
        event_attempt(dealt_position(TILES, "Rc Rs", "Px Gb"), Opened(1, 2)),
    ),
    (
        Reason.WRONG_OPENING,
        (),
        event_attempt(dealt_position(TILES, "Rc Rs", "Px Gb"), Opened(0, 1)),
    ),
    (
        Reason.WRONG_OPENER,
        (),
        event_attempt(dealt_position(AMERICAN, PAIR, PAIR, ages=(9, 40)), Opened(0, 2)),
    ),
    (Reason.WRONG_RESULT, (), event_attempt(ENDING, Finished(0, 5, (8, 0), (0,)))),
    (Reason.WRONG_RESULT, (), event_attempt(ENDING, Finished(0, 6, (9, 0), (1,)))),
    (Reason.WRONG_UNDO, (), undo_at_the_start),
    (Reason.UNDO_WITHIN_TURN, (), undo_within_a_turn),
]

REASONS_WITHOUT_A_RULE = {
    Reason.NOT_NOW,
    Reason.OFF_BOARD,
    Reason.WRONG_UNDO,
    Reason.UNDO_WITHIN_TURN,
}
"""Reasons about records and cell coordinates, which no numbered rule covers."""


@pytest.mark.parametrize(
    ("reason", "cells", "attempt"),
    REFUSALS,
    ids=[f"{reason}-{number}" for number, (reason, _, _) in enumerate(REFUSALS)],
)
def test_each_refusal_has_its_reason_cells_and_rule(
    reason: Reason, cells: tuple[Cell, ...], attempt: Attempt
) -> None:
    """R2 to R12, T2, T3, C1 to C5, J4 to J11, A1, A4: refusals have a reason, cells and a rule."""
    with pytest.raises(IllegalMove) as caught:
        attempt()
    assert caught.value.reason is reason
    assert caught.value.cells == cells
    assert re.fullmatch(r"[A-Z].*\.", str(caught.value))
    assert "{" not in str(caught.value)
    if reason in REASONS_WITHOUT_A_RULE:
        assert caught.value.message_with_rule == str(caught.value)
    else:
        assert re.fullmatch(r"[RTCJA]\d+", caught.value.rule)
        assert caught.value.message_with_rule.endswith(f"({caught.value.rule})")


def test_every_reason_occurs() -> None:
    assert {reason for reason, _, _ in REFUSALS} == set(Reason)


@pytest.mark.parametrize(
    ("attempt", "reason", "numbers", "shown"),
    [
        (
            event_attempt(TILE_TABLE, Placed(0, parse_placement("Rd 2,0"), 4)),
            Reason.WRONG_POINTS,
            (4, 3),
            ["4", "3"],
        ),
        (event_attempt(DRAWING, Drawn(0, faces("Bb Bx"))), Reason.WRONG_COUNT, (2, 1), ["2", "1"]),
        (
            move_attempt(OPENING, Place(parse_placement("Rc 0,0"))),
            Reason.NOT_THE_LARGEST_SET,
            (0, 2),
            ["2"],
        ),
        (
            move_attempt(NO_PAIR, Place(parse_placement("Rc 0,0 · Os 1,0"))),
            Reason.NOT_THE_LARGEST_SET,
            (0, 1),
            [],
        ),
        (
            event_attempt(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb"))),
            Reason.WRONG_DEAL,
            (5, 6),
            ["6", "5"],
        ),
        (placement_attempt("Gb 6,0", board=SIX_YELLOW), Reason.LINE_TOO_LONG, (0, 6), ["6"]),
    ],
)
def test_a_refusal_states_its_numbers(
    attempt: Attempt, reason: Reason, numbers: tuple[int, int], shown: list[str]
) -> None:
    """A refusal about numbers has the actual and the expected one, and its text shows them."""
    with pytest.raises(IllegalMove) as caught:
        attempt()
    assert caught.value.reason is reason
    assert (caught.value.found, caught.value.expected) == numbers
    assert re.findall(r"\d+", str(caught.value)) == shown


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        (move_attempt(UNPLAYABLE_HAND, Roll(faces("Os Yk"), forced=True)), "J7"),
        (event_attempt(UNPLAYABLE_HAND, Redrawn(0, faces("Os"), faces("Rc"))), "J7"),
        (move_attempt(BLOCKED_BOARD, Trade(faces("Os"))), "J11"),
        (event_attempt(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb"))), "R2"),
        (event_attempt(TILE_TABLE, Traded(0, faces("Rd"), faces("Rd"))), "T3"),
        (event_attempt(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 6)), "R10"),
        (move_attempt(DICE_TABLE, Trade(faces("Rd"))), "C5"),
        (event_attempt(OVER, Passed(1)), "R12"),
    ],
)
def test_a_refusal_names_the_broken_rule(attempt: Attempt, rule: str) -> None:
    """R2, R10, R12, T3, C5, J7, J11: a refusal names the rule that was broken."""
    with pytest.raises(IllegalMove) as caught:
        attempt()
    assert caught.value.rule == rule


def test_a_refusal_can_be_pickled() -> None:
    """A worker process can send a refusal to its parent."""
    original = IllegalMove(Reason.GAP, ((1, 2),))
    assert (original.args, original.found, original.expected) == ((Reason.GAP, ((1, 2),)), 0, 0)
    copy = pickle.loads(pickle.dumps(IllegalMove(Reason.GAP, ((1, 2),), found=3, expected=4)))
    assert (copy.reason, copy.cells) == (Reason.GAP, ((1, 2),))
    assert (copy.found, copy.expected) == (3, 4)


def test_legal_events_are_accepted() -> None:
    """Events that follow from legal moves pass validation."""
    rules.validate_event(DRAWING, Drawn(0, faces("Bb")))
    rules.validate_event(DICE_TABLE, Rolled(0, faces("Rd Oc"), faces("Rx Ok"), False))
    rules.validate_event(ENDING, Finished(0, 6, (9, 0), (0,)))
    rules.validate_event(TILE_TABLE, Traded(0, faces("Rd Rk"), faces("Bb Bx")))
    assert OPENING.stage is Stage.OPENING


@pytest.mark.parametrize(
    ("stuck", "move", "reason"),
    [
        (("roll", "trade", "pass"), Trade(faces("Gs")), Reason.TRADE_NOT_NOW),
        (("trade", "roll", "pass"), Roll(faces("Gs Bs"), forced=True), Reason.NO_ROLL),
        (("pass",), Roll(faces("Gs Bs"), forced=True), Reason.NO_ROLL),
    ],
)
def test_a_move_out_of_order_is_refused_as_such(
    stuck: tuple[StuckAction, ...], move: Move, reason: Reason
) -> None:
    """If a stuck player skips a required step, the refusal doesn't claim that a piece would fit."""
    variant = with_changes(CUBES, turn=(PlaceStep((), stuck), *CUBES.turn[2:]))
    view = table(variant, "Rc 0,0", "Gs Bs", "Yx", stage=Stage.PLACE).view(0)
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(view, move)
    assert caught.value.reason is reason
