"""The slow truth: best scores from the generator, and odds by looking at every outcome."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

from qwirkle.analysis.score_table import ScoreTable, line_masks
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import SHAPE_COUNT, Faces
from qwirkle.engine.variant import Variant
from tests.sample_positions import RULESET, DiceSource, TileSource, random_position


def best_score(board: Board, hand: Faces, variant: Variant) -> int:
    """The best score of a hand by the generator; 0 where nothing can be laid."""
    if not board.cells:
        found = movegen.opening_plays(hand, variant)
        return max((points for _, points in found), default=0)
    play = movegen.best_play(board, hand, variant)
    return 0 if play is None else play[1]


def lookup_best_score(table: ScoreTable, hand: Faces) -> int:
    """The best score of a hand by the table; 0 where nothing of it fits."""
    return max(row[have] for row, have in zip(table.scores, line_masks(hand), strict=True))


def has_qwirkle(table: ScoreTable, hand: Faces) -> bool:
    """Whether the hand can complete a line of six, by the table (R10)."""
    pairs = zip(table.qwirkles, line_masks(hand), strict=True)
    return any(family >> have & 1 for family, have in pairs)


def roll_outcomes(hand: Faces, rolled: tuple[int, ...], shapes: int = SHAPE_COUNT) -> list[Faces]:
    """Every outcome of rolling these dice, all equally likely."""
    sides = [
        range(face // SHAPE_COUNT * SHAPE_COUNT, face // SHAPE_COUNT * SHAPE_COUNT + shapes)
        if die in rolled
        else (face,)
        for die, face in enumerate(hand)
    ]
    return list(product(*sides))


def mean_scores(
    board: Board, hand: Faces, variant: Variant, rolls: int = 1
) -> dict[tuple[int, ...], float] | None:
    """The mean best score of every choice of dice (C3, C4), or None for a dead hand (J7).

    After a choice the best is done with the rolls that are left; keeping all ends them.
    """
    every, shapes = tuple(range(len(hand))), variant.pieces.shapes
    scores = {
        rolled: best_score(board, rolled, variant) for rolled in roll_outcomes(hand, every, shapes)
    }
    fitting = [score for score in scores.values() if score]
    if not fitting:
        return None
    forced = sum(fitting) / len(fitting)

    @cache
    def means_with(left: int, dice: Faces) -> dict[tuple[int, ...], float]:
        means: dict[tuple[int, ...], float] = {(): scores[dice] or forced}
        for number in range(1, 1 << len(dice)):
            rolled = tuple(die for die in every if number >> die & 1)
            found = [worth(left - 1, outcome) for outcome in roll_outcomes(dice, rolled, shapes)]
            means[rolled] = sum(found) / len(found)
        return means

    def worth(left: int, dice: Faces) -> float:
        return max(means_with(left, dice).values()) if left else scores[dice] or forced

    return means_with(rolls, hand)


def random_boards(
    count: int, start: int = 0, ruleset: Variant = RULESET
) -> list[tuple[Board, Random]]:
    """Boards of every size from random play with tiles and with dice, each with its chance."""
    found = []
    for seed in range(start, start + count):
        random = Random(seed)
        source = TileSource(random, ruleset) if seed % 2 else DiceSource(random, ruleset)
        board, _ = random_position(random, source, 6, 1 + seed % 35, ruleset)
        found.append((board, random))
    return found


def random_hand(random: Random, most: int = 8, ruleset: Variant = RULESET) -> Faces:
    """Some faces, often with copies among them."""
    faces = movegen.mask_faces(ruleset.face_mask)
    hand = [random.choice(faces) for _ in range(random.randint(1, most))]
    if len(hand) > 1 and random.random() < 0.3:
        hand[-1] = hand[0]
    return tuple(hand)
