"""Compares weights of the expert; `python -m tests.tools.tuning tiles 4 300` plays 300 games each.

One expert plays against greedy bots. All weights get the same deals, so that the difference between
two of them is surer than either share.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

from qwirkle import catalog
from qwirkle.analysis.evaluation import WEIGHTS, EvaluationWeights
from qwirkle.arena.game import play_game, winning_seats
from qwirkle.arena.tournament import deal_ages, deal_seed
from qwirkle.bots.bots import ExpertBot, GreedyBot
from qwirkle.bots.registry import Bot
from qwirkle.engine.moves import Move
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

SEED = 99
FACTORS = ((1.0, 1.0), (0.5, 1.0), (1.75, 1.0), (1.0, 0.5), (1.0, 1.5))
"""What the weights of the others' reply and of what is kept are multiplied by."""


class Seat:
    """A bot with weights of its own."""

    is_trusted = True

    def __init__(self, bot: Bot, seed: str) -> None:
        self._bot = bot
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """The bot's move."""
        return self._bot.choose(view, self._random, lambda: False)


def play(
    variant: Variant, players: int, weights: EvaluationWeights, number: int
) -> tuple[float, float]:
    """One game: the part of the win that the expert has, and its lead over the others' mean."""
    round_, expert = divmod(number, players)
    bots = [
        ExpertBot(weights=weights) if seat == expert else GreedyBot() for seat in range(players)
    ]
    seats = [Seat(bot, f"{number}/{seat}") for seat, bot in enumerate(bots)]
    deal = deal_seed(SEED, round_)
    played = play_game(variant, seats, deal, deal_ages(deal, players))
    winners = winning_seats(played)
    scores = played.position.scores
    others = [points for seat, points in enumerate(scores) if seat != expert]
    return (expert in winners) / len(winners), scores[expert] - fmean(others)


def main(name: str, players: int, games: int) -> None:
    """Compare the weights, the present ones first."""
    variant = catalog.load_variant(name)
    present = WEIGHTS[variant.pieces.rolls, players]
    leads: list[float] = []
    for reply, keep in FACTORS:
        weights = EvaluationWeights(round(present.reply * reply, 2), round(present.keep * keep, 2))
        results = [play(variant, players, weights, number) for number in range(games)]
        leads = leads or [lead for _, lead in results]
        gains = [lead - first for (_, lead), first in zip(results, leads, strict=True)]
        spread = stdev(gains) / games**0.5
        sys.stdout.write(
            f"{name}, {players} players, reply {weights.reply}, keep {weights.keep}:"
            f" won {fmean(won for won, _ in results):.1%} of {games},"
            f" lead {fmean(lead for _, lead in results):.1f},"
            f" {fmean(gains):+.1f} ± {spread:.1f} against the present weights\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
