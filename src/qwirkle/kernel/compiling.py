"""How functions of the kernel become machine code that is kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """Compile on the first call, or load what an earlier run has compiled.

    `_nrt=False` leaves out the counting of references to arrays, which takes several times as
    long as the work itself; in return no function makes an array. Functions that call themselves
    cannot be loaded again, so there are none.
    """
    made = numba.njit(cache=True, nogil=True, boundscheck=False, _nrt=False)(function)
    return cast(F, made)
