"""A game: playing, keeping what happened, replaying it and taking it back."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Dealt, Drawn, Opened, Passed, Placed, RecordEvent, Undone
from qwirkle.engine.moves import Pass, Place, Roll
from qwirkle.engine.view import Options, Stage
from qwirkle.game import Game, IllegalEvent
from qwirkle.records.schema import Header, Player
from tests.engine.game_builder import CUBES, FEW_TILES, TILES
from tests.engine.twelve_turns import HEADER, TURNS, events
from tests.random_games import new_header, random_game, random_move
from tests.sample_positions import faces, parse_placement


def test_a_new_game_waits_for_the_opener() -> None:
    """R2, R3: a game begins with the deal and the opening, and then a player is asked."""
    game = Game(new_header(TILES, 3, seed=4))
    assert [type(event) for event in game.events] == [Dealt, Dealt, Dealt, Opened]
    assert game.position.stage is Stage.OPENING
    assert game.options == Options(can_place=True)
    assert not game.is_over


def test_play_gives_all_that_happens_until_the_next_move() -> None:
    """R11: a placement is followed by the draw, and then it is the next player's turn."""
    game = Game(new_header(TILES, 2, seed=4))
    player = game.position.player
    happened = game.play(random_move(game.position, Random(1)))
    assert [type(event) for event in happened] == [Placed, Drawn]
    assert game.events[-2:] == list(happened)
    assert game.position.player == 1 - player


def test_an_illegal_move_changes_nothing() -> None:
    """A refused move is neither kept nor played."""
    kept: list[RecordEvent] = []
    game = Game(new_header(TILES, 2, seed=4), kept.append)
    before, count = game.position, len(kept)
    with pytest.raises(IllegalMove) as refused:
        game.play(Pass())
    assert refused.value.reason is Reason.NO_PASS
    assert game.position is before
    assert len(kept) == len(game.events) == count


def test_what_cannot_be_kept_does_not_happen() -> None:
    """An event is kept before anybody sees it: if keeping fails, the game stands as before."""
    game = Game(new_header(TILES, 2, seed=4))
    before, count = game.position, len(game.events)

    def fail(event: RecordEvent) -> None:
        raise OSError("disk full")

    game.event_sink = fail
    with pytest.raises(OSError, match="disk full"):
        game.play(random_move(game.position, Random(1)))
    assert (game.position, len(game.events)) == (before, count)


def test_everything_is_kept() -> None:
    """Deals, moves, chance and what is taken back are all kept, in order."""
    kept: list[RecordEvent] = []
    game = random_game(CUBES, 2, seed=3, undo_chance=0.1, most_events=60, keep=kept.append)
    assert kept == game.events
    assert any(isinstance(event, Undone) for event in kept)


def test_replay_keeps_only_what_comes_later() -> None:
    """A replayed game keeps what is played after it."""
    kept: list[RecordEvent] = []
    game = Game.replay(HEADER, events())
    game.event_sink = kept.append
    game.play(random_move(game.position, Random(1)))
    assert kept == game.events[len(events()) :]


def test_a_resumed_game_goes_on_as_it_would_have() -> None:
    """The same seed and the same moves give the same game, also after a replay in between."""
    whole = random_game(CUBES, 2, seed=8, most_events=40)
    for cut in range(4, 30, 5):
        resumed = Game.replay(whole.header, whole.events[:cut])
        resumed.advance_automatic_steps()
        assert resumed.events == whole.events[: len(resumed.events)]


def test_a_record_that_stops_before_a_draw() -> None:
    """A record may end anywhere: settling lets chance go on."""
    game = Game.replay(HEADER, events(1)[:-1])
    assert game.position.stage is Stage.DRAW
    with pytest.raises(IllegalMove):
        game.play(Place(parse_placement("Gb -1,-1")))
    (drawn,) = game.advance_automatic_steps()
    assert isinstance(drawn, Drawn)
    assert game.position.player == 1


def test_replay_names_the_illegal_event() -> None:
    """An illegal event is told by its number, counted from 0, with the refusal."""
    wrong: list[RecordEvent] = [*events(2)]
    wrong[7] = Placed(1, parse_placement(TURNS[1][1]), 8)
    with pytest.raises(IllegalEvent) as illegal:
        Game.replay(HEADER, wrong)
    assert illegal.value.index == 7
    assert illegal.value.cause.reason is Reason.WRONG_POINTS
    assert str(illegal.value) == "The play is given 8 points, but it scores 7."
    assert pickle.loads(pickle.dumps(illegal.value)).index == 7


def test_a_record_that_begins_with_a_move() -> None:
    """An event that comes before the deal is refused like any other."""
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
def test_nothing_before_the_opener_can_be_taken_back(count: int) -> None:
    """The deal and the opening stand."""
    game = Game(new_header(TILES, 2, seed=4))
    assert game.undoable_event_count == 0
    assert game.undo_step() is None
    assert game.undo_turn() is None
    with pytest.raises(IllegalMove) as refused:
        game.undo(count)
    assert refused.value.reason is Reason.WRONG_UNDO
    with pytest.raises(IllegalEvent):
        Game.replay(game.header, [*game.events, Undone(count)])


def test_undo_in_the_middle_of_the_deal() -> None:
    """A game that is not even dealt has nothing to take back."""
    game = Game.replay(HEADER, events(0)[:2])
    assert game.undo_turn() is None
    assert game.undo_step() is None


@pytest.mark.parametrize("count", [0, -1, 99])
def test_undo_of_a_wrong_number(count: int) -> None:
    """Only events that are there can be taken back, and at least one."""
    game = Game.replay(HEADER, events(3))
    with pytest.raises(IllegalMove):
        game.undo(count)
    with pytest.raises(IllegalEvent):
        Game.replay(HEADER, [*events(3), Undone(count)])


def test_undo_goes_back_to_a_decision_only() -> None:
    """R3: never to a moment between a move and the chance that followed it."""
    game = Game.replay(HEADER, events(5))
    game.play(Place(parse_placement("Os 3,3 · Rs 4,3")))
    with pytest.raises(IllegalMove) as refused:
        game.undo(1)
    assert refused.value.reason is Reason.UNDO_WITHIN_TURN
    with pytest.raises(IllegalEvent) as illegal:
        Game.replay(HEADER, [*game.events, Undone(1)])
    assert illegal.value.cause.reason is Reason.UNDO_WITHIN_TURN
    assert game.undone_turns == 0
    game.undo(2)
    assert game.undone_turns == 1


def test_undo_restores_exactly() -> None:
    """After undo the position is the very one that was there before."""
    game = Game.replay(HEADER, events(5))
    before = game.position
    game.play(Place(parse_placement("Os 3,3 · Rs 4,3")))
    assert game.undo_turn() == Undone(2)
    assert game.position == before
    assert game.events[-1] == Undone(2)
    assert [event for event, _ in game.active_history] == events(5)


def test_undo_of_a_step_and_of_a_turn() -> None:
    """C3: a step is a roll or a placement; a turn is all since the turn began."""
    game = Game(new_header(CUBES, 2, seed=21))
    game.play(random_move(game.position, Random(1)))
    began = game.position
    assert began.stage is Stage.ROLL
    hand = began.hands[began.player]
    random = Random(3)
    game.play(Roll(hand[:2]))
    rolled = game.position
    while game.position.player == began.player:
        game.play(random_move(game.position, random))
    assert game.undo_step() is not None
    assert game.position.turns_played == began.turns_played
    while game.position != rolled:
        assert game.undo_step() is not None
    assert game.undo_turn() == Undone(1)
    assert game.position == began
    assert game.undo_turn() is not None
    assert game.position.stage is Stage.OPENING
    assert game.undo_turn() is None


def test_after_undo_chance_is_the_same() -> None:
    """A turn that is taken back and played again meets the same draw."""
    game = Game(new_header(TILES, 2, seed=4))
    move = random_move(game.position, Random(1))
    first = game.play(move)
    game.undo_turn()
    again = game.play(move)
    assert first == again


def test_undo_of_the_end() -> None:
    """R12: the end of a game can be taken back, with the turn that led to it."""
    game = random_game(FEW_TILES, 2, seed=2)
    assert game.is_over
    assert game.undo_turn() is not None
    assert not game.is_over
    assert game.position.result is None


def test_header_ages_reach_the_rules() -> None:
    """R3: the ages of the header settle ties."""
    header = Header(TILES, (Player("Ana", 30), Player("Ben", None)), 1)
    assert Game(header).position.ages == (30, None)
