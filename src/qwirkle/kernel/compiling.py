"""Which functions of the kernel become machine code: numba compiles each with its first call.

What numba has compiled it keeps in the folder that `loading` has chosen, and finds again there.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

import numpy as np

from qwirkle.kernel.loading import code_folder

Array: TypeAlias = Any
"""An array of numbers; where it is made says of which."""

int32: Any = np.int32
int64: Any = np.int64
uint64: Any = np.uint64
"""Machine numbers; for the type checker they are as good as any."""

numba: Any = import_module("numba")
"""Imported without its types, which say of a compiled function only that it is one."""
F = TypeVar("F", bound=Callable[..., object])


def compiled(function: F, **options: bool) -> F:
    """Have a function compiled on its own, and kept in our folder.

    Numba chooses the folder here, by what NUMBA_CACHE_DIR would say; whatever else is
    compiled in this process keeps its own.
    """
    folder, config = code_folder(), numba.config
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        made: F = numba.njit(nogil=True, cache=folder is not None, **options)(function)
        return made
    finally:
        config.CACHE_DIR = before


def inlined(function: F) -> F:
    """Have a function compiled as a part of each one that calls it.

    A call hands over every array with its size and strides, which takes longer than what a small
    function does.
    """
    return compiled(function, forceinline=True)
