"""Hints."""

from __future__ import annotations

import pickle

import pytest

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.hints import HintReason, Hints, hints
from qwirkle.engine import rules
from qwirkle.engine.moves import Roll
from qwirkle.engine.view import View
from tests.random_games import random_game

LONG = 3600.0


def all_views(name: str, seed: int) -> list[View]:
    """The views of whoever has a choice, in the course of a game."""
    game = random_game(catalog.load_variant(name), 2, seed)
    found = [
        position.view(position.player)
        for _, position in game.active_history
        if rules.needs_player(position)
    ]
    return [view for view in found if view.forced_move is None]


def views(name: str, seed: int = 4) -> list[View]:
    """Every eleventh of those views."""
    return all_views(name, seed)[::11]


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_hints_are_legal(name: str) -> None:
    """Every hint is a move that the rules allow, at most three and at least one."""
    for view in views(name):
        found = list(hints(view, seconds=LONG))
        assert 1 <= len(found) <= 3
        for hint in found:
            rules.validate_move(view, hint.move)


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_hints_travel(name: str) -> None:
    """Hints can be sent to another process, and the same view gives the same ones."""
    view = views(name)[1]
    found = hints(view, seconds=LONG)
    assert pickle.loads(pickle.dumps(found)) == found
    assert hints(view, never_stop, seconds=LONG) == found


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_the_end_of_a_game_has_hints(name: str) -> None:
    """The last choices of a game are advised too, and what goes out is said to."""
    view = all_views(name, 4)[-1]
    found = hints(view, seconds=LONG)
    for hint in found.turns:
        left = len(view.hand) - len(getattr(hint.move, "pieces", ()))
        out = not view.bag_size and not left
        assert (HintReason.GOES_OUT in hint.reasons) == out
    assert found.turns


def test_going_out_is_a_reason() -> None:
    """Of the last piece of a hand one reads that it goes out, and whether it makes most points."""
    going = [
        hint
        for seed in range(6)
        for view in all_views("tiles", seed)[-2:]
        for hint in hints(view, seconds=LONG).turns
        if HintReason.GOES_OUT in hint.reasons
    ]
    assert any(HintReason.MOST_POINTS in hint.reasons for hint in going)


def test_rolls_come_first() -> None:
    """Before a free roll the first advice is which dice to roll, with the worth of each choice."""
    view = next(view for view in views("cubes") if view.options.can_roll_free)
    found: Hints = hints(view, seconds=LONG)
    assert found.rolls
    assert len(found.choices) == 2 ** len(view.hand)
    assert found.rolls[0].mean == pytest.approx(found.choices[0][1])
    means = [round(mean, 9) for _, mean in found.choices]
    assert means == sorted(means, reverse=True)
    assert found.keep_all is not None
    if found.rolls[0].rolled:
        assert isinstance(next(iter(found)).move, Roll)


def test_reasons() -> None:
    """The turn with the most points says so."""
    view = views("tiles")[1]
    found = hints(view, count=100, seconds=LONG)
    top = max(found.turns, key=lambda hint: hint.points)
    assert HintReason.MOST_POINTS in top.reasons


def test_nothing_fits() -> None:
    """Where no die fits before the free roll, every hint is a roll of some dice."""
    view = next(
        view
        for seed in range(60)
        for view in all_views("cubes", seed)
        if view.options.can_roll_free and not view.options.can_place
    )
    found = list(hints(view, seconds=LONG))
    assert found
    for hint in found:
        assert isinstance(hint.move, Roll)
        rules.validate_move(view, hint.move)
