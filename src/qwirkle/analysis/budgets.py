"""Search budgets for a number of seconds.

Budgets count rollouts and positions instead of reading a clock, so the same seed gives the same
game on any machine with the kernel. The rates are measured on a typical machine; plain Python has
lower ones, and so smaller budgets.
"""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.analysis.endgame import EndgameLimits
from qwirkle.analysis.search import SearchBudget
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loader

MAX_ROLLOUT_BAG, NO_BAG_LIMIT = 60, 100_000
"""Largest bag for rollouts in variants without a roll step; NO_BAG_LIMIT disables the limit."""

QUICK_SECONDS = 0.1
"""Seconds for a hint or the review of a turn."""

DICE_POSITIONS_PER_SECOND = 8_000
"""Positions per second in the dice endgame; the kernel doesn't speed it up."""

QUICK_POSITIONS = 400
"""Endgame positions for a quick answer without the kernel."""

MIN_DETERMINIZATIONS = 16
BATCH_COUNT = 12
"""Number of comparisons of the candidates."""

MAX_BATCH_SIZE = 4096
"""Rollouts; larger batches would only use more memory."""

ROLLOUTS_PER_SECOND = {"nothing": 12_000, "shape": 1_800}
"""With the kernel and two players, by what a roll changes."""

PYTHON_ROLLOUTS_PER_SECOND = {"nothing": 300, "shape": 12}
"""Without the kernel."""

POSITIONS_PER_SECOND, PYTHON_POSITIONS_PER_SECOND = 400_000, 4_000
"""Endgame positions per second, with and without the kernel."""

BEAM_WIDTHS = ((8, 24), (4, 24), (2, 12))
"""Beam widths, normal and root, for endgames too large to solve exactly."""


def budget_for(variant: Variant, player_count: int, seconds: float) -> SearchBudget:
    """Return the budget for about `seconds` of thinking about a turn that isn't clear-cut."""
    has_kernel = loader.playing_kernel(variant) is not None
    rates = ROLLOUTS_PER_SECOND if has_kernel else PYTHON_ROLLOUTS_PER_SECOND
    has_roll_step = variant.roll_step is not None
    rounds = 1 if has_roll_step or player_count > 2 else 2
    # A round has more turns with more players.
    relative_turns = rounds * player_count / (2 if has_roll_step else 4)
    determinizations = max(
        MIN_DETERMINIZATIONS, round(rates[variant.pieces.rolls] * seconds / relative_turns)
    )
    positions = round(
        (POSITIONS_PER_SECOND if has_kernel else PYTHON_POSITIONS_PER_SECOND) * seconds / 4
    )
    return SearchBudget(
        candidates=6 if has_roll_step else 10,
        determinizations=determinizations,
        rounds=rounds,
        batch_size=min(max(MIN_DETERMINIZATIONS, determinizations // BATCH_COUNT), MAX_BATCH_SIZE),
        endgame_limits=(
            EndgameLimits(positions),
            *(EndgameLimits(positions, *beam) for beam in BEAM_WIDTHS),
        ),
        max_reply_sets=400 if has_kernel else 40,
        max_dice_positions=round(DICE_POSITIONS_PER_SECOND * seconds),
        max_rollout_bag=NO_BAG_LIMIT if has_roll_step else MAX_ROLLOUT_BAG,
    )


def quick_budget(variant: Variant, player_count: int) -> SearchBudget:
    """Return the budget for a quick answer: no rollouts without the kernel."""
    budget = budget_for(variant, player_count, QUICK_SECONDS)
    if loader.playing_kernel(variant) is None:
        return replace(budget, determinizations=0, endgame_limits=(EndgameLimits(QUICK_POSITIONS),))
    return budget
