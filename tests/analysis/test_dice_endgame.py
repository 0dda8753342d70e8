"""Exact endgames with dice for two players."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.dice_endgame import DiceEndgame, is_small_dice_endgame
from qwirkle.analysis.endgame import EndgameLimitReached, EndgameLimits
from qwirkle.analysis.evaluation import EvaluationLimits, Evaluator
from qwirkle.analysis.roll_evaluation import evaluate_rolls
from qwirkle.analysis.search import SearchBudget, SearchMethod, search
from qwirkle.engine.board import Board
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import generate_plays
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.view import Options, View
from tests.analysis.sample_views import some_views
from tests.sample_positions import faces, parse_placement

CUBES = catalog.load_variant("cubes")
SMALL = SearchBudget(
    candidates=3,
    determinizations=4,
    rounds=1,
    batch_size=2,
    endgame_limits=(EndgameLimits(20),),
    max_reply_sets=0,
    max_dice_positions=2000,
    max_rollout_bag=200,
)


def last_view(own: str, opponent: str, rolled: bool = False) -> View:
    """View with an empty bag, these dice and a short row on the board."""
    view = some_views("cubes")[5]
    hands = [faces(opponent), faces(opponent)]
    hands[view.seat] = faces(own)
    return replace(
        view,
        board=Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0")),
        hands=tuple(hands),
        hand_sizes=tuple(map(len, hands)),
        bag_size=0,
        free_rolls=0 if rolled else 1,
        options=Options(can_place=True, can_roll_free=not rolled),
    )


def value_after(
    board: Board, pieces: tuple[PieceAt, ...], hand: Faces, opponent_hand: Faces
) -> float:
    """Value of the game after a play: the bonus for going out, or minus the opponent's margin."""
    leave = remove_from_hand(hand, tuple(face for face, _, _ in pieces))
    return 6 if not leave else -exact_margin(board.place(pieces), opponent_hand, leave)


@cache
def exact_margin(board: Board, hand: Faces, opponent_hand: Faces, passed: bool = False) -> float:
    """Reference margin by brute force: every choice of dice, every roll and every play."""
    margin_by_roll = {}
    for roll in product(range(6), repeat=len(hand)):
        rolled_hand = tuple(face // 6 * 6 + shape for face, shape in zip(hand, roll, strict=True))
        margins = []
        for pieces, points in generate_plays(board, rolled_hand, CUBES):
            margins.append(points + value_after(board, pieces, rolled_hand, opponent_hand))
        margin_by_roll[roll] = max(margins, default=None)
    playable = [margin for margin in margin_by_roll.values() if margin is not None]
    if not playable:
        return 0.0 if passed else -exact_margin(board, opponent_hand, hand, True)
    forced = fmean(playable)
    choices = []
    for rolled in product((False, True), repeat=len(hand)):
        reachable = [
            forced if margin is None else margin
            for roll, margin in margin_by_roll.items()
            if all(
                is_rolled or shape == face % 6
                for is_rolled, shape, face in zip(rolled, roll, hand, strict=True)
            )
        ]
        choices.append(fmean(reachable))
    return max(choices)


@pytest.mark.parametrize(
    ("own", "opponent"),
    [("Rk", "Bc"), ("Bs", "Rx Gs"), ("Gb", "Yk"), ("Rk Bc", "Gs"), ("Gb Yb", "Rx")],
)
def test_margins_are_exact(own: str, opponent: str) -> None:
    """The margin of the best choice of dice equals the brute-force margin."""
    view = last_view(own, opponent)
    assert is_small_dice_endgame(view, 2000)
    endgame = DiceEndgame(view, 2000, never_stop)
    expected = exact_margin(view.board, view.hand, endgame.opponent_hand)
    assert endgame.turn_margin(view.board, view.hand, endgame.opponent_hand) == pytest.approx(
        expected
    )


def test_rolls_and_turns_use_exact_margins() -> None:
    """Both the roll evaluation and the search use exact margins."""
    view = last_view("Rk Bc", "Gs")
    evaluator = Evaluator(
        view, Random(1), EvaluationLimits(max_placements=9, dice_determinizations=1)
    )
    evaluations = evaluate_rolls(evaluator, 0, 2000, Random(2), never_stop)
    opponent_hand = DiceEndgame(view, 1, never_stop).opponent_hand
    assert evaluations[0].value == pytest.approx(exact_margin(view.board, view.hand, opponent_hand))
    placing = last_view("Rk Bc", "Gs", rolled=True)
    result = search(placing, Evaluator(placing, Random(1)), SMALL, Random(2), never_stop)
    assert result.method is SearchMethod.EXACT
    values = [candidate.value for candidate in result.candidates]
    assert values == sorted(values, reverse=True)
    margins = [
        points + value_after(placing.board, pieces, placing.hand, opponent_hand)
        for pieces, points in generate_plays(placing.board, placing.hand, CUBES)
    ]
    assert values == pytest.approx(sorted(margins, reverse=True))


def test_large_endgames_are_not_solved() -> None:
    """Beyond the position limit, or once stopped, there is no exact margin."""
    assert not is_small_dice_endgame(last_view("Rk Bc", "Gs Yx"), 2000)
    assert not is_small_dice_endgame(replace(last_view("Rk", "Gs"), bag_size=1), 2000)
    view = last_view("Rk Bc", "Gs")
    assert not is_small_dice_endgame(view, 100)
    for max_dice_positions, stop in ((3, never_stop), (2000, lambda: True)):
        endgame = DiceEndgame(view, max_dice_positions, stop)
        with pytest.raises(EndgameLimitReached):
            endgame.turn_margin(view.board, view.hand, endgame.opponent_hand)
    evaluations = evaluate_rolls(Evaluator(view, Random(1)), 5, 2000, Random(2), lambda: True)
    assert evaluations
