"""Every reason for a refusal, provoked."""

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
from qwirkle.records.schema import Header, Player
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


def asked(position: Position, move: Move, seat: int = 0) -> Attempt:
    """A player asks for a move."""
    return lambda: rules.validate_move(position.view(seat), move)


def told(position: Position, event: GameEvent) -> Attempt:
    """A record tells of an event."""
    return lambda: rules.validate_event(position, event)


def laying(text: str, board: str = RED_ROW, hand: str = HAND) -> Attempt:
    """A player wants to lay pieces."""
    return asked(
        table(TILES, board, hand, "Px", bag="Bb"), Place(parse_placement(text) if text else ())
    )


def undoing() -> object:
    """Somebody takes back more than there is."""
    return Game(Header(TILES, (Player("Ana"), Player("Ben")), 1)).undo(1)


def undoing_a_draw() -> object:
    """Somebody takes a draw back, but not the play before it."""
    game = Game(Header(TILES, (Player("Ana"), Player("Ben")), 1))
    pieces, _ = opening_plays(game.view().hand, TILES)[0]
    game.play(Place(pieces))
    return game.undo(1)


TILE_TABLE = table(TILES, RED_ROW, HAND, "Px", bag="Bb Bx")
DICE_TABLE = table(CUBES, RED_ROW, HAND, "Px")
STUCK_DICE = table(CUBES, RED_ROW, "Ob Yk", "Px")
DEAD_HAND = table(CUBES, RED_SQUARE, "Os Yk", "Px")
ONLY_IF_STUCK = table(
    with_changes(TILES, turn=(PlaceStep((), ("trade", "pass")), RefillStep())), RED_ROW, HAND, "Px"
)
FEW_IN_BAG = table(with_changes(TILES, trade=TradeRule(bag=3)), RED_ROW, HAND, "Px", bag="Bb Bx")
TWO_OR_THREE = table(with_changes(TILES, trade=TradeRule(least=2, most=3)), RED_ROW, HAND, "Px")
DEAD_TABLE = table(TILES, RED_SQUARE, "Os Yk", "Px", bag="Gs")
FIVE_REDS = table(TILES, "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 3,0 · Rb 4,0", "Rx", "Px")
JUNIOR_DRAWS = apply_events(
    table(JUNIOR, RED_ROW, "Rd Gc Gd Gk", "Oc"), Placed(0, parse_placement("Rd 2,0"), 3)
)
PAIR, APART = "Rc Rs Yd Gk Bb Px", "Rc Os Yd Gk Bb Px"
OLDEST_OPENS = apply_events(dealt_position(AMERICAN, PAIR, APART), Opened(0, 2))
LONE_OPENER = apply_events(dealt_position(AMERICAN, APART, PAIR), Opened(0, 1))
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

PROVOKED: list[tuple[Reason, tuple[Cell, ...], Attempt]] = [
    (Reason.NOT_NOW, (), asked(DRAWING, Place(parse_placement("Rk 3,0")))),
    (Reason.NOT_NOW, (), asked(BEFORE_DEAL, Pass())),
    (Reason.NOT_NOW, (), told(BEFORE_DEAL, Placed(0, parse_placement("Rc 0,0"), 1))),
    (Reason.NOT_NOW, (), told(TILE_TABLE, Dealt(0, faces("Rc Rs Yd Gk Bb Px")))),
    (Reason.NOT_NOW, (), told(TILE_TABLE, Drawn(0, faces("Bb")))),
    (Reason.NOT_NOW, (), told(TILE_TABLE, Opened(0, 2))),
    (Reason.NOT_NOW, (), told(TILE_TABLE, Finished(0, 6, (6, 0), (0,)))),
    (Reason.GAME_OVER, (), told(OVER, Placed(1, parse_placement("Px 3,0"), 1))),
    (Reason.GAME_OVER, (), told(OVER, Passed(0))),
    (Reason.GAME_OVER, (), told(OVER, RESULT)),
    (Reason.GAME_OVER, (), told(ENDING, Passed(1))),
    (Reason.GAME_OVER, (), asked(OVER, Pass())),
    (Reason.GAME_OVER, (), asked(ENDING, Pass(), seat=1)),
    (Reason.NOT_YOUR_TURN, (), asked(TILE_TABLE, Pass(), seat=1)),
    (Reason.NOT_YOUR_TURN, (), told(TILE_TABLE, Passed(1))),
    (Reason.NOT_YOUR_TURN, (), told(BEFORE_DEAL, Dealt(1, faces("Rc Rs Yd Gk Bb Px")))),
    (Reason.NOTHING_PLACED, (), laying("")),
    (Reason.NOTHING_PLACED, (), asked(OPENING, Place(()))),
    (Reason.NOT_IN_HAND, ((2, 0), (3, 0)), laying("Rb 2,0 · Rb 3,0")),
    (Reason.NOT_IN_HAND, ((2, 0), (3, 0)), laying("Rd 2,0 · Rd 3,0")),
    (Reason.NOT_IN_HAND, ((3, 0),), laying("Rd 2,0 · Rb 3,0")),
    (Reason.NOT_IN_HAND, (), asked(TILE_TABLE, Trade(faces("Bc")))),
    (Reason.NOT_IN_HAND, (), asked(DICE_TABLE, Roll(faces("Bc")))),
    (Reason.REDRAW_ALL, (), told(DEAD_HAND, Redrawn(0, faces("Os Os"), faces("Rc Rc")))),
    (Reason.REDRAW_ALL, (), told(DEAD_HAND, Redrawn(0, faces("Os"), faces("Rc")))),
    (Reason.TOUCHES_NOTHING, ((200, -200),), laying("Rd 200,-200")),
    (Reason.OFF_BOARD, ((201, 0),), laying("Rd 201,0")),
    (Reason.OFF_BOARD, ((2, -201),), laying("Rd 2,-201")),
    (Reason.OFF_BOARD, ((101, 0),), asked(OPENING, Place(parse_placement("Rc 100,0 · Rs 101,0")))),
    (Reason.CELL_TAKEN, ((1, 0),), laying("Rd 1,0")),
    (Reason.CELL_TAKEN, ((2, 0),), laying("Rd 2,0 · Rk 2,0")),
    (Reason.NOT_THE_LARGEST_SET, ((0, 0),), asked(OPENING, Place(parse_placement("Rc 0,0")))),
    (Reason.NOTHING_IN_COMMON, ((2, 0), (3, 0)), laying("Rd 2,0 · Oc 3,0")),
    (Reason.NOTHING_IN_COMMON, ((2, 0), (3, 0), (4, 0)), laying("Rd 2,0 · Oc 3,0 · Rk 4,0")),
    (Reason.SAME_PIECE_TWICE, ((0, 2),), laying("Oc 0,1 · Oc 0,2")),
    (Reason.SAME_PIECE_TWICE, ((0, 3),), laying("Oc 0,1 · Os 0,2 · Oc 0,3")),
    (Reason.NOT_ONE_LINE, ((0, 1), (1, -1)), laying("Oc 0,1 · Os 1,-1")),
    (Reason.GAP, ((3, 0), (4, 0)), laying("Rd 2,0 · Rk 5,0")),
    (Reason.TOUCHES_NOTHING, ((5, 5), (6, 5)), laying("Rd 5,5 · Rk 6,5")),
    (
        Reason.LINE_TOO_LONG,
        tuple((x, 0) for x in range(7)),
        laying("Gb 6,0", board=SIX_YELLOW),
    ),
    (Reason.LINE_REPEATS, ((0, 0), (1, 0), (2, 0)), laying("Rc 2,0", hand="Rc")),
    (Reason.LINE_MIXED, ((0, 0), (1, 0), (2, 0)), laying("Oc 2,0")),
    (
        Reason.LINE_MIXED,
        ((0, 0), (1, 0), (2, 0)),
        told(TILE_TABLE, Placed(0, parse_placement("Oc 2,0"), 3)),
    ),
    (Reason.NO_TRADE, (), asked(DICE_TABLE, Trade(faces("Rd")))),
    (Reason.NO_TRADE, (), told(DICE_TABLE, Traded(0, faces("Rd"), faces("Bc")))),
    (Reason.TRADE_NOT_NOW, (), asked(OPENING, Trade(faces("Rc")))),
    (Reason.TRADE_NOT_NOW, (), asked(ONLY_IF_STUCK, Trade(faces("Rd")))),
    (Reason.TRADE_EMPTY_BAG, (), asked(FEW_IN_BAG, Trade(faces("Rd Rk")))),
    (Reason.BLOCKED_BOARD, (), asked(DEAD_TABLE, Trade(faces("Os")))),
    (Reason.TRADE_TOO_FEW, (), asked(TWO_OR_THREE, Trade(faces("Rd")))),
    (Reason.TRADE_OVER_LIMIT, (), asked(TWO_OR_THREE, Trade(faces("Rd Rk Oc Os")))),
    (Reason.TRADE_NOTHING, (), asked(TILE_TABLE, Trade(()))),
    (Reason.TRADE_TOO_MANY, (), asked(TILE_TABLE, Trade(faces("Rd Rk Oc")))),
    (Reason.NO_ROLL, (), asked(TILE_TABLE, Roll(faces("Rd")))),
    (Reason.NO_ROLL, (), told(TILE_TABLE, Rolled(0, faces("Rd"), faces("Rd"), False))),
    (Reason.ROLL_NOTHING, (), asked(DICE_TABLE, Roll(()))),
    (Reason.ROLL_ALL, (), asked(STUCK_DICE, Roll(faces("Ob"), forced=True))),
    (Reason.NOT_STUCK, (), asked(DICE_TABLE, Roll(faces(HAND), forced=True))),
    (Reason.NO_ROLL, (), asked(TILE_TABLE, Roll(faces(HAND), forced=True))),
    (Reason.UNPLAYABLE_HAND, (), asked(DEAD_HAND, Roll(faces("Os Yk"), forced=True))),
    (Reason.CAN_OPEN, (), asked(OLDEST_OPENS, Roll(faces(PAIR), forced=True))),
    (Reason.SET_TOO_SMALL, ((0, 0),), asked(LONE_OPENER, Place(parse_placement("Rc 0,0")))),
    (Reason.NO_REDRAW, (), asked(DICE_TABLE, Redraw())),
    (Reason.NO_REDRAW, (), told(DICE_TABLE, Redrawn(0, faces(HAND), faces(HAND)))),
    (Reason.NO_PASS, (), told(DICE_TABLE, Passed(0))),
    (Reason.NO_PASS, (), asked(DICE_TABLE, Pass())),
    (Reason.WRONG_COUNT, (), told(DRAWING, Drawn(0, faces("Bb Bx")))),
    (Reason.WRONG_COUNT, (), told(TILE_TABLE, Traded(0, faces("Rd"), faces("Bb Bx")))),
    (Reason.WRONG_COUNT, (), told(DEAD_HAND, Redrawn(0, faces("Os Yk"), faces("Rc")))),
    (Reason.WRONG_DEAL, (), told(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb")))),
    (Reason.NOT_IN_BAG, (), told(DRAWING, Drawn(0, faces("Gc")))),
    (Reason.NOT_IN_BAG, (), told(BEFORE_DEAL, Dealt(0, faces("Rc Rc Rc Rc Rs Rs")))),
    (Reason.NOT_IN_BAG, (), told(JUNIOR_DRAWS, Drawn(0, faces("Bc")))),
    (Reason.DREW_TRADED_PIECES, (), told(TILE_TABLE, Traded(0, faces("Rd"), faces("Rd")))),
    (Reason.WRONG_FACES, (), told(DICE_TABLE, Rolled(0, faces("Rd"), faces("Od"), False))),
    (Reason.WRONG_FACES, (), told(DICE_TABLE, Rolled(0, faces("Rd Rk"), faces("Rd"), False))),
    (Reason.WRONG_POINTS, (), told(TILE_TABLE, Placed(0, parse_placement("Rd 2,0"), 4))),
    (Reason.WRONG_POINTS, (), told(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 7))),
    (Reason.NO_BONUS, (), told(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 6))),
    (
        Reason.WRONG_OPENING,
        (),
        told(dealt_position(TILES, "Rc Rs", "Px Gb"), Opened(1, 2)),
    ),
    (Reason.WRONG_OPENING, (), told(dealt_position(TILES, "Rc Rs", "Px Gb"), Opened(0, 1))),
    (
        Reason.WRONG_OPENER,
        (),
        told(dealt_position(AMERICAN, PAIR, PAIR, ages=(9, 40)), Opened(0, 2)),
    ),
    (Reason.WRONG_RESULT, (), told(ENDING, Finished(0, 5, (8, 0), (0,)))),
    (Reason.WRONG_RESULT, (), told(ENDING, Finished(0, 6, (9, 0), (1,)))),
    (Reason.WRONG_UNDO, (), undoing),
    (Reason.UNDO_WITHIN_TURN, (), undoing_a_draw),
]

WITHOUT_A_RULE = {Reason.NOT_NOW, Reason.OFF_BOARD, Reason.WRONG_UNDO, Reason.UNDO_WITHIN_TURN}
"""Reasons that come from how records work, which no numbered rule covers."""


@pytest.mark.parametrize(
    ("reason", "cells", "attempt"),
    PROVOKED,
    ids=[f"{reason}-{number}" for number, (reason, _, _) in enumerate(PROVOKED)],
)
def test_provoked(reason: Reason, cells: tuple[Cell, ...], attempt: Attempt) -> None:
    """R2 to R12, T2, T3, C1 to C5, J4 to J11, A1, A4: each refusal has its reason and sentence."""
    with pytest.raises(IllegalMove) as refused:
        attempt()
    assert refused.value.reason is reason
    assert refused.value.cells == cells
    assert re.fullmatch(r"[A-Z].*\.", str(refused.value))
    assert "{" not in str(refused.value)
    if reason in WITHOUT_A_RULE:
        assert refused.value.message_with_rule == str(refused.value)
    else:
        assert re.fullmatch(r"[RTCJA]\d+", refused.value.rule)
        assert refused.value.message_with_rule.endswith(f"({refused.value.rule})")


def test_every_reason_is_provoked() -> None:
    """No reason is there that nothing leads to."""
    assert {reason for reason, _, _ in PROVOKED} == set(Reason)


def test_numbers_stand_in_the_sentence() -> None:
    """A refusal that is about a number tells it."""
    with pytest.raises(IllegalMove, match="given 4 points, but it scores 3"):
        rules.validate_event(TILE_TABLE, Placed(0, parse_placement("Rd 2,0"), 4))
    with pytest.raises(IllegalMove, match="is 2, but it must be 1"):
        rules.validate_event(DRAWING, Drawn(0, faces("Bb Bx")))
    with pytest.raises(IllegalMove, match="all of it: 2 pieces"):
        rules.validate_move(OPENING.view(0), Place(parse_placement("Rc 0,0")))
    alone = apply_events(dealt_position(TILES, APART, APART), Opened(0, 1))
    with pytest.raises(IllegalMove, match="one piece, as no two go together"):
        rules.validate_move(alone.view(0), Place(parse_placement("Rc 0,0 · Os 1,0")))
    with pytest.raises(IllegalMove, match="has 6 pieces, not 5"):
        rules.validate_event(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb")))
    with pytest.raises(IllegalMove, match="cannot have more than 6 pieces"):
        laying("Gb 6,0", board=SIX_YELLOW)()


@pytest.mark.parametrize(
    ("attempt", "rule"),
    [
        (asked(DEAD_HAND, Roll(faces("Os Yk"), forced=True)), "J7"),
        (told(DEAD_HAND, Redrawn(0, faces("Os"), faces("Rc"))), "J7"),
        (asked(DEAD_TABLE, Trade(faces("Os"))), "J11"),
        (told(BEFORE_DEAL, Dealt(0, faces("Rc Rs Rd Rk Rb"))), "R2"),
        (told(TILE_TABLE, Traded(0, faces("Rd"), faces("Rd"))), "T3"),
        (told(FIVE_REDS, Placed(0, parse_placement("Rx 5,0"), 6)), "R10"),
        (asked(DICE_TABLE, Trade(faces("Rd"))), "C5"),
        (told(OVER, Passed(1)), "R12"),
    ],
)
def test_the_rule_that_is_named_is_the_one_that_is_broken(attempt: Attempt, rule: str) -> None:
    """R2, R10, T3, C5, J7, J11: a refusal points at the rule that a reader looks up."""
    with pytest.raises(IllegalMove) as refused:
        attempt()
    assert refused.value.rule == rule


def test_a_refusal_travels_between_processes() -> None:
    """A refusal can be pickled, as everything that a worker may raise."""
    told = IllegalMove(Reason.GAP, ((1, 2),))
    assert (told.args, told.found, told.expected) == ((Reason.GAP, ((1, 2),)), 0, 0)
    refusal = pickle.loads(pickle.dumps(IllegalMove(Reason.GAP, ((1, 2),), found=3, expected=4)))
    assert (refusal.reason, refusal.cells) == (Reason.GAP, ((1, 2),))
    assert (refusal.found, refusal.expected) == (3, 4)


def test_what_may_happen_is_not_refused() -> None:
    """The events that resolve makes of legal moves are judged to be legal."""
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
def test_what_is_not_due_is_refused_for_that(
    stuck: tuple[StuckAction, ...], move: Move, reason: Reason
) -> None:
    """Where nothing fits and something else is done first, no sentence says that it would fit."""
    variant = with_changes(CUBES, turn=(PlaceStep((), stuck), *CUBES.turn[2:]))
    view = table(variant, "Rc 0,0", "Gs Bs", "Yx", stage=Stage.PLACE).view(0)
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(view, move)
    assert caught.value.reason is reason
