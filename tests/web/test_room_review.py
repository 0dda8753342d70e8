"""The review of a finished game, as the clients of a server get it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qwirkle import catalog
from qwirkle.analysis.review import TurnRecord, TurnReview, completed_turns, review, review_turn
from qwirkle.engine.board import Board
from qwirkle.game import Game
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.review import better_placement
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.review import PIECES_PLACEHOLDER, player_summary_text
from qwirkle.web import client as client_module
from qwirkle.web import room_review
from qwirkle.web.lobby import LobbyFile, StoredParticipant, StoredRoom, StoredSeat
from qwirkle.web.outbox import MAX_QUEUED_MESSAGES, Outbox
from qwirkle.web.participants import hash_seat_token
from qwirkle.worker.client import WorkerError
from tests.random_games import random_game
from tests.tui.conftest import small_variant
from tests.tui.screens.test_review import write
from tests.web.conftest import Client, RunningServer, run_server, wait_until
from tests.web.test_server import gathered

TABLE = "over"
FAR_AHEAD = 4e9
"""A time long after any test, so that no table is forgotten."""


def finished(variant: str = "sprint") -> Game:
    """A short game that is over."""
    return random_game(small_variant(catalog.load_variant(variant)), 2, seed=6)


@asynccontextmanager
async def table_of(game: Game, folder: Path) -> AsyncIterator[RunningServer]:
    """A server with a table where this game was played; a player's secret is their name."""
    players = game.header.players
    guests = [
        StoredParticipant(hash_seat_token(player.name), is_host=seat == 0, seat=seat)
        for seat, player in enumerate(players)
    ]
    seats = [StoredSeat(player.name, player.age, player.kind) for player in players]
    (folder / "games").mkdir()
    record = str(write(folder / "games", game))
    name = game.header.variant.name
    kept = LobbyFile([StoredRoom(TABLE, name, True, seats, guests, record, FAR_AHEAD)])
    file = folder / "tables.json"
    file.write_bytes(msgspec.json.encode(kept))
    async with run_server(file) as server:
        yield server


async def come(server: RunningServer, stack: AsyncExitStack, secret: str | None) -> Client:
    """A client at that table, in somebody's place or to look on."""
    client = await stack.enter_async_context(server.client())
    await client.say("hello", version=1, table=TABLE, secret=secret)
    await client.wait_for_kind("frame")
    client.heard.clear()
    return client


async def whole_review(client: Client) -> list[dict[str, Any]]:
    """All that a client hears of a review, up to its end."""
    client.heard.clear()
    await client.wait_for_kind("summary")
    return [each for each in client.heard if each["is"] in ("review", "judged", "summary")]


class Judges:
    """Judge turns when they are told to, in the place of other processes."""

    def __init__(self, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int] = []
        """The numbers of the turns that were asked for."""
        self.cancelled = 0
        self._free = asyncio.Semaphore(0)
        monkeypatch.setattr(server.lobby.pool, "review_turn", self._judge)

    def allow(self, turns: int) -> None:
        """Let so many more turns be judged."""
        for _ in range(turns):
            self._free.release()

    async def _judge(self, turn: TurnRecord) -> TurnReview:
        self.asked.append(turn.number)
        try:
            await self._free.acquire()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return review_turn(turn)


@pytest.mark.parametrize("variant", ["sprint", "cubes"])
async def test_a_finished_game_is_reviewed(tmp_path: Path, variant: str) -> None:
    """Every turn comes as it is judged elsewhere, with its frames, and then a text on each."""
    game = finished(variant)
    expected = review(game)
    async with table_of(game, tmp_path) as server, AsyncExitStack() as stack:
        client = await come(server, stack, "Ana")
        await client.say("review")
        begun, *judged, summary = await whole_review(client)
    turns = completed_turns(game)
    assert begun["is"] == "review"
    made = [turn.scores for turn in expected.turns[:-1]]
    scores = [(0, 0), *made, game.position.scores]  # the last ones with what the end brought
    assert begun["scores"] == [list(each) for each in scores]
    assert [(turn["number"], turn["player"]) for turn in begun["turns"]] == [
        (turn.number, turn.player) for turn in turns
    ]
    first = next(turn for turn in expected.turns if turn.kind == "place")
    told = begun["turns"][first.number - 1]
    assert told == {
        "number": first.number,
        "player": first.player,
        "name": ("Ana", "Ben")[first.player],
        "doing": f"+{first.points}",
    }
    assert sorted(each["index"] for each in judged) == list(range(len(turns)))
    for each in judged:
        index = each["index"]
        check_judged(each, expected.turns[index], turns[index])
        assert tuple(seat["score"] for seat in each["frame"]["seats"]) == scores[index + 1]
    assert any("best" in each for each in judged)
    rolls = game.header.variant.roll_step is not None
    assert summary["texts"] == [player_summary_text(player, rolls) for player in expected.players]
    for message in (begun, *judged, summary):
        msgspec.convert(message, client_module.AnyServerMessage)


def check_judged(message: dict[str, Any], turn: TurnReview, played: TurnRecord) -> None:
    """A message tells and shows what was found of a turn."""
    assert message["is"] == "judged"
    assert message["lost"] == pytest.approx(turn.loss)
    assert message["loss"] in message["banner"]
    assert message["tone"] in ("plain", "good", "bad", "aside")
    assert len(message["told"]) > 1
    for sentence in message["told"]:
        assert sentence["text"].count(PIECES_PLACEHOLDER) == len(sentence["pieces"])
        assert sentence["tone"] in ("plain", "good", "bad", "aside")
    shown = Frame.from_json(message["frame"])
    assert (shown.log, shown.banner) == ((), message["banner"])
    assert shown.last == turn.placed_pieces
    assert ("best" in message) is bool(better_placement(turn))
    if "best" in message:
        best = Frame.from_json(message["best"])
        assert (best.log, best.banner) == ((), message["banner"])
        assert best.drafted == better_placement(turn)
        assert Board.of(best.pieces) == played.last.before.board


async def test_what_was_found_is_kept_for_the_statistics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When all turns are judged, the statistics know what each player lost."""
    game = finished()
    async with table_of(game, tmp_path) as server, AsyncExitStack() as stack:
        Judges(server, monkeypatch).allow(1000)
        client = await come(server, stack, "Ben")
        await client.say("review")
        await whole_review(client)
        await wait_until(load_reviews)
    players = review(game).players
    found = [(seat.turns, seat.lost) for seat in load_reviews()[game_key(game)]]
    assert found == [(player.turns, player.lost) for player in players]


async def test_no_review_before_the_end(server: RunningServer) -> None:
    """While people gather and while a game is played, a review is refused in one sentence."""
    async with AsyncExitStack() as stack:
        ana, ben = await gathered(server, stack, "Ana Ben", "sprint")
        await ana.say("review")
        refused = await ana.wait_for_kind("error")
        assert refused["text"] == "A game can be reviewed once it is over."
        await ana.say("start")
        await ben.wait_for_kind("frame")
        await ben.say("review")
        assert await ben.wait_for_kind("error") == refused


async def test_onlookers_get_no_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has no place at the table may not ask, and hears nothing of what others asked for."""
    async with table_of(finished(), tmp_path) as server, AsyncExitStack() as stack:
        judges = Judges(server, monkeypatch)
        onlooker = await come(server, stack, None)
        await onlooker.say("review")
        refused = await onlooker.wait_for_kind("error")
        assert refused["text"] == (
            "A review takes thinking, so only who has a place at this table may ask for it."
        )
        assert judges.asked == []
        judges.allow(1000)
        client = await come(server, stack, "Ana")
        await client.say("review")
        await whole_review(client)
        await onlooker.say("replay")
        await onlooker.wait_for_kind("again")
        assert {each["is"] for each in onlooker.heard} <= {"table", "frame", "error", "again"}


async def test_who_asks_later_gets_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second screen gets all so far at once and then the rest; each turn is judged once."""
    game = finished()
    async with table_of(game, tmp_path) as server, AsyncExitStack() as stack:
        judges = Judges(server, monkeypatch)
        ana, ben = await come(server, stack, "Ana"), await come(server, stack, "Ben")
        await ana.say("review")
        judges.allow(3)
        await ana.wait_until(lambda message: message.get("index") == 2)
        await ben.say("review")
        so_far = [await ben.wait_for_kind(kind) for kind in ("review", *["judged"] * 3)]
        assert [each.get("index") for each in so_far] == [None, 0, 1, 2]
        judges.allow(1000)
        rest, seen = await asyncio.gather(whole_review(ben), whole_review(ana))
        assert seen == rest
        assert [each.get("index") for each in rest] == [*range(3, len(completed_turns(game))), None]
        late = await come(server, stack, "Ben")
        await late.say("review")
        assert await whole_review(late) == [*so_far, *rest]
        assert judges.asked == [turn.number for turn in completed_turns(game)]


async def test_asking_again_sends_everything_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same screen gets what there is once more, and what comes later only once."""
    game = finished()
    async with table_of(game, tmp_path) as server, AsyncExitStack() as stack:
        judges = Judges(server, monkeypatch)
        client = await come(server, stack, "Ana")
        await client.say("review")
        judges.allow(1)
        await client.wait_for_kind("judged")
        await client.say("review")
        await client.wait_for_kind("review")
        await client.wait_for_kind("judged")
        judges.allow(1000)
        rest = await whole_review(client)
        assert [each.get("index") for each in rest] == [*range(1, len(completed_turns(game))), None]
        assert judges.asked == [turn.number for turn in completed_turns(game)]


async def test_who_has_left_the_table_hears_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen that has gone to the lobby is not told of the turns that are judged then."""
    async with table_of(finished(), tmp_path) as server, AsyncExitStack() as stack:
        judges = Judges(server, monkeypatch)
        gone, here = await come(server, stack, "Ana"), await come(server, stack, "Ben")
        for client in (gone, here):
            await client.say("review")
            await client.wait_for_kind("review")
        await gone.say("hello", version=1)
        await gone.wait_for_kind("lobby")
        gone.heard.clear()
        judges.allow(1000)
        await whole_review(here)
        await gone.say("hello", version=1)
        await gone.wait_for_kind("lobby")
        assert [each["is"] for each in gone.heard] == ["lobby"]


@pytest.mark.parametrize("how", ["closed", "put away"])
async def test_a_table_that_goes_ends_its_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Nothing is judged for a table that is closed or put away, and nobody hears of it."""
    async with table_of(finished(), tmp_path) as server, AsyncExitStack() as stack:
        judges = Judges(server, monkeypatch)
        client = await come(server, stack, "Ana")
        await client.say("review")
        judges.allow(1)
        await client.wait_for_kind("judged")
        await wait_until(lambda: judges.asked == [1, 2])
        client.heard.clear()
        if how == "closed":
            await client.say("end")
            await client.wait_for_kind("closed")
        else:
            await server.lobby._unload(server.lobby.rooms[TABLE])
        judges.allow(1000)
        await client.say("review")
        refused = await client.wait_for_kind("error")
        assert refused["text"] in ("There is no such table.", "You are at no table.")
        assert judges.cancelled == 1
        assert judges.asked == [1, 2]
        assert "judged" not in {each["is"] for each in client.heard}


async def test_a_turn_that_cannot_be_judged_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its one sentence is a bad one, the other turns are judged, and nothing is kept."""
    game = finished()

    async def judge(turn: TurnRecord) -> TurnReview:
        if turn.number == 2:
            raise WorkerError("The process is gone.")
        return review_turn(turn)

    async with table_of(game, tmp_path) as server, AsyncExitStack() as stack:
        monkeypatch.setattr(server.lobby.pool, "review_turn", judge)
        client = await come(server, stack, "Ana")
        await client.say("review")
        _, *judged, summary = await whole_review(client)
    (failed,) = (each for each in judged if each["lost"] is None)
    assert failed["index"] == 1
    assert failed["told"] == [{"text": "The process is gone.", "pieces": [], "tone": "bad"}]
    assert failed["loss"] == ""
    assert "best" not in failed
    assert Frame.from_json(failed["frame"]).banner == failed["banner"]
    assert len(judged) == len(completed_turns(game))
    assert len(summary["texts"]) == 2
    assert load_reviews() == {}


async def test_the_loop_goes_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are looked up and drawn in other threads than the one in which everybody is heard."""
    threads = set()

    def noted(name: str) -> None:
        real = getattr(room_review, name)

        def note(*arguments: Any) -> Any:
            threads.add((name, threading.current_thread() is threading.main_thread()))
            return real(*arguments)

        monkeypatch.setattr(room_review, name, note)

    noted("completed_turns")
    noted("build_review_frame")
    async with table_of(finished(), tmp_path) as server, AsyncExitStack() as stack:
        Judges(server, monkeypatch).allow(1000)
        client = await come(server, stack, "Ana")
        await client.say("review")
        await whole_review(client)
    assert threads == {("completed_turns", False), ("build_review_frame", False)}


async def test_a_long_review_is_no_reason_to_give_up_a_reader() -> None:
    """More messages than may wait for a slow reader are sent in order when they come together."""
    door = Outbox()
    sent: list[bytes] = []

    async def send(message: bytes) -> None:
        sent.append(message)

    messages = [str(number).encode() for number in range(2 * MAX_QUEUED_MESSAGES)]
    door.put_all(messages)
    door.put(b"later")
    assert not door.is_closed
    door.close()
    await door.run(send)
    assert sent == [*messages, b"later"]
