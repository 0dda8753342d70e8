"""Playing, saving, replaying and undoing a game."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Dealt, Drawn, Opened, Passed, Placed, RecordEvent, Undone
from qwirkle.engine.moves import Pass, Place, Roll
from qwirkle.engine.view import Options, Stage
from qwirkle.game import Game, IllegalEvent
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from tests.engine.game_builder import CUBES, FEW_TILES, TILES
from tests.engine.twelve_turns import HEADER, TURNS, events
from tests.random_games import new_header, random_game, random_move
from tests.sample_positions import faces, parse_placement


def test_a_new_game_waits_for_the_opener() -> None:
    """R2, R3: a game deals the hands and decides who opens; then that player has to move."""
    game = Game(new_header(TILES, 3, seed=4))
    assert [type(event) for event in game.events] == [Dealt, Dealt, Dealt, Opened]
    assert game.position.stage is Stage.OPENING
    assert game.options == Options(can_place=True)
    assert not game.is_over


def test_play_returns_all_events_until_the_next_move() -> None:
    """R11: a placement causes a draw, and then the next player has to move."""
    game = Game(new_header(TILES, 2, seed=4))
    player = game.position.seat_to_move
    events = game.play(random_move(game.position, Random(1)))
    assert [type(event) for event in events] == [Placed, Drawn]
    assert game.events[-2:] == list(events)
    assert game.position.seat_to_move == 1 - player


def test_an_illegal_move_changes_nothing() -> None:
    """An illegal move is neither saved nor played."""
    saved: list[RecordEvent] = []
    game = Game(new_header(TILES, 2, seed=4), saved.append)
    before, count = game.position, len(saved)
    with pytest.raises(IllegalMove) as caught:
        game.play(Pass())
    assert caught.value.reason is Reason.NO_PASS
    assert game.position is before
    assert len(saved) == len(game.events) == count


def test_an_event_that_cannot_be_saved_does_not_happen() -> None:
    """An event is saved before it's applied; if saving fails, the game is unchanged."""
    game = Game(new_header(TILES, 2, seed=4))
    before, count = game.position, len(game.events)

    def fail(event: RecordEvent) -> None:
        raise OSError("disk full")

    game.event_sink = fail
    with pytest.raises(OSError, match="disk full"):
        game.play(random_move(game.position, Random(1)))
    assert (game.position, len(game.events)) == (before, count)


def test_every_event_is_saved_in_order() -> None:
    """The event sink receives deals, moves, draws, rolls and undos."""
    saved: list[RecordEvent] = []
    game = random_game(CUBES, 2, seed=3, undo_chance=0.1, max_events=60, keep=saved.append)
    assert saved == game.events
    assert any(isinstance(event, Undone) for event in saved)


def test_replaying_saves_only_later_events() -> None:
    """The event sink of a replayed game receives only the events played after the replay."""
    saved: list[RecordEvent] = []
    game = Game.replay(HEADER, events())
    game.event_sink = saved.append
    game.play(random_move(game.position, Random(1)))
    assert saved == game.events[len(events()) :]


def test_a_resumed_game_has_the_same_draws_and_rolls() -> None:
    """A game resumed from its record continues with the events of the original game."""
    original = random_game(CUBES, 2, seed=8, max_events=40)
    for length in range(4, 30, 5):
        resumed = Game.replay(original.header, original.events[:length])
        resumed.advance_automatic_steps()
        assert resumed.events == original.events[: len(resumed.events)]


def test_a_record_may_end_before_a_draw() -> None:
    """R11: `advance_automatic_steps` makes up the missing draw; until then no move is legal."""
    game = Game.replay(HEADER, events(1)[:-1])
    assert game.position.stage is Stage.DRAW
    with pytest.raises(IllegalMove):
        game.play(Place(parse_placement("Gb -1,-1")))
    (drawn,) = game.advance_automatic_steps()
    assert isinstance(drawn, Drawn)
    assert game.position.seat_to_move == 1


def test_replay_names_the_illegal_event() -> None:
    """R9: IllegalEvent has the index of the event, counted from 0, and its cause."""
    wrong_events: list[RecordEvent] = [*events(2)]
    wrong_events[7] = Placed(1, parse_placement(TURNS[1][1]), 8)
    with pytest.raises(IllegalEvent) as illegal:
        Game.replay(HEADER, wrong_events)
    cause = illegal.value.cause
    assert illegal.value.index == 7
    assert cause.reason is Reason.WRONG_POINTS
    assert (cause.found, cause.expected) == (8, 7)
    assert str(illegal.value) == str(cause)
    assert pickle.loads(pickle.dumps(illegal.value)).index == 7


def test_a_record_cannot_start_with_a_move() -> None:
    """R2: any event before the deal is illegal."""
    for event in (
        Placed(0, parse_placement("Rc 0,0"), 1),
        Passed(0),
        Drawn(0, faces("Rc")),
        Undone(1),
    ):
        with pytest.raises(IllegalEvent) as illegal:
            Game.replay(HEADER, [event])
        assert illegal.value.index == 0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_deal_and_the_opening_cannot_be_undone(count: int) -> None:
    """Before the first turn there's nothing to undo."""
    game = Game(new_header(TILES, 2, seed=4))
    assert game.max_undoable_events == 0
    assert game.undo_step() is None
    assert game.undo_turn() is None
    with pytest.raises(IllegalMove) as caught:
        game.undo(count)
    assert caught.value.reason is Reason.WRONG_UNDO
    with pytest.raises(IllegalEvent):
        Game.replay(game.header, [*game.events, Undone(count)])


def test_an_unfinished_deal_cannot_be_undone() -> None:
    """While hands are missing, there's nothing to undo."""
    game = Game.replay(HEADER, events(0)[:2])
    assert game.undo_turn() is None
    assert game.undo_step() is None


@pytest.mark.parametrize("count", [0, -1, 99])
def test_an_undo_needs_a_valid_event_count(count: int) -> None:
    """You can undo at least one event, and no more than there are."""
    game = Game.replay(HEADER, events(3))
    with pytest.raises(IllegalMove):
        game.undo(count)
    with pytest.raises(IllegalEvent):
        Game.replay(HEADER, [*events(3), Undone(count)])


def test_an_undo_leads_to_a_decision() -> None:
    """R11: you can't undo a draw without the move that caused it."""
    game = Game.replay(HEADER, events(5))
    game.play(Place(parse_placement("Os 3,3 · Rs 4,3")))
    with pytest.raises(IllegalMove) as caught:
        game.undo(1)
    assert caught.value.reason is Reason.UNDO_WITHIN_TURN
    with pytest.raises(IllegalEvent) as illegal:
        Game.replay(HEADER, [*game.events, Undone(1)])
    assert illegal.value.cause.reason is Reason.UNDO_WITHIN_TURN
    assert game.undone_turns == 0
    game.undo(2)
    assert game.undone_turns == 1


def test_an_undo_restores_the_position() -> None:
    """After an undo, the position and the active history are what they were before the turn."""
    game = Game.replay(HEADER, events(5))
    before = game.position
    game.play(Place(parse_placement("Os 3,3 · Rs 4,3")))
    assert game.undo_turn() == Undone(2)
    assert game.position == before
    assert game.events[-1] == Undone(2)
    assert [event for event, _ in game.active_history] == events(5)


def test_a_turn_of_dice_has_several_steps() -> None:
    """C3: `undo_step` undoes a roll or a placement; `undo_turn` undoes the whole turn."""
    game = Game(new_header(CUBES, 2, seed=21))
    game.play(random_move(game.position, Random(1)))
    turn_start = game.position
    assert turn_start.stage is Stage.ROLL
    hand = turn_start.hands[turn_start.seat_to_move]
    random = Random(3)
    game.play(Roll(hand[:2]))
    after_roll = game.position
    while game.position.seat_to_move == turn_start.seat_to_move:
        game.play(random_move(game.position, random))
    assert game.undo_step() is not None
    assert game.position.turns_played == turn_start.turns_played
    while game.position != after_roll:
        assert game.undo_step() is not None
    assert game.undo_turn() == Undone(1)
    assert game.position == turn_start
    assert game.undo_turn() is not None
    assert game.position.stage is Stage.OPENING
    assert game.undo_turn() is None


def test_an_undo_does_not_change_the_draws() -> None:
    """If you undo a turn and play it again, you draw the same pieces."""
    game = Game(new_header(TILES, 2, seed=4))
    move = random_move(game.position, Random(1))
    first_events = game.play(move)
    game.undo_turn()
    assert game.play(move) == first_events


def test_the_end_of_a_game_can_be_undone() -> None:
    """R12: undoing the last turn undoes the result too."""
    game = random_game(FEW_TILES, 2, seed=2)
    assert game.is_over
    assert game.undo_turn() is not None
    assert not game.is_over
    assert game.position.result is None


def test_header_ages_reach_the_rules() -> None:
    """R3: the ages in the header break ties for the opening."""
    header = Header(TILES, (Player("Ana", 30), Player("Ben", None)), 1)
    assert Game(header).position.ages == (30, None)
