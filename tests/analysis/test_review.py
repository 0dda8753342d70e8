"""The review of a game."""

from __future__ import annotations

import json
import pickle
from itertools import product

import pytest

from qwirkle import catalog
from qwirkle.analysis.review import (
    TurnRecord,
    TurnReview,
    TurnStep,
    completed_turns,
    review,
    review_turn,
)
from qwirkle.engine import movegen
from qwirkle.engine.events import Drawn, Placed, Rolled
from qwirkle.engine.variant import EndRule, RollStep, TradeRule, Variant
from qwirkle.game import Game
from tests.engine.game_builder import apply_events, table
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def small(name: str) -> Variant:
    """The rules of this name with few pieces, for games that are soon reviewed."""
    variant = catalog.load_variant(name)
    return with_changes(variant, pieces__copies=1 if variant.pieces.rolls == "nothing" else 5)


def judged(game: Game) -> tuple[TurnReview, ...]:
    """Every turn of a game."""
    return review(game).turns


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_adds_up(name: str) -> None:
    """Every turn is there once, its points add up to the scores, and nothing beats the best."""
    game = random_game(small(name), 3, seed=6, undo_chance=0.05)
    found = review(game)
    assert len(found.turns) >= game.position.turns_played
    assert [turn.number for turn in found.turns] == list(range(1, len(found.turns) + 1))
    for seat, summary in enumerate(found.players):
        own = [turn for turn in found.turns if turn.player == seat]
        result = game.position.result
        assert result is not None
        bonus = result.bonus if result.player == seat else 0
        assert sum(turn.points for turn in own) + bonus == summary.score
        assert summary.lost == sum(turn.loss for turn in own)
        assert summary.turns == len(own)
    for turn in found.turns:
        assert turn.loss >= 0
        assert turn.kind != "place" or turn.points <= turn.max_points
        if turn.played is not None and turn.best is not None:
            assert turn.played.value <= turn.best.value


def test_best_scoring_placement() -> None:
    """The best-scoring placement of a turn is the first that the generator gives for the hand."""
    game = random_game(small("tiles"), 2, seed=8)
    placed = [
        (event, game.active_history[index][1])
        for index, (event, _) in enumerate(game.active_history[1:])
        if isinstance(event, Placed)
    ]
    turns = [turn for turn in judged(game) if turn.kind == "place"]
    assert len(turns) == len(placed)
    for turn, (event, before) in zip(turns[1:], placed[1:], strict=True):
        hand = before.hands[event.player]
        best = movegen.best_play(before.board, hand, before.variant)
        assert (turn.top_placement, turn.max_points) == best


def test_rolls_are_judged() -> None:
    """With dice each free roll is held against the best choice, and what it costs counts."""
    turns = judged(random_game(small("cubes"), 2, seed=6))
    rolls = [(turn, roll) for turn in turns for roll in turn.rolls]
    assert rolls
    assert all(roll.mean <= roll.best_mean + 1e-9 and roll.loss >= 0 for _, roll in rolls)
    assert any(roll.loss > 0 for _, roll in rolls)
    assert all(turn.loss == turn.play_loss + roll.loss for turn, roll in rolls)


def test_one_turn_is_judged_like_all() -> None:
    """A turn that went through another process is judged as in the review of the whole game."""
    game = random_game(small("cubes"), 2, seed=6, most_events=25)
    for taken, turn in zip(completed_turns(game), judged(game), strict=True):
        assert review_turn(pickle.loads(pickle.dumps(taken))) == turn


def test_json() -> None:
    """The review is JSON, with these keys."""
    game = random_game(small("cubes"), 2, seed=6)
    told = json.loads(json.dumps(review(game).to_json()))
    assert set(told) == {"turns", "players", "weights", "winners", "left_out", "taken_back"}
    weights = told["weights"]
    estimated = [turn for turn in told["turns"] if turn["how"] in (None, "estimate")]
    for worth in (turn[side] for turn in estimated for side in ("played", "best")):
        if worth is not None and not worth["ends"]:
            parts = worth["points"], -weights["reply"] * worth["reply"]
            assert sum(parts) + weights["keep"] * worth["keep"] == pytest.approx(worth["value"])


def test_half_a_game() -> None:
    """A game that is not over can be reviewed as far as it goes."""
    game = random_game(small("tiles"), 2, seed=6, most_events=20)
    found = review(game)
    assert found.result is None
    assert found.turns


def test_no_turn_yet() -> None:
    """A game without a turn has a review without one, and nobody has lost anything."""
    game = random_game(small("tiles"), 2, most_events=1)
    found = review(game)
    assert not found.turns
    assert [(each.turns, each.lost, each.worst_turn) for each in found.players] == [(0, 0, 0)] * 2


def test_the_price_of_a_trade_counts() -> None:
    """What trades cost is part of the points of a turn, and so of the score."""
    game = random_game(with_changes(small("tiles"), trade=TradeRule(cost=3)), 2, seed=10)
    found = review(game)
    assert {turn.points for turn in found.turns if turn.kind == "trade"} == {-3}
    result = game.position.result
    assert result is not None
    for seat, summary in enumerate(found.players):
        bonus = result.bonus if result.player == seat else 0
        own = sum(turn.points for turn in found.turns if turn.player == seat)
        assert own + bonus == summary.score


def test_the_last_turn_is_followed_to_the_result() -> None:
    """Where a round ends the game after a last draw, the turn before it is the one that ends it."""
    game = random_game(with_changes(small("tiles"), end=EndRule(turns=2)), 2, seed=6)
    *others, last = completed_turns(game)
    assert isinstance(game.active_history[-2][0], Drawn)
    assert last.event_count_with_result == len(game.active_history)
    assert last.refilled_hand == ()
    assert all(turn.event_count_with_result == turn.event_count for turn in others)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_only_the_last_turn_has_the_result(name: str) -> None:
    """R12: the turn before it ends with its own points, though the next one ends the game."""
    for seed in range(6, 12):
        *others, last = completed_turns(random_game(small(name), 2, seed))
        assert last.event_count_with_result > last.event_count
        assert all(turn.event_count_with_result == turn.event_count for turn in others)


def test_hands_that_are_never_played_are_no_luck() -> None:
    """What is drawn in the last round of a game that ends after so many has no luck."""
    turns = completed_turns(
        random_game(with_changes(small("tiles"), end=EndRule(turns=2)), 2, seed=6)
    )
    assert [bool(turn.refilled_hand) for turn in turns] == [True, True, False, False]


def test_luck_of_several_rolls_comes_out_even() -> None:
    """Each throw counts against its own mean, with what the next roll can still make of it."""
    cubes = catalog.load_variant("cubes")
    variant = with_changes(cubes, turn=(RollStep(2, 2), *cubes.turn[1:]))
    before = table(variant, "Rc 0,0 · Rs 1,0", "Gd Bk", "Yx", bag="")
    lucky = []
    for dice in product(range(18, 24), range(24, 30)):
        thrown = apply_events(before, Rolled(0, before.hands[0], dice, forced=False))
        found = movegen.best_play(thrown.board, dice, variant)
        if found is None:
            continue
        placed = apply_events(thrown, Placed(0, *found))
        steps = (
            TurnStep(Rolled(0, before.hands[0], dice, forced=False), before, thrown),
            TurnStep(Placed(0, *found), thrown, placed),
        )
        turn = review_turn(TurnRecord(1, steps, 2, 2))
        assert turn.luck is not None
        lucky.append(turn.luck.points)
        keep, kept_best = turn.rolls[1].rolled, turn.rolls[1].best_mean
        assert keep == ()
        assert turn.luck.points == pytest.approx(kept_best - turn.rolls[0].mean)
    assert min(lucky) < 0 < max(lucky)
