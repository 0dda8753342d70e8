"""Which functions of the kernel become machine code, and how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np

Array: TypeAlias = Any
"""An array of numbers; where it is made says of which."""

int32: Any = np.int32
int64: Any = np.int64
uint64: Any = np.uint64
"""Machine numbers; for the type checker they are as good as any."""

F = TypeVar("F", bound=Callable[..., object])

COMPILED: list[Callable[..., object]] = []
INLINED: list[Callable[..., object]] = []
"""The functions that `building` compiles; what is loaded from disk needs none of them."""


def compiled(function: F) -> F:
    """Have a function compiled on its own."""
    COMPILED.append(function)
    return function


def inlined(function: F) -> F:
    """Have a function compiled as a part of each one that calls it.

    A call hands over every array with its size and strides, which takes longer than what a small
    function does.
    """
    INLINED.append(function)
    return function
