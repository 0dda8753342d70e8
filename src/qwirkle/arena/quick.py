"""Whole games of the simplest bots at once, where the kernel can play them."""

from __future__ import annotations

from qwirkle.engine.variant import Variant
from qwirkle.kernel import loading

BOT = "simple"
"""The bot whose games the kernel plays."""


def scores_of(
    variant: Variant, bots: tuple[str, ...], seed: int, most_events: int
) -> tuple[int, ...] | None:
    """The scores by seat of a game between bots, or None where it must be played turn by turn."""
    if any(bot != BOT for bot in bots) or not _is_known(variant):
        return None
    tools = loading.tools()
    game = None if tools is None else tools.simple_game(variant, len(bots), seed, most_events)
    return None if game is None else game[:-1]


def _is_known(variant: Variant) -> bool:
    """Whether a player who is stuck has but one way out at a time."""
    stuck = variant.place_step.stuck
    return variant.roll_step is None or stuck[0] == "roll"
