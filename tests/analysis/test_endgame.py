"""Exact endgames with tiles."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.endgame import EndgameLimits, is_solvable_endgame, solve_endgame
from qwirkle.engine import movegen, rules
from qwirkle.engine.board import EMPTY_BOARD
from qwirkle.engine.moves import Pass, Place
from qwirkle.engine.position import Position
from qwirkle.engine.variant import PlaceStep, RefillStep
from qwirkle.engine.view import Stage
from tests.analysis.sample_views import endgame_positions
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def exact_margin(position: Position) -> int:
    """Reference margin by brute force: every line of play to the end."""
    if position.stage is Stage.FINISH:
        last = rules.resolve(position, None, UNUSED_RANDOM)
        position = rules.apply_event(position, last)
        return position.scores[0] - position.scores[1]
    options = rules.available_options(position)
    player = position.seat_to_move
    hand = position.hands[player]
    if options.can_place:
        moves: list[Place | Pass] = [
            Place(pieces)
            for pieces, _ in movegen.generate_plays(position.board, hand, position.variant)
        ]
    else:
        moves = [Pass()]
    margins = [
        exact_margin(rules.apply_event(position, rules.resolve(position, move, UNUSED_RANDOM)))
        for move in moves
    ]
    return max(margins) if player == 0 else min(margins)


class _UnusedRandom:
    """Random generator that must not be used."""

    def random(self) -> float:
        raise AssertionError


UNUSED_RANDOM = _UnusedRandom()


def test_the_margin_matches_brute_force() -> None:
    """The margin is that of best play by both sides to the end."""
    checked = 0
    for seed in range(12):
        for position in endgame_positions(seed, 4)[:1]:
            view = position.view(position.seat_to_move)
            assert is_solvable_endgame(view)
            ending = solve_endgame(view, [EndgameLimits(100_000)], never_stop)
            assert ending is not None
            rules.validate_move(view, ending.move)
            sign = 1 if position.seat_to_move == 0 else -1
            now = position.scores[0] - position.scores[1]
            assert now + sign * ending.margin == exact_margin(position)
            checked += 1
    assert checked


def test_a_search_that_takes_too_long_gives_up() -> None:
    """A search that exceeds its limit or is stopped returns None."""
    position = next(position for seed in range(12) for position in endgame_positions(seed, 6))
    view = position.view(position.seat_to_move)
    assert solve_endgame(view, [EndgameLimits(1)], never_stop) is None
    assert solve_endgame(view, [EndgameLimits(100_000)], lambda: True) is None


def test_exact_endgames_need_perfect_information() -> None:
    """With a bag, more than two players, dice or an empty board, there is no exact endgame."""
    position = next(position for seed in range(12) for position in endgame_positions(seed, 6))
    view = position.view(position.seat_to_move)
    assert not is_solvable_endgame(replace(view, bag_size=1))
    assert not is_solvable_endgame(replace(view, scores=(0, 0, 0)))
    assert not is_solvable_endgame(replace(view, board=EMPTY_BOARD))
    assert not is_solvable_endgame(replace(view, variant=catalog.load_variant("cubes")))


def test_hidden_dice_rule_out_exact_endgames() -> None:
    """With an empty bag, the colours of hidden dice are known but not their faces."""
    game = random_game(catalog.load_variant("cubes"), 2, seed=3)
    steps = (PlaceStep((), ("pass",)), RefillStep())
    last = next(
        position
        for _, position in game.active_history
        if rules.needs_player(position) and not any(position.bag)
    )
    for is_open in (True, False):
        variant = with_changes(last.variant, hand__open=is_open, turn=steps)
        view = replace(last, variant=variant, stage=Stage.PLACE).view(last.seat_to_move)
        assert is_solvable_endgame(view) is is_open
