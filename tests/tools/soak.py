"""Plays many games of every variant and of random rulesets, and checks every invariant.

Half of the games are played by bots, half with random moves, some of which are undone. Players'
ages differ, are equal, or are missing.
`python -m tests.tools.soak 100000` plays that many games on all cores but one;
`python -m tests.tools.soak 1000 5` plays 1000 games, starting with seed 5.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

from msgspec.structs import replace

from qwirkle.bots.registry import make_bot
from qwirkle.catalog import bundled_variants
from qwirkle.engine.moves import Move
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant, variant_from_dict
from qwirkle.game import Game
from qwirkle.records.schema import Header
from tests.invariants import check_game
from tests.random_games import new_header, play_random_moves, random_move
from tests.sample_rulesets import random_ruleset_table

BOTS = tuple(map(make_bot, ("random", "simple")))


def bot_move(position: Position, random: Random) -> Move:
    """Return the move of a bot that is chosen at random for each move."""
    view = position.view(position.seat_to_move)
    return view.forced_move or random.choice(BOTS).choose(view, random, lambda: False)


def random_ruleset(seed: int) -> Variant:
    """Return a random, valid ruleset."""
    return variant_from_dict(random_ruleset_table(Random(seed)))


def with_ages(header: Header, seed: int) -> Header:
    """Return a header with random ages: some equal, some missing."""
    random = Random(f"{seed} ages")
    ages = (random.choice((8, 8, 9, 10, 41, None)) for _ in header.players)
    players = tuple(
        replace(player, age=age) for player, age in zip(header.players, ages, strict=True)
    )
    return replace(header, players=players)


def soak(seed: int) -> int:
    """Play and check the game of a seed. Return the number of its events."""
    variants = (*bundled_variants(), random_ruleset(seed), random_ruleset(~seed))
    variant = variants[seed % len(variants)]
    seats = range(variant.players.min, variant.players.max + 1)
    players = seats[seed // len(variants) % len(seats)]
    choose = (bot_move, random_move)[seed // 9 % 2]
    undo_chance = (0.0, 0.05, 0.0, 0.3)[seed // 9 % 4]
    game = Game(with_ages(new_header(variant, players, seed), seed))
    play_random_moves(game, Random(seed), undo_chance, choose=choose)
    assert game.is_over
    events = len(game.events)
    check_game(game, Random(seed))
    return events


def soak_with_note(seed: int) -> int:
    """Like `soak`, but name the seed if the game fails."""
    try:
        return soak(seed)
    except BaseException as error:
        error.add_note(f"The game's seed was {seed}.")
        raise


def main() -> None:
    """Play as many games as requested."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    events = 0
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) - 1)) as pool:
        seeds = range(first, first + count)
        for done, game_events in enumerate(pool.map(soak_with_note, seeds, chunksize=50), start=1):
            events += game_events
            if done % 5000 == 0:
                sys.stdout.write(f"{done} games, {events} events\n")
                sys.stdout.flush()
    sys.stdout.write(f"{count} games, {events} events: every invariant held.\n")


if __name__ == "__main__":
    main()
