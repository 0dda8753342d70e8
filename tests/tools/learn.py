"""Makes `value_model.json` anew: `python -m tests.tools.learn` takes five minutes of two cores.

Greedy bots play each other, with a turn picked by chance now and then. After every turn the parts
of what the table is worth are noted, and how much more the player gained than each of the others
from there to the end. A regression for each phase of the game gives the weights, and how far games
go away from what they say.
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
from qwirkle.arena.tournament import deal_ages
from qwirkle.bots.bots import GreedyBot
from qwirkle.engine import rules
from qwirkle.engine.events import Drawn, Placed
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Move, Place
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

GAMES = 5_000
SEED = 2024
VARIANTS = {"nothing": "tiles", "shape": "cubes"}
PLAYERS = (2, 3, 4)
LIMITS = (0, 3, 6, 12, 20, 30, 45, 60, 10_000)
"""Up to how many pieces in the bag each phase lasts."""

STRAYS = 0.15
"""How often a turn is picked by chance."""

WITHIN = 4
"""Among those that score within so many points of the best."""

FIRMNESS = 1.0
"""How much the regression holds weights near nothing."""

BATCH = 200
FILE = Path(qwirkle.analysis.__file__).with_name("value_model.json")


class Stray:
    """A greedy bot that now and then lays something else."""

    is_trusted = True

    def __init__(self, seed: str) -> None:
        self._bot = GreedyBot()
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """The bot's move, or another that scores nearly as much."""
        move = self._bot.choose(view, self._random, never_stop)
        if isinstance(move, Place) and self._random.random() < STRAYS:
            plays = legal_placements(view)
            close = [pieces for pieces, points in plays if points >= plays[0][1] - WITHIN]
            return Place(self._random.choice(close))
        return move


def rows_of(played: PlayedGame, variant: Variant, ages: tuple[int, ...]) -> Iterator[list[float]]:
    """For each turn: what was in the bag, the parts, and how the rest of the game went."""
    final = played.position.scores
    position = rules.initial_position(variant, ages)
    waiting: tuple[int, tuple[int, ...], int, tuple[int, ...]] | None = None
    for event in played.events:
        if waiting is not None and not isinstance(event, Drawn):
            # Nothing was drawn: the hands are as the turn left them.
            yield _row(waiting, position, final)
            waiting = None
        position = rules.apply_event(position, event)
        if isinstance(event, Drawn) and waiting is not None:
            yield _row(waiting, position, final)
            waiting = None
        if isinstance(event, Placed) and position.hands[event.player]:
            kept = position.hands[event.player]
            waiting = (event.player, kept, sum(position.bag), position.scores)


def _row(
    waiting: tuple[int, tuple[int, ...], int, tuple[int, ...]],
    position: Position,
    final: tuple[int, ...],
) -> list[float]:
    player, kept, bag, scores = waiting
    count = len(scores)
    order = [(player + step) % count for step in range(1, count + 1)]
    hands = [position.hands[seat] for seat in order]
    parts = features(position.board, hands, kept, bag, position.variant)
    *others, own = [final[seat] - scores[seat] for seat in order]
    return [bag, *parts, own - fmean(others)]


def play_some(name: str, players: int, first: int, count: int) -> NDArray[np.float64]:
    """The rows of some games."""
    variant = catalog.load_variant(name)
    rows: list[list[float]] = []
    for number in range(first, first + count):
        deal = Random(f"{SEED}/{name}/{players}/{number}").getrandbits(63)
        ages = deal_ages(deal, players)
        seats = [Stray(f"{deal}/{seat}") for seat in range(players)]
        rows.extend(rows_of(play_game(variant, seats, deal, ages), variant, ages))
    return np.array(rows)


def fit(rows: NDArray[np.float64]) -> list[dict[str, object]]:
    """The weights of every phase."""
    phases: list[dict[str, object]] = []
    lowest = -1
    for limit in LIMITS:
        chosen = rows[(rows[:, 0] > lowest) & (rows[:, 0] <= limit)]
        parts, target = chosen[:, 1:-1], chosen[:, -1]
        square = parts.T @ parts + FIRMNESS * np.eye(parts.shape[1])
        weights = np.linalg.solve(square, parts.T @ target)
        spread = float((target - parts @ weights).std())
        explained = 1 - spread**2 / float(target.var())
        sys.stderr.write(f"  bag {limit:6}: {len(chosen):8,} turns, {explained:6.1%} explained\n")
        rounded = [round(float(weight), 4) for weight in weights]
        phases.append({"bag": limit, "spread": round(spread, 2), "weights": rounded})
        lowest = limit
    return phases


def main(games: int = GAMES) -> None:
    """Play, fit and write the file."""
    lessons = []
    jobs = os.cpu_count() or 1
    for rolls, name in VARIANTS.items():
        for players in PLAYERS:
            sys.stderr.write(f"{name}, {players} players\n")
            with ProcessPoolExecutor(jobs) as executor:
                starts = range(0, games, BATCH)
                under_way = [executor.submit(play_some, name, players, at, BATCH) for at in starts]
                rows = np.concatenate([future.result() for future in under_way])
            lessons.append({"rolls": rolls, "players": players, "phases": fit(rows)})
    made = {
        "made by": "python -m tests.tools.learn",
        "games": games,
        "seed": SEED,
        "parts": FEATURES,
        "lessons": lessons,
    }
    text = json.dumps(made, indent=1)
    FILE.write_text(_rows_in_one_line(text) + "\n", encoding="utf-8")


def _rows_in_one_line(text: str) -> str:
    """JSON with lists of plain values on one line each."""
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: " ".join(found[0].split()), text)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
