"""The exact end of a game."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.endgame import EndgameLimits, has_perfect_information, solve_endgame
from qwirkle.engine import movegen, rules
from qwirkle.engine.board import EMPTY_BOARD
from qwirkle.engine.moves import Pass, Place
from qwirkle.engine.position import Position
from qwirkle.engine.variant import PlaceStep, RefillStep
from qwirkle.engine.view import Stage
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def ends(seed: int, most: int) -> list[Position]:
    """Positions of one game without a bag, with few pieces in both hands."""
    game = random_game(catalog.load_variant("tiles"), 2, seed)
    return [
        position
        for _, position in game.active_history
        if rules.needs_player(position)
        and not any(position.bag)
        and sum(map(len, position.hands)) <= most
        and not rules.available_options(position).can_pass
    ]


def margin_of(position: Position) -> int:
    """The truth: every line of play to the end, by the rules alone."""
    if position.stage is Stage.FINISH:
        last = rules.resolve(position, None, NO_CHANCE)
        position = rules.apply_event(position, last)
        return position.scores[0] - position.scores[1]
    options = rules.available_options(position)
    player = position.player
    hand = position.hands[player]
    if options.can_place:
        moves: list[Place | Pass] = [
            Place(pieces)
            for pieces, _ in movegen.generate_plays(position.board, hand, position.variant)
        ]
    else:
        moves = [Pass()]
    margins = [
        margin_of(rules.apply_event(position, rules.resolve(position, move, NO_CHANCE)))
        for move in moves
    ]
    return max(margins) if player == 0 else min(margins)


class _NoChance:
    """Chance that nobody may ask."""

    def random(self) -> float:
        """Never called: nothing is left to chance."""
        raise AssertionError


NO_CHANCE = _NoChance()


def test_equals_looking_at_everything() -> None:
    """The margin is that of the best play of both sides to the end."""
    checked = 0
    for seed in range(12):
        for position in ends(seed, 4)[:1]:
            view = position.view(position.player)
            assert has_perfect_information(view)
            ending = solve_endgame(view, [EndgameLimits(100_000)], never_stop)
            assert ending is not None
            rules.validate_move(view, ending.move)
            sign = 1 if position.player == 0 else -1
            now = position.scores[0] - position.scores[1]
            assert now + sign * ending.margin == margin_of(position)
            checked += 1
    assert checked


def test_gives_up() -> None:
    """A search that would take too long, or is stopped, gives no answer."""
    position = next(position for seed in range(12) for position in ends(seed, 6))
    view = position.view(position.player)
    assert solve_endgame(view, [EndgameLimits(1)], never_stop) is None
    assert solve_endgame(view, [EndgameLimits(100_000)], lambda: True) is None


def test_only_where_nothing_is_hidden() -> None:
    """With a bag, with more than two players or with dice there is no exact end."""
    position = next(position for seed in range(12) for position in ends(seed, 6))
    view = position.view(position.player)
    assert not has_perfect_information(replace(view, bag_size=1))
    assert not has_perfect_information(replace(view, scores=(0, 0, 0)))
    assert not has_perfect_information(replace(view, board=EMPTY_BOARD))
    assert not has_perfect_information(replace(view, variant=catalog.load_variant("cubes")))


def test_hidden_dice_are_never_exact() -> None:
    """Without a bag the colours of hidden dice are known, but not what they show."""
    game = random_game(catalog.load_variant("cubes"), 2, seed=3)
    steps = (PlaceStep((), ("pass",)), RefillStep())
    last = next(
        position
        for _, position in game.active_history
        if rules.needs_player(position) and not any(position.bag)
    )
    for hand_open in (True, False):
        variant = with_changes(last.variant, hand__open=hand_open, turn=steps)
        view = replace(last, variant=variant, stage=Stage.PLACE).view(last.player)
        assert has_perfect_information(view) is hand_open
