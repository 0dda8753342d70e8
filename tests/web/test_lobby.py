"""The lobby: unloading and restoring rooms, and the limit on their number."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from qwirkle.records.writer import RecordWriter
from qwirkle.web import lobby as lobby_module
from qwirkle.web.lobby import Lobby, read_rooms
from qwirkle.web.protocol import ProtocolError
from tests.web.conftest import TIMEOUT, RunningServer, wait_until
from tests.web.seats import only_room, play_to_the_end, seated_clients


async def test_an_empty_room_is_unloaded_and_restored(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lobby unloads an empty room and restores its game when a player reconnects."""
    async with AsyncExitStack() as stack:
        ana, ben = await seated_clients(server, stack, "Ana Ben", "tiles")
        await ana.send("start")
        before = await ana.wait_for_frame(lambda frame: len(frame.hand) == 6)
        await ben.wait_for_kind("frame")
    room_id, lobby = ana.room["id"], server.lobby
    monkeypatch.setattr(lobby_module, "UNLOAD_PLAYING_AFTER", 0.0)
    lobby._unsaved_changes.set()
    await wait_until(lambda: room_id not in lobby.rooms)
    assert lobby.build_state().rooms == ()
    monkeypatch.undo()
    async with server.client() as returned:
        await returned.send("hello", version=1, table=room_id, secret=ana.seat_token)
        after = await returned.wait_for_frame(lambda frame: True)
        assert [slot.face for slot in after.hand] == [slot.face for slot in before.hand]
        assert room_id in lobby.rooms


async def test_a_room_can_be_rejoined_while_it_is_unloading(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who reconnects while the record is being closed gets the game afterwards."""
    closing, may_close = threading.Event(), threading.Event()

    def flush(record: RecordWriter) -> bool:
        closing.set()
        return may_close.wait(TIMEOUT) and record.save()

    async with AsyncExitStack() as stack:
        ana, _ = await seated_clients(server, stack, "Ana Ben", "tiles")
        await ana.send("start")
        before = await ana.wait_for_frame(lambda frame: len(frame.hand) == 6)
    room = only_room(server)
    await wait_until(lambda: room.is_empty)
    monkeypatch.setattr(RecordWriter, "flush", flush)
    unloading = asyncio.create_task(server.lobby._unload(room))
    await asyncio.to_thread(closing.wait, TIMEOUT)
    async with server.client() as returned:
        await returned.send("hello", version=1, table=room.id, secret=ana.seat_token)
        await asyncio.sleep(0.1)  # let the server handle it
        may_close.set()
        message = await returned.wait_until(lambda message: message["is"] in ("frame", "error"))
        assert message["is"] == "frame"
        assert returned.frame is not None
        assert [slot.face for slot in returned.frame.hand] == [slot.face for slot in before.hand]
    await unloading


async def test_unloading_a_room_frees_its_memory(server: RunningServer) -> None:
    """Unloading frees a game without a garbage collection, which would block every client."""
    gc.disable()
    try:
        async with AsyncExitStack() as stack:
            clients = await seated_clients(server, stack, "Ana Ben", "sprint")
            await clients[0].send("start")
            await play_to_the_end(clients)
        room = only_room(server)
        assert room.session is not None
        refs: list[weakref.ref[Any]] = [weakref.ref(room.session), weakref.ref(room.session.game)]
        refs.append(weakref.ref(room.session.history(0)))
        refs += [weakref.ref(each.presenter) for each in room.participants if each.presenter]
        await wait_until(lambda: room.is_empty)
        await server.lobby._unload(room)
        await wait_until(lambda: not any(ref() for ref in refs))
    finally:
        gc.enable()
    assert len(refs) == 5


async def test_a_new_room_replaces_the_oldest_idle_room_at_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the limit, the lobby drops its oldest unloaded room, and no room that is in use."""
    monkeypatch.setattr(lobby_module, "MAX_ROOMS", 3)
    lobby = Lobby(tmp_path / "tables.json")
    try:
        rooms = [lobby.create_from_catalog("tiles", allow_spectators=True) for _ in range(3)]
        with pytest.raises(ProtocolError):
            lobby.create_from_catalog("tiles", allow_spectators=True)
        assert list(lobby.rooms.values()) == rooms
        for room in rooms[:2]:
            room.take_seat(room.add_participant()[0], "Ana", None)
            await lobby._unload(room)
        newest = lobby.create_from_catalog("cubes", allow_spectators=True)
        with pytest.raises(ProtocolError):
            await lobby.find(rooms[0].id)
        assert await lobby.find(rooms[1].id)
        await lobby.save()
        ids = {stored.id for stored in read_rooms(lobby.file)}
        assert ids == {rooms[1].id, rooms[2].id, newest.id}
    finally:
        await lobby.close()
