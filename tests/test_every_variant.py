"""The suite that every variant must pass: the bundled ones and the house rule of the manual."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.events import Placed, Undone
from qwirkle.engine.variant import Variant, to_dict, variant_from_dict
from qwirkle.game import Game
from tests.invariants import check_position, check_replay, check_scores
from tests.oracle import Scoring, is_legal, score
from tests.random_games import new_header, random_game, random_move

MANUAL = Path(__file__).parents[1] / "docs" / "variants.md"
HOUSE_RULE = "house rule"


@pytest.fixture(params=[*catalog.bundled_names(), HOUSE_RULE])
def variant(request: pytest.FixtureRequest, tmp_path: Path) -> Variant:
    """Each bundled variant, and the house rule of the manual."""
    if request.param != HOUSE_RULE:
        return catalog.load_variant(request.param)
    found = re.search(r"```toml\n(# house rule.*?)```", MANUAL.read_text(encoding="utf-8"), re.S)
    assert found is not None
    path = tmp_path / "house.toml"
    path.write_text(found[1], encoding="utf-8")
    return catalog.load_variant(str(path))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(variant: Variant, players: int) -> None:
    """At every moment of a whole game all pieces are there, all lines good, all views blind."""
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


def test_games_with_turns_taken_back(variant: Variant) -> None:
    """Games in which much is taken back end like others, and their records replay the same."""
    game = random_game(variant, 2, seed=11, undo_chance=0.2)
    assert any(isinstance(event, Undone) for event in game.events)
    check_scores(game)
    check_replay(game)


def test_undo_restores_every_position(variant: Variant) -> None:
    """Taking back step by step goes through exactly the positions of the game, backwards."""
    game = random_game(variant, 3, seed=5)
    asked = [position for _, position in game.active_history[3:-1] if rules.needs_player(position)]
    while game.undoable_event_count:
        assert game.undo_step() is not None
        assert game.position == asked.pop()
    assert not asked


def test_turn_by_turn_undo(variant: Variant) -> None:
    """Taking back turn by turn goes through the beginnings of all turns, backwards."""
    game = random_game(variant, 2, seed=6, most_events=60)
    turns = game.position.turns_played
    while game.undo_turn() is not None:
        assert game.position.turns_played in (turns, turns - 1)
        turns = game.position.turns_played
    assert game.undoable_event_count == 0
    assert turns == 0


def test_the_same_seed_and_moves(variant: Variant) -> None:
    """The same seed and the same moves give the same game, and another seed another."""
    one = random_game(variant, 2, seed=77, most_events=50)
    assert one.events == random_game(variant, 2, seed=77, most_events=50).events
    assert one.events != random_game(variant, 2, seed=78, most_events=50).events


def test_the_ruleset_survives_its_table(variant: Variant) -> None:
    """A ruleset written as a table and read back is the same."""
    assert variant_from_dict(to_dict(variant)) == variant
