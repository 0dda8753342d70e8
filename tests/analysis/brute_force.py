"""Brute-force references: best scores from the move generator, odds from every outcome."""

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
    """Best score of a hand according to the move generator, or 0 if nothing fits."""
    if not board.cells:
        plays = movegen.opening_plays(hand, variant)
        return max((points for _, points in plays), default=0)
    play = movegen.best_play(board, hand, variant)
    return 0 if play is None else play[1]


def lookup_best_score(table: ScoreTable, hand: Faces) -> int:
    """Best score of a hand according to the table, or 0 if nothing fits."""
    return max(row[have] for row, have in zip(table.scores, line_masks(hand), strict=True))


def has_qwirkle(table: ScoreTable, hand: Faces) -> bool:
    """True if the table says that the hand can complete a full line (R10)."""
    pairs = zip(table.qwirkles, line_masks(hand), strict=True)
    return any(family >> have & 1 for family, have in pairs)


def roll_outcomes(hand: Faces, rolled: tuple[int, ...], shapes: int = SHAPE_COUNT) -> list[Faces]:
    """All equally likely outcomes of rolling the dice at these indices."""
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
    """Mean best score of every choice of dice (C3, C4), or None for an unplayable hand (J7).

    After each roll the best choice is made with the rolls left; keeping all dice ends them.
    """
    every, shapes = tuple(range(len(hand))), variant.pieces.shapes
    scores = {
        rolled: best_score(board, rolled, variant) for rolled in roll_outcomes(hand, every, shapes)
    }
    playable = [score for score in scores.values() if score]
    if not playable:
        return None
    forced = sum(playable) / len(playable)

    @cache
    def means_with(left: int, dice: Faces) -> dict[tuple[int, ...], float]:
        means: dict[tuple[int, ...], float] = {(): scores[dice] or forced}
        for number in range(1, 1 << len(dice)):
            rolled = tuple(die for die in every if number >> die & 1)
            values = [
                value_of(left - 1, outcome) for outcome in roll_outcomes(dice, rolled, shapes)
            ]
            means[rolled] = sum(values) / len(values)
        return means

    def value_of(left: int, dice: Faces) -> float:
        return max(means_with(left, dice).values()) if left else scores[dice] or forced

    return means_with(rolls, hand)


def random_boards(
    count: int, start: int = 0, ruleset: Variant = RULESET
) -> list[tuple[Board, Random]]:
    """Boards of all sizes from random play with tiles and dice, each with its random generator."""
    boards = []
    for seed in range(start, start + count):
        random = Random(seed)
        source = TileSource(random, ruleset) if seed % 2 else DiceSource(random, ruleset)
        board, _ = random_position(random, source, 6, 1 + seed % 35, ruleset)
        boards.append((board, random))
    return boards


def random_hand(random: Random, max_size: int = 8, ruleset: Variant = RULESET) -> Faces:
    """A random hand, often with copies."""
    faces = movegen.faces_in_mask(ruleset.face_mask)
    hand = [random.choice(faces) for _ in range(random.randint(1, max_size))]
    if len(hand) > 1 and random.random() < 0.3:
        hand[-1] = hand[0]
    return tuple(hand)
