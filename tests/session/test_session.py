"""The game session: moves, subscriptions, bots, undo and resuming."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Passed, Placed
from qwirkle.engine.moves import Place, Trade
from qwirkle.records import library
from qwirkle.records.players import Player
from qwirkle.records.writer import RecordFull
from qwirkle.session.history import HIDDEN_FACE
from qwirkle.session.session import GameSession, HistoryUpdate, Pace
from tests.golden.write import plain_move
from tests.random_games import random_move, replace_position
from tests.session.players import ANA, BEN, BOT, BestMoveRunner
from tests.tui.conftest import small_variant

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")


class UpdateLog:
    """All updates sent to the subscribers of some seats."""

    def __init__(self, session: GameSession, *seats: int | None) -> None:
        self.updates: list[HistoryUpdate] = []
        for seat in seats:
            session.subscribe(seat, self.on_update)

    async def on_update(self, update: HistoryUpdate) -> None:
        self.updates.append(update)


def new_game(*players: Player, seed: int = 7) -> GameSession:
    """Start a game of tiles."""
    return GameSession.new(TILES, players, seed)


async def test_bots_play_until_a_person_must_decide() -> None:
    """The session plays bots' turns, each with its own seed, and stops at a person's."""
    session, bots = new_game(BOT, Player("Cy", None, "bot:greedy"), ANA), BestMoveRunner()
    await session.advance(bots, Pace())
    assert session.waiting_for_human
    assert session.seat_to_move == 2
    assert [seat for _, seat in bots.asked] == list(range(len(bots.asked)))
    assert len({seed for seed, _ in bots.asked}) == len(bots.asked)


async def test_a_game_of_bots_plays_to_the_end() -> None:
    """A game of bots plays to its end, including forced rolls, and its record is complete."""
    for variant in (TILES, DICE):
        session = GameSession.new(
            small_variant(variant), (BOT, Player("Cy", None, "bot:simple")), 3
        )
        await session.advance(BestMoveRunner(), Pace())
        assert session.game.is_over
        assert not session.waiting_for_human
        session.record.close()
        load_untruncated_game(session.record.path)


async def test_a_move_out_of_turn_is_refused() -> None:
    """Moves out of turn and illegal moves raise IllegalMove."""
    session = new_game(ANA, BEN)
    await session.advance(BestMoveRunner(), Pace())
    with pytest.raises(IllegalMove) as error:
        session.play(1 - session.seat_to_move, Trade((0,)))
    assert error.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalMove):
        session.play(session.seat_to_move, Place(()))
    assert not session.game.max_undoable_events


async def test_a_move_is_saved_before_subscribers_see_it() -> None:
    """When a subscriber receives an event, the record already has it."""
    session = new_game(ANA, BEN)

    async def on_update(update: HistoryUpdate) -> None:
        assert library.load_game(session.record.path).events == session.game.events
        new_entry_counts.append(update.new_entry_count)

    new_entry_counts: list[int] = []
    session.subscribe(0, on_update)
    await session.advance(BestMoveRunner(), Pace())
    session.play(
        session.seat_to_move, BestMoveRunner().best_move(session.game.view(session.seat_to_move))
    )
    await session.advance(BestMoveRunner(), Pace())
    assert new_entry_counts == [0, 2]


async def test_each_subscriber_gets_the_history_of_its_seat() -> None:
    """T1: each subscriber gets its seat's history, without other players' pieces."""
    session = new_game(ANA, BEN)
    update_log = UpdateLog(session, 0, 1, None)
    await session.advance(BestMoveRunner(), Pace())
    player = session.seat_to_move
    session.play(player, BestMoveRunner().best_move(session.game.view(player)))
    await session.advance(BestMoveRunner(), Pace())
    last = update_log.updates[-3:]
    assert [update.history.seat for update in last] == [0, 1, None]
    for update in last:
        placed, drawn = update.history.entries[-2:]
        assert isinstance(placed.event, Placed)
        assert isinstance(drawn.event, Drawn)
        assert (HIDDEN_FACE not in drawn.event.pieces) is (update.history.seat == player)
        assert update.history is session.history(update.history.seat)


async def test_an_illegal_bot_move_is_replaced() -> None:
    """If a bot's move is illegal, the session plays a replacement."""
    session, bots = (
        new_game(BOT, Player("Cy", None, "bot:greedy"), ANA),
        BestMoveRunner(wrong=Place(())),
    )
    await session.advance(bots, Pace())
    assert bots.rejected == [Reason.NOTHING_PLACED]
    assert session.waiting_for_human


async def test_a_turn_can_be_undone_until_pieces_are_drawn() -> None:
    """A placement can be undone until a piece is drawn; histories shrink accordingly."""
    session = GameSession.new(DICE, (ANA, BEN), 7)
    update_log = UpdateLog(session, 0)
    await session.advance(BestMoveRunner(), Pace())
    assert not session.undoable_event_count()
    assert not session.undo()
    # With an empty bag, no draw follows the placement.
    replace_position(session.game, bag=(0,) * len(session.game.position.bag))
    before = len(session.game.active_history)
    session._histories.clear()
    move = BestMoveRunner().best_move(session.game.view(session.seat_to_move))
    assert isinstance(move, Place)
    session.play(session.seat_to_move, move)
    await session.advance(BestMoveRunner(), Pace())
    assert session.undoable_event_count()
    assert len(session.history(0).entries) > before
    assert session.undo()
    assert len(session.history(0).entries) == len(session.game.active_history) == before
    await session.advance(BestMoveRunner(), Pace())
    assert update_log.updates[-1].new_entry_count == 0


@pytest.mark.parametrize("solo", [True, False])
def test_undo_skips_a_forced_pass(solo: bool) -> None:
    """J5: undoing a forced pass also undoes the turn before it."""
    other = Player("Bo", None, "bot:simple" if solo else "human")
    session = GameSession.new(TILES, (ANA, other), 48)
    while not isinstance(session.game.events[-1], Passed) or session.game.last_player != 0:
        session.play(session.seat_to_move, plain_move(session.game.position))
        assert not session.game.is_over
    assert session.undo(whole_turn=solo)
    assert session.waiting_for_human
    assert rules.is_decision(session.game.position)
    assert session.seat_to_move in session.human_seats
    load_untruncated_game(session.record.path)


async def test_a_full_record_stops_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the record is full, moves raise RecordFull and bots aren't asked to play."""
    session, bots = new_game(BOT, ANA), BestMoveRunner()
    monkeypatch.setattr(type(session.record), "is_full", property(lambda self: True))
    await session.advance(bots, Pace())
    assert not bots.asked
    assert session.error == str(RecordFull())
    with pytest.raises(RecordFull):
        session.play(session.seat_to_move, Trade((0,)))


async def test_bot_moves_are_delayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The session waits before bots' moves, for the delay in `Pace`."""
    delays: list[float] = []

    async def sleep(seconds: float) -> None:
        delays.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    session = GameSession.new(small_variant(DICE), (BOT, Player("Cy", None, "bot:simple")), 3)
    await session.advance(BestMoveRunner(), Pace(bot_delay=0.7, forced_roll_delay=1.2))
    assert set(delays) == {0.7}


def test_a_resumed_game_keeps_its_histories(home: Path) -> None:
    """A resumed game has the full history of every seat."""
    session = new_game(ANA, BEN)
    for _ in range(4):
        session.play(session.seat_to_move, random_move(session.game.position, Random(1)))
    entries = session.history(1).entries
    session.record.close()
    resumed = GameSession.resume(session.record.path)
    assert resumed.history(1).entries == entries
    resumed.record.close()
    assert GameSession.resume_latest().history(None).view == session.history(None).view
