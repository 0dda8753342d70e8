"""An undo leads to a position where a player has a decision, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from qwirkle.engine import movegen, rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import (
    Drawn,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.position import Position
from qwirkle.engine.variant import PlaceStep, RefillStep, Variant
from qwirkle.engine.view import PLAYER_STAGES, Stage
from qwirkle.game import Game, IllegalEvent
from tests.engine.game_builder import (
    AMERICAN,
    CUBES,
    FEW_DICE,
    FEW_TILES,
    RED_SQUARE,
    TILES,
    apply_events,
    dealt_position,
    table,
)
from tests.golden.write import plain_move
from tests.random_games import new_header, play_random_moves
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

RED_ROW = "Rc 0,0 · Rs 1,0"
STUCK, UNPLAYABLE = "Ob Yk", "Os Yk"
NO_SET, PAIR = "Rc Os Yd Gk Bb Px", "Rc Rs Yd Gk Bb Px"

STUCK_TILES = table(TILES, RED_ROW, STUCK, "Px", bag="Gc")
STUCK_DICE = table(CUBES, RED_ROW, STUCK, "Px")
AFTER_FREE_ROLL = apply_events(STUCK_DICE, Rolled(0, faces("Ob"), faces("Ox"), forced=False))
STILL_STUCK = apply_events(AFTER_FREE_ROLL, Rolled(0, faces("Ox Yk"), faces("Ob Yk"), forced=True))
UNSTUCK = apply_events(STILL_STUCK, Rolled(0, faces("Ob Yk"), faces("Oc Yk"), forced=True))
UNPLAYABLE_HAND = table(CUBES, RED_SQUARE, UNPLAYABLE, "Px")
STILL_UNPLAYABLE = apply_events(UNPLAYABLE_HAND, Redrawn(0, faces(UNPLAYABLE), faces("Gs Bs")))
SINGLE_PIECE_OPENER = apply_events(dealt_position(AMERICAN, NO_SET, PAIR), Opened(0, 1))
NO_FREE_ROLL = with_changes(AMERICAN, turn=AMERICAN.turn[1:])
REDRAW_FIRST = with_changes(CUBES, turn=(CUBES.turn[0], PlaceStep((), ("redraw", "roll", "pass"))))
DRAWING = apply_events(
    table(TILES, RED_ROW, "Rd Oc", "Px", bag="Bb"), Placed(0, parse_placement("Rd 2,0"), 3)
)
ENDING = apply_events(
    table(TILES, RED_ROW, "Rd", "Px", bag=""), Placed(0, parse_placement("Rd 2,0"), 3)
)
OVER = apply_events(ENDING, Finished(0, 6, (9, 0), (0,)))

DECISIONS = [
    pytest.param(table(TILES, RED_ROW, "Rd", "Px", bag=""), id="R5: one legal placement"),
    pytest.param(STUCK_TILES, id="T4: only a trade"),
    pytest.param(table(CUBES, RED_ROW, "Rd", "Px"), id="C3: a free roll or a placement"),
    pytest.param(STUCK_DICE, id="J6: a free roll of a stuck hand"),
    pytest.param(UNSTUCK, id="C4: a placement after forced rolls"),
    pytest.param(
        apply_events(dealt_position(TILES, PAIR, NO_SET), Opened(0, 2)), id="R3: the opening"
    ),
    pytest.param(SINGLE_PIECE_OPENER, id="A2: a free roll before the opening"),
    pytest.param(table(REDRAW_FIRST, RED_ROW, STUCK, "Px"), id="a free roll before a redraw"),
]

AUTOMATIC = [
    pytest.param(rules.initial_position(TILES, (None, None)), id="R2: the deal"),
    pytest.param(dealt_position(TILES, PAIR, NO_SET), id="R3: choosing the opener"),
    pytest.param(DRAWING, id="R11: the draw after a placement"),
    pytest.param(ENDING, id="R12: the result"),
    pytest.param(OVER, id="R12: the end"),
    pytest.param(AFTER_FREE_ROLL, id="J6: a forced roll after the free one"),
    pytest.param(STILL_STUCK, id="C4: between two forced rolls"),
    pytest.param(
        table(CUBES, RED_ROW, STUCK, "Px", stage=Stage.PLACE), id="C4: the first forced roll"
    ),
    pytest.param(
        apply_events(dealt_position(NO_FREE_ROLL, NO_SET, PAIR), Opened(0, 1)),
        id="A4: a forced roll",
    ),
    pytest.param(
        apply_events(SINGLE_PIECE_OPENER, Rolled(0, faces("Rc"), faces("Rc"), forced=False)),
        id="A4: a forced roll after the free one",
    ),
    pytest.param(UNPLAYABLE_HAND, id="J7: a redraw"),
    pytest.param(
        apply_events(UNPLAYABLE_HAND, Rolled(0, faces("Os"), faces("Oc"), forced=False)),
        id="J7: a redraw after a pointless free roll",
    ),
    pytest.param(STILL_UNPLAYABLE, id="J7: between two redraws"),
    pytest.param(
        table(REDRAW_FIRST, RED_ROW, STUCK, "Px", stage=Stage.PLACE), id="a redraw before a roll"
    ),
    pytest.param(table(CUBES, RED_SQUARE, UNPLAYABLE, "Px", bag="Gs"), id="J7: a pass"),
    pytest.param(table(TILES, RED_ROW, STUCK, "Px", bag=""), id="J5: a pass"),
    pytest.param(table(TILES, RED_SQUARE, UNPLAYABLE, "Px", bag="Gs"), id="J11: a pass"),
    pytest.param(
        apply_events(table(TILES, RED_ROW, STUCK, STUCK, bag="", passes=1), Passed(0)),
        id="J8: the result after all players passed",
    ),
]


@pytest.mark.parametrize("position", DECISIONS)
def test_a_possible_move_is_a_decision(position: Position) -> None:
    """The player decides if a placement, a trade or a free roll is possible, even a single one."""
    assert rules.is_decision(position)


@pytest.mark.parametrize("position", AUTOMATIC)
def test_automatic_steps_are_not_decisions(position: Position) -> None:
    """Deals, draws, results and forced rolls, redraws or passes leave the player no choice."""
    assert not rules.is_decision(position)


def has_choice(position: Position) -> bool:
    """Return the expected result of `is_decision`, based on possible moves, not forced ones."""
    if position.stage not in PLAYER_STAGES:
        return False
    options, variant = rules.available_options(position), position.variant
    hand = position.hands[position.seat_to_move]
    if options.max_trade:
        return True
    if not position.board.cells:
        return options.can_place or options.can_roll_free
    shapes = {face % 6 for face in movegen.faces_in_mask(variant.face_mask)}
    rollable_faces = {face - face % 6 + shape for face in hand for shape in shapes}
    can_help = any(position.board.playable_faces >> face & 1 for face in rollable_faces)
    return bool(movegen.generate_plays(position.board, hand, variant)) or (
        options.can_roll_free and can_help
    )


NO_FREE_ROLLS = with_changes(FEW_DICE, name="no-free-rolls", turn=FEW_DICE.turn[1:])
MUST_PASS = with_changes(FEW_DICE, name="must-pass", turn=(PlaceStep((), ("pass",)), RefillStep()))

GAMES = [
    (TILES, 2, 48, {Drawn, Passed, Finished}),
    (FEW_TILES, 4, 136, {Drawn, Passed, Finished}),
    (CUBES, 2, 73, {Drawn, Rolled, Redrawn, Finished}),
    (AMERICAN, 3, 85, {Drawn, Rolled, Redrawn, Finished}),
    (FEW_DICE, 2, 18, {Drawn, Passed, Finished}),
    (NO_FREE_ROLLS, 3, 6, {Drawn, Rolled, Finished}),
    (MUST_PASS, 2, 1, {Drawn, Passed, Finished}),
]


def play_game(variant: Variant, players: int, seed: int) -> Game:
    """Play a whole game with `plain_move`; with these seeds, hands and boards get stuck."""
    game = Game(new_header(variant, players, seed))
    return play_random_moves(game, Random(seed), choose=lambda position, _: plain_move(position))


def illegal_undos(game: Game) -> Iterator[tuple[GameEvent, int]]:
    """Yield each event that needed no decision, with the event count that undoes it."""
    for count in range(1, game.max_undoable_events + 1):
        if not has_choice(game.active_history[-count - 1][1]):
            yield game.active_history[-count][0], count


@pytest.mark.parametrize(
    ("variant", "players", "seed", "event_types"),
    GAMES,
    ids=[f"{variant.name}-{seed}" for variant, _, seed, _ in GAMES],
)
def test_undos_skip_automatic_steps(
    variant: Variant, players: int, seed: int, event_types: set[type[GameEvent]]
) -> None:
    """Every undo that leads to an automatic step is illegal; `undo_step` skips all of them."""
    game = play_game(variant, players, seed)
    counts: dict[tuple[type[GameEvent], bool], int] = {}
    for event, count in illegal_undos(game):
        with pytest.raises(IllegalMove) as caught:
            game.undo(count)
        assert caught.value.reason is Reason.UNDO_WITHIN_TURN
        counts.setdefault((type(event), getattr(event, "forced", False)), count)
    assert event_types <= {event_type for event_type, _ in counts}
    for count in counts.values():
        with pytest.raises(IllegalEvent) as illegal:
            Game.replay(game.header, [*game.events, Undone(count)])
        assert illegal.value.index == len(game.events)
        assert illegal.value.cause.reason is Reason.UNDO_WITHIN_TURN
    decisions = [position for _, position in game.active_history[players:] if has_choice(position)]
    while decisions:
        assert game.undo_step() is not None
        assert game.position is decisions.pop()
    assert game.undo_step() is None


def test_undoing_turns_skips_turns_without_a_decision() -> None:
    """J5: after a forced pass, an undo leads to the start of the turn before it."""
    game = play_game(TILES, 2, 48)
    assert any(isinstance(event, Passed) for event, _ in game.active_history)
    starts: dict[int, Position] = {}
    for _, position in game.active_history[2:]:
        if has_choice(position):
            starts.setdefault(position.turns_played, position)
    expected = list(starts.values())
    while expected:
        assert game.undo_turn() is not None
        assert game.position is expected.pop()
    assert game.undo_turn() is None


def test_events_are_counted_to_the_last_turn_of_a_seat() -> None:
    """`events_since_decision` with a seat counts back to the start of that seat's last turn."""
    game = play_game(CUBES, 2, 73)
    game.undo_turn()
    for seat in (0, 1):
        count = game.events_since_decision(whole_turn=True, seat=seat)
        position = game.active_history[-count - 1][1]
        assert position.seat_to_move == seat
        assert has_choice(position)
        moves = [
            event.player
            for event, _ in game.active_history[-count:]
            if isinstance(event, Placed | Traded | Passed)
        ]
        assert moves.count(seat) == 1
