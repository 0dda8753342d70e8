"""Fits the value model: `python -m tests.tools.learn` writes `value_model.json`.

It takes five minutes on two cores. Greedy bots play each other, with some turns chosen at random.
Each turn yields a row: the features of the position after it, and the player's later gain relative
to the other players' mean. A regression per phase of the game gives the weights and the residual
spread.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

import qwirkle.analysis
from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.value_model import FEATURES, features
from qwirkle.arena.game import PlayedGame, play_game
from qwirkle.arena.tournament import ages_for_deal
from qwirkle.bots.bots import GreedyBot
from qwirkle.engine import rules
from qwirkle.engine.events import Drawn, Placed
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Move, Place
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

GAMES = 5_000
SEED = 2024
VARIANTS = {"nothing": "tiles", "shape": "cubes"}
PLAYERS = (2, 3, 4)
BAG_LIMITS = (0, 3, 6, 12, 20, 30, 45, 60, 10_000)
"""Maximum number of pieces in the bag, by phase of the game."""

RANDOM_TURN_RATE = 0.15
"""Share of turns that are chosen at random."""

RANDOM_TURN_MARGIN = 4
"""Maximum number of points that a randomly chosen turn scores below the best."""

RIDGE = 1.0
"""Ridge penalty of the regression, which keeps weights small."""

BATCH = 200
FILE = Path(qwirkle.analysis.__file__).with_name("value_model.json")


class ExploringBot:
    """A greedy bot that sometimes plays another turn."""

    is_trusted = True

    def __init__(self, seed: str) -> None:
        self._bot = GreedyBot()
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """Return the greedy move, or at random another that scores nearly as much."""
        move = self._bot.choose(view, self._random, never_stop)
        if isinstance(move, Place) and self._random.random() < RANDOM_TURN_RATE:
            plays = legal_plays(view)
            close = [
                pieces for pieces, points in plays if points >= plays[0][1] - RANDOM_TURN_MARGIN
            ]
            return Place(self._random.choice(close))
        return move


def rows_of(played: PlayedGame, variant: Variant, ages: tuple[int, ...]) -> Iterator[list[float]]:
    """Yield a row per turn: the bag's size, the features, and the player's later gain."""
    final = played.position.scores
    position = rules.initial_position(variant, ages)
    pending: tuple[int, tuple[int, ...], int, tuple[int, ...]] | None = None
    for event in played.events:
        if pending is not None and not isinstance(event, Drawn):
            # The player drew nothing, so the hands are as the turn left them.
            yield _row(pending, position, final)
            pending = None
        position = rules.apply_event(position, event)
        if isinstance(event, Drawn) and pending is not None:
            yield _row(pending, position, final)
            pending = None
        if isinstance(event, Placed) and position.hands[event.player]:
            leave = position.hands[event.player]
            pending = (event.player, leave, sum(position.bag), position.scores)


def _row(
    pending: tuple[int, tuple[int, ...], int, tuple[int, ...]],
    position: Position,
    final: tuple[int, ...],
) -> list[float]:
    player, leave, bag, scores = pending
    count = len(scores)
    order = [(player + step) % count for step in range(1, count + 1)]
    hands = [position.hands[seat] for seat in order]
    values = features(position.board, hands, leave, bag, position.variant)
    *others, own = [final[seat] - scores[seat] for seat in order]
    return [bag, *values, own - fmean(others)]


def play_games(name: str, players: int, first: int, count: int) -> NDArray[np.float64]:
    """Play games and return their rows."""
    variant = catalog.load_variant(name)
    rows: list[list[float]] = []
    for number in range(first, first + count):
        deal = Random(f"{SEED}/{name}/{players}/{number}").getrandbits(63)
        ages = ages_for_deal(deal, players)
        seats = [ExploringBot(f"{deal}/{seat}") for seat in range(players)]
        rows.extend(rows_of(play_game(variant, seats, deal, ages), variant, ages))
    return np.array(rows)


def fit(rows: NDArray[np.float64]) -> list[dict[str, object]]:
    """Return the weights of every phase."""
    phases: list[dict[str, object]] = []
    lowest = -1
    for limit in BAG_LIMITS:
        chosen = rows[(rows[:, 0] > lowest) & (rows[:, 0] <= limit)]
        values, target = chosen[:, 1:-1], chosen[:, -1]
        square = values.T @ values + RIDGE * np.eye(values.shape[1])
        weights = np.linalg.solve(square, values.T @ target)
        stdev = float((target - values @ weights).std())
        explained = 1 - stdev**2 / float(target.var())
        sys.stderr.write(f"  bag {limit:6}: {len(chosen):8,} turns, {explained:6.1%} explained\n")
        rounded = [round(float(weight), 4) for weight in weights]
        phases.append({"bag": limit, "stdev": round(stdev, 2), "weights": rounded})
        lowest = limit
    return phases


def main(games: int = GAMES) -> None:
    """Play games, fit the weights and write `value_model.json`."""
    models = []
    jobs = os.cpu_count() or 1
    for rolls, name in VARIANTS.items():
        for players in PLAYERS:
            sys.stderr.write(f"{name}, {players} players\n")
            with ProcessPoolExecutor(jobs) as executor:
                starts = range(0, games, BATCH)
                futures = [
                    executor.submit(play_games, name, players, start, BATCH) for start in starts
                ]
                rows = np.concatenate([future.result() for future in futures])
            models.append({"rolls": rolls, "players": players, "phases": fit(rows)})
    content = {
        "made by": "python -m tests.tools.learn",
        "games": games,
        "seed": SEED,
        "features": FEATURES,
        "models": models,
    }
    text = json.dumps(content, indent=1)
    FILE.write_text(_rows_in_one_line(text) + "\n", encoding="utf-8")


def _rows_in_one_line(text: str) -> str:
    """Reformat JSON so that each list of plain values is on one line."""
    return re.sub(r"\[[^\[\]{}]*\]", lambda match: " ".join(match[0].split()), text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
