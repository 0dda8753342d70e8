"""The decorators of compiled functions. Numba compiles each on its first call.

Numba caches the machine code in the folder that `loader.machine_code_folder` returns.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

import numpy as np

from qwirkle.kernel.loader import machine_code_folder

Array: TypeAlias = Any
"""A NumPy array; its dtype is set where it is created."""

int32: Any = np.int32
int64: Any = np.int64
uint64: Any = np.uint64
"""Typed as Any: the type checker can't tell machine integers apart."""

numba: Any = import_module("numba")
"""Imported without types: numba's would hide the signature of every compiled function."""
F = TypeVar("F", bound=Callable[..., object])


def jit(function: F, **options: bool) -> F:
    """Compile a function and cache the machine code in the kernel's folder.

    Numba reads its cache folder when a function is decorated. It is restored right after, so
    other code compiled in this process keeps its own folder.
    """
    folder, config = machine_code_folder(), numba.config
    previous = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = str(folder)
    try:
        compiled: F = numba.njit(nogil=True, cache=folder is not None, **options)(function)
        return compiled
    finally:
        config.CACHE_DIR = previous


def jit_inline(function: F) -> F:
    """Compile a function into each of its callers.

    A call passes the shape and strides of every array, which costs more than a small function.
    """
    return jit(function, forceinline=True)
