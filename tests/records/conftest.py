"""Fixtures for the record tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qwirkle.records import locked_file


@pytest.fixture
def descriptors(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """File descriptors opened by `locked_file.open_file` and not closed yet."""
    open_descriptors: set[int] = set()
    real_open, real_close = locked_file.open_file, os.close

    def open_file(path: Path, flags: int, mode: int = 0o644) -> int:
        descriptor = real_open(path, flags, mode)
        open_descriptors.add(descriptor)
        return descriptor

    def close(descriptor: int) -> None:
        open_descriptors.discard(descriptor)
        real_close(descriptor)

    monkeypatch.setattr(locked_file, "open_file", open_file)
    monkeypatch.setattr(os, "close", close)
    return open_descriptors
