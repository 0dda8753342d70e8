"""Rolls as events, and the numbers in a text."""

from __future__ import annotations

import re

from qwirkle.engine.events import Rolled

FREE_ROLL = Rolled(0, (3,), (4,), False)


FORCED_ROLL = Rolled(0, (3, 4), (5, 6), True)


def numbers(text: str) -> list[int]:
    """Return the numbers in a text."""
    return [int(number) for number in re.findall(r"\d+", text)]
