"""Golden records: one whole game for every bundled variant, and the one of the rule book."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle import catalog
from qwirkle.engine.events import (
    Finished,
    Passed,
    Placed,
    RecordEvent,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.game import Game
from qwirkle.records.codec import parse_event, parse_header
from qwirkle.records.schema import Header
from tests.engine import twelve_turns
from tests.golden.write import record_text

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.qwirkle"))


def read(path: Path) -> tuple[Header, list[RecordEvent]]:
    """The header and the events of a record."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    return parse_header(first), [parse_event(line) for line in rest]


def move_of(event: RecordEvent) -> Move | None:
    """The move that led to an event; None where chance or the rules did."""
    match event:
        case Placed(_, pieces, _):
            return Place(pieces)
        case Traded(_, gave, _):
            return Trade(gave)
        case Rolled(_, before, _, forced):
            return Roll(before, forced)
        case Redrawn():
            return Redraw()
        case Passed():
            return Pass()
    return None


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_every_variant_has_a_golden_game(name: str) -> None:
    """For every bundled variant there is a whole game of it, with its present rules."""
    header, events = read(FOLDER / f"{name}.qwirkle")
    assert header.variant == next(
        known for known in catalog.bundled_variants() if known.name == name
    )
    assert isinstance(events[-1], Finished)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_is_legal(path: Path) -> None:
    """Every event of a golden record is legal, and written back it is the same text."""
    header, events = read(path)
    game = Game.replay(header, events)
    assert record_text(game.header, game.events) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_same_seed_and_moves_same_game(name: str) -> None:
    """The seed and the moves of a golden game give exactly its events again."""
    header, events = read(FOLDER / f"{name}.qwirkle")
    game = Game(header)
    while len(game.events) < len(events):
        event = events[len(game.events)]
        if isinstance(event, Undone):
            game.undo(event.event_count)
        else:
            move = move_of(event)
            assert move is not None
            game.play(move)
        assert game.events == events[: len(game.events)]
    assert game.is_over


def test_another_seed_another_game() -> None:
    """Another seed deals other hands."""
    header, events = read(FOLDER / "cubes.qwirkle")
    other = Game(Header(header.variant, header.players, header.seed + 1))
    assert other.events[:2] != events[:2]


def test_the_twelve_turns_are_those_of_the_book() -> None:
    """The golden record of the rule book's example holds its twelve turns, and may be resumed."""
    header, events = read(FOLDER / "twelve-turns.qwirkle")
    assert (header, events) == (twelve_turns.HEADER, twelve_turns.events())
    game = Game.replay(header, events)
    assert game.position.scores == twelve_turns.SCORES
    assert not game.is_over
