"""Views and variants for tests of the analysis."""

from __future__ import annotations

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def some_views(name: str, players: int = 2, seed: int = 3) -> list[View]:
    """Views of every player who could place or trade in one game."""
    game = random_game(catalog.load_variant(name), players, seed)
    views = []
    for _, position in game.active_history:
        if rules.needs_player(position):
            view = position.view(position.seat_to_move)
            if view.forced_move is None and (view.options.can_place or view.options.max_trade):
                views.append(view)
    return views


def endgame_positions(seed: int, max_pieces: int) -> list[Position]:
    """Positions of one game with an empty bag and at most `max_pieces` pieces in hand."""
    game = random_game(catalog.load_variant("tiles"), 2, seed)
    return [
        position
        for _, position in game.active_history
        if rules.needs_player(position)
        and not any(position.bag)
        and sum(map(len, position.hands)) <= max_pieces
        and not rules.available_options(position).can_pass
    ]


def small_variant(name: str) -> Variant:
    """Variant of this name with few pieces, for short games."""
    variant = catalog.load_variant(name)
    return with_changes(variant, pieces__copies=5 if variant.has_dice else 1)
