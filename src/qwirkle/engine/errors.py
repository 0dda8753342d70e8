"""Why a move or event is refused: the reason, its rule number, the cells and the message."""

from __future__ import annotations

from enum import StrEnum

from qwirkle.engine.pieces import Cell
from qwirkle.i18n import tr, trn


class Reason(StrEnum):
    """Why a move or event is illegal; the values are stable ids."""

    NOT_NOW = "not-now"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NOTHING_PLACED = "nothing-laid"
    NOT_IN_HAND = "not-in-hand"
    OFF_BOARD = "off-the-table"
    CELL_TAKEN = "cell-taken"
    NOT_THE_LARGEST_SET = "not-the-largest-set"
    SET_TOO_SMALL = "set-too-small"
    NOTHING_IN_COMMON = "nothing-in-common"
    SAME_PIECE_TWICE = "same-piece-twice"
    NOT_ONE_LINE = "not-one-line"
    GAP = "gap"
    TOUCHES_NOTHING = "touches-nothing"
    LINE_TOO_LONG = "line-too-long"
    LINE_REPEATS = "line-repeats"
    LINE_MIXED = "line-mixed"
    NO_TRADE = "no-trade"
    TRADE_NOT_NOW = "trade-not-now"
    TRADE_BAG_TOO_SMALL = "trade-empty-bag"
    BLOCKED_BOARD = "dead-table"
    TRADE_NOTHING = "trade-nothing"
    TRADE_TOO_FEW = "trade-too-few"
    TRADE_TOO_MANY = "trade-too-many"
    TRADE_OVER_LIMIT = "trade-over-limit"
    NO_ROLL = "no-roll"
    ROLL_NOTHING = "roll-nothing"
    ROLL_ALL = "roll-all"
    NOT_STUCK = "not-stuck"
    CAN_OPEN = "can-open"
    UNPLAYABLE_HAND = "dead-hand"
    NO_REDRAW = "no-redraw"
    REDRAW_ALL = "redraw-all"
    NO_PASS = "no-pass"
    WRONG_DEAL = "wrong-deal"
    WRONG_COUNT = "wrong-count"
    NOT_IN_BAG = "not-in-bag"
    DREW_TRADED_PIECES = "drew-own"
    WRONG_FACES = "wrong-faces"
    WRONG_POINTS = "wrong-points"
    NO_BONUS = "no-bonus"
    WRONG_OPENING = "wrong-opening"
    WRONG_OPENER = "wrong-opener"
    WRONG_RESULT = "wrong-result"
    WRONG_UNDO = "wrong-undo"
    UNDO_WITHIN_TURN = "undo-between"


_MESSAGES: dict[Reason, tuple[str, ...]] = {
    Reason.NOT_NOW: ("", "This cannot be done at this point of the turn."),
    Reason.GAME_OVER: ("R12", "The game is over."),
    Reason.NOT_YOUR_TURN: ("R3", "It is another player's turn."),
    Reason.NOTHING_PLACED: ("R5", "Lay at least one piece."),
    Reason.NOT_IN_HAND: ("R5", "This piece is not in the hand."),
    Reason.OFF_BOARD: ("", "This is too far away from the middle of the table."),
    Reason.CELL_TAKEN: ("R5", "There is a piece on this cell already."),
    Reason.NOT_THE_LARGEST_SET: (
        "R3",
        "The first turn plays a largest set of the hand: one piece, as no two go together.",
        "The first turn plays a largest set of the hand, all of it: {count} pieces.",
    ),
    Reason.SET_TOO_SMALL: (
        "A4",
        "The first turn lays at least {expected} pieces: all dice are rolled until it can.",
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
    Reason.LINE_TOO_LONG: ("R4", "This line cannot have more than {expected} pieces."),
    Reason.LINE_REPEATS: ("R4", "This line would hold the same piece twice."),
    Reason.LINE_MIXED: (
        "R7",
        "This line would be neither one colour with different shapes "
        "nor one shape with different colours.",
    ),
    Reason.NO_TRADE: ("C5", "Nothing is traded in this game."),
    Reason.TRADE_NOT_NOW: ("T2", "Trading is not possible now."),
    Reason.TRADE_BAG_TOO_SMALL: ("J4", "The bag holds too few pieces for a trade."),
    Reason.BLOCKED_BOARD: (
        "J11",
        "No trade can help: no piece of any hand or of the bag fits anywhere.",
    ),
    Reason.TRADE_NOTHING: ("T2", "Choose at least one piece to trade."),
    Reason.TRADE_TOO_FEW: ("T2", "At least {expected} pieces must be traded at a time."),
    Reason.TRADE_TOO_MANY: ("J4", "At most {expected} can be traded: the bag holds no more."),
    Reason.TRADE_OVER_LIMIT: (
        "T2",
        "At most one piece can be traded at a time.",
        "At most {count} pieces can be traded at a time.",
    ),
    Reason.NO_ROLL: ("C3", "There is no roll to make here."),
    Reason.ROLL_NOTHING: ("C3", "Choose at least one die to roll."),
    Reason.ROLL_ALL: ("C4", "When none fits, all dice are rolled."),
    Reason.NOT_STUCK: ("C4", "All dice are rolled only when none of them fits."),
    Reason.CAN_OPEN: (
        "A4",
        "There is no roll that must be made before the first turn.",
        "All dice are rolled only when fewer than {count} could be laid.",
    ),
    Reason.UNPLAYABLE_HAND: ("J7", "No roll can help: no face of these dice fits anywhere."),
    Reason.NO_REDRAW: ("J7", "Only a hand that no roll can help is drawn anew."),
    Reason.REDRAW_ALL: ("J7", "A hand that no roll can help goes back as a whole, and only that."),
    Reason.NO_PASS: ("J5", "Passing is allowed only when nothing else can be done."),
    Reason.WRONG_DEAL: (
        "R2",
        "A first hand has {count} piece, not {found}.",
        "A first hand has {count} pieces, not {found}.",
    ),
    Reason.WRONG_COUNT: ("R11", "The number of pieces is {found}, but it must be {expected}."),
    Reason.NOT_IN_BAG: ("R11", "The bag does not hold these pieces."),
    Reason.DREW_TRADED_PIECES: (
        "T3",
        "These can only be the pieces that were traded, which go back after the draw.",
    ),
    Reason.WRONG_FACES: ("C1", "A roll cannot turn one of these pieces into the other."),
    Reason.WRONG_POINTS: ("R9", "The play is given {found} points, but it scores {expected}."),
    Reason.NO_BONUS: (
        "R10",
        "The play is given {found} points, but it scores {expected}: "
        "the bonus for a full line is missing.",
    ),
    Reason.WRONG_OPENING: ("R3", "Another player or another set opens this game."),
    Reason.WRONG_OPENER: ("A1", "Another player opens this game, whatever the hands."),
    Reason.WRONG_RESULT: ("R12", "The result does not follow from the game."),
    Reason.WRONG_UNDO: ("", "There are not that many events to undo."),
    Reason.UNDO_WITHIN_TURN: (
        "",
        "An undo must lead back to a moment where a player decides: "
        "a placement, a trade or a free roll.",
    ),
}
"""For each reason, the rule number (empty if no rule covers it) and the sentence; two sentences are
its singular and plural.
"""


class IllegalMove(Exception):
    """A move or event that the rules don't allow."""

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
        """Number of the broken rule, or empty if no numbered rule covers it."""
        return _MESSAGES[self.reason][0]

    @property
    def message_with_rule(self) -> str:
        """The sentence, with the rule number in brackets if there is one."""
        return f"{self} ({self.rule})" if self.rule else str(self)

    def __str__(self) -> str:
        _, *sentences = _MESSAGES[self.reason]
        values = {"found": self.found, "expected": self.expected}
        if len(sentences) == 1:
            return tr(sentences[0], **values)
        singular, plural = sentences
        return trn(singular, plural, self.expected, **values)
