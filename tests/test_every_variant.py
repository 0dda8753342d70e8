"""Tests for every variant: the bundled ones and the house rule in docs/variants.md."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.events import Placed, Undone
from qwirkle.engine.variant import Variant, variant_from_dict, variant_to_dict
from qwirkle.game import Game
from tests.invariants import check_position, check_replay, check_scores
from tests.oracle import Scoring, is_legal, score
from tests.random_games import new_header, random_game, random_move

VARIANTS_PAGE = Path(__file__).parents[1] / "docs" / "variants.md"
HOUSE_RULE = "house rule"


@pytest.fixture(params=[*catalog.bundled_variant_names(), HOUSE_RULE])
def variant(request: pytest.FixtureRequest, tmp_path: Path) -> Variant:
    """Return each bundled variant, then the house rule."""
    if request.param != HOUSE_RULE:
        return catalog.load_variant(request.param)
    page = VARIANTS_PAGE.read_text(encoding="utf-8")
    match = re.search(r"```toml\n(# house rule.*?)```", page, re.DOTALL)
    assert match is not None
    path = tmp_path / "house.toml"
    path.write_text(match[1], encoding="utf-8")
    return catalog.load_variant(str(path))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_is_valid(variant: Variant, players: int) -> None:
    """In every position no piece is missing, all lines are legal and hidden pieces stay hidden."""
    game = Game(new_header(variant, players, seed=players))
    random = Random(players)
    while not game.is_over:
        before = game.position
        for event in game.play(random_move(before, random)):
            if isinstance(event, Placed) and before.turns_played:
                assert is_legal(before.board.cells, event.pieces)
            if isinstance(event, Placed):
                scoring = Scoring.of(variant)
                assert event.points == score(before.board.cells, event.pieces, scoring)
        check_position(game.position)
    for _, position in game.active_history[: players + 2]:
        check_position(position)
    check_scores(game)
    check_replay(game)
    result = game.position.result
    assert result is not None
    assert result.bonus == (0 if result.player is None else variant.scoring.out_bonus)


def test_a_game_with_many_undos_replays_to_the_same_position(variant: Variant) -> None:
    """Undos leave the scores right, and the record replays to the same position."""
    game = random_game(variant, 2, seed=11, undo_chance=0.2)
    assert any(isinstance(event, Undone) for event in game.events)
    check_scores(game)
    check_replay(game)


def test_undo_restores_every_position(variant: Variant) -> None:
    """Undoing step by step revisits every position with a decision, in reverse order."""
    game = random_game(variant, 3, seed=5)
    expected = [
        position for _, position in game.active_history[3:-1] if rules.needs_player(position)
    ]
    while game.max_undoable_events:
        assert game.undo_step() is not None
        assert game.position == expected.pop()
    assert not expected


def test_undoing_turns_leads_back_to_the_first(variant: Variant) -> None:
    """Each `undo_turn` goes back at most one turn, until no turn is left."""
    game = random_game(variant, 2, seed=6, max_events=60)
    turns = game.position.turns_played
    while game.undo_turn() is not None:
        assert game.position.turns_played in (turns, turns - 1)
        turns = game.position.turns_played
    assert game.max_undoable_events == 0
    assert turns == 0


def test_the_seed_and_the_moves_determine_the_game(variant: Variant) -> None:
    """The same seed and moves cause the same events; another seed causes others."""
    game = random_game(variant, 2, seed=77, max_events=50)
    assert game.events == random_game(variant, 2, seed=77, max_events=50).events
    assert game.events != random_game(variant, 2, seed=78, max_events=50).events


def test_the_ruleset_survives_a_round_trip(variant: Variant) -> None:
    """`variant_from_dict` restores a ruleset from the result of `variant_to_dict`."""
    assert variant_from_dict(variant_to_dict(variant)) == variant
