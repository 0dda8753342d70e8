"""Rules that every bot follows."""

from __future__ import annotations

import json
from random import Random

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis import deadline
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.hints import find_hints
from qwirkle.analysis.review import completed_turns, review_game
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
def test_every_bot_plays_every_ruleset(name: str, ruleset: str) -> None:
    """Every bot plays every ruleset with legal moves only."""
    bot = BOTS[name]
    turns = 1000 if name in ("random", "casual", "simple") else 12
    game = play_bots(RULESETS[ruleset], [bot, SimpleBot()], seed=3, most_turns=turns)
    assert game.is_over or game.position.turns_played >= turns


@pytest.mark.parametrize("name", ["casual", "greedy", "expert", "master"])
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
@pytest.mark.parametrize("players", [3, 4])
def test_every_bot_plays_with_three_and_four(name: str, ruleset: str, players: int) -> None:
    bots: list[Bot] = [BOTS[name], *[SimpleBot()] * (players - 1)]
    assert play_bots(RULESETS[ruleset], bots, seed=5, most_turns=10).position.turns_played == 10


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_every_bot_plays_with_six(name: str, ruleset: str) -> None:
    """Every bot plays with six players if the rules allow it."""
    variant = with_changes(RULESETS[ruleset], players__max=6)
    game = play_bots(variant, [BOTS[name], *[SimpleBot()] * 5], seed=5, most_turns=8)
    assert game.position.turns_played == 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hints_and_reviews_work_for_every_ruleset(ruleset: str) -> None:
    """In every ruleset, hints are legal, free rolls have odds, and turns can be reviewed."""
    game = play_bots(RULESETS[ruleset], [BOTS["random"], BOTS["casual"]], seed=4, most_turns=5)
    views = [position.view(position.seat_to_move) for _, position in game.active_history]
    decisions = [
        view for view in views if view.stage in DECISION_STAGES and view.forced_move is None
    ]
    for view in (decisions[0], *decisions[1::4]):
        result = find_hints(view, seconds=5.0)
        assert (result.keep_all_mean is not None) is (
            view.options.can_roll_free and not view.options.is_hand_unplayable
        )
        for hint in result:
            rules.validate_move(view, hint.move)
    reviewed = review_game(game)
    assert len(reviewed.turns) == len(completed_turns(game)) > 0
    assert all(turn.loss >= 0 for turn in reviewed.turns)
    json.dumps(reviewed.to_json())


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_the_same_seed_gives_the_same_move(name: str, ruleset: str) -> None:
    """The same view and seed give the same move."""
    for view in decision_views(RULESETS[ruleset], seed=7)[::9]:
        moves = {BOTS[name].choose(view, Random(11), never_stop) for _ in range(2)}
        assert len(moves) == 1
        rules.validate_move(view, moves.pop())


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_ignores_hidden_pieces(name: str) -> None:
    """A bot plays the same whatever the hidden hand and the bag contain."""
    variant = RULESETS["tiles"]
    position = play_bots(variant, [SimpleBot(), SimpleBot()], seed=7, most_turns=6).position
    seat = position.seat_to_move
    other = 1 - seat
    hidden = position.hands[other]
    bag = add_to_bag(variant, position.bag, hidden)
    other_hand = tuple(kind for kind, left in enumerate(bag) if left)[-len(hidden) :]
    hands = [position.hands[0], position.hands[1]]
    hands[other] = other_hand
    changed = replace(position, hands=tuple(hands), bag=remove_from_bag(variant, bag, other_hand))
    assert changed.hands != position.hands
    moves = [
        BOTS[name].choose(each.view(seat), Random(2), never_stop) for each in (position, changed)
    ]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("bot", [ExpertBot(), MasterBot()], ids=["expert", "master"])
@pytest.mark.parametrize("ruleset", ["tiles", "cubes"])
def test_a_stopped_bot_returns_a_legal_move(bot: Bot, ruleset: str) -> None:
    for view in decision_views(RULESETS[ruleset], seed=9)[::9]:
        rules.validate_move(view, bot.choose(view, Random(1), lambda: True))


def test_no_bot_reads_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the caller stops a bot, so games are the same on every machine."""

    def fail() -> float:
        raise AssertionError("a bot read the clock")

    monkeypatch.setattr(deadline, "monotonic", fail)
    for view in decision_views(RULESETS["cubes"], seed=9)[:2]:
        for bot in BOTS.values():
            rules.validate_move(view, bot.choose(view, Random(1), never_stop))


def test_simple_plays_for_the_most_points() -> None:
    """The simple bot plays the best-scoring placement and never uses the free roll."""
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
    """The greedy bot rolls if that scores more on average."""
    move_types = {
        type(GreedyBot().choose(view, Random(1), never_stop))
        for view in decision_views(RULESETS["cubes"], seed=4)
        if view.options.can_roll_free
    }
    assert Roll in move_types
