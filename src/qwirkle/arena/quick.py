"""Whole games of the simplest bots at once, where the kernel can play them."""

from __future__ import annotations

from qwirkle.engine.variant import USUAL_TRADING, Variant
from qwirkle.kernel import loading

BOT = "simple"
"""The bot whose games the kernel plays."""


def scores_of(
    variant: Variant, bots: tuple[str, ...], seed: int, ages: tuple[int, ...], most_events: int
) -> tuple[int, ...] | None:
    """The scores by seat of a game between bots, or None where it must be played turn by turn."""
    if any(bot != BOT for bot in bots) or not is_known(variant):
        return None
    tools = loading.tools()
    game = None if tools is None else tools.simple_game(variant, ages, seed, most_events)
    return None if game is None else game[:-1]


def is_known(variant: Variant) -> bool:
    """Whether the kernel opens, trades and ends games so, with one way out at a time when stuck."""
    return (
        loading.knows_turns(variant)
        and variant.opening.by_the_books
        and variant.trading == USUAL_TRADING
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )
