"""Finds every process that a test started, by an environment variable that all inherit."""

from __future__ import annotations

import os
import time
import uuid
from pathlib import Path

import pytest

from tests.robust.terminal import TIMEOUT

ROOT = Path(__file__).resolve().parents[2]


class ProcessMark:
    """A marker in the environment of each process started from now on."""

    def __init__(self, flag_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._text = f"QWIRKLE_TEST_MARK={uuid.uuid4()}"
        self._flag_folder = flag_folder
        flag_folder.mkdir()
        monkeypatch.setenv(*self._text.split("="))
        monkeypatch.setenv("BAD_BOT_FLAG_FOLDER", str(flag_folder))

    def processes(self) -> dict[int, str]:
        """Return the ids and command lines of all marked processes except this one."""
        commands = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if self._text.encode() in (folder / "environ").read_bytes():
                    commands[int(folder.name)] = (folder / "cmdline").read_text(errors="replace")
            except OSError:
                continue
        commands.pop(os.getpid(), None)
        return commands

    def wait_for_flag_files(self, *names: str) -> None:
        """Wait until bad bots have created all of these flag files."""
        deadline = time.monotonic() + TIMEOUT
        while not all((self._flag_folder / name).exists() for name in names):
            assert time.monotonic() < deadline, f"missing: {names}"
            time.sleep(0.02)

    def wait_until_none(self) -> None:
        """Wait until no marked process is left."""
        deadline = time.monotonic() + TIMEOUT
        while left := self.processes():
            assert time.monotonic() < deadline, f"left behind: {left}"
            time.sleep(0.02)


def register_bad_bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the bots of `tests.arena.bad_bots` as an installed package would."""
    metadata = folder / "bad_bots-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-bots\nVersion: 1\n")
    names = ("Knot", "Breeder", "Deserter", "Flood", "Quitter", "Sleeper")
    entry_points = "".join(f"{name.lower()} = tests.arena.bad_bots:{name}\n" for name in names)
    (metadata / "entry_points.txt").write_text(f"[qwirkle.bots]\n{entry_points}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), str(ROOT))))
