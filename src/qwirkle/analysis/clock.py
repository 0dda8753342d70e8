"""Stop conditions: functions that return True once the search has to answer."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

Stop: TypeAlias = Callable[[], bool]
"""Polled during a search; True means answer now."""


def never() -> bool:
    """Let the search run to its end.

    >>> never()
    False
    """
    return False


def after(seconds: float, also: Stop = never) -> Stop:
    """Return a condition that is True `seconds` from now, or once `also` is.

    >>> after(0.0)(), after(60.0)(), after(60.0, lambda: True)()
    (True, False, True)
    """
    end = monotonic() + seconds
    return lambda: also() or monotonic() >= end


def once_asked(seconds: float, also: Stop = never) -> Stop:
    """Return a condition that is True `seconds` after its first call, or once `also` is.

    The time to load modules before the search starts doesn't count.

    >>> stop = once_asked(0.0)
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
