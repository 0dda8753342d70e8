"""What a lobby keeps: tables that are put away and taken out again, and room for new ones."""

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
from tests.web.test_server import gathered, play_to_the_end


async def test_a_deserted_table_is_put_away_and_taken_out(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is there: it takes no room any more; somebody comes back: the game is as it was."""
    async with AsyncExitStack() as stack:
        ana, ben = await gathered(server, stack, "Ana Ben", "tiles")
        await ana.say("start")
        before = await ana.wait_for_frame(lambda frame: len(frame.hand) == 6)
        await ben.wait_for_kind("frame")
    name, lobby = ana.table["id"], server.lobby
    monkeypatch.setattr(lobby_module, "UNLOAD_PLAYING_AFTER", 0.0)
    lobby._unsaved_changes.set()
    await wait_until(lambda: name not in lobby.rooms)
    assert lobby.build_state().tables == ()
    monkeypatch.undo()
    async with server.client() as again:
        await again.say("hello", version=1, table=name, secret=ana.secret)
        after = await again.wait_for_frame(lambda frame: True)
        assert [slot.face for slot in after.hand] == [slot.face for slot in before.hand]
        assert name in lobby.rooms


async def test_a_table_can_be_rejoined_while_it_is_being_put_away(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who returns while the record is being closed waits, and then gets the game."""
    closing, may_close = threading.Event(), threading.Event()

    def make_sure(record: RecordWriter) -> bool:
        closing.set()
        return may_close.wait(TIMEOUT) and record.retry()

    async with AsyncExitStack() as stack:
        ana, _ = await gathered(server, stack, "Ana Ben", "tiles")
        await ana.say("start")
        before = await ana.wait_for_frame(lambda frame: len(frame.hand) == 6)
    (table,) = server.lobby.rooms.values()
    await wait_until(lambda: table.is_deserted)
    monkeypatch.setattr(RecordWriter, "flush", make_sure)
    putting_away = asyncio.create_task(server.lobby._unload(table))
    await asyncio.to_thread(closing.wait, TIMEOUT)
    async with server.client() as again:
        await again.say("hello", version=1, table=table.name, secret=ana.secret)
        await asyncio.sleep(0.1)  # let the server handle it
        may_close.set()
        message = await again.wait_until(lambda message: message["is"] in ("frame", "error"))
        assert message["is"] == "frame"
        assert again.frame is not None
        assert [slot.face for slot in again.frame.hand] == [slot.face for slot in before.hand]
    await putting_away


async def test_a_game_that_is_put_away_leaves_nothing_behind(server: RunningServer) -> None:
    """Its memory is free at once, without a search for garbage, which would hold everybody up."""
    gc.disable()
    try:
        async with AsyncExitStack() as stack:
            clients = await gathered(server, stack, "Ana Ben", "sprint")
            await clients[0].say("start")
            await play_to_the_end(clients)
        (table,) = server.lobby.rooms.values()
        assert table.session is not None
        left: list[weakref.ref[Any]] = [weakref.ref(table.session), weakref.ref(table.session.game)]
        left.append(weakref.ref(table.session.history(0)))
        left += [weakref.ref(guest.presenter) for guest in table.participants if guest.presenter]
        await wait_until(lambda: table.is_deserted)
        await server.lobby._unload(table)
        await wait_until(lambda: not any(each() for each in left))
    finally:
        gc.enable()
    assert len(left) == 5


async def test_tables_where_nobody_waits_make_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the limit the oldest idle table is forgotten; where people wait at all, none is."""
    monkeypatch.setattr(lobby_module, "MAX_ROOMS", 3)
    lobby = Lobby(tmp_path / "tables.json")
    try:
        tables = [lobby.create_from_catalog("tiles", allow_spectators=True) for _ in range(3)]
        with pytest.raises(ProtocolError, match="too many tables"):
            lobby.create_from_catalog("tiles", allow_spectators=True)
        for table in tables[:2]:
            table.take_seat(table.add_participant()[0], "Ana", None)
            await lobby._unload(table)
        newest = lobby.create_from_catalog("cubes", allow_spectators=True)
        with pytest.raises(ProtocolError, match="no such table"):
            await lobby.find(tables[0].name)
        assert await lobby.find(tables[1].name)
        await lobby.save()
        names = {kept.name for kept in read_rooms(lobby.file)}
        assert names == {tables[1].name, tables[2].name, newest.name}
    finally:
        await lobby.close()
