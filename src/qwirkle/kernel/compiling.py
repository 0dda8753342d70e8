"""How functions of the kernel become machine code that is kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np

Array: TypeAlias = Any
"""An array of numbers; where it is made says of which."""

int32: Any = np.int32
int64: Any = np.int64
uint64: Any = np.uint64
"""Machine numbers; for the type checker they are as good as any."""

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """Compile on the first call, or load what an earlier run has compiled.

    `_nrt=False` leaves out the counting of references to arrays, which takes several times as
    long as the work itself; in return no function makes an array. Functions that call themselves
    cannot be loaded again, so there are none.
    """
    compile_: Any = numba.njit
    return cast(F, compile_(cache=True, nogil=True, _nrt=False)(function))
