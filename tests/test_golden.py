"""Golden records: a whole game of each bundled variant, and the example in the rule book."""

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
    """Return the header and the events of a record."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    return parse_header(first), [parse_event(line) for line in rest]


def move_of(event: RecordEvent) -> Move | None:
    """Return the move that caused an event, or None for automatic steps and undos."""
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


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_every_variant_has_a_golden_game(name: str) -> None:
    """Each bundled variant has a record of a finished game with its current rules."""
    header, events = read(FOLDER / f"{name}.qwirkle")
    assert header.variant == next(
        variant for variant in catalog.bundled_variants() if variant.name == name
    )
    assert isinstance(events[-1], Finished)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_is_legal(path: Path) -> None:
    """Every event of a golden record is legal, and rewriting the record changes nothing."""
    header, events = read(path)
    game = Game.replay(header, events)
    assert record_text(game.header, game.events) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_the_seed_and_the_moves_determine_the_game(name: str) -> None:
    """Playing the moves of a golden game with its seed causes exactly its events."""
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


def test_another_seed_deals_other_hands() -> None:
    """The first hands depend on the seed."""
    header, events = read(FOLDER / "cubes.qwirkle")
    other = Game(Header(header.variant, header.players, header.seed + 1))
    assert other.events[:2] != events[:2]


def test_the_twelve_turns_match_the_rule_book() -> None:
    """The record of the rule book's example has its twelve turns and can be resumed."""
    header, events = read(FOLDER / "twelve-turns.qwirkle")
    assert (header, events) == (twelve_turns.HEADER, twelve_turns.events())
    game = Game.replay(header, events)
    assert game.position.scores == twelve_turns.SCORES
    assert not game.is_over
