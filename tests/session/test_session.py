"""The host of a game: one door for moves, and everybody is told what they may know."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.cli.files import load_complete_game
from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Passed, Placed
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.view import View
from qwirkle.records import library
from qwirkle.records.schema import Player
from qwirkle.records.writer import RecordFull
from qwirkle.session.session import GameSession, HistoryUpdate, Pace
from tests.golden.write import plain_move
from tests.random_games import random_move
from tests.tui.conftest import small_variant

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")
ANA, BEN = Player("Ana", 9), Player("Ben", 10)
BOT = Player("Bo", None, "bot:simple")


class Best:
    """Plays what scores most, and notes what it was asked."""

    def __init__(self, wrong: Move | None = None) -> None:
        self.asked: list[tuple[str, int]] = []
        self.refused: list[Reason] = []
        self._wrong = wrong

    async def choose_move(self, player: Player, view: View, seed: str) -> Move:
        """The best placement, or a trade, or what was given for once."""
        self.asked.append((seed, view.seat))
        if self._wrong is not None:
            wrong, self._wrong = self._wrong, None
            return wrong
        return self._best(view)

    async def replace_illegal_move(self, player: Player, view: View, error: IllegalMove) -> Move:
        """What scores most."""
        self.refused.append(error.reason)
        return self._best(view)

    def _best(self, view: View) -> Move:
        if view.options.can_place:
            return Place(legal_placements(view)[0][0])
        return view.forced_move or Trade(view.hand[: view.options.max_trade])


class Heard:
    """Everything that the listeners at some seats were told."""

    def __init__(self, host: GameSession, *seats: int | None) -> None:
        self.news: list[HistoryUpdate] = []
        for seat in seats:
            host.subscribe(seat, self.hear)

    async def hear(self, news: HistoryUpdate) -> None:
        """Take it in."""
        self.news.append(news)


def begun(*players: Player, seed: int = 7) -> GameSession:
    """A game that has just been dealt."""
    return GameSession.new(TILES, players, seed)


async def test_bots_play_until_a_person_must_decide() -> None:
    """The host asks for the moves of bots, with a seed of their own, and for nobody else's."""
    host, bots = begun(BOT, Player("Cy", None, "bot:greedy"), ANA), Best()
    await host.advance(bots, Pace())
    assert host.waiting_for_human
    assert host.seat_to_move == 2
    assert [seat for _, seat in bots.asked] == list(range(len(bots.asked)))
    assert len({seed for seed, _ in bots.asked}) == len(bots.asked)


async def test_a_game_of_bots_ends_by_itself() -> None:
    """Without people it runs to its end, forced rolls and all, and its record is whole."""
    for variant in (TILES, DICE):
        host = GameSession.new(small_variant(variant), (BOT, Player("Cy", None, "bot:simple")), 3)
        await host.advance(Best(), Pace())
        assert host.game.is_over
        assert not host.waiting_for_human
        host.record.close()
        load_complete_game(host.record.path)


async def test_a_move_out_of_turn_is_refused() -> None:
    """Whoever is not to move makes none, and what the rules forbid is refused."""
    host = begun(ANA, BEN)
    await host.advance(Best(), Pace())
    with pytest.raises(IllegalMove) as refused:
        host.play(1 - host.seat_to_move, Trade((0,)))
    assert refused.value.reason is Reason.NOT_YOUR_TURN
    with pytest.raises(IllegalMove):
        host.play(host.seat_to_move, Place(()))
    assert not host.game.undoable_event_count


async def test_a_move_is_on_disk_before_anybody_is_told() -> None:
    """When listeners hear of an event, the record has it."""
    host = begun(ANA, BEN)

    async def hear(news: HistoryUpdate) -> None:
        assert library.load_game(host.record.path).events == host.game.events
        told.append(news.new_entries)

    told: list[int] = []
    host.subscribe(0, hear)
    await host.advance(Best(), Pace())
    host.play(host.seat_to_move, Best()._best(host.game.view(host.seat_to_move)))
    await host.advance(Best(), Pace())
    assert told == [0, 2]


async def test_every_seat_is_told_what_it_may_know() -> None:
    """T1: each listener gets the story of its seat, without the others' pieces."""
    host = begun(ANA, BEN)
    heard = Heard(host, 0, 1, None)
    await host.advance(Best(), Pace())
    player = host.seat_to_move
    host.play(player, Best()._best(host.game.view(player)))
    await host.advance(Best(), Pace())
    last = heard.news[-3:]
    assert [news.history.seat for news in last] == [0, 1, None]
    for news in last:
        placed, drawn = news.history.entries[-2:]
        assert isinstance(placed.event, Placed)
        assert (-1 not in drawn.event.pieces) is (news.history.seat == player)  # type: ignore[union-attr]
        assert news.history is host.history(news.history.seat)


async def test_a_bot_that_breaks_the_rules_is_replaced() -> None:
    """Its move is refused, and another is made in its place."""
    host, bots = begun(BOT, Player("Cy", None, "bot:greedy"), ANA), Best(wrong=Place(()))
    await host.advance(bots, Pace())
    assert bots.refused == [Reason.NOTHING_PLACED]
    assert host.waiting_for_human


async def test_a_turn_that_revealed_nothing_is_taken_back() -> None:
    """A play can be taken back until a piece is drawn; all stories then end before it."""
    host = GameSession.new(DICE, (ANA, BEN), 7)
    heard = Heard(host, 0)
    await host.advance(Best(), Pace())
    assert not host.undoable_event_count()
    assert not host.undo()
    # Once the bag is empty nothing is drawn after a play.
    event, position = host.game.active_history[-1]
    host.game.active_history[-1] = event, replace(position, bag=(0,) * len(position.bag))
    before = len(host.game.active_history)
    host._histories.clear()
    move = Best()._best(host.game.view(host.seat_to_move))
    assert isinstance(move, Place)
    host.play(host.seat_to_move, move)
    await host.advance(Best(), Pace())
    assert host.undoable_event_count()
    assert len(host.history(0).entries) > before
    assert host.undo()
    assert len(host.history(0).entries) == len(host.game.active_history) == before
    await host.advance(Best(), Pace())
    assert heard.news[-1].new_entries == 0


@pytest.mark.parametrize("alone", [True, False])
def test_undo_steps_over_a_compulsory_pass(alone: bool) -> None:
    """J5: a pass without a choice isn't undone alone: the turn before it is undone as well."""
    other = Player("Bo", None, "bot:simple" if alone else "human")
    host = GameSession.new(TILES, (ANA, other), 48)
    while not isinstance(host.game.events[-1], Passed) or host.game.last_player != 0:
        host.play(host.seat_to_move, plain_move(host.game.position))

        assert not host.game.is_over
    assert host.undo(whole_turn=alone)
    assert host.waiting_for_human
    assert rules.is_decision(host.game.position)
    assert host.seat_to_move in host.human_seats
    load_complete_game(host.record.path)


async def test_a_full_record_takes_no_further_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game says that no turn can be kept, and no bot is asked any more."""
    host, bots = begun(BOT, ANA), Best()
    monkeypatch.setattr(type(host.record), "is_full", property(lambda self: True))
    await host.advance(bots, Pace())
    assert not bots.asked
    assert host.error == str(RecordFull())
    with pytest.raises(RecordFull):
        host.play(host.seat_to_move, Trade((0,)))


async def test_pauses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the move of a bot, and before a roll that nobody chose, people get a moment."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    host = GameSession.new(small_variant(DICE), (BOT, Player("Cy", None, "bot:simple")), 3)
    await host.advance(Best(), Pace(bot_delay=0.7, forced_roll_delay=1.2))
    assert set(slept) == {0.7}


def test_a_game_is_resumed_with_its_stories(home: Path) -> None:
    """A host of a saved game knows all that every seat has seen."""
    host = begun(ANA, BEN)
    for _ in range(4):
        host.play(host.seat_to_move, random_move(host.game.position, Random(1)))
    scenes = host.history(1).entries
    host.record.close()
    again = GameSession.resume(host.record.path)
    assert again.history(1).entries == scenes
    again.record.close()
    assert GameSession.resume_latest().history(None).view == host.history(None).view
