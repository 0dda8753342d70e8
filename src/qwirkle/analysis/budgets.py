"""Search budgets for a number of seconds.

Budgets count rollouts and positions instead of reading a clock, so the same seed gives the same
game on any machine. The rates are measured on a typical machine with the compiled kernel; plain
Python has its own.
"""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.analysis.endgame import Attempt
from qwirkle.analysis.thinking import Budget
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loading

EARLY, EVER = 60, 100_000
"""Maximum bag size at which rollouts improve on the estimate with tiles; dice have no limit."""

QUICKLY = 0.1
"""Seconds for a hint or the review of a turn."""

LAST_TABLES = 8_000
"""Positions per second in the dice endgame; the kernel doesn't speed it up."""

QUICK_POSITIONS = 400
"""Endgame positions for a quick answer without the kernel."""

LEAST_WORLDS = 16
BATCHES = 12
"""How many times the candidates are compared."""

MOST_AT_ONCE = 4096
"""Rollouts; larger batches would only use more memory."""

FUTURES = {"nothing": 12_000, "shape": 1_800}
"""With the kernel and two players, by what a roll changes."""

PLAIN_FUTURES = {"nothing": 300, "shape": 12}
"""Without the kernel."""

POSITIONS, PLAIN_POSITIONS = 400_000, 4_000
"""Endgame positions per second, with and without the kernel."""

BEAMS = ((8, 24), (4, 24), (2, 12))
"""Beam widths, normal and root, for endgames too large to solve exactly."""


def budget_for(variant: Variant, players: int, seconds: float) -> Budget:
    """Return the budget for about `seconds` of thinking about a turn that isn't clear-cut."""
    compiled = loading.tools_for_turns(variant) is not None
    rates = FUTURES if compiled else PLAIN_FUTURES
    rolls = variant.roll_step is not None
    rounds = 1 if rolls or players > 2 else 2
    # A round has more turns with more players.
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
    """Return the budget for answers someone is waiting for: no rollouts without the kernel."""
    budget = budget_for(variant, players, QUICKLY)
    if loading.tools_for_turns(variant) is None:
        return replace(budget, worlds=0, ending=(Attempt(QUICK_POSITIONS),))
    return budget
