"""How much thought a number of seconds buys: counted in futures and positions, not by a clock.

So the same seed gives the same game on any machine. The figures are those of a usual machine with
the compiled kernel; plain Python gets a budget of its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.analysis.endgame import Attempt
from qwirkle.analysis.thinking import Budget
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loading

EARLY, EVER = 60, 100_000
"""With more in the bag playing on finds nothing better than the estimate; dice differ."""

QUICKLY = 0.1
"""How many seconds a hint or the judgement of a turn may take."""

LAST_TABLES = 8_000
"""Of the last dice, a second; the kernel does not make that quicker."""

QUICK_POSITIONS = 400
"""Of an end, without the kernel."""

LEAST_WORLDS = 16
BATCHES = 12
"""How often the candidates are compared."""

MOST_AT_ONCE = 4096
"""More futures at once would only take room."""

FUTURES = {"nothing": 12_000, "shape": 1_800}
"""How many a second with the kernel, for two players, by what a roll changes."""

PLAIN_FUTURES = {"nothing": 300, "shape": 12}
"""The same without it."""

POSITIONS, PLAIN_POSITIONS = 400_000, 4_000
"""Of the end of a game, a second."""

BEAMS = ((8, 24), (4, 24), (2, 12))
"""How wide an end is searched that is too large to be exact: each position, and the first."""


def budget_for(variant: Variant, players: int, seconds: float) -> Budget:
    """What is thought in about so many seconds about a turn that is not clear."""
    compiled = loading.tools_for_turns(variant) is not None
    rates = FUTURES if compiled else PLAIN_FUTURES
    rolls = variant.roll_step is not None
    rounds = 1 if rolls or players > 2 else 2
    # More players play more turns in a round.
    turns_played = rounds * players / (2 if rolls else 4)
    worlds = max(LEAST_WORLDS, round(rates[variant.pieces.rolls] * seconds / turns_played))
    positions = round((POSITIONS if compiled else PLAIN_POSITIONS) * seconds / 4)
    return Budget(
        turns=6 if rolls else 10,
        worlds=worlds,
        rounds=rounds,
        batch=min(max(LEAST_WORLDS, worlds // BATCHES), MOST_AT_ONCE),
        ending=(Attempt(positions), *(Attempt(positions, *beam) for beam in BEAMS)),
        sets=400 if compiled else 40,
        tables=round(LAST_TABLES * seconds),
        fullest=EVER if rolls else EARLY,
    )


def quick_budget(variant: Variant, players: int) -> Budget:
    """For answers while somebody waits: without the kernel nothing is played on."""
    budget = budget_for(variant, players, QUICKLY)
    if loading.tools_for_turns(variant) is None:
        return replace(budget, worlds=0, ending=(Attempt(QUICK_POSITIONS),))
    return budget
