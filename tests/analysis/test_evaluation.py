"""What turns are worth."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.evaluation import Evaluator, evaluate_turns
from qwirkle.engine import rules
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.variant import EndRule
from qwirkle.engine.view import View
from tests.engine.game_builder import TILES, table
from tests.random_games import random_game
from tests.sample_rulesets import with_changes

VARIANTS = catalog.bundled_names()


def some_views(name: str, players: int = 2, seed: int = 3) -> list[View]:
    """The views of whoever can place or trade, in the course of a game."""
    game = random_game(catalog.load_variant(name), players, seed)
    found = []
    for _, position in game.active_history:
        if rules.needs_player(position):
            view = position.view(position.player)
            if view.forced_move is None and (view.options.can_place or view.options.max_trade):
                found.append(view)
    return found


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_worlds_agree_with_the_view(name: str, players: int) -> None:
    """A world deals just the pieces that the seat cannot see, and leaves seen hands alone."""
    for view in some_views(name, players)[::3]:
        world = sample_determinizations(view, 1, Random(5))[0]
        dealt = [0] * len(view.unseen_counts)
        for step, hand in enumerate(world.hands, start=1):
            seat = (view.seat + step) % players
            assert len(hand) == view.hand_sizes[seat]
            seen = view.hands[seat]
            if seen is None:
                for face in hand:
                    dealt[view.variant.kind_by_face[face]] += 1
            else:
                assert hand == seen
        for face in world.bag:
            dealt[view.variant.kind_by_face[face]] += 1
        assert tuple(dealt) == view.unseen_counts
        assert len(world.bag) == view.bag_size


@pytest.mark.parametrize("name", VARIANTS)
def test_values_are_made_of_their_parts(name: str) -> None:
    """A value is the points less the weighed reply plus what is kept, and moves are legal."""
    for view in some_views(name)[::12]:
        valuer = Evaluator(view, Random(1))
        found = evaluate_turns(valuer, never_stop)
        assert found == sorted(found, key=lambda worth: -round(worth.value, 9))
        for worth in found:
            rules.validate_move(view, worth.move)
            weights = valuer.weights
            if not worth.ends_game:
                assert worth.value == pytest.approx(
                    worth.points - weights.reply * worth.reply + weights.keep * worth.keep
                )


def test_stop() -> None:
    """Told to stop at once, the analysis still has a turn to offer."""
    for view in some_views("tiles")[::12]:
        assert evaluate_turns(Evaluator(view, Random(1)), lambda: True)


def test_trades_are_weighed() -> None:
    """Where trading is allowed it is one of the candidates, and seldom the best."""
    kinds = {
        type(worth.move)
        for view in some_views("tiles")[1:8]
        for worth in evaluate_turns(Evaluator(view, Random(1)), never_stop)
    }
    assert kinds == {Place, Trade}


def test_pieces_left_in_hand_are_weighed() -> None:
    """Where pieces left in hand cost points, going out and the last turn of a round count them."""
    dear = with_changes(TILES, end=EndRule(left_piece=5))
    last = table(dear, "Rc 0,0", "Rs", "Gx Gc Bd", bag="").view(0)
    worth, *_ = evaluate_turns(Evaluator(last, Random(1)), never_stop)
    assert worth.ends_game
    assert worth.value == worth.points + 3 * 5
    counted = with_changes(TILES, end=EndRule(turns=1, left_piece=5))
    round_ends = table(counted, "Rc 0,0", "Rs Gx", "Bd Bk Bb", bag="", turns=1).view(0)
    worth, *_ = evaluate_turns(Evaluator(round_ends, Random(1)), never_stop)
    assert (worth.reply, worth.keep) == (0.0, 0.0)
    assert worth.value == worth.points - 1 * 5 + 3 * 5
