"""The review of a game."""

from __future__ import annotations

import json

import pytest

from qwirkle import catalog
from qwirkle.analysis.review import review
from qwirkle.engine import movegen
from qwirkle.engine.events import Placed
from tests.play import random_game


@pytest.mark.parametrize("name", catalog.bundled_names())
@pytest.mark.parametrize("players", [2, 3])
def test_adds_up(name: str, players: int) -> None:
    """Every turn is there once, its points add up to the scores, and nothing beats the best."""
    game = random_game(catalog.load(name), players, seed=6, undo_chance=0.05)
    found = review(game.header, game.events)
    assert len(found.turns) >= game.position.turns
    assert [turn.number for turn in found.turns] == list(range(1, len(found.turns) + 1))
    for seat, summary in enumerate(found.players):
        own = [turn for turn in found.turns if turn.player == seat]
        result = game.position.result
        assert result is not None
        bonus = result.bonus if result.player == seat else 0
        assert sum(turn.points for turn in own) + bonus == summary.score
        assert summary.lost == sum(turn.lost for turn in own)
        assert summary.turns == len(own)
    assert all(turn.points <= turn.most_points for turn in found.turns if turn.did == "place")


def test_best_play() -> None:
    """The best play of a turn is the first that the generator gives for the hand."""
    game = random_game(catalog.load("tiles"), 2, seed=8)
    found = review(game.header, game.events)
    placed = [
        (event, game.standing[index][1])
        for index, (event, _) in enumerate(game.standing[1:])
        if isinstance(event, Placed)
    ]
    turns = [turn for turn in found.turns if turn.did == "place"]
    assert len(turns) == len(placed)
    for turn, (event, before) in zip(turns[1:], placed[1:], strict=True):
        hand = before.hands[event.player]
        best = movegen.best_play(before.board, hand, before.variant)
        assert (turn.most, turn.most_points) == best


def test_rolls_are_judged() -> None:
    """With dice each free roll is held against the best choice."""
    game = random_game(catalog.load("cubes"), 2, seed=6)
    found = review(game.header, game.events)
    rolls = [turn.roll for turn in found.turns if turn.roll is not None]
    assert rolls
    assert all(roll.mean <= roll.best_mean + 1e-9 and roll.lost >= 0 for roll in rolls)
    assert any(roll.lost > 0 for roll in rolls)


def test_json() -> None:
    """The review goes to JSON and back unchanged."""
    game = random_game(catalog.load("cubes"), 2, seed=6)
    told = review(game.header, game.events).to_json()
    assert json.loads(json.dumps(told)) == told
    assert set(told) == {"turns", "players", "winners"}


def test_half_a_game() -> None:
    """A game that is not over can be reviewed as far as it goes."""
    game = random_game(catalog.load("tiles"), 2, seed=6, most_events=20)
    found = review(game.header, game.events)
    assert found.finished is None
    assert found.turns
