"""Fixtures to run commands inside the test process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from qwirkle import catalog
from qwirkle.cli import main
from qwirkle.records.writer import write_record
from tests.random_games import random_game


class CommandResult(NamedTuple):
    """Exit status and output of a command."""

    status: int
    out: str
    err: str

    def objects(self) -> list[Any]:
        """Parse the output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    def error_line(self) -> str:
        """Check for status 2 and a one-line error, and return that line."""
        assert self.status == 2
        assert self.err.count("\n") == 1
        assert self.err.startswith("qwirkle: ")
        assert "Traceback" not in self.err
        return self.err


Run = Callable[..., CommandResult]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command: `run("plays", "--variant", name, stdin=b"…")`."""

    def run_command(*arguments: object, stdin: bytes = b"") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return CommandResult(status, *capsys.readouterr())

    return run_command


def position_line(board: list[list[object]], hand: list[str]) -> bytes:
    """Encode a position as one line of input."""
    return json.dumps({"board": board, "hand": hand}).encode() + b"\n"


@pytest.fixture(scope="session")
def finished_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record of a finished game of cubes."""
    path = tmp_path_factory.mktemp("records") / "finished.qwirkle"
    game = random_game(catalog.load_variant("cubes"), seed=4)
    write_record(path, game.header, game.events)
    return path


@pytest.fixture(scope="session")
def unfinished_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record of an unfinished game of tiles."""
    path = tmp_path_factory.mktemp("records") / "begun.qwirkle"
    game = random_game(catalog.load_variant("tiles"), seed=4, max_events=20)
    write_record(path, game.header, game.events)
    return path
