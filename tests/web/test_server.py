"""The server as its clients see it: seats, turns, drops and returns, and what it refuses."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets

from qwirkle.cli.files import load_complete_game
from qwirkle.presenter.frame import Frame
from qwirkle.web import server as server_module
from tests.web.conftest import Client, RunningServer, run_server


async def gathered(
    server: RunningServer, stack: AsyncExitStack, names: str, variant: str
) -> list[Client]:
    """Clients for all of these names at one table that has not begun; the first is the host."""
    clients = [await stack.enter_async_context(server.client()) for _ in names.split()]
    host, *others = clients
    await host.say("hello", version=1)
    await host.wait_for_kind("lobby")
    await host.say("create", variant=variant)
    await host.wait_for_kind("seated")
    await host.wait_for_kind("table")
    for client, name in zip(clients, names.split(), strict=True):
        if client is not host:
            await client.say("hello", version=1, table=host.table["id"])
            await client.wait_for_kind("table")
        await client.say("sit", name=name)
        await client.wait_until(lambda message: message.get("you") is not None)
    assert others is not None
    return clients


async def play_to_the_end(clients: list[Client]) -> None:
    """Everybody takes hints until the game is over."""

    async def play(client: Client) -> None:
        while client.table.get("state") != "over":
            frame = client.frame
            if frame is None or not is_to_decide(frame):
                await client.hear()
                continue
            await decide(client, frame)

    await asyncio.gather(*map(play, clients))


def is_to_decide(frame: Frame) -> bool:
    """Whether the one who sees this is to do something."""
    return not {"press_slot", "redraw", "pass"}.isdisjoint(frame.offers)


async def decide(client: Client, frame: Frame) -> None:
    """One step of a turn: whatever can be done next, in the order of the hand."""
    for action in ("play", "redraw", "pass", "keep", "roll_all"):
        if action in frame.offers:
            await client.act(action)
            return
    if "trade" in frame.offers or "mark" in frame.offers:
        frame = await client.act("mark_all") if "trade" not in frame.offers else frame
        await client.act("trade")
        return
    for slot in range(len(frame.hand)):
        await client.say("where", slot=slot)
        fits = (await client.wait_for_kind("fits"))["fits"]
        if fits and fits[0]["points"] is not None:
            await client.act("press_slot", slot)
            await client.act("press_cell", *max(fits, key=lambda fit: fit["points"] or 0)["cell"])
            return
    await client.act("hint")
    await client.wait_for_frame(lambda shown: "Looking for" not in shown.banner)
    await client.act("take_hint")


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_a_game_over_the_network(server: RunningServer, home: Path, variant: str) -> None:
    """Two people and a bot play to the end; the record is right."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", variant)
        await clients[0].say("add-bot", bot="simple")
        await clients[0].say("start")
        await play_to_the_end(clients)
        assert [seat["name"] for seat in clients[1].table["seats"]] == ["Ana", "Ben", "Simple"]
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over


async def test_who_drops_out_comes_back_to_the_half_built_turn(server: RunningServer) -> None:
    """The secret leads back to the same seat, what was picked is picked still, on two screens."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", "tiles")
        await clients[0].say("start")
        for client in clients:
            await client.wait_for_kind("frame")
        mover = next(client for client in clients if client.is_to_move)
        await mover.act("press_slot", 2)
        await mover.socket.close()
        async with server.client() as again, server.client() as other:
            for client in (again, other):
                await client.say("hello", version=1, table=mover.table["id"], secret=mover.secret)
                frame = await client.wait_for_frame(is_to_decide)
                assert frame.hand[2].picked
            await again.act("press_slot", 2)
            shown = await other.wait_for_frame(lambda frame: not frame.hand[2].picked)
            assert shown.hand == again.frame.hand if again.frame else False


async def test_a_server_that_was_killed_goes_on(tmp_path: Path, home: Path) -> None:
    """Started again it knows every seat by its secret, and the game is where it was."""
    async with run_server(tmp_path / "tables.json") as server, AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", "cubes")
        await clients[0].say("start")
        for client in clients:
            await client.wait_for_kind("frame")
        await server.lobby.save()
        kept = (tmp_path / "tables.json").read_bytes()
        before = {client.secret: client.frame for client in clients}
        name = clients[0].table["id"]
    (tmp_path / "tables.json").write_bytes(kept)  # as a killed server leaves it
    assert (tmp_path / "tables.json").stat().st_mode & 0o777 == 0o600
    for secret in before:
        assert secret.encode() not in kept
    async with run_server(tmp_path / "tables.json") as server:
        for secret, frame in before.items():
            async with server.client() as client:
                await client.say("hello", version=1, table=name, secret=secret)
                shown = await client.wait_for_frame(lambda _: True)
                assert frame is not None
                assert (shown.hand, shown.pieces) == (frame.hand, frame.pieces)


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
async def test_other_sites_are_turned_away(server: RunningServer, headers: dict[str, str]) -> None:
    """A page of another site or port, or a name that is not ours, gets no connection."""
    options = {"additional_headers": headers}
    if "Origin" in headers:
        options = {"origin": headers["Origin"]}  # type: ignore[dict-item]
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with server.client(**options):
            pass
    assert refused.value.response.status_code in (403, 400)


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("nonsense", "no message that is known"),
        ("{}", "no message that is known"),
        ('{"do":"act","action":"play","extra":1}', "no message that is known"),
        ('{"do":"hello","version":99}', "version 1"),
        ('{"do":"hello","version":1,"table":"zzz"}', "no such table"),
        ('{"do":"start"}', "You are at no table."),
        ('{"do":"create","variant":"../../etc/passwd"}', "isn't available"),
        ('"' + "x" * 5000 + '"', "may have 4096 bytes"),
    ],
)
async def test_what_cannot_be_gets_one_sentence(
    server: RunningServer, message: str, answer: str
) -> None:
    """The connection goes on."""
    async with server.client() as client:
        await client.say("hello", version=1)
        await client.wait_for_kind("lobby")
        await client.socket.send(message)
        heard = await client.wait_for_kind("error")
        assert answer in heard["text"]
        await client.say("hello", version=1)
        await client.wait_for_kind("lobby")


async def test_the_first_word_is_hello(server: RunningServer) -> None:
    """Whoever begins with anything else is let go."""
    async with server.client() as client:
        await client.say("start")
        heard = await client.wait_for_kind("error")
        assert heard["fatal"]
        with pytest.raises(websockets.ConnectionClosed):
            await client.hear()


async def test_a_wrong_secret_opens_nothing(server: RunningServer) -> None:
    """It is said that the place is not known; no frame comes."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", "tiles")
        await clients[0].say("start")
        await clients[0].wait_for_kind("frame")
        async with server.client() as thief:
            await thief.say("hello", version=1, table=clients[0].table["id"], secret="x" * 22)
            heard = await thief.wait_for_kind("error")
            assert "not known" in heard["text"]
            await thief.say("act", action="play")
            await thief.wait_for_kind("error")
            assert thief.frame is None


async def test_onlookers_see_no_hidden_hand(server: RunningServer) -> None:
    """Who has no seat sees the table and nobody's pieces, and their actions rest."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", "tiles")
        await clients[0].say("start")
        await clients[0].wait_for_kind("frame")
        async with server.client() as watcher:
            await watcher.say("hello", version=1, table=clients[0].table["id"])
            frame = await watcher.wait_for_frame(lambda _: True)
            assert not frame.hand
            await watcher.act("press_slot", 0)
            await watcher.say("start")
            assert "Only the host" in (await watcher.wait_for_kind("error"))["text"]


def test_an_allowance_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many at once, and then one after the other."""
    now = 100.0
    monkeypatch.setattr(server_module, "monotonic", lambda: now)
    allowance = server_module.TokenBucket(rate=2.0, capacity=3.0)
    assert [allowance.try_acquire() for _ in range(4)] == [True, True, True, False]
    now += 0.5
    assert [allowance.try_acquire() for _ in range(2)] == [True, False]
    now += 60
    assert [allowance.try_acquire() for _ in range(4)] == [True, True, True, False]


async def test_a_flood_is_heard_out_slowly(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is lost, the connection goes on, and others do."""
    monkeypatch.setattr(server_module, "MESSAGE_BURST", 3.0)
    monkeypatch.setattr(server_module, "MESSAGE_RATE", 100.0)
    async with server.client() as flood, server.client() as other:
        for _ in range(50):
            await flood.say("hello", version=1)
        await other.say("hello", version=1)
        await other.wait_for_kind("lobby")
        for _ in range(50):
            await flood.wait_for_kind("lobby")


def second_seat(message: dict[str, Any]) -> dict[str, Any]:
    """What a message says of the second seat; nothing true where it says nothing."""
    seats = message.get("seats")
    return seats[1] if seats else {"here": True}


async def played_until(client: Client, turns: int) -> None:
    """Wait until so many turns are in the log, and it is this client's turn."""
    await client.wait_for_frame(lambda shown: is_to_decide(shown) and len(shown.log) > turns)


async def test_a_bot_stands_in_for_somebody_absent(server: RunningServer) -> None:
    """The host seats it; whoever comes back has their seat again."""
    async with AsyncExitStack() as stack:
        ana, ben = await gathered(server, stack, "Ana Ben", "tiles")
        await ana.say("start")
        for client in (ana, ben):
            await client.wait_for_kind("frame")
        await ben.socket.close()
        await ana.say("stand-in", seat=1, bot="simple")
        await ana.wait_until(lambda message: "stand_in" in second_seat(message))
        await ana.wait_for_frame(is_to_decide)
        for turns in (2, 4):
            frame = await ana.wait_for_frame(is_to_decide)
            while is_to_decide(frame):
                await decide(ana, frame)
                assert ana.frame is not None
                frame = ana.frame
            await played_until(ana, turns)
        async with server.client() as back:
            await back.say("hello", version=1, table=ana.table["id"], secret=ben.secret)
            await back.wait_until(lambda message: message["is"] == "table" and message["you"] == 1)
            assert "stand_in" not in back.table["seats"][1]


async def test_a_rematch_keeps_everybody(server: RunningServer) -> None:
    """After the end the host offers another game: the same people, the same secrets."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ben", "sprint")
        await clients[0].say("rematch")
        assert "not over" in (await clients[0].wait_for_kind("error"))["text"]
        await clients[0].say("start")
        await play_to_the_end(clients)
        await clients[0].say("rematch")
        told = await clients[1].wait_until(lambda message: bool(message.get("rematch")))
        await clients[1].say("hello", version=1, table=told["rematch"], secret=clients[1].secret)
        await clients[1].wait_until(
            lambda message: message["is"] == "table" and message["you"] == 1
        )
        assert clients[1].table["state"] == "gathering"


async def test_looking_on_is_for_the_host_to_allow(server: RunningServer) -> None:
    """Where it is not allowed nobody comes in once the game is on; rules are told to all inside."""
    async with server.client() as host, server.client() as other:
        await host.say("hello", version=1)
        await host.say("create", variant="junior", watching=False)
        await host.wait_for_kind("table")
        await host.say("rules")
        chapters = (await host.wait_for_kind("rules"))["chapters"]
        assert any("four" in line for chapter in chapters for line in chapter["sentences"])
        await host.say("sit", name="Ana")
        await host.say("add-bot", bot="simple")
        await host.say("start")
        await host.wait_for_kind("frame")
        await other.say("hello", version=1, table=host.table["id"])
        assert "Nobody may look on" in (await other.wait_for_kind("error"))["text"]
        await other.say("hello", version=1)
        assert (await other.wait_for_kind("lobby"))["tables"] == []


async def test_whoever_came_early_may_not_look_on_either(server: RunningServer) -> None:
    """Who stands at a gathering table without a seat is sent away when the game begins."""
    async with server.client() as host, server.client() as other:
        await host.say("hello", version=1)
        await host.say("create", variant="sprint", watching=False)
        await host.wait_for_kind("table")
        await other.say("hello", version=1, table=host.table["id"])
        await other.wait_for_kind("table")
        await host.say("add-bot", bot="simple")
        await host.say("add-bot", bot="simple")
        await host.say("start")
        assert "At least one person" in (await host.wait_for_kind("error"))["text"]
        await host.say("remove", seat=1, name="Somebody else")
        assert "no such seat" in (await host.wait_for_kind("error"))["text"]
        await host.say("sit", name="Ana")
        await host.say("start")
        await host.wait_for_kind("frame")
        assert "nobody may look on" in (await other.wait_for_kind("closed"))["text"]
        assert not any(message["is"] == "frame" for message in other.heard)


async def test_who_says_hello_again_was_never_away(server: RunningServer) -> None:
    """A phone that wakes up is told how things stand, and the others hear of nothing."""
    async with AsyncExitStack() as stack:
        ana, ben = await gathered(server, stack, "Ana Ben", "tiles")
        await ana.say("start")
        await ben.wait_for_kind("frame")
        await ana.say("stand-in", seat=1, bot="simple")
        assert (await ana.wait_for_kind("error"))["text"] == "Ben is there."
        ana.heard.clear()
        await ben.say("hello", version=1, table=ben.table["id"], secret=ben.secret)
        await ben.wait_for_kind("frame")
        await ana.say("rules")
        await ana.wait_for_kind("rules")
        states = [message for message in ana.heard if message["is"] == "table"]
        assert all(state["seats"][1]["here"] for state in states)


async def test_a_closed_table_is_closed_for_all(server: RunningServer) -> None:
    """Nobody is told of it any more, and nothing can be done there, not even closing it again."""
    async with AsyncExitStack() as stack:
        ana, ben, cleo = await gathered(server, stack, "Ana Ben Cleo", "tiles")
        await ana.say("end")
        for client in (ana, ben, cleo):
            await client.wait_for_kind("closed")
        cleo.heard.clear()
        await ben.socket.close()
        for word in ("end", "start"):
            await ana.say(word)
            assert (await ana.wait_for_kind("error"))["text"] == "You are at no table."
        await cleo.say("hello", version=1)
        await cleo.wait_for_kind("lobby")
        assert [message["is"] for message in cleo.heard] == ["lobby"]


async def test_nobody_sets_up_tables_without_end(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one address only so many tables are set up at once."""
    monkeypatch.setattr(server_module, "NEW_ROOM_BURST", 2.0)
    async with server.client() as client:
        await client.say("hello", version=1)
        for _ in range(2):
            await client.say("create", variant="tiles")
            await client.wait_for_kind("seated")
        await client.say("create", variant="tiles")
        assert "too many" in (await client.wait_for_kind("error"))["text"]


async def test_names_are_hostile(server: RunningServer) -> None:
    """Control signs go, an empty name is refused, and two of one name are told apart."""
    async with AsyncExitStack() as stack:
        clients = await gathered(server, stack, "Ana Ana", "tiles")
        assert [seat["name"] for seat in clients[1].table["seats"]] == ["Ana", "Ana 2"]
        async with server.client() as third:
            await third.say("hello", version=1, table=clients[0].table["id"])
            await third.wait_for_kind("table")
            await third.socket.send(json.dumps({"do": "sit", "name": "\x1b[2J\n"}))
            heard = await third.wait_until(lambda message: message["is"] in ("error", "seated"))
            assert heard["is"] == "error" or "\x1b" not in json.dumps(third.table)
