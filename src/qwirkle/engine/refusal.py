"""Refusals: why a move or an event is against the rules, and where on the table."""

from __future__ import annotations

from enum import StrEnum

from qwirkle.engine.pieces import Cell
from qwirkle.texts import tr


class Reason(StrEnum):
    """What is wrong, as a name that programs can rely on."""

    NOT_NOW = "not-now"
    NOT_YOUR_TURN = "not-your-turn"
    NOTHING_LAID = "nothing-laid"
    NOT_IN_HAND = "not-in-hand"
    OFF_THE_TABLE = "off-the-table"
    CELL_TAKEN = "cell-taken"
    NOT_THE_LARGEST_SET = "not-the-largest-set"
    NOTHING_IN_COMMON = "nothing-in-common"
    SAME_PIECE_TWICE = "same-piece-twice"
    NOT_ONE_LINE = "not-one-line"
    GAP = "gap"
    TOUCHES_NOTHING = "touches-nothing"
    LINE_TOO_LONG = "line-too-long"
    LINE_REPEATS = "line-repeats"
    LINE_MIXED = "line-mixed"
    NO_TRADE = "no-trade"
    TRADE_NOTHING = "trade-nothing"
    TRADE_TOO_MANY = "trade-too-many"
    NO_ROLL = "no-roll"
    ROLL_NOTHING = "roll-nothing"
    ROLL_ALL = "roll-all"
    NOT_STUCK = "not-stuck"
    NO_REDRAW = "no-redraw"
    NO_PASS = "no-pass"
    WRONG_COUNT = "wrong-count"
    NOT_IN_BAG = "not-in-bag"
    WRONG_FACES = "wrong-faces"
    WRONG_POINTS = "wrong-points"
    WRONG_OPENING = "wrong-opening"
    WRONG_RESULT = "wrong-result"
    WRONG_UNDO = "wrong-undo"
    UNDO_BETWEEN = "undo-between"


_ACCOUNTS: dict[Reason, tuple[str, str]] = {
    Reason.NOT_NOW: ("R3", "This cannot be done at this point of the turn."),
    Reason.NOT_YOUR_TURN: ("R3", "It is another player's turn."),
    Reason.NOTHING_LAID: ("R5", "Lay at least one piece."),
    Reason.NOT_IN_HAND: ("R5", "This piece is not in the hand."),
    Reason.OFF_THE_TABLE: ("R3", "This is too far away from the middle of the table."),
    Reason.CELL_TAKEN: ("R5", "There is a piece on this cell already."),
    Reason.NOT_THE_LARGEST_SET: (
        "R3",
        "The first turn plays a largest set of the hand, all of it: {expected} pieces.",
    ),
    Reason.NOTHING_IN_COMMON: (
        "R5",
        "The pieces of one turn must all share a colour or all share a shape.",
    ),
    Reason.SAME_PIECE_TWICE: ("R4", "No line may hold the same piece twice."),
    Reason.NOT_ONE_LINE: ("R5", "The pieces of one turn must lie in one row or one column."),
    Reason.GAP: ("R5", "There is a gap between the pieces: they must end up in one line."),
    Reason.TOUCHES_NOTHING: (
        "R6",
        "At least one piece must touch, by a side, a piece that lay there before.",
    ),
    Reason.LINE_TOO_LONG: ("R4", "A line has at most six pieces."),
    Reason.LINE_REPEATS: ("R4", "This line would hold the same piece twice."),
    Reason.LINE_MIXED: (
        "R7",
        "This line would be neither one colour with different shapes "
        "nor one shape with different colours.",
    ),
    Reason.NO_TRADE: ("T2", "Trading is not possible here."),
    Reason.TRADE_NOTHING: ("T2", "Choose at least one piece to trade."),
    Reason.TRADE_TOO_MANY: ("J4", "At most {expected} can be traded: the bag holds no more."),
    Reason.NO_ROLL: ("C3", "There is no roll to make here."),
    Reason.ROLL_NOTHING: ("C3", "Choose at least one die to roll."),
    Reason.ROLL_ALL: ("C4", "When none fits, all dice are rolled."),
    Reason.NOT_STUCK: ("C4", "All dice are rolled only when none of them fits."),
    Reason.NO_REDRAW: ("J7", "Only a hand that no roll can help is drawn anew."),
    Reason.NO_PASS: ("J5", "Passing is allowed only when nothing else can be done."),
    Reason.WRONG_COUNT: ("R11", "The number of pieces is {found}, but it must be {expected}."),
    Reason.NOT_IN_BAG: ("R11", "The bag does not hold these pieces."),
    Reason.WRONG_FACES: ("C1", "A roll cannot turn one of these pieces into the other."),
    Reason.WRONG_POINTS: ("R9", "The play is given {found} points, but it scores {expected}."),
    Reason.WRONG_OPENING: ("R3", "Another player or another set opens this game."),
    Reason.WRONG_RESULT: ("R12", "The result does not follow from the game."),
    Reason.WRONG_UNDO: ("R3", "There are not that many events to take back."),
    Reason.UNDO_BETWEEN: (
        "R3",
        "This goes back to a moment between a move and the chance that followed it; "
        "only a decision of a player can be gone back to.",
    ),
}


class Refusal(Exception):
    """A move or an event that the rules do not allow."""

    def __init__(
        self,
        reason: Reason,
        cells: tuple[Cell, ...] = (),
        *,
        found: int = 0,
        expected: int = 0,
    ) -> None:
        self.reason = reason
        self.cells = cells
        self.found = found
        self.expected = expected
        super().__init__(reason, cells)

    @property
    def rule(self) -> str:
        """The number of the rule that is broken."""
        return _ACCOUNTS[self.reason][0]

    def __str__(self) -> str:
        return tr(_ACCOUNTS[self.reason][1], found=self.found, expected=self.expected)
