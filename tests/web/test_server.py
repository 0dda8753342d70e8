"""The server as its clients see it: rooms, turns, reconnects, rate limits and rejected requests."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets

from qwirkle.catalog import load_variant
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.text.rules import rules_sections
from qwirkle.web import server as server_module
from qwirkle.web.protocol import (
    MAX_CLIENT_MESSAGE_LENGTH,
    VERSION,
    ProtocolError,
    RoomPhase,
    decode_message,
)
from tests.web.conftest import Client, RunningServer, run_server
from tests.web.seats import is_own_turn, only_room, play_to_the_end, seated_clients, take_step


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_a_network_game_leaves_a_complete_record(
    server: RunningServer, home: Path, variant: str
) -> None:
    """Two clients and a bot play a whole game, and its record is complete."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", variant)
        await clients[0].send("add-bot", bot="simple")
        await clients[0].send("start")
        await play_to_the_end(clients)
        assert [seat["name"] for seat in clients[1].room["seats"]] == ["Ana", "Ben", "Simple"]
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over


async def test_a_seat_token_restores_the_unfinished_turn(server: RunningServer) -> None:
    """Two clients that reconnect with a seat token share its seat, with the same piece picked."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", "tiles")
        await clients[0].send("start")
        for client in clients:
            await client.wait_for_kind("frame")
        mover = next(client for client in clients if client.is_to_move)
        await mover.act("press_slot", 2)
        await mover.socket.close()
        async with server.client() as first, server.client() as second:
            for client in (first, second):
                await client.send(
                    "hello", version=1, table=mover.room["id"], secret=mover.seat_token
                )
                frame = await client.wait_for_frame(is_own_turn)
                assert frame.hand[2].picked
            frame = await first.act("press_slot", 2)
            update = await second.wait_for_frame(lambda frame: not frame.hand[2].picked)
            assert update.hand == frame.hand


async def test_a_killed_server_resumes_its_games(tmp_path: Path, home: Path) -> None:
    """After a restart, every seat token restores its seat and the game state."""
    lobby_file = tmp_path / "tables.json"
    async with run_server(lobby_file) as server, AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", "cubes")
        await clients[0].send("start")
        for client in clients:
            await client.wait_for_kind("frame")
        await server.lobby.save()
        saved = lobby_file.read_bytes()
        frames = {client.seat_token: client.frame for client in clients}
        room_id = clients[0].room["id"]
    lobby_file.write_bytes(saved)  # as a killed server leaves it
    assert lobby_file.stat().st_mode & 0o777 == 0o600
    for seat_token in frames:
        assert seat_token.encode() not in saved
    async with run_server(lobby_file) as server:
        for seat_token, before in frames.items():
            async with server.client() as client:
                await client.send("hello", version=1, table=room_id, secret=seat_token)
                after = await client.wait_for_frame(lambda _: True)
                assert before is not None
                assert (after.hand, after.pieces) == (before.hand, before.pieces)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Host": "evil.example"},
    ],
    ids=str,
)
async def test_cross_site_connections_are_refused(
    server: RunningServer, headers: dict[str, str]
) -> None:
    """The server refuses pages from another site or port, and unknown host names."""
    options = {"additional_headers": headers}
    if "Origin" in headers:
        options = {"origin": headers["Origin"]}  # type: ignore[dict-item]
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with server.client(**options):
            pass
    assert refused.value.response.status_code in (403, 400)


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ("nonsense", ""),
        ("{}", ""),
        ('{"do":"act","action":"play","extra":1}', ""),
        ('"' + "x" * 5000 + '"', str(MAX_CLIENT_MESSAGE_LENGTH)),
    ],
)
async def test_a_malformed_message_is_answered_with_an_error(
    server: RunningServer, message: str, detail: str
) -> None:
    """A malformed message gets the decoder's error, and the connection stays open."""
    with pytest.raises(ProtocolError) as rejection:
        decode_message(message)
    error = await error_for(server, message)
    assert error["text"] == str(rejection.value)
    assert detail in error["text"]


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ('{"do":"hello","version":99}', str(VERSION)),
        ('{"do":"hello","version":1,"table":"zzz"}', "no such table"),
        ('{"do":"start"}', "You are at no table."),
        ('{"do":"create","variant":"../../etc/passwd"}', "isn't available"),
    ],
)
async def test_an_impossible_request_is_answered_with_an_error(
    server: RunningServer, message: str, detail: str
) -> None:
    """An impossible request gets an error that says why, and the connection stays open."""
    error = await error_for(server, message)
    assert detail in error["text"]
    assert not server.lobby.rooms


async def error_for(server: RunningServer, message: str) -> dict[str, Any]:
    """Return the error that answers a message, and check that the connection is still open."""
    async with server.client() as client:
        await client.send("hello", version=1)
        await client.wait_for_kind("lobby")
        await client.socket.send(message)
        error = await client.wait_for_kind("error")
        assert not error.get("fatal")
        await client.send("hello", version=1)
        await client.wait_for_kind("lobby")
    return error


async def test_the_first_message_must_be_hello(server: RunningServer) -> None:
    """The server disconnects a client whose first message isn't `hello`."""
    async with server.client() as client:
        await client.send("start")
        error = await client.wait_for_kind("error")
        assert error["fatal"]
        with pytest.raises(websockets.ConnectionClosed):
            await client.receive()


async def test_a_wrong_seat_token_gives_no_access(server: RunningServer) -> None:
    """A client with a wrong seat token gets an error, can't act and receives no frame."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", "tiles")
        await clients[0].send("start")
        await clients[0].wait_for_kind("frame")
        async with server.client() as thief:
            await thief.send("hello", version=1, table=clients[0].room["id"], secret="x" * 22)
            await thief.wait_for_kind("error")
            await thief.send("act", action="play")
            await thief.wait_for_kind("error")
            assert thief.frame is None


async def test_spectators_see_no_hands_and_cannot_act(server: RunningServer) -> None:
    """A spectator receives frames without a hand, and can't start or close the room."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", "tiles")
        await clients[0].send("start")
        await clients[0].wait_for_kind("frame")
        async with server.client() as spectator:
            await spectator.send("hello", version=1, table=clients[0].room["id"])
            frame = await spectator.wait_for_frame(lambda _: True)
            assert not frame.hand
            await spectator.act("press_slot", 0)
            for request in ("start", "end"):
                await spectator.send(request)
                await spectator.wait_for_kind("error")
            assert not only_room(server).is_closed


def test_a_token_bucket_refills_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A token bucket allows a burst up to its capacity, then refills at its rate."""
    now = 100.0
    monkeypatch.setattr(server_module, "monotonic", lambda: now)
    bucket = server_module.TokenBucket(rate=2.0, capacity=3.0)
    assert [bucket.try_acquire() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [bucket.try_acquire() for _ in range(2)] == [True, False]
    now += 60
    assert [bucket.try_acquire() for _ in range(4)] == [True, True, True, False]


async def test_a_flood_of_messages_is_rate_limited(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every message of a flood is answered, and other clients aren't held up."""
    monkeypatch.setattr(server_module, "MESSAGE_BURST", 3.0)
    monkeypatch.setattr(server_module, "MESSAGE_RATE", 100.0)
    async with server.client() as flood, server.client() as other:
        for _ in range(50):
            await flood.send("hello", version=1)
        await other.send("hello", version=1)
        await other.wait_for_kind("lobby")
        for _ in range(50):
            await flood.wait_for_kind("lobby")


def second_seat(message: dict[str, Any]) -> dict[str, Any]:
    """Return the second seat of a `table` message, or an empty seat for other messages."""
    seats = message.get("seats")
    return seats[1] if seats else {}


async def wait_for_turn(client: Client, turns: int) -> None:
    """Wait until the log has more than `turns` entries and it's this client's turn."""
    await client.wait_for_frame(lambda frame: is_own_turn(frame) and len(frame.log) > turns)


async def test_a_bot_plays_for_an_absent_player(server: RunningServer) -> None:
    """A substitute bot plays for a disconnected player until they reconnect."""
    async with AsyncExitStack() as stack:
        ana, ben = await seated_clients(server, stack, "Ana Ben", "tiles")
        await ana.send("start")
        for client in (ana, ben):
            await client.wait_for_kind("frame")
        await ben.socket.close()
        await ana.send("stand-in", seat=1, bot="simple")
        await ana.wait_until(lambda message: "stand_in" in second_seat(message))
        await ana.wait_for_frame(is_own_turn)
        for turns in (2, 4):
            frame = await ana.wait_for_frame(is_own_turn)
            while is_own_turn(frame):
                await take_step(ana, frame)
                assert ana.frame is not None
                frame = ana.frame
            await wait_for_turn(ana, turns)
        async with server.client() as returned:
            await returned.send("hello", version=1, table=ana.room["id"], secret=ben.seat_token)
            await returned.wait_until(
                lambda message: message["is"] == "table" and message["you"] == 1
            )
            assert "stand_in" not in returned.room["seats"][1]


async def test_a_rematch_keeps_players_and_seat_tokens(server: RunningServer) -> None:
    """A rematch opens only after the game, with the same players and seat tokens."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ben", "sprint")
        await clients[0].send("rematch")
        await clients[0].wait_for_kind("error")
        assert only_room(server).rematch is None
        await clients[0].send("start")
        await play_to_the_end(clients)
        await clients[0].send("rematch")
        state = await clients[1].wait_until(lambda message: bool(message.get("rematch")))
        await clients[1].send(
            "hello", version=1, table=state["rematch"], secret=clients[1].seat_token
        )
        await clients[1].wait_until(
            lambda message: message["is"] == "table" and message["you"] == 1
        )
        assert clients[1].room["state"] == RoomPhase.WAITING


async def test_a_private_room_admits_no_spectators(server: RunningServer) -> None:
    """A private room isn't listed and admits no spectators once the game starts."""
    async with server.client() as host, server.client() as other:
        await host.send("hello", version=1)
        await host.send("create", variant="junior", watching=False)
        await host.wait_for_kind("table")
        await host.send("rules")
        chapters = (await host.wait_for_kind("rules"))["chapters"]
        assert [(chapter["title"], tuple(chapter["sentences"])) for chapter in chapters] == [
            (title, tuple(sentences))
            for title, sentences, _ in rules_sections(load_variant("junior"))
        ]
        await host.send("sit", name="Ana")
        await host.send("add-bot", bot="simple")
        await host.send("start")
        await host.wait_for_kind("frame")
        await other.send("hello", version=1, table=host.room["id"])
        await other.wait_for_kind("error")
        assert other.frame is None
        await other.send("hello", version=1)
        assert (await other.wait_for_kind("lobby"))["tables"] == []


async def test_a_private_room_removes_spectators_at_the_start(server: RunningServer) -> None:
    """When its game starts, a private room removes participants without a seat."""
    async with server.client() as host, server.client() as other:
        await host.send("hello", version=1)
        await host.send("create", variant="sprint", watching=False)
        await host.wait_for_kind("table")
        await other.send("hello", version=1, table=host.room["id"])
        await other.wait_for_kind("table")
        await host.send("add-bot", bot="simple")
        await host.send("add-bot", bot="simple")
        await host.send("start")
        await host.wait_for_kind("error")  # a room needs at least one person
        assert only_room(server).phase is RoomPhase.WAITING
        await host.send("remove", seat=1, name="Somebody else")
        await host.wait_for_kind("error")  # the seat isn't theirs
        assert len(only_room(server).seats) == 2
        await host.send("sit", name="Ana")
        await host.send("start")
        await host.wait_for_kind("frame")
        await other.wait_for_kind("closed")
        assert not any(message["is"] == "frame" for message in other.received)


async def test_a_repeated_hello_does_not_disconnect(server: RunningServer) -> None:
    """A client that repeats `hello` gets the current state; others never see it as away."""
    async with AsyncExitStack() as stack:
        ana, ben = await seated_clients(server, stack, "Ana Ben", "tiles")
        await ana.send("start")
        await ben.wait_for_kind("frame")
        await ana.send("stand-in", seat=1, bot="simple")
        await ana.wait_for_kind("error")  # a connected player can't have a substitute
        session = only_room(server).session
        assert session is not None
        assert not session.substitutes
        ana.received.clear()
        await ben.send("hello", version=1, table=ben.room["id"], secret=ben.seat_token)
        await ben.wait_for_kind("frame")
        await ana.send("rules")
        await ana.wait_for_kind("rules")
        states = [message for message in ana.received if message["is"] == "table"]
        assert all(state["seats"][1]["here"] for state in states)


async def test_a_closed_room_is_closed_for_everyone(server: RunningServer) -> None:
    """A closed room sends no more messages, and every request to it is an error."""
    async with AsyncExitStack() as stack:
        ana, ben, cleo = await seated_clients(server, stack, "Ana Ben Cleo", "tiles")
        await ana.send("end")
        for client in (ana, ben, cleo):
            await client.wait_for_kind("closed")
        cleo.received.clear()
        await ben.socket.close()
        for request in ("end", "start"):
            await ana.send(request)
            answer = await ana.receive()
            assert answer["is"] == "error"
        await cleo.send("hello", version=1)
        await cleo.wait_for_kind("lobby")
        assert [message["is"] for message in cleo.received] == ["lobby"]


async def test_new_rooms_are_rate_limited(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client can't create more rooms at once than the burst limit."""
    monkeypatch.setattr(server_module, "NEW_ROOM_BURST", 2.0)
    async with server.client() as client:
        await client.send("hello", version=1)
        for _ in range(2):
            await client.send("create", variant="tiles")
            await client.wait_for_kind("seated")
        await client.send("create", variant="tiles")
        await client.wait_for_kind("error")
        assert len(server.lobby.rooms) == 2


async def test_player_names_are_sanitized_and_unique(server: RunningServer) -> None:
    """Equal names get numbers, and a name of control characters is rejected or sanitized."""
    async with AsyncExitStack() as stack:
        clients = await seated_clients(server, stack, "Ana Ana", "tiles")
        assert [seat["name"] for seat in clients[1].room["seats"]] == ["Ana", "Ana 2"]
        async with server.client() as third:
            await third.send("hello", version=1, table=clients[0].room["id"])
            await third.wait_for_kind("table")
            await third.socket.send(json.dumps({"do": "sit", "name": "\x1b[2J\n"}))
            answer = await third.wait_until(lambda message: message["is"] in ("error", "seated"))
            assert answer["is"] == "error" or "\x1b" not in json.dumps(third.room)
