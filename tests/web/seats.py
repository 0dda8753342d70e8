"""Clients with a seat, and how they play."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from qwirkle.presenter.frame import Frame
from qwirkle.web.room import Room
from tests.web.conftest import Client, RunningServer


async def seated_clients(
    server: RunningServer, stack: AsyncExitStack, names: str, variant: str
) -> list[Client]:
    """Seat a client for each name in a new room and return them; the first is the host."""
    clients = [await stack.enter_async_context(server.client()) for _ in names.split()]
    host = clients[0]
    await host.send("hello", version=1)
    await host.wait_for_kind("lobby")
    await host.send("create", variant=variant)
    await host.wait_for_kind("seated")
    await host.wait_for_kind("table")
    for client, name in zip(clients, names.split(), strict=True):
        if client is not host:
            await client.send("hello", version=1, table=host.room["id"])
            await client.wait_for_kind("table")
        await client.send("sit", name=name)
        await client.wait_until(lambda message: message.get("you") is not None)
    return clients


def only_room(server: RunningServer) -> Room:
    """Return the server's only room."""
    (room,) = server.lobby.rooms.values()
    return room


async def play_to_the_end(clients: list[Client]) -> None:
    """Play all clients' turns until the game is over."""

    async def play(client: Client) -> None:
        while client.room.get("state") != "over":
            frame = client.frame
            if frame is None or not is_own_turn(frame):
                await client.receive()
                continue
            await take_step(client, frame)

    await asyncio.gather(*map(play, clients))


def is_own_turn(frame: Frame) -> bool:
    """Return True if the recipient of a frame is to move."""
    return not {"press_slot", "redraw", "pass"}.isdisjoint(frame.offers)


async def take_step(client: Client, frame: Frame) -> None:
    """Take one step of a turn: play if possible, otherwise try the hand's pieces in order."""
    for action in ("play", "redraw", "pass", "keep", "roll_all"):
        if action in frame.offers:
            await client.act(action)
            return
    if "trade" in frame.offers or "mark" in frame.offers:
        frame = await client.act("mark_all") if "trade" not in frame.offers else frame
        await client.act("trade")
        return
    for slot in range(len(frame.hand)):
        await client.send("where", slot=slot)
        fits = (await client.wait_for_kind("fits"))["fits"]
        if fits and fits[0]["points"] is not None:
            await client.act("press_slot", slot)
            await client.act("press_cell", *max(fits, key=lambda fit: fit["points"] or 0)["cell"])
            return
    await client.act("hint")
    await client.wait_for_frame(lambda frame: "take_hint" in frame.offers)
    await client.act("take_hint")
