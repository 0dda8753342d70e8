"""When to stop thinking: a function that turns true once the time is up."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

Stop: TypeAlias = Callable[[], bool]
"""Asked again and again while thinking; true means: answer now."""


def never() -> bool:
    """Let the thinking go on to its end.

    >>> never()
    False
    """
    return False


def after(seconds: float, also: Stop = never) -> Stop:
    """Stop once that many seconds have gone by from now, or once `also` says so.

    >>> after(0.0)(), after(60.0)(), after(60.0, lambda: True)()
    (True, False, True)
    """
    end = monotonic() + seconds
    return lambda: also() or monotonic() >= end


def once_asked(seconds: float, also: Stop = never) -> Stop:
    """Stop so many seconds after the first question, or once `also` says so.

    What had to be loaded for the first thought does not count.

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
