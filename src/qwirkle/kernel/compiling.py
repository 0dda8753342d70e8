"""Which functions of the kernel become machine code: numba compiles each with its first call.

What numba has compiled it keeps in the folder that `loading` has chosen, and finds again there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numba
import numpy as np

from qwirkle.kernel.loading import code_folder

_FOLDER = code_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)  # numba looks here when a function is decorated

Array: TypeAlias = Any
"""An array of numbers; where it is made says of which."""

int32: Any = np.int32
int64: Any = np.int64
uint64: Any = np.uint64
"""Machine numbers; for the type checker they are as good as any."""

F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F) -> F:
    """Have a function compiled on its own."""
    made: F = numba.njit(nogil=True, cache=_FOLDER is not None)(function)
    return made


def inlined(function: F) -> F:
    """Have a function compiled as a part of each one that calls it.

    A call hands over every array with its size and strides, which takes longer than what a small
    function does.
    """
    kept = _FOLDER is not None
    made: F = numba.njit(nogil=True, cache=kept, forceinline=True)(function)
    return made
