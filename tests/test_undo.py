"""Where an undo may lead: to moments where a player decides, and nowhere else."""

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
STUCK, DEAD = "Ob Yk", "Os Yk"
APART, PAIR = "Rc Os Yd Gk Bb Px", "Rc Rs Yd Gk Bb Px"

STUCK_TILES = table(TILES, RED_ROW, STUCK, "Px", bag="Gc")
STUCK_DICE = table(CUBES, RED_ROW, STUCK, "Px")
FREELY_ROLLED = apply_events(STUCK_DICE, Rolled(0, faces("Ob"), faces("Ox"), forced=False))
STILL_STUCK = apply_events(FREELY_ROLLED, Rolled(0, faces("Ox Yk"), faces("Ob Yk"), forced=True))
UNSTUCK = apply_events(STILL_STUCK, Rolled(0, faces("Ob Yk"), faces("Oc Yk"), forced=True))
DEAD_HAND = table(CUBES, RED_SQUARE, DEAD, "Px")
DEAD_AGAIN = apply_events(DEAD_HAND, Redrawn(0, faces(DEAD), faces("Gs Bs")))
LONE_OPENER = apply_events(dealt_position(AMERICAN, APART, PAIR), Opened(0, 1))
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
    pytest.param(STUCK_TILES, id="T4: a trade, and nothing else"),
    pytest.param(table(CUBES, RED_ROW, "Rd", "Px"), id="C3: a free roll or a placement"),
    pytest.param(STUCK_DICE, id="J6: a free roll of a stuck hand"),
    pytest.param(UNSTUCK, id="C4: a placement after forced rolls"),
    pytest.param(
        apply_events(dealt_position(TILES, PAIR, APART), Opened(0, 2)), id="R3: the opening"
    ),
    pytest.param(LONE_OPENER, id="A2: a free roll before the opening"),
    pytest.param(table(REDRAW_FIRST, RED_ROW, STUCK, "Px"), id="a free roll before a redraw"),
]

AUTOMATIC = [
    pytest.param(rules.initial_position(TILES, (None, None)), id="R2: the deal"),
    pytest.param(dealt_position(TILES, PAIR, APART), id="R3: who opens"),
    pytest.param(DRAWING, id="R11: the draw after a placement"),
    pytest.param(ENDING, id="R12: the result"),
    pytest.param(OVER, id="R12: the end"),
    pytest.param(FREELY_ROLLED, id="J6: a forced roll after the free one"),
    pytest.param(STILL_STUCK, id="C4: between two forced rolls"),
    pytest.param(
        table(CUBES, RED_ROW, STUCK, "Px", stage=Stage.PLACE), id="C4: the first forced roll"
    ),
    pytest.param(
        apply_events(dealt_position(NO_FREE_ROLL, APART, PAIR), Opened(0, 1)),
        id="A4: a forced roll",
    ),
    pytest.param(
        apply_events(LONE_OPENER, Rolled(0, faces("Rc"), faces("Rc"), forced=False)),
        id="A4: a forced roll after the free one",
    ),
    pytest.param(DEAD_HAND, id="J7: a redraw"),
    pytest.param(
        apply_events(DEAD_HAND, Rolled(0, faces("Os"), faces("Oc"), forced=False)),
        id="J7: a redraw after a pointless free roll",
    ),
    pytest.param(DEAD_AGAIN, id="J7: between two redraws"),
    pytest.param(
        table(REDRAW_FIRST, RED_ROW, STUCK, "Px", stage=Stage.PLACE), id="a redraw before a roll"
    ),
    pytest.param(table(CUBES, RED_SQUARE, DEAD, "Px", bag="Gs"), id="J7: a pass"),
    pytest.param(table(TILES, RED_ROW, STUCK, "Px", bag=""), id="J5: a pass"),
    pytest.param(table(TILES, RED_SQUARE, DEAD, "Px", bag="Gs"), id="J11: a pass"),
    pytest.param(
        apply_events(table(TILES, RED_ROW, STUCK, STUCK, bag="", passes=1), Passed(0)),
        id="J8: the result after everybody passed",
    ),
]


@pytest.mark.parametrize("position", DECISIONS)
def test_a_player_decides(position: Position) -> None:
    """A player decides if a placement, a trade or a free roll is possible, even a single one."""
    assert rules.is_decision(position)


@pytest.mark.parametrize("position", AUTOMATIC)
def test_nobody_decides(position: Position) -> None:
    """Nobody decides before chance, a result, or a compulsory roll, redraw or pass."""
    assert not rules.is_decision(position)


def has_choice(position: Position) -> bool:
    """What `is_decision` should return, worked out from what is possible rather than forced."""
    if position.stage not in PLAYER_STAGES:
        return False
    options, variant = rules.available_options(position), position.variant
    hand = position.hands[position.player]
    if options.max_trade:
        return True
    if not position.board.cells:
        return options.can_place or options.can_roll_free
    shapes = {face % 6 for face in movegen.mask_faces(variant.face_mask)}
    shown = {face - face % 6 + shape for face in hand for shape in shapes}
    rollable = any(position.board.playable_faces >> face & 1 for face in shown)
    return bool(movegen.generate_plays(position.board, hand, variant)) or (
        options.can_roll_free and rollable
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


def played(variant: Variant, players: int, seed: int) -> Game:
    """A whole game played with little thought, which leads to dead hands and blocked boards."""
    game = Game(new_header(variant, players, seed))
    return play_random_moves(game, Random(seed), choose=lambda position, _: plain_move(position))


def wrong_undos(game: Game) -> Iterator[tuple[GameEvent, int]]:
    """Each event that came without a decision, and how many events lead back to before it."""
    for count in range(1, game.undoable_event_count + 1):
        if not has_choice(game.active_history[-count - 1][1]):
            yield game.active_history[-count][0], count


@pytest.mark.parametrize(
    ("variant", "players", "seed", "kinds"),
    GAMES,
    ids=[f"{variant.name}-{seed}" for variant, _, seed, _ in GAMES],
)
def test_undos_in_real_games(
    variant: Variant, players: int, seed: int, kinds: set[type[GameEvent]]
) -> None:
    """A game refuses every undo that leads to an automatic step, and steps over all of them."""
    game = played(variant, players, seed)
    refused: dict[tuple[type[GameEvent], bool], int] = {}
    for event, count in wrong_undos(game):
        with pytest.raises(IllegalMove) as caught:
            game.undo(count)
        assert caught.value.reason is Reason.UNDO_WITHIN_TURN
        refused.setdefault((type(event), getattr(event, "forced_move", False)), count)
    assert kinds <= {kind for kind, _ in refused}
    for count in refused.values():
        with pytest.raises(IllegalEvent) as illegal:
            Game.replay(game.header, [*game.events, Undone(count)])
        assert illegal.value.index == len(game.events)
        assert illegal.value.cause.reason is Reason.UNDO_WITHIN_TURN
    decisions = [position for _, position in game.active_history[players:] if has_choice(position)]
    while decisions:
        assert game.undo_step() is not None
        assert game.position is decisions.pop()
    assert game.undo_step() is None


def test_undoing_turns_steps_over_turns_without_a_decision() -> None:
    """J5: after a compulsory pass, an undo leads to the start of the turn before it."""
    game = played(TILES, 2, 48)
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


def test_an_undo_leads_to_a_turn_of_one_seat() -> None:
    """Asked for a seat, the game counts back to the start of that seat's latest turn."""
    game = played(CUBES, 2, 73)
    game.undo_turn()
    for seat in (0, 1):
        count = game.events_since_decision(whole_turn=True, seat=seat)
        position = game.active_history[-count - 1][1]
        assert position.player == seat
        assert has_choice(position)
        moves = [
            event.player
            for event, _ in game.active_history[-count:]
            if isinstance(event, Placed | Traded | Passed)
        ]
        assert moves.count(seat) == 1
