"""What every bot must do."""

from __future__ import annotations

import json
from random import Random

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis import deadline
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.hints import hints
from qwirkle.analysis.review import completed_turns, review
from qwirkle.bots.bots import ExpertBot, GreedyBot, MasterBot, SimpleBot
from qwirkle.bots.registry import Bot
from qwirkle.engine import movegen, rules
from qwirkle.engine.inventory import add_to_bag, remove_from_bag
from qwirkle.engine.moves import Place, Roll
from tests.bots.bot_games import BOTS, DECISION_STAGES, decision_views, play_bots, rulesets
from tests.sample_rulesets import with_changes

RULESETS = rulesets()


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_plays_by_the_rules(name: str, ruleset: str) -> None:
    """Every bot plays every ruleset to the end, and each of its moves is legal."""
    bot = BOTS[name]
    turns = 1000 if name in ("random", "casual", "simple") else 12
    game = play_bots(RULESETS[ruleset], [bot, SimpleBot()], seed=3, most_turns=turns)
    assert game.is_over or game.position.turns_played >= turns


@pytest.mark.parametrize("name", ["casual", "greedy", "expert", "master"])
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
@pytest.mark.parametrize("players", [3, 4])
def test_plays_with_more(name: str, ruleset: str, players: int) -> None:
    """Every bot plays with three and with four."""
    bots: list[Bot] = [BOTS[name], *[SimpleBot()] * (players - 1)]
    assert play_bots(RULESETS[ruleset], bots, seed=5, most_turns=10).position.turns_played == 10


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_plays_with_six(name: str, ruleset: str) -> None:
    """Every bot plays at a table of six, where the rules allow it."""
    variant = with_changes(RULESETS[ruleset], players__most=6)
    game = play_bots(variant, [BOTS[name], *[SimpleBot()] * 5], seed=5, most_turns=8)
    assert game.position.turns_played == 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hints_and_reviews_work_for_every_ruleset(ruleset: str) -> None:
    """Hints are legal, odds are there for every free roll, and a finished turn can be judged."""
    game = play_bots(RULESETS[ruleset], [BOTS["random"], BOTS["casual"]], seed=4, most_turns=5)
    found = [position.view(position.player) for _, position in game.active_history]
    asked = [view for view in found if view.stage in DECISION_STAGES and view.forced_move is None]
    for view in (asked[0], *asked[1::4]):
        given = hints(view, seconds=5.0)
        assert (given.keep_all is not None) is (
            view.options.can_roll_free and not view.options.is_hand_unplayable
        )
        for hint in given:
            rules.validate_move(view, hint.move)
    told = review(game)
    assert len(told.turns) == len(completed_turns(game)) > 0
    assert all(turn.loss >= 0 for turn in told.turns)
    json.dumps(told.to_json())


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_same_seed_same_move(name: str, ruleset: str) -> None:
    """The same view and the same seed give the same move."""
    for view in decision_views(RULESETS[ruleset], seed=7)[::9]:
        moves = {BOTS[name].choose(view, Random(11), never_stop) for _ in range(2)}
        assert len(moves) == 1
        rules.validate_move(view, moves.pop())


@pytest.mark.parametrize("name", BOTS)
def test_knows_only_the_view(name: str) -> None:
    """A bot plays the same whatever the hidden hand and the bag are."""
    variant = RULESETS["tiles"]
    position = play_bots(variant, [SimpleBot(), SimpleBot()], seed=7, most_turns=6).position
    seat = position.player
    other = 1 - seat
    hidden = position.hands[other]
    bag = add_to_bag(variant, position.bag, hidden)
    instead = tuple(kind for kind, left in enumerate(bag) if left)[-len(hidden) :]
    hands = [position.hands[0], position.hands[1]]
    hands[other] = instead
    another = replace(position, hands=tuple(hands), bag=remove_from_bag(variant, bag, instead))
    assert another.hands != position.hands
    moves = [
        BOTS[name].choose(place.view(seat), Random(2), never_stop) for place in (position, another)
    ]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("bot", [ExpertBot(), MasterBot()], ids=["expert", "master"])
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_stops_when_told(bot: Bot, ruleset: str) -> None:
    """Told to stop, a bot answers with a legal move."""
    for view in decision_views(RULESETS[ruleset], seed=9)[::9]:
        rules.validate_move(view, bot.choose(view, Random(1), lambda: True))


def test_no_bot_looks_at_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only whoever asks a bot decides when it stops, so that games are the same everywhere."""

    def look() -> float:
        raise AssertionError("a bot looked at a clock")

    monkeypatch.setattr(deadline, "monotonic", look)
    for view in decision_views(RULESETS["cubes"], seed=9)[:2]:
        for bot in BOTS.values():
            rules.validate_move(view, bot.choose(view, Random(1), never_stop))


def test_simple_takes_the_most_points() -> None:
    """The simple bot lays the best-scoring pieces as they lie, and never rolls freely."""
    for name in ("tiles", "cubes"):
        variant = catalog.load_variant(name)
        for view in decision_views(variant, seed=4)[1:]:
            move = SimpleBot().choose(view, Random(1), never_stop)
            if view.options.can_place:
                assert isinstance(move, Place)
                best = movegen.best_play(view.board, view.hand, variant)
                assert best is not None
                assert move.pieces == best[0]


def test_greedy_rolls_by_the_odds() -> None:
    """A greedy player rolls where that brings more on average, and else places."""
    met = {
        type(GreedyBot().choose(view, Random(1), never_stop))
        for view in decision_views(RULESETS["cubes"], seed=4)
        if view.options.can_roll_free
    }
    assert Roll in met
