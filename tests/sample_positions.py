"""Sample positions: boards from random legal play, with a hand to play next."""

from __future__ import annotations

from random import Random

from qwirkle.engine import movegen
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces, PieceAt
from qwirkle.engine.variant import (
    HandRule,
    OpeningRule,
    PieceRule,
    PlaceStep,
    PlayerRule,
    RefillStep,
    ScoringRule,
    Variant,
)
from tests.sample_rulesets import with_changes

COPIES = 3
MAX_DRAWS = 50

RULESET = Variant(
    name="trial",
    title="Trial",
    summary="Numbers that differ from one another.",
    pieces=PieceRule(look="tile", rolls="nothing", copies=COPIES),
    hand=HandRule(size=6, open=False),
    players=PlayerRule(min=2, max=4),
    opening=OpeningRule(tie="youngest"),
    turn=(PlaceStep(instead=(), stuck=("roll", "pass")), RefillStep()),
    scoring=ScoringRule(lone_piece=3, qwirkle_bonus=7),
)


SCORED = {
    "plain": RULESET,
    "small": with_changes(RULESET, pieces__colours=4, pieces__shapes=4),
    "wide": with_changes(RULESET, pieces__colours=3, pieces__shapes=6),
    "tall": with_changes(RULESET, pieces__colours=5, pieces__shapes=4),
    "lines": with_changes(RULESET, scoring__line=(1, 9, 2, 20, 3)),
}
"""The same ruleset with fewer colours or shapes, or with points by line length."""


class TileSource:
    """Draws from a bag with three tiles of each face (T1)."""

    def __init__(self, random: Random, ruleset: Variant = RULESET) -> None:
        self._bag = [*movegen.faces_in_mask(ruleset.face_mask)] * COPIES
        random.shuffle(self._bag)

    def draw(self, count: int) -> list[int]:
        """Draw this many faces, or all that are left."""
        return [self._bag.pop() for _ in range(min(count, len(self._bag)))]


class DiceSource:
    """Draws dice: any face, any number of times (C1)."""

    def __init__(self, random: Random, ruleset: Variant = RULESET) -> None:
        self._random = random
        self._faces = movegen.faces_in_mask(ruleset.face_mask)

    def draw(self, count: int) -> list[int]:
        faces = self._faces
        return [faces[self._random.randrange(len(faces))] for _ in range(count)]


def random_position(
    random: Random,
    source: TileSource | DiceSource,
    size: int,
    turns: int,
    ruleset: Variant = RULESET,
) -> tuple[Board, Faces]:
    """Board after some turns of random legal play, and the next hand."""
    hand = source.draw(size)
    pieces, _ = random.choice(movegen.opening_plays(tuple(hand), ruleset))
    board = EMPTY_BOARD
    for _ in range(turns):
        board = board.place(pieces)
        for face, _, _ in pieces:
            hand.remove(face)
        hand += source.draw(size - len(hand))
        plays = movegen.generate_plays(board, tuple(hand), ruleset)
        for _ in range(MAX_DRAWS):
            if plays:
                break
            hand = source.draw(size) or hand
            plays = movegen.generate_plays(board, tuple(hand), ruleset)
        if not plays:
            break
        pieces, _ = random.choice(plays)
    return board, tuple(hand)


def parse_placement(text: str) -> tuple[PieceAt, ...]:
    """Parse a placement such as `Rk 0,0 · Rd 1,0`."""
    pieces = []
    for part in text.split(" · "):
        face, cell = part.split(" ")
        x, y = cell.split(",")
        pieces.append((FACE_BY_TEXT[face], int(x), int(y)))
    return tuple(pieces)


def faces(text: str) -> Faces:
    """Parse faces such as `Rk Rd`."""
    return tuple(FACE_BY_TEXT[face] for face in text.split())
