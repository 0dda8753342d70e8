"""What one seat may know of a position, and what the player to move can do."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from qwirkle.engine.board import Board
from qwirkle.engine.events import Finished
from qwirkle.engine.moves import Move, Pass, Redraw, Roll
from qwirkle.engine.pieces import FACE_TEXTS, Faces
from qwirkle.engine.variant import Variant


class Stage(StrEnum):
    """What happens next in a game."""

    DEAL = "deal"
    """The next hand is dealt."""
    CHOOSE_OPENER = "open"
    """The opening player is decided."""
    ROLL = "roll"
    """The player may roll, or skip the roll and do what comes after it."""
    OPENING = "opening"
    """The opener places a set; no free roll is left."""
    PLACE = "place"
    """The player places pieces or does something else instead."""
    DRAW = "draw"
    """The hand is refilled."""
    FINISH = "end"
    """The result is computed."""
    OVER = "over"
    """The game is over."""


PLAYER_STAGES = frozenset({Stage.OPENING, Stage.ROLL, Stage.PLACE})
"""Stages where a player moves; the others are automatic."""

ENDED_STAGES = frozenset({Stage.FINISH, Stage.OVER})
"""Stages after the last move."""


class Options(Struct, frozen=True):
    """What the player to move can do."""

    can_place: bool = False
    can_roll_free: bool = False
    must_roll: bool = False
    max_trade: int = 0
    """Maximum pieces in a trade; 0 if no trade is legal."""
    min_trade: int = 1
    """Minimum pieces in a trade."""
    can_redraw: bool = False
    can_pass: bool = False
    is_hand_unplayable: bool = False
    """True if no roll can help (J7); then a free roll isn't offered."""

    def forced_move(self, hand: Faces) -> Move | None:
        """Return the only sensible move, or None if there is a choice."""
        if self.can_roll_free and not self.is_hand_unplayable:
            return None
        if self.can_redraw:
            return Redraw()
        if self.can_pass:
            return Pass()
        if self.must_roll:
            return Roll(hand, forced=True)
        return None


class View(Struct, frozen=True):
    """What one seat may know: hidden hands are None, and the bag has no order."""

    variant: Variant
    board: Board
    seat: int
    seat_to_move: int
    stage: Stage
    hands: tuple[Faces | None, ...]
    hand_sizes: tuple[int, ...]
    bag_size: int
    unseen_counts: tuple[int, ...]
    """Pieces of each kind that are neither on the board nor in a visible hand."""
    scores: tuple[int, ...]
    free_rolls: int
    """Free rolls the player to move still has before placing."""
    consecutive_passes: int
    turns_played: int
    options: Options
    """Empty if they would reveal something about a hidden hand."""
    result: Finished | None

    def __repr__(self) -> str:
        hand = " ".join(FACE_TEXTS[face] for face in self.hand) or "no hand"
        return (
            f"<View of seat {self.seat} in {self.variant.name}: {hand}; {len(self.board)} on the "
            f"board, {self.bag_size} in the bag, scores {self.scores}, "
            f"seat {self.seat_to_move} to move>"
        )

    @property
    def hand(self) -> Faces:
        """The hand of this seat; empty if it has none."""
        return self.hands[self.seat] or ()

    @property
    def opponents(self) -> tuple[int, ...]:
        """The other seats, the next player first."""
        player_count = len(self.scores)
        return tuple((self.seat + offset) % player_count for offset in range(1, player_count))

    @property
    def leftover_penalties(self) -> tuple[int, ...]:
        """Points each seat loses if the game ends with these hands."""
        return tuple(size * self.variant.end.leftover_penalty for size in self.hand_sizes)

    @property
    def is_opening(self) -> bool:
        """True if the board is empty."""
        return not self.board.cells

    @property
    def forced_move(self) -> Move | None:
        """The only sensible move of this seat, or None if it has a choice or it isn't its turn."""
        return self.options.forced_move(self.hand) if self.seat == self.seat_to_move else None
