"""Stop conditions: functions that return True once the search has to answer."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

StopCondition: TypeAlias = Callable[[], bool]
"""Polled during a search; True means answer now."""


def never_stop() -> bool:
    """Let the search run to its end.

    >>> never_stop()
    False
    """
    return False


def stop_after(seconds: float, also: StopCondition = never_stop) -> StopCondition:
    """Return a condition that is True `seconds` from now, or once `also` is.

    >>> stop_after(0.0)(), stop_after(60.0)(), stop_after(60.0, lambda: True)()
    (True, False, True)
    """
    end = monotonic() + seconds
    return lambda: also() or monotonic() >= end


def stop_after_first_check(seconds: float, also: StopCondition = never_stop) -> StopCondition:
    """Return a condition that is True `seconds` after its first call, or once `also` is.

    The time to load modules before the search starts doesn't count.

    >>> stop = stop_after_first_check(0.0)
    >>> stop(), stop()
    (False, True)
    """
    ends: list[float] = []

    def stop() -> bool:
        late = bool(ends) and monotonic() >= ends[0]
        if not ends:
            ends.append(monotonic() + seconds)
        return also() or late

    return stop
