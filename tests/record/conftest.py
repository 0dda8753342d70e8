"""What the tests of records share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qwirkle.record import disk


@pytest.fixture
def descriptors(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The descriptors that `disk.open_file` gave and nobody has closed."""
    held: set[int] = set()
    opening, closing = disk.open_file, os.close

    def open_file(path: Path, flags: int, mode: int = 0o644) -> int:
        descriptor = opening(path, flags, mode)
        held.add(descriptor)
        return descriptor

    def close(descriptor: int) -> None:
        held.discard(descriptor)
        closing(descriptor)

    monkeypatch.setattr(disk, "open_file", open_file)
    monkeypatch.setattr(os, "close", close)
    return held
