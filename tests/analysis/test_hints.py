"""Hints for a player's turn."""

from __future__ import annotations

import pickle

import pytest

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.hints import HintReason, Hints, find_hints
from qwirkle.engine import rules
from qwirkle.engine.moves import Roll
from qwirkle.engine.view import View
from tests.random_games import random_game

LONG = 3600.0


def all_views(name: str, seed: int) -> list[View]:
    """Views of every player who had a choice in one game."""
    game = random_game(catalog.load_variant(name), 2, seed)
    sample_views = [
        position.view(position.seat_to_move)
        for _, position in game.active_history
        if rules.needs_player(position)
    ]
    return [view for view in sample_views if view.forced_move is None]


def sample_views(name: str, seed: int = 4) -> list[View]:
    """Every eleventh of those views."""
    return all_views(name, seed)[::11]


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_every_hint_is_a_legal_move(name: str) -> None:
    """There are one to three hints, and each is a legal move."""
    for view in sample_views(name):
        hint_list = list(find_hints(view, seconds=LONG))
        assert 1 <= len(hint_list) <= 3
        for hint in hint_list:
            rules.validate_move(view, hint.move)


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_hints_can_be_pickled_and_repeated(name: str) -> None:
    """Hints survive pickling, and the same view gives the same hints."""
    view = sample_views(name)[1]
    first = find_hints(view, seconds=LONG)
    assert pickle.loads(pickle.dumps(first)) == first
    assert find_hints(view, never_stop, seconds=LONG) == first


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_the_last_turn_of_a_game_has_hints(name: str) -> None:
    """The last turn has hints, and those that go out say so."""
    view = all_views(name, 4)[-1]
    result = find_hints(view, seconds=LONG)
    for hint in result.turns:
        left = len(view.hand) - len(getattr(hint.move, "pieces", ()))
        goes_out = not view.bag_size and not left
        assert (HintReason.GOES_OUT in hint.reasons) == goes_out
    assert result.turns


def test_going_out_is_a_reason() -> None:
    """Hints that go out say so, and some of them also score most."""
    out_hints = [
        hint
        for seed in range(6)
        for view in all_views("tiles", seed)[-2:]
        for hint in find_hints(view, seconds=LONG).turns
        if HintReason.GOES_OUT in hint.reasons
    ]
    assert any(HintReason.MOST_POINTS in hint.reasons for hint in out_hints)


def test_roll_hints_come_first() -> None:
    """Before a free roll, the first hints are which dice to roll, with the mean of every choice."""
    view = next(view for view in sample_views("cubes") if view.options.can_roll_free)
    result: Hints = find_hints(view, seconds=LONG)
    assert result.rolls
    assert len(result.choices) == 2 ** len(view.hand)
    assert result.rolls[0].mean == pytest.approx(result.choices[0][1])
    means = [round(mean, 9) for _, mean in result.choices]
    assert means == sorted(means, reverse=True)
    assert result.keep_all_mean is not None
    if result.rolls[0].rolled:
        assert isinstance(next(iter(result)).move, Roll)


def test_the_best_scoring_hint_says_so() -> None:
    """The hint with the most points has that reason."""
    view = sample_views("tiles")[1]
    result = find_hints(view, count=100, seconds=LONG)
    top = max(result.turns, key=lambda hint: hint.points)
    assert HintReason.MOST_POINTS in top.reasons


def test_a_stuck_player_gets_roll_hints() -> None:
    """If nothing fits before the free roll, every hint is a roll."""
    view = next(
        view
        for seed in range(60)
        for view in all_views("cubes", seed)
        if view.options.can_roll_free and not view.options.can_place
    )
    hint_list = list(find_hints(view, seconds=LONG))
    assert hint_list
    for hint in hint_list:
        assert isinstance(hint.move, Roll)
        rules.validate_move(view, hint.move)
