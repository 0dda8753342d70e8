"""Records of the maximum size in the real program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from qwirkle import catalog
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine.events import RecordEvent
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.players import Player
from qwirkle.records.reader import MAX_LINE_BYTES, MAX_RECORD_BYTES
from qwirkle.records.schema import Header
from tests.random_games import random_game
from tests.robust.terminal import Terminal
from tests.robust.terminal_game import HIDDEN
from tests.tools.kill import TRY_EVERYTHING

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

HEADER = Header(
    next(variant for variant in catalog.bundled_variants() if variant.name == HIDDEN),
    (Player("Ana", 9), Player("Bo", None, "bot:simple")),
    seed=7,
)


def write_padded(path: Path, events: Sequence[RecordEvent]) -> bytes:
    """Write a record of maximum size, padding its lines with spaces; return its bytes."""
    path.parent.mkdir(parents=True)
    lines = [encode_header(HEADER), *map(encode_event, events)]
    missing = MAX_RECORD_BYTES - sum(len(line) + 1 for line in lines)
    for number, line in enumerate(lines[1:], start=1):
        padding = min(missing, MAX_LINE_BYTES - len(line))
        lines[number] = line + " " * padding
        missing -= padding
    assert missing == 0
    path.write_bytes(b"".join(line.encode() + b"\n" for line in lines))
    return path.read_bytes()


def test_a_full_record_takes_no_more_turns(home: Path) -> None:
    """The app says so, accepts no move and leaves the record unchanged; it can be reopened."""
    game = random_game(HEADER.variant, 2, 7, max_events=70)
    path = home / "games" / "full.qwirkle"
    full = write_padded(path, game.events)
    for _ in range(2):
        terminal = Terminal(["play", "--resume"], home)
        terminal.wait_for(lambda text: "record is full" in " ".join(text.split()))
        terminal.press(*TRY_EVERYTHING, "ctrl+q")
        assert terminal.end() == 0
        assert path.read_bytes() == full
    load_untruncated_game(path)
