"""A simulated disk that fails on demand: full, broken, forbidden, or the program is killed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qwirkle import files
from qwirkle.records import locked_file


class SimulatedKill(BaseException):
    """The program is killed at this call."""


class FailingDisk:
    """Counts disk calls and makes those from `first` to `last` fail."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.first = self.last = -1
        self.error: Callable[[], BaseException] = SimulatedKill
        for module in (locked_file, files):
            patch.setattr(module, "os", self)
        patch.setattr(Path, "mkdir", self._guarded("mkdir", Path.mkdir))
        patch.setattr(Path, "unlink", self._guarded("unlink", Path.unlink))

    def fail(self, error: Callable[[], BaseException], first: int, last: int | None = None) -> None:
        """Make the calls from `first` to `last` fail; without `last`, only one."""
        self.calls.clear()
        self.error, self.first = error, first
        self.last = first if last is None else last

    def stop(self) -> None:
        """Let all further calls succeed."""
        self.first = self.last = -1

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        self._count("open")
        return os.open(path, flags, mode)

    def ftruncate(self, descriptor: int, size: int) -> None:
        self._count("ftruncate")
        os.ftruncate(descriptor, size)

    def write(self, descriptor: int, data: bytes) -> int:
        """Write part of the data; a failing call writes an even smaller part."""
        try:
            self._count("write")
        except BaseException:
            os.write(descriptor, data[: len(data) // 3])
            raise
        return os.write(descriptor, data[: max(1, len(data) - 7)])

    def fsync(self, descriptor: int) -> None:
        """Skip syncing, so that tests don't wait for a real disk."""
        os.fstat(descriptor)
        self._count("fsync")

    def _count(self, name: str) -> None:
        number = len(self.calls)
        self.calls.append(name)
        if self.first <= number <= self.last:
            raise self.error()

    def _guarded(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **named: Any) -> Any:
            self._count(name)
            return real(*arguments, **named)

        return guarded
