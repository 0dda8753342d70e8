"""The last dice of a game of two."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.dice_endgame import DiceEndgame, DiceLimitReached, is_small_dice_endgame
from qwirkle.analysis.endgame import EndgameLimits
from qwirkle.analysis.evaluation import EvaluationLimits, Evaluator
from qwirkle.analysis.roll_evaluation import evaluate_rolls_exactly
from qwirkle.analysis.search import SearchBudget, SearchMethod, search
from qwirkle.engine.board import Board
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import generate_plays
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.view import Options, View
from tests.analysis.test_evaluation import some_views
from tests.sample_positions import faces, parse_placement

CUBES = catalog.load_variant("cubes")
SMALL = SearchBudget(
    candidates=3,
    determinizations=4,
    rounds=1,
    batch_size=2,
    endgame_limits=(EndgameLimits(20),),
    max_sets=0,
    max_positions=2000,
    max_rollout_bag=200,
)


def last_view(mine: str, its: str, rolled: bool = False) -> View:
    """A view with an empty bag, these dice, and a short row on the table."""
    view = some_views("cubes")[5]
    hands = [faces(its), faces(its)]
    hands[view.seat] = faces(mine)
    return replace(
        view,
        board=Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0")),
        hands=tuple(hands),
        hand_sizes=tuple(map(len, hands)),
        bag_size=0,
        free_rolls=0 if rolled else 1,
        options=Options(can_place=True, can_roll_free=not rolled),
    )


def after(board: Board, pieces: tuple[PieceAt, ...], dice: Faces, other: Faces) -> float:
    """What comes after a play: the game is over, or it is the other one's turn."""
    kept = remove_from_hand(dice, tuple(face for face, _, _ in pieces))
    return 6 if not kept else -margin_of(board.place(pieces), other, kept)


@cache
def margin_of(board: Board, hand: Faces, other: Faces, passed: bool = False) -> float:
    """The truth, slowly: every choice, every throw and every play, by the rules alone."""
    thrown = {}
    for throw in product(range(6), repeat=len(hand)):
        dice = tuple(face // 6 * 6 + shape for face, shape in zip(hand, throw, strict=True))
        margins = []
        for pieces, points in generate_plays(board, dice, CUBES):
            margins.append(points + after(board, pieces, dice, other))
        thrown[throw] = max(margins, default=None)
    fitting = [margin for margin in thrown.values() if margin is not None]
    if not fitting:
        return 0.0 if passed else -margin_of(board, other, hand, True)
    forced = fmean(fitting)
    choices = []
    for rolled in product((False, True), repeat=len(hand)):
        seen = [
            forced if margin is None else margin
            for throw, margin in thrown.items()
            if all(
                any_ or shape == face % 6
                for any_, shape, face in zip(rolled, throw, hand, strict=True)
            )
        ]
        choices.append(fmean(seen))
    return max(choices)


@pytest.mark.parametrize(
    ("mine", "its"), [("Rk", "Bc"), ("Bs", "Rx Gs"), ("Gb", "Yk"), ("Rk Bc", "Gs"), ("Gb Yb", "Rx")]
)
def test_margins_are_exact(mine: str, its: str) -> None:
    """The best choice of dice is worth what every line of play to the end says."""
    view = last_view(mine, its)
    assert is_small_dice_endgame(view, 2000)
    dice = DiceEndgame(view, 2000, never_stop)
    expected = margin_of(view.board, view.hand, dice.opponent_hand)
    assert dice.turn_margin(view.board, view.hand, dice.opponent_hand) == pytest.approx(expected)


def test_rolls_and_turns_use_them() -> None:
    """Both the choice of dice and the turn rest on the exact margins."""
    view = last_view("Rk Bc", "Gs")
    valuer = Evaluator(view, Random(1), EvaluationLimits(max_placements=9, dice_determinizations=1))
    worths = evaluate_rolls_exactly(valuer, 0, 2000, Random(2), never_stop)
    other = DiceEndgame(view, 1, never_stop).opponent_hand
    assert worths[0].value == pytest.approx(margin_of(view.board, view.hand, other))
    placing = last_view("Rk Bc", "Gs", rolled=True)
    thought = search(placing, Evaluator(placing, Random(1)), SMALL, Random(2), never_stop)
    assert thought.method is SearchMethod.EXACT
    values = [candidate.value for candidate in thought.candidates]
    assert values == sorted(values, reverse=True)
    margins = [
        points + after(placing.board, pieces, placing.hand, other)
        for pieces, points in generate_plays(placing.board, placing.hand, CUBES)
    ]
    assert values == pytest.approx(sorted(margins, reverse=True))


def test_too_many_are_left_alone() -> None:
    """Where too much can happen, or time is up, there is no exact margin."""
    assert not is_small_dice_endgame(last_view("Rk Bc", "Gs Yx"), 2000)
    assert not is_small_dice_endgame(replace(last_view("Rk", "Gs"), bag_size=1), 2000)
    view = last_view("Rk Bc", "Gs")
    assert not is_small_dice_endgame(view, 100)
    for tables, stop in ((3, never_stop), (2000, lambda: True)):
        dice = DiceEndgame(view, tables, stop)
        with pytest.raises(DiceLimitReached):
            dice.turn_margin(view.board, view.hand, dice.opponent_hand)
    worths = evaluate_rolls_exactly(Evaluator(view, Random(1)), 5, 2000, Random(2), lambda: True)
    assert worths
