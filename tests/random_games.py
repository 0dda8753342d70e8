"""Games of random legal moves, played with the engine alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec.structs import replace

from qwirkle.engine import movegen, rules
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.game import EventSink, Game, discard_event
from qwirkle.records.players import Player
from qwirkle.records.schema import Header

NAMES = ("Ana", "Ben", "Chloé", "Dörte", "Ed", "Fay")


def new_header(variant: Variant, players: int = 2, seed: int = 0) -> Header:
    """Header for this many people; the second one's age is unknown."""
    seats = tuple(
        Player(name, None if seat == 1 else 9 + seat) for seat, name in enumerate(NAMES[:players])
    )
    return Header(variant, seats, seed)


def replace_position(game: Game, **changes: Any) -> Position:
    """Change fields of a game's current position, as if its events had led there; return it."""
    event, position = game.active_history[-1]
    changed = replace(position, **changes)
    game.active_history[-1] = (event, changed)
    return changed


def placements(position: Position) -> list[movegen.ScoredPlay]:
    """All legal placements of the current player, in the opening or later."""
    hand, variant = position.hands[position.seat_to_move], position.variant
    if position.board.cells:
        return movegen.generate_plays(position.board, hand, variant)
    return movegen.opening_plays(hand, variant)


def random_move(position: Position, random: Random) -> Move:
    """A random legal move: rarely a trade, and a free roll half of the time."""
    hand = position.hands[position.seat_to_move]
    options = rules.available_options(position)
    if options.can_roll_free and random.random() < 0.5:
        return Roll(tuple(random.sample(hand, random.randint(1, len(hand)))))
    if options.max_trade and (not options.can_place or random.random() < 0.05):
        count = random.randint(options.min_trade, options.max_trade)
        return Trade(tuple(random.sample(hand, count)))
    if options.can_place:
        pieces, _ = random.choice(placements(position))
        return Place(pieces)
    forced = options.forced_move(hand)
    return forced if forced is not None else Roll(hand, forced=True)


Choose = Callable[[Position, Random], Move]
"""Chooses a move for the current player."""


def play_random_moves(
    game: Game,
    random: Random,
    undo_chance: float = 0,
    max_events: int = 0,
    choose: Choose = random_move,
) -> Game:
    """Play until the end or the event limit, with random undos."""
    while not game.is_over and not 0 < max_events <= len(game.events):
        if random.random() < undo_chance:
            random.choice((game.undo_step, game.undo_turn))()
        game.play(choose(game.position, random))
    return game


def random_game(
    variant: Variant,
    players: int = 2,
    seed: int = 0,
    undo_chance: float = 0,
    max_events: int = 0,
    keep: EventSink = discard_event,
) -> Game:
    """A game of random legal moves, determined by its arguments."""
    game = Game(new_header(variant, players, seed), keep)
    return play_random_moves(game, Random(f"{seed}:{players}"), undo_chance, max_events)
