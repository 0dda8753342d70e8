"""The review of a game."""

from __future__ import annotations

import json
import pickle
from itertools import product

import pytest

from qwirkle import catalog
from qwirkle.analysis.review import (
    Transition,
    TurnRecord,
    TurnReview,
    completed_turns,
    review_game,
    review_turn,
)
from qwirkle.engine import movegen
from qwirkle.engine.events import Drawn, Placed, Rolled
from qwirkle.engine.variant import EndRule, RollStep, TradeRule
from qwirkle.game import Game
from tests.analysis.sample_views import small_variant
from tests.engine.game_builder import apply_events, table
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def reviewed_turns(game: Game) -> tuple[TurnReview, ...]:
    """Review of every turn of a game."""
    return review_game(game).turns


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_a_review_adds_up(name: str) -> None:
    """Every turn appears once, points add up to the scores, and no turn beats its best."""
    game = random_game(small_variant(name), 3, seed=6, undo_chance=0.05)
    result = review_game(game)
    assert len(result.turns) >= game.position.turns_played
    assert [turn.number for turn in result.turns] == list(range(1, len(result.turns) + 1))
    for seat, summary in enumerate(result.players):
        own = [turn for turn in result.turns if turn.player == seat]
        outcome = game.position.result
        assert outcome is not None
        bonus = outcome.bonus if outcome.player == seat else 0
        assert sum(turn.points for turn in own) + bonus == summary.score
        assert summary.lost == sum(turn.loss for turn in own)
        assert summary.turns == len(own)
    for turn in result.turns:
        assert turn.loss >= 0
        assert turn.kind != "place" or turn.points <= turn.max_points
        if turn.played is not None and turn.best is not None:
            assert turn.played.value <= turn.best.value


def test_the_top_placement_is_the_best_play() -> None:
    """The best-scoring placement of a turn is the generator's best play for the hand."""
    game = random_game(small_variant("tiles"), 2, seed=8)
    placed = [
        (event, game.active_history[index][1])
        for index, (event, _) in enumerate(game.active_history[1:])
        if isinstance(event, Placed)
    ]
    turns = [turn for turn in reviewed_turns(game) if turn.kind == "place"]
    assert len(turns) == len(placed)
    for turn, (event, before) in zip(turns[1:], placed[1:], strict=True):
        hand = before.hands[event.player]
        best = movegen.best_play(before.board, hand, before.variant)
        assert (turn.top_placement, turn.max_points) == best


def test_free_rolls_are_reviewed() -> None:
    """Each free roll is compared with the best choice, and its loss counts."""
    turns = reviewed_turns(random_game(small_variant("cubes"), 2, seed=6))
    rolls = [(turn, roll) for turn in turns for roll in turn.rolls]
    assert rolls
    assert all(roll.mean <= roll.best_mean + 1e-9 and roll.loss >= 0 for _, roll in rolls)
    assert any(roll.loss > 0 for _, roll in rolls)
    assert all(turn.loss == turn.play_loss + roll.loss for turn, roll in rolls)


def test_a_single_turn_is_reviewed_like_the_whole_game() -> None:
    """A pickled turn gets the same review as in the review of the whole game."""
    game = random_game(small_variant("cubes"), 2, seed=6, max_events=25)
    for record, turn in zip(completed_turns(game), reviewed_turns(game), strict=True):
        assert review_turn(pickle.loads(pickle.dumps(record))) == turn


def test_a_review_has_a_json_form() -> None:
    """The JSON form has these keys, and estimates are the sum of their weighted parts."""
    game = random_game(small_variant("cubes"), 2, seed=6)
    data = json.loads(json.dumps(review_game(game).to_json()))
    assert set(data) == {"turns", "players", "weights", "winners", "left_out", "taken_back"}
    weights = data["weights"]
    estimated = [turn for turn in data["turns"] if turn["how"] in (None, "estimate")]
    for evaluation in (turn[side] for turn in estimated for side in ("played", "best")):
        if evaluation is not None and not evaluation["ends"]:
            parts = evaluation["points"], -weights["reply"] * evaluation["reply"]
            assert sum(parts) + weights["keep"] * evaluation["keep"] == pytest.approx(
                evaluation["value"]
            )


def test_a_running_game_can_be_reviewed() -> None:
    """A game that isn't over can be reviewed so far."""
    game = random_game(small_variant("tiles"), 2, seed=6, max_events=20)
    result = review_game(game)
    assert result.result is None
    assert result.turns


def test_a_game_without_turns_has_an_empty_review() -> None:
    game = random_game(small_variant("tiles"), 2, max_events=1)
    result = review_game(game)
    assert not result.turns
    assert [(player.turns, player.lost, player.worst_turn) for player in result.players] == [
        (0, 0, 0)
    ] * 2


def test_the_cost_of_a_trade_counts() -> None:
    """The cost of a trade is part of the turn's points and of the score."""
    game = random_game(with_changes(small_variant("tiles"), trade=TradeRule(cost=3)), 2, seed=10)
    reviewed = review_game(game)
    assert {turn.points for turn in reviewed.turns if turn.kind == "trade"} == {-3}
    result = game.position.result
    assert result is not None
    for seat, summary in enumerate(reviewed.players):
        bonus = result.bonus if result.player == seat else 0
        own = sum(turn.points for turn in reviewed.turns if turn.player == seat)
        assert own + bonus == summary.score


def test_the_last_turn_includes_the_result() -> None:
    """If a turn limit ends the game, the last turn includes the final draw and the result."""
    game = random_game(with_changes(small_variant("tiles"), end=EndRule(max_rounds=2)), 2, seed=6)
    *others, last = completed_turns(game)
    assert isinstance(game.active_history[-2][0], Drawn)
    assert last.event_count_with_result == len(game.active_history)
    assert last.refilled_hand == ()
    assert all(turn.event_count_with_result == turn.event_count for turn in others)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_only_the_last_turn_includes_the_result(name: str) -> None:
    """R12: only the turn that ends the game includes the result."""
    for seed in range(6, 12):
        *others, last = completed_turns(random_game(small_variant(name), 2, seed))
        assert last.event_count_with_result > last.event_count
        assert all(turn.event_count_with_result == turn.event_count for turn in others)


def test_draws_in_the_last_round_have_no_luck() -> None:
    """If a turn limit ends the game, pieces drawn in the last round don't count as luck."""
    turns = completed_turns(
        random_game(with_changes(small_variant("tiles"), end=EndRule(max_rounds=2)), 2, seed=6)
    )
    assert [bool(turn.refilled_hand) for turn in turns] == [True, True, False, False]


def test_each_of_several_rolls_counts_against_its_mean() -> None:
    """A roll's luck is measured against its mean, including what later rolls can still gain."""
    cubes = catalog.load_variant("cubes")
    variant = with_changes(cubes, turn=(RollStep(2, 2), *cubes.turn[1:]))
    before = table(variant, "Rc 0,0 · Rs 1,0", "Gd Bk", "Yx", bag="")
    luck_points = []
    for dice in product(range(18, 24), range(24, 30)):
        rolled = apply_events(before, Rolled(0, before.hands[0], dice, forced=False))
        best = movegen.best_play(rolled.board, dice, variant)
        if best is None:
            continue
        placed = apply_events(rolled, Placed(0, *best))
        steps = (
            Transition(Rolled(0, before.hands[0], dice, forced=False), before, rolled),
            Transition(Placed(0, *best), rolled, placed),
        )
        turn = review_turn(TurnRecord(1, steps, 2, 2))
        assert turn.luck is not None
        luck_points.append(turn.luck.points)
        next_rolled, next_best_mean = turn.rolls[1].rolled_faces, turn.rolls[1].best_mean
        assert next_rolled == ()
        assert turn.luck.points == pytest.approx(next_best_mean - turn.rolls[0].mean)
    assert min(luck_points) < 0 < max(luck_points)
