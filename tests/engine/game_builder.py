"""Hand-built positions, so that a rule test shows only what matters to it."""

from __future__ import annotations

from collections import Counter
from random import Random

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.events import GameEvent
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

BUNDLED = {variant.name: variant for variant in catalog.bundled_variants()}
TILES = BUNDLED["tiles"]
MINDWARE = BUNDLED["tiles-mindware"]
CUBES = BUNDLED["cubes"]
AMERICAN = BUNDLED["cubes-mindware"]
JUNIOR = BUNDLED["junior"]
SPRINT = BUNDLED["sprint"]

FEW_TILES = with_changes(TILES, name="few-tiles", pieces__copies=1)
FEW_DICE = with_changes(CUBES, name="few-dice", pieces__copies=4)

SIX_YELLOW = "Yc 0,0 · Ys 1,0 · Yd 2,0 · Yk 3,0 · Yb 4,0 · Yx 5,0"
RED_SQUARE = "Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"
"""Only red fits around this square (J7)."""
ALL_REDS = "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 0,1 · Rb 1,1 · Rx 2,1"


def parse_board(text: str) -> Board:
    """Parse a board such as `Rk 0,0 · Rd 1,0`."""
    return Board.of(parse_placement(text)) if text else EMPTY_BOARD


def bag_counts(variant: Variant, pieces: Faces) -> tuple[int, ...]:
    """Count the pieces per kind, as a bag stores them."""
    counts = Counter(variant.kind_by_face[face] for face in pieces)
    return tuple(counts[kind] for kind in range(len(variant.kinds)))


def table(
    variant: Variant,
    board: str,
    *hands: str,
    bag: str | None = None,
    player: int = 0,
    stage: Stage | None = None,
    turns: int = 1,
    passes: int = 0,
    scores: tuple[int, ...] | None = None,
    ages: tuple[int | None, ...] | None = None,
) -> Position:
    """Build a mid-game position; unless `bag` is given, it holds all remaining pieces."""
    parsed_hands = tuple(map(faces, hands))
    parsed_board = parse_board(board)
    if bag is None:
        used = bag_counts(
            variant,
            (*parsed_board.cells.values(), *(face for hand in parsed_hands for face in hand)),
        )
        left = tuple(kind.copies - count for kind, count in zip(variant.kinds, used, strict=True))
    else:
        left = bag_counts(variant, faces(bag))
    stage = stage or (Stage.ROLL if variant.roll_step else Stage.PLACE)
    return Position(
        variant=variant,
        ages=ages or (None,) * len(hands),
        board=parsed_board,
        hands=parsed_hands,
        bag=left,
        scores=scores or (0,) * len(hands),
        seat_to_move=player,
        stage=stage,
        free_rolls=variant.roll_step.times if variant.roll_step and stage is Stage.ROLL else 0,
        turns_played=turns,
        consecutive_passes=passes,
    )


def dealt_position(
    variant: Variant, *hands: str, ages: tuple[int | None, ...] | None = None
) -> Position:
    """Position after the deal, before the opener is decided."""
    return table(variant, "", *hands, ages=ages, turns=0, stage=Stage.CHOOSE_OPENER)


def apply_events(position: Position, *events: GameEvent) -> Position:
    """Validate and apply the events; return the resulting position."""
    for event in events:
        rules.validate_event(position, event)
        position = rules.apply_event(position, event)
    return position


def skip_automatic_steps(position: Position) -> Position:
    """Resolve every step until a player has to move or the game is over."""
    random = Random(0)
    while not rules.needs_player(position) and position.stage is not Stage.OVER:
        position = apply_events(position, rules.resolve(position, None, random))
    return position
