"""How the master thinks: estimates, races of candidates, and ends."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from qwirkle.analysis.clock import never
from qwirkle.analysis.endgame import Attempt
from qwirkle.analysis.rollouts import Branch, Outlook
from qwirkle.analysis.thinking import Budget, How, Thought, think
from qwirkle.analysis.value import Effort, Valuer
from qwirkle.analysis.worlds import worlds_of
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.view import View
from tests.analysis.test_endgame import ends
from tests.analysis.test_value import some_views

SMALL = Budget(
    turns=3, worlds=4, rounds=1, batch=2, ending=(Attempt(200),), sets=0, tables=0, fullest=200
)
QUICK = Effort(turns=4, worlds=4, rolled_worlds=1)


def thought_of(view: View, budget: Budget = SMALL, seed: int = 7) -> Thought:
    """What a small budget finds."""
    return think(view, Valuer(view, Random(1), QUICK), budget, Random(seed))


def late_view(bag: int) -> View:
    """A view of tiles with no more than that in the bag, and a choice of several turns."""
    return next(view for view in some_views("tiles") if 0 < view.bag_size <= bag)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_same_budget_same_thoughts(name: str) -> None:
    """The same seed and budget give the same candidates in the same order."""
    for view in some_views(name)[3::20]:
        assert thought_of(view) == thought_of(view)


def test_candidates_stand_in_order() -> None:
    """Those that are still in the race come first, the best of them at the head."""
    thought = thought_of(some_views("tiles")[9])
    assert thought.how is How.ROLLOUTS
    running = [candidate.value for candidate in thought.candidates if not candidate.out]
    assert running == sorted(running, reverse=True)
    played = [candidate for candidate in thought.candidates if candidate.futures]
    assert len(played) == SMALL.turns
    assert all(0.0 <= (candidate.win or 0.0) <= 1.0 for candidate in played)


def test_what_has_fallen_out_stands_behind() -> None:
    """Whoever fell out is told by its distance to the best in the futures that both have seen."""
    wide = replace(SMALL, turns=6, worlds=96, batch=16)
    fallen = 0
    for view in some_views("tiles")[4:16:3]:
        thought = thought_of(view, wide)
        for candidate in thought.candidates[: wide.turns]:
            if candidate.out:
                fallen += 1
                assert candidate.value < thought.best.value
    assert fallen


def test_a_full_bag_is_not_played_on() -> None:
    """With more in the bag than the budget says, the estimate decides."""
    view = some_views("tiles")[4]
    thought = thought_of(view, replace(SMALL, fullest=view.bag_size - 1))
    assert thought.how is How.ESTIMATE
    values = [candidate.worth.value for candidate in thought.candidates]
    assert values == sorted(values, reverse=True)


def test_what_is_far_ahead_wins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate that scores far more than all others leaves them behind after one batch."""
    view = some_views("tiles")[4]
    wide = replace(SMALL, turns=8, worlds=1000)
    third = thought_of(view, replace(wide, worlds=wide.batch)).candidates[2].move
    real = Valuer.of_play

    def rich(self: Valuer, play: tuple[tuple[tuple[int, int, int], ...], int]) -> object:
        worth = real(self, play)
        return replace(worth, points=1000.0) if worth.move == third else worth

    monkeypatch.setattr(Valuer, "of_play", rich)
    heard: list[Thought] = []
    valuer = Valuer(view, Random(1), QUICK)
    thought = think(view, valuer, wide, Random(7), watch=heard.append)
    assert thought.best.move == third
    assert thought.best.futures == wide.batch
    assert heard[-1] == thought


def test_stopped_before_it_begins() -> None:
    """Without any time the best estimate is the answer; a batch counts whole or not at all."""
    view = some_views("tiles")[4]
    valuer = Valuer(view, Random(1), QUICK)
    thought = think(view, valuer, SMALL, Random(7), lambda: True)
    assert thought.how is How.ESTIMATE
    asked = iter([False] * 14 + [True] * 1000)
    cut = think(view, valuer, replace(SMALL, worlds=1000), Random(7), lambda: next(asked))
    assert cut.how is How.ROLLOUTS
    counts = {candidate.futures for candidate in cut.candidates if not candidate.out}
    assert len(counts) == 1


def test_what_was_played_is_thought_about() -> None:
    """A turn that is not among the best is looked at all the same."""
    view = some_views("tiles")[9]
    worst = thought_of(view, replace(SMALL, turns=100)).candidates[-1].move
    valuer = Valuer(view, Random(1), QUICK)
    thought = think(view, valuer, SMALL, Random(7), also=worst)
    (found,) = (candidate for candidate in thought.candidates if candidate.move == worst)
    assert found.futures


def test_ends_are_searched() -> None:
    """With an empty bag the margin is that of the search, and a win is sure or not at all."""
    position = next(position for seed in range(12) for position in ends(seed, 5))
    view = position.view(position.player)
    deep = replace(SMALL, ending=(Attempt(100_000),))
    thought = think(view, Valuer(view, Random(1), QUICK), deep, Random(7), never, every=True)
    assert thought.how is How.EXACT
    values = [candidate.value for candidate in thought.candidates]
    assert values == sorted(values, reverse=True)
    assert {candidate.win for candidate in thought.candidates} <= {0.0, 0.5, 1.0}
    beam = replace(SMALL, ending=(Attempt(1), Attempt(100_000, width=1, first_width=2)))
    assert thought_of(view, beam).how is How.BEAM


def test_worlds_that_are_alike_count_once() -> None:
    """With one piece in the bag there are at most seven worlds, and each is played on once."""
    for seed in range(20):
        views = [view for view in some_views("tiles", seed=seed) if view.bag_size == 1]
        if views:
            worlds = worlds_of(views[0], 200, Random(3))
            once = worlds.each_once(Random(4))
            assert len(once) <= 7
            assert int(once.times.sum()) == 200
            thought = thought_of(views[0], replace(SMALL, worlds=200))
            if sum(not candidate.out for candidate in thought.candidates) > 1:
                assert {c.futures for c in thought.candidates if not c.out} == {200}
            return
    pytest.fail("no game came to one piece in the bag")


def test_traded_pieces_go_back_into_the_bag() -> None:
    """After a trade somebody may draw what was given back; after a placement nobody can."""
    view = late_view(4)
    outlook = Outlook(view, worlds_of(view, 1, Random(1)), 1, Random(1))
    world = outlook.worlds[0]
    kept, given = view.hand[:-2], view.hand[-2:]
    hands, bag = outlook._deal(Branch(view.board, 0, kept, given), world, [0.0, 0.99])
    drawn = world.bag[:2]
    assert hands[-1] == kept + drawn
    assert sorted(bag) == sorted((*world.bag[2:], *given))
    assert bag[0] == given[0] or bag[0] == given[1]


def test_trades_are_played_on() -> None:
    """A trade can be a candidate like any other."""
    view = next(view for view in some_views("tiles") if view.options.trade)
    thought = thought_of(view, replace(SMALL, turns=200, worlds=2))
    kinds = {type(candidate.move) for candidate in thought.candidates if candidate.futures}
    assert kinds == {Place, Trade}
