"""What the tests of records share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qwirkle.records import locked_file


@pytest.fixture
def descriptors(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The descriptors that `locked_file.open_file` gave and nobody has closed."""
    held: set[int] = set()
    opening, closing = locked_file.open_file, os.close

    def open_file(path: Path, flags: int, mode: int = 0o644) -> int:
        descriptor = opening(path, flags, mode)
        held.add(descriptor)
        return descriptor

    def close(descriptor: int) -> None:
        held.discard(descriptor)
        closing(descriptor)

    monkeypatch.setattr(locked_file, "open_file", open_file)
    monkeypatch.setattr(os, "close", close)
    return held
