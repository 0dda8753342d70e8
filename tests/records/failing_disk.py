"""Dealings with the disk that fail for a while."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from qwirkle.records import locked_file


def raising(number: int) -> Callable[..., Any]:
    """A function that the system answers with this error."""

    def fail(*_: object) -> None:
        raise OSError(number, "no")

    return fail


@contextmanager
def failing_disk(
    monkeypatch: pytest.MonkeyPatch, name: str, number: int = errno.EIO
) -> Iterator[None]:
    """One of the dealings with the disk fails for a while."""
    with monkeypatch.context() as patch:
        patch.setattr(locked_file, name, raising(number))
        yield
