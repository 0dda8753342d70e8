"""Reviews of finished games, as a server sends them to its clients."""

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
from qwirkle.analysis.review import (
    TurnRecord,
    TurnReview,
    completed_turns,
    review_game,
    review_turn,
)
from qwirkle.engine.board import Board
from qwirkle.game import Game
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.review import better_placement
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.review import PIECES_PLACEHOLDER, player_summary_text
from qwirkle.web import room_review
from qwirkle.web.lobby import LobbyFile, StoredParticipant, StoredRoom, StoredSeat
from qwirkle.web.participants import hash_seat_token
from qwirkle.web.protocol import AnyServerMessage
from qwirkle.worker.client import WorkerError
from tests.random_games import random_game
from tests.tui.conftest import small_variant
from tests.tui.review_setup import write
from tests.web.conftest import Client, RunningServer, run_server, wait_until
from tests.web.seats import seated_clients

ROOM_ID = "over"
FAR_FUTURE = 4e9
"""A last-use time after any test, so that the lobby keeps the room."""


def finished_game(variant: str = "sprint") -> Game:
    """Return a short, finished game."""
    return random_game(small_variant(catalog.load_variant(variant)), 2, seed=6)


@asynccontextmanager
async def server_with(game: Game, folder: Path) -> AsyncIterator[RunningServer]:
    """Run a server with a room for a game; each player's seat token is their name."""
    players = game.header.players
    participants = [
        StoredParticipant(hash_seat_token(player.name), is_host=seat == 0, seat=seat)
        for seat, player in enumerate(players)
    ]
    seats = [StoredSeat(player.name, player.age, player.kind) for player in players]
    (folder / "games").mkdir()
    record = str(write(folder / "games", game))
    variant = game.header.variant.name
    stored = StoredRoom(ROOM_ID, variant, True, seats, participants, record, FAR_FUTURE)
    file = folder / "tables.json"
    file.write_bytes(msgspec.json.encode(LobbyFile([stored])))
    async with run_server(file) as server:
        yield server


async def enter(server: RunningServer, stack: AsyncExitStack, seat_token: str | None) -> Client:
    """Connect a client to the room, as a player or (without a seat token) as a spectator."""
    client = await stack.enter_async_context(server.client())
    await client.send("hello", version=1, table=ROOM_ID, secret=seat_token)
    await client.wait_for_kind("frame")
    client.received.clear()
    return client


async def review_messages(client: Client) -> list[dict[str, Any]]:
    """Return the review messages a client receives from now on, up to the summary."""
    client.received.clear()
    await client.wait_for_kind("summary")
    return [each for each in client.received if each["is"] in ("review", "judged", "summary")]


class ManualReviewer:
    """Replaces the server's worker pool: reviews only as many turns as the test allows."""

    def __init__(self, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.requested: list[int] = []
        """Numbers of the requested turns."""
        self.cancelled = 0
        self._permits = asyncio.Semaphore(0)
        monkeypatch.setattr(server.lobby.pool, "review_turn", self._review)

    def allow(self, turns: int) -> None:
        """Allow more turns to be reviewed."""
        for _ in range(turns):
            self._permits.release()

    async def _review(self, turn: TurnRecord) -> TurnReview:
        self.requested.append(turn.number)
        try:
            await self._permits.acquire()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return review_turn(turn)


@pytest.mark.parametrize("variant", ["sprint", "cubes"])
async def test_a_finished_game_is_reviewed(tmp_path: Path, variant: str) -> None:
    """The server sends each turn's review with its frames, then a summary for each player."""
    game = finished_game(variant)
    expected = review_game(game)
    async with server_with(game, tmp_path) as server, AsyncExitStack() as stack:
        client = await enter(server, stack, "Ana")
        await client.send("review")
        started, *reviewed, summary = await review_messages(client)
    turns = completed_turns(game)
    assert started["is"] == "review"
    before_end = [turn.scores for turn in expected.turns[:-1]]
    scores = [(0, 0), *before_end, game.position.scores]  # the final scores include end bonuses
    assert started["scores"] == [list(each) for each in scores]
    assert [(turn["number"], turn["player"]) for turn in started["turns"]] == [
        (turn.number, turn.player) for turn in turns
    ]
    first = next(turn for turn in expected.turns if turn.kind == "place")
    assert started["turns"][first.number - 1] == {
        "number": first.number,
        "player": first.player,
        "name": ("Ana", "Ben")[first.player],
        "doing": f"+{first.points}",
    }
    assert sorted(each["index"] for each in reviewed) == list(range(len(turns)))
    for each in reviewed:
        index = each["index"]
        check_turn_review(each, expected.turns[index], turns[index])
        assert tuple(seat["score"] for seat in each["frame"]["seats"]) == scores[index + 1]
    assert any("best" in each for each in reviewed)
    rolls = game.header.variant.roll_step is not None
    assert summary["texts"] == [player_summary_text(player, rolls) for player in expected.players]
    for message in (started, *reviewed, summary):
        msgspec.convert(message, AnyServerMessage)


def check_turn_review(message: dict[str, Any], turn: TurnReview, played: TurnRecord) -> None:
    """Check that a message has a turn's loss, its sentences and its frames."""
    assert message["is"] == "judged"
    assert message["lost"] == pytest.approx(turn.loss)
    assert message["loss"] in message["banner"]
    assert message["tone"] in ("plain", "good", "bad", "aside")
    assert len(message["told"]) > 1
    for sentence in message["told"]:
        assert sentence["text"].count(PIECES_PLACEHOLDER) == len(sentence["pieces"])
        assert sentence["tone"] in ("plain", "good", "bad", "aside")
    frame = Frame.from_json(message["frame"])
    assert (frame.log, frame.banner) == ((), message["banner"])
    assert frame.last == turn.placed_pieces
    assert ("best" in message) is bool(better_placement(turn))
    if "best" in message:
        best = Frame.from_json(message["best"])
        assert (best.log, best.banner) == ((), message["banner"])
        assert best.drafted == better_placement(turn)
        assert Board.of(best.pieces) == played.last.before.board


async def test_a_complete_review_is_saved_for_the_statistics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the last turn, the server saves each player's loss for the statistics."""
    game = finished_game()
    async with server_with(game, tmp_path) as server, AsyncExitStack() as stack:
        ManualReviewer(server, monkeypatch).allow(1000)
        client = await enter(server, stack, "Ben")
        await client.send("review")
        await review_messages(client)
        await wait_until(load_reviews)
    players = review_game(game).players
    saved = [(seat.turns, seat.lost) for seat in load_reviews()[game_key(game)]]
    assert saved == [(player.turns, player.lost) for player in players]


async def test_an_unfinished_game_cannot_be_reviewed(server: RunningServer) -> None:
    """The server rejects a review before and during the game, with the same error."""
    async with AsyncExitStack() as stack:
        ana, ben = await seated_clients(server, stack, "Ana Ben", "sprint")
        await ana.send("review")
        error = await ana.wait_for_kind("error")
        await ana.send("start")
        await ben.wait_for_kind("frame")
        await ben.send("review")
        assert await ben.wait_for_kind("error") == error


async def test_spectators_get_no_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator can't request a review and receives none that a player requests."""
    async with server_with(finished_game(), tmp_path) as server, AsyncExitStack() as stack:
        reviewer = ManualReviewer(server, monkeypatch)
        spectator = await enter(server, stack, None)
        await spectator.send("review")
        await spectator.wait_for_kind("error")
        assert reviewer.requested == []
        reviewer.allow(1000)
        client = await enter(server, stack, "Ana")
        await client.send("review")
        await review_messages(client)
        await spectator.send("replay")
        await spectator.wait_for_kind("again")
        assert {each["is"] for each in spectator.received} <= {"table", "frame", "error", "again"}


async def test_a_later_request_gets_the_review_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later client gets the finished turns at once, then the rest; no turn is reviewed twice."""
    game = finished_game()
    async with server_with(game, tmp_path) as server, AsyncExitStack() as stack:
        reviewer = ManualReviewer(server, monkeypatch)
        ana, ben = await enter(server, stack, "Ana"), await enter(server, stack, "Ben")
        await ana.send("review")
        reviewer.allow(3)
        await ana.wait_until(lambda message: message.get("index") == 2)
        await ben.send("review")
        so_far = [await ben.wait_for_kind(kind) for kind in ("review", *["judged"] * 3)]
        assert [each.get("index") for each in so_far] == [None, 0, 1, 2]
        reviewer.allow(1000)
        rest, same = await asyncio.gather(review_messages(ben), review_messages(ana))
        assert same == rest
        assert [each.get("index") for each in rest] == [*range(3, len(completed_turns(game))), None]
        late = await enter(server, stack, "Ben")
        await late.send("review")
        assert await review_messages(late) == [*so_far, *rest]
        assert reviewer.requested == [turn.number for turn in completed_turns(game)]


async def test_a_repeated_request_resends_finished_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated request resends the turns reviewed so far; later turns arrive once."""
    game = finished_game()
    async with server_with(game, tmp_path) as server, AsyncExitStack() as stack:
        reviewer = ManualReviewer(server, monkeypatch)
        client = await enter(server, stack, "Ana")
        await client.send("review")
        reviewer.allow(1)
        await client.wait_for_kind("judged")
        await client.send("review")
        await client.wait_for_kind("review")
        await client.wait_for_kind("judged")
        reviewer.allow(1000)
        rest = await review_messages(client)
        assert [each.get("index") for each in rest] == [*range(1, len(completed_turns(game))), None]
        assert reviewer.requested == [turn.number for turn in completed_turns(game)]


async def test_a_client_that_left_the_room_gets_no_more_reviews(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that went back to the lobby doesn't receive turns reviewed after that."""
    async with server_with(finished_game(), tmp_path) as server, AsyncExitStack() as stack:
        reviewer = ManualReviewer(server, monkeypatch)
        left, stayed = await enter(server, stack, "Ana"), await enter(server, stack, "Ben")
        for client in (left, stayed):
            await client.send("review")
            await client.wait_for_kind("review")
        await left.send("hello", version=1)
        await left.wait_for_kind("lobby")
        left.received.clear()
        reviewer.allow(1000)
        await review_messages(stayed)
        await left.send("hello", version=1)
        await left.wait_for_kind("lobby")
        assert [each["is"] for each in left.received] == ["lobby"]


@pytest.mark.parametrize("how", ["closed", "unloaded"])
async def test_closing_or_unloading_a_room_cancels_its_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The review of a closed or unloaded room is cancelled and sends nothing more."""
    async with server_with(finished_game(), tmp_path) as server, AsyncExitStack() as stack:
        reviewer = ManualReviewer(server, monkeypatch)
        client = await enter(server, stack, "Ana")
        await client.send("review")
        reviewer.allow(1)
        await client.wait_for_kind("judged")
        await wait_until(lambda: reviewer.requested == [1, 2])
        client.received.clear()
        if how == "closed":
            await client.send("end")
            await client.wait_for_kind("closed")
        else:
            await server.lobby._unload(server.lobby.rooms[ROOM_ID])
        reviewer.allow(1000)
        await client.send("review")
        await client.wait_for_kind("error")
        assert reviewer.cancelled == 1
        assert reviewer.requested == [1, 2]
        assert "judged" not in {each["is"] for each in client.received}


async def test_a_failed_turn_review_reports_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed turn has the error as its only sentence; the rest is reviewed but not saved."""
    game = finished_game()
    error = "The process is gone."

    async def fail_on_second_turn(turn: TurnRecord) -> TurnReview:
        if turn.number == 2:
            raise WorkerError(error)
        return review_turn(turn)

    async with server_with(game, tmp_path) as server, AsyncExitStack() as stack:
        monkeypatch.setattr(server.lobby.pool, "review_turn", fail_on_second_turn)
        client = await enter(server, stack, "Ana")
        await client.send("review")
        _, *reviewed, summary = await review_messages(client)
    (failed,) = (each for each in reviewed if each["lost"] is None)
    assert failed["index"] == 1
    assert failed["told"] == [{"text": error, "pieces": [], "tone": "bad"}]
    assert failed["loss"] == ""
    assert "best" not in failed
    assert Frame.from_json(failed["frame"]).banner == failed["banner"]
    assert len(reviewed) == len(completed_turns(game))
    assert len(summary["texts"]) == 2
    assert load_reviews() == {}


async def test_a_review_does_not_block_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server finds turns and builds frames outside the event loop's thread."""
    calls = set()

    def record_thread(name: str) -> None:
        original = getattr(room_review, name)

        def wrapper(*arguments: Any) -> Any:
            calls.add((name, threading.current_thread() is threading.main_thread()))
            return original(*arguments)

        monkeypatch.setattr(room_review, name, wrapper)

    record_thread("completed_turns")
    record_thread("build_review_frame")
    async with server_with(finished_game(), tmp_path) as server, AsyncExitStack() as stack:
        ManualReviewer(server, monkeypatch).allow(1000)
        client = await enter(server, stack, "Ana")
        await client.send("review")
        await review_messages(client)
    assert calls == {("completed_turns", False), ("build_review_frame", False)}
