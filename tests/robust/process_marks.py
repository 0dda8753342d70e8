"""A mark that every process inherits which a program starts, by which all of them are found."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path

import pytest

from tests.robust.terminal import TIMEOUT

ROOT = Path(__file__).resolve().parents[2]


class ProcessMark:
    """In the environment of whatever is started from now on."""

    def __init__(self, signs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._text = f"QWIRKLE_TEST_MARK={uuid.uuid4()}"
        self._signs = signs
        signs.mkdir()
        monkeypatch.setenv(*self._text.split("="))
        monkeypatch.setenv("BAD_BOT_SIGNS", str(signs))

    def processes(self) -> dict[int, str]:
        """All processes with the mark, and what each runs."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if self._text.encode() in (place / "environ").read_bytes():
                    found[int(place.name)] = (place / "cmdline").read_text(errors="replace")
            except OSError:
                continue
        found.pop(os.getpid(), None)
        return found

    def wait_for_sign(self, *words: str) -> None:
        """Wait until bad bots have come so far."""
        end = time.monotonic() + TIMEOUT
        while not all((self._signs / word).exists() for word in words):
            assert time.monotonic() < end, f"never came so far: {words}"
            time.sleep(0.02)

    def wait_until_none(self) -> None:
        """Wait until no process with the mark is left."""
        end = time.monotonic() + TIMEOUT
        while left := self.processes():
            assert time.monotonic() < end, f"left behind: {left}"
            time.sleep(0.02)


def offer_bad_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer the bots of `tests.arena.bad_bots` as an installed package would."""
    about = folder / "bad_bots-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1\n")
    names = ("Knot", "Breeder", "Deserter", "Flood", "Quitter", "Sleeper")
    points = "".join(f"{name.lower()} = tests.arena.bad_bots:{name}\n" for name in names)
    (about / "entry_points.txt").write_text(f"[qwirkle.bots]\n{points}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), str(ROOT))))
