"""A position: everything that undo would restore, and nothing else."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.board import Board
from qwirkle.engine.events import Finished
from qwirkle.engine.options import available_options
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage, View


class Position(Struct, frozen=True):
    """The full state of a game at one moment, hidden hands included."""

    variant: Variant
    ages: tuple[int | None, ...]
    board: Board
    hands: tuple[Faces, ...]
    bag: tuple[int, ...]
    """Pieces left of each kind; unordered, so the next draw can't be looked up."""
    scores: tuple[int, ...]
    seat_to_move: int
    stage: Stage
    free_rolls: int = 0
    """Free rolls the player to move still has before placing."""
    consecutive_passes: int = 0
    turns_played: int = 0
    """Completed turns, without the one that ends the game."""
    result: Finished | None = None

    @property
    def player_count(self) -> int:
        return len(self.ages)

    def view(self, seat: int) -> View:
        """Return what this seat may know."""
        variant = self.variant
        unseen = list(self.bag)
        if variant.hand.open:
            hands: tuple[Faces | None, ...] = self.hands
        else:
            visible: list[Faces | None] = [None] * len(self.hands)
            visible[seat] = self.hands[seat]
            hands = tuple(visible)
            kind_of = variant.kind_by_face
            for other, hand in enumerate(self.hands):
                if other != seat:
                    for face in hand:
                        unseen[kind_of[face]] += 1
        return View(
            variant=variant,
            board=self.board,
            seat=seat,
            seat_to_move=self.seat_to_move,
            stage=self.stage,
            hands=hands,
            hand_sizes=tuple(map(len, self.hands)),
            bag_size=sum(self.bag),
            unseen_counts=tuple(unseen),
            scores=self.scores,
            free_rolls=self.free_rolls,
            consecutive_passes=self.consecutive_passes,
            turns_played=self.turns_played,
            options=available_options(self)
            if seat == self.seat_to_move or variant.hand.open
            else Options(),
            result=self.result,
        )
