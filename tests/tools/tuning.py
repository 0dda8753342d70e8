"""Compares evaluation weights: `python -m tests.tools.tuning VARIANT PLAYERS GAMES`.

For example, `python -m tests.tools.tuning tiles 4 300` plays 300 games per set of weights. One
expert plays against greedy bots. All weights get the same deals, so differences between them are
more precise than the results themselves.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

from qwirkle import catalog
from qwirkle.analysis.evaluation import WEIGHTS, EvaluationWeights
from qwirkle.arena.game import play_game, winning_seats
from qwirkle.arena.tournament import ages_for_deal, deal_seed_for_round
from qwirkle.bots.bots import ExpertBot, GreedyBot
from qwirkle.bots.registry import Bot
from qwirkle.engine.moves import Move
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

SEED = 99
FACTORS = ((1.0, 1.0), (0.5, 1.0), (1.75, 1.0), (1.0, 0.5), (1.0, 1.5))
"""Factors for the weights of the opponents' reply and of the leave."""


class BotPlayer:
    """A bot with its own random numbers."""

    is_trusted = True

    def __init__(self, bot: Bot, seed: str) -> None:
        self._bot = bot
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        return self._bot.choose(view, self._random, lambda: False)


def play(
    variant: Variant, players: int, weights: EvaluationWeights, number: int
) -> tuple[float, float]:
    """Play a game. Return the expert's share of the win, and its lead over the others' mean."""
    round_, expert = divmod(number, players)
    bots = [
        ExpertBot(weights=weights) if seat == expert else GreedyBot() for seat in range(players)
    ]
    seats = [BotPlayer(bot, f"{number}/{seat}") for seat, bot in enumerate(bots)]
    deal = deal_seed_for_round(SEED, round_)
    game = play_game(variant, seats, deal, ages_for_deal(deal, players))
    winners = winning_seats(game)
    scores = game.position.scores
    others = [points for seat, points in enumerate(scores) if seat != expert]
    return (expert in winners) / len(winners), scores[expert] - fmean(others)


def main(name: str, players: int, games: int) -> None:
    """Compare the weights, starting with the current ones."""
    variant = catalog.load_variant(name)
    current = WEIGHTS[variant.pieces.rolls, players]
    leads: list[float] = []
    for reply, keep in FACTORS:
        weights = EvaluationWeights(
            round(current.reply * reply, 2), round(current.own_next_turn * keep, 2)
        )
        results = [play(variant, players, weights, number) for number in range(games)]
        leads = leads or [lead for _, lead in results]
        gains = [lead - first for (_, lead), first in zip(results, leads, strict=True)]
        spread = stdev(gains) / games**0.5
        sys.stdout.write(
            f"{name}, {players} players, reply {weights.reply}, leave {weights.own_next_turn}:"
            f" won {fmean(won for won, _ in results):.1%} of {games},"
            f" lead {fmean(lead for _, lead in results):.1f},"
            f" {fmean(gains):+.1f} ± {spread:.1f} compared with the current weights\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
