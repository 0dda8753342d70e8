"""The casual bot as an easy opponent."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle import catalog
from qwirkle.bots.bots import CASUAL_MAX_PIECES, CasualBot, GreedyBot, SimpleBot
from qwirkle.bots.registry import Bot
from qwirkle.engine import rules
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import best_legal_play
from qwirkle.engine.moves import Place, Roll
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage
from tests.bots.bot_games import decision_views, play_bots


@pytest.mark.parametrize("variant", catalog.bundled_variants(), ids=lambda variant: variant.name)
def test_casual_misses_many_best_plays(variant: Variant) -> None:
    """It misses the best play in many turns but not all; its plays are short and legal."""
    missed = []
    for view in decision_views(variant, seed=4, bot="casual"):
        if view.stage is not Stage.PLACE or not view.options.can_place:
            continue
        best = SimpleBot().choose(view, Random(0))
        for seed in range(4):
            move = CasualBot().choose(view, Random(seed))
            rules.validate_move(view, move)
            assert isinstance(move, Place)
            assert len(move.pieces) <= CASUAL_MAX_PIECES
            missed.append(move != best)
    assert 0.25 < sum(missed) / len(missed) < 0.75


def test_casual_rolls_all_dice_but_the_best_play() -> None:
    """Before placing, it rolls every die that isn't part of the current best play."""
    rolled = 0
    for view in decision_views(catalog.load_variant("cubes"), seed=4, bot="casual"):
        if view.options.can_roll_free and view.options.can_place:
            pieces, _ = best_legal_play(view)
            rest = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
            move = CasualBot().choose(view, Random(1))
            assert move == Roll(rest) if rest else isinstance(move, Place)
            rolled += bool(rest)
    assert rolled


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_casual_loses_to_greedy_on_average(name: str) -> None:
    """Over a few games in both seats, it scores less than greedy and wins less than half."""
    variant, wins, lead = catalog.load_variant(name), 0, 0
    for seed in range(2):
        for seat in (0, 1):
            bots: list[Bot] = [GreedyBot(), GreedyBot()]
            bots[seat] = CasualBot()
            scores = play_bots(variant, bots, seed).position.scores
            wins += scores[seat] > scores[1 - seat]
            lead += scores[seat] - scores[1 - seat]
    assert wins < 2
    assert lead < 0
