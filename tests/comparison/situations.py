"""Situations to play under each bundled variant."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import GameEvent, Placed
from qwirkle.engine.moves import Move, Place
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from tests.engine.game_builder import BUNDLED
from tests.sample_positions import parse_placement

T = TypeVar("T")

TILE_GAMES = ("tiles", "tiles-mindware", "sprint", "junior")
DICE_GAMES = ("cubes", "cubes-mindware")
EDITIONS = ("tiles", "tiles-mindware", "cubes", "cubes-mindware", "sprint")
"""Variants with six colours and six shapes."""

# Only pieces that every variant has: four colours, four shapes.
RED_ROW = "Rc 0,0 · Rs 1,0"
FITS = "Rd Rk Oc Os"
STUCK = "Ok Yk Gk Gd"


def for_each_edition(ask: Callable[[Variant], T]) -> dict[str, T]:
    """Call a function for each bundled variant; return the results by name."""
    return {name: ask(variant) for name, variant in BUNDLED.items()}


def same_everywhere(answer: T, **others: T) -> dict[str, T]:
    """Expect one result from all variants except the named ones (`_` stands for `-`)."""
    named = {name.replace("_", "-"): other for name, other in others.items()}
    return {name: named.get(name, answer) for name in BUNDLED}


def by_pieces(of_tiles: T, of_dice: T) -> dict[str, T]:
    """Expect one result from the variants with tiles and another from those with dice."""
    return {name: of_dice if name in DICE_GAMES else of_tiles for name in BUNDLED}


def reason(position: Position, move: Move) -> Reason | None:
    """Return why a move is illegal, or None if it's legal."""
    try:
        rules.validate_move(position.view(position.seat_to_move), move)
    except IllegalMove as error:
        return error.reason
    return None


def event_reason(position: Position, event: GameEvent) -> Reason | None:
    """Return why an event is illegal, or None if it's legal."""
    try:
        rules.validate_event(position, event)
    except IllegalMove as error:
        return error.reason
    return None


def outcome(position: Position, pieces: str) -> int | Reason:
    """Return the points of a placement, or why it's illegal."""
    move = Place(parse_placement(pieces))
    error = reason(position, move)
    if error is not None:
        return error
    placed = rules.resolve(position, move, Random(0))
    assert isinstance(placed, Placed)
    assert event_reason(position, placed) is None
    assert event_reason(position, Placed(0, move.pieces, placed.points + 1)) is Reason.WRONG_POINTS
    return placed.points
