"""Simulated disk errors."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from qwirkle.records import locked_file


def raising(number: int) -> Callable[..., Any]:
    """Return a function that raises OSError with this errno."""

    def fail(*_: object) -> None:
        raise OSError(number, "no")

    return fail


@contextmanager
def failing_disk(
    monkeypatch: pytest.MonkeyPatch, name: str, number: int = errno.EIO
) -> Iterator[None]:
    """Make a function of `locked_file` raise OSError within the block."""
    with monkeypatch.context() as patch:
        patch.setattr(locked_file, name, raising(number))
        yield
