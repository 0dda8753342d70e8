"""Helpers that save games, for tests of the statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from qwirkle import catalog
from qwirkle.game import Game
from qwirkle.paths import games_folder
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.records.writer import write_record
from tests.random_games import play_random_moves
from tests.sample_rulesets import with_changes

ANA, BEN = Player("Ana", 9), Player("Ben", 41)
BOT = Player("Bo", None, "bot:casual")


def random_game_of(
    players: Sequence[Player] = (ANA, BOT), seed: int = 1, variant: str = "tiles", events: int = 0
) -> Game:
    """Return a game of random moves, finished or with about `events` events."""
    game = Game(Header(catalog.load_variant(variant), tuple(players), seed))
    return play_random_moves(game, Random(seed), max_events=events)


def short_game() -> Game:
    """Return a finished game with few dice, which is quick to review."""
    variant = with_changes(catalog.load_variant("cubes"), pieces__copies=4)
    return play_random_moves(Game(Header(variant, (ANA, BOT), 1)), Random(1))


def save_game(game: Game, name: str = "game") -> Path:
    """Write the record of a game to the games folder."""
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / f"{name}.qwirkle"
    write_record(path, game.header, game.events)
    return path


def save_damaged(name: str = "damaged") -> Path:
    """Write a file to the games folder that isn't a valid record."""
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / f"{name}.qwirkle"
    path.write_text("[/]\x1b[31m", encoding="utf-8")
    return path
