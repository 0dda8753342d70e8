"""A view: what one seat may know of a position, and what the player to move can do."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from qwirkle.engine.board import Board
from qwirkle.engine.events import Finished
from qwirkle.engine.moves import Move, Pass, Redraw, Roll
from qwirkle.engine.pieces import FACE_TEXTS, Faces
from qwirkle.engine.variant import Variant


class Stage(StrEnum):
    """What a game waits for."""

    DEAL = "deal"
    """The next first hand."""
    OPEN = "open"
    """Who starts."""
    ROLL = "roll"
    """A free roll, or at once what follows it."""
    OPENING = "opening"
    """The opener's set, without a free roll before it."""
    PLACE = "place"
    """A placement, or what stands in for it."""
    DRAW = "draw"
    """The pieces that fill up the hand."""
    END = "end"
    """The result."""
    OVER = "over"
    """Nothing any more."""


PLAYER_STAGES = frozenset({Stage.OPENING, Stage.ROLL, Stage.PLACE})
"""Stages in which a player moves; in the others, chance or the rules act."""

ENDED = frozenset({Stage.END, Stage.OVER})
"""Stages after the last move."""


class Options(Struct, frozen=True):
    """What the player to move can do; `trade` is the largest number of pieces, 0 for none."""

    place: bool = False
    free_roll: bool = False
    forced_roll: bool = False
    trade: int = 0
    trade_from: int = 1
    """The smallest number, where a trade is possible."""
    redraw: bool = False
    pass_: bool = False
    dead: bool = False
    """Whether no roll can help (J7), so that nobody is asked about a free one."""

    def forced(self, hand: Faces) -> Move | None:
        """The move that no choice is left about, if there is one."""
        if self.free_roll and not self.dead:
            return None
        if self.redraw:
            return Redraw()
        if self.pass_:
            return Pass()
        if self.forced_roll:
            return Roll(hand, forced=True)
        return None


class View(Struct, frozen=True):
    """What one seat may know: hidden hands are None, and the order of the bag is nowhere."""

    variant: Variant
    board: Board
    seat: int
    player: int
    stage: Stage
    hands: tuple[Faces | None, ...]
    hand_sizes: tuple[int, ...]
    bag_size: int
    unseen: tuple[int, ...]
    """Of each kind of piece: how many are neither on the table nor in a hand that is seen."""
    scores: tuple[int, ...]
    free_rolls: int
    """How often the player to move may still roll before placing."""
    passes: int
    turns: int
    options: Options
    """What the player to move can do; nothing, where that would tell of a hidden hand."""
    result: Finished | None

    def __repr__(self) -> str:
        hand = " ".join(FACE_TEXTS[face] for face in self.hand) or "no hand"
        return (
            f"<View of seat {self.seat} in {self.variant.name}: {hand}; {len(self.board)} on the "
            f"table, {self.bag_size} in the bag, scores {self.scores}, seat {self.player} to move>"
        )

    @property
    def hand(self) -> Faces:
        """The hand of this seat."""
        return self.hands[self.seat] or ()

    @property
    def opening(self) -> bool:
        """Whether the first pieces are still to be laid."""
        return not self.board.cells

    @property
    def forced(self) -> Move | None:
        """The one move that is left to this seat, if there is no choice."""
        return self.options.forced(self.hand) if self.seat == self.player else None
