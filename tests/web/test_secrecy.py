"""Nothing that is hidden from a seat leaves the server for it, in any message."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine.events import GameEvent
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.presenter.presenter import GAME_ACTIONS
from qwirkle.records.writer import RecordWriter
from qwirkle.session.session import GameSession
from qwirkle.session.turn import TURN_ACTIONS
from qwirkle.web.outbox import Outbox
from qwirkle.web.protocol import FitCells, ProtocolError, RoomPhase, encode_message
from qwirkle.web.room import Room, RoomSeat
from qwirkle.worker.pool import WorkerPool
from tests.random_games import random_game
from tests.session.test_history import HIDDEN_DICE, TILES, other_event, shuffled
from tests.tui.conftest import small_variant

Standing = list[tuple[GameEvent, Position]]
ASKING = {"hint", "why"}
"""What is answered by another process, from the view that is compared here."""


class Listening(Outbox):
    """A client that hears everything at once."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []

    def put(self, data: bytes, *, replaceable: bool = False) -> None:
        """Keep it."""
        self.heard.append(data)


def table_of(game: Game, standing: Standing, secrets: list[str]) -> Room:
    """A table in the middle of a game, where these events have happened."""
    played = copy.copy(game)
    played.active_history = standing
    record = SimpleNamespace(autoflush=True, is_full=False, warning="", error=None, path=Path("g"))
    table = Room("table", game.header.variant, WorkerPool(1))
    for player, secret in zip(game.header.players, secrets, strict=True):
        guest, _ = table.add_participant()
        guest.token_hash = secret
        table.seats.append(RoomSeat(player, guest))
    table.session = GameSession(played, cast(RecordWriter, record))
    table.phase = RoomPhase.PLAYING
    for guest in (*table.participants, table.spectators):
        table._add_presenter(guest, table.session)
    return table


async def heard_at(table: Room, seat: int | None, random: Random) -> list[bytes]:
    """Everything that one client hears who comes in and tries a lot."""
    door = Listening()
    guest = table.connect(None if seat is None else table.participants[seat], door)
    assert table.session is not None
    await table.session._publish()
    actions = [action for action in (*TURN_ACTIONS, *GAME_ACTIONS) if action not in ASKING]
    moves = {"play", "trade", "roll", "redraw", "pass", "undo", "roll_all"}
    for _ in range(25):
        action = random.choice(actions)
        arguments: tuple[int, ...] = {
            "pick": (random.randrange(6),),
            "mark": (random.randrange(6),),
            "press_slot": (random.randrange(6),),
            "press_cell": (random.randrange(-3, 4), random.randrange(-3, 4)),
            "take_cell": (random.randrange(-3, 4), random.randrange(-3, 4)),
            "move": (random.randrange(-1, 2), random.randrange(-1, 2)),
            "next_fit": (1,),
        }.get(action, ())
        offered = table.get_presenter(guest).frame.offers
        if not (action in moves and action in offered):  # what chance does then is no secret
            table.act(guest, action, arguments)
        table.get_presenter(guest).explain_unavailable((action,))
        fits: FitCells = table.find_fits(guest, random.randrange(6))
        door.put(encode_message(fits))
    door.put(encode_message(await table.replay(guest)))
    with pytest.raises(ProtocolError):
        table.subscribe_to_review(guest, door)
    return door.heard


@settings(max_examples=25)
@given(
    st.sampled_from([TILES, HIDDEN_DICE]),
    st.integers(2, 4),
    st.integers(0, 200),
    st.sampled_from([None, 0, 1]),
    st.integers(0, 2**32),
    st.floats(0, 1),
)
def test_hidden_pieces_leave_no_trace_in_messages(
    variant: Variant, players: int, seed: int, seat: int | None, chance: int, part: float
) -> None:
    """T1: whatever the others hold and draw, a client hears the same bytes."""
    import asyncio

    game = random_game(small_variant(variant), players, seed)
    opened = players + 1  # who starts is said aloud, with the size of their set
    count = opened + round(part * (len(game.active_history) - 1 - opened))
    random = Random(chance)
    other: Standing = [
        (other_event(event, seat, random), shuffled(position, seat, random))
        for event, position in game.active_history[opened:count]
    ]
    secrets = [f"{number}" for number in range(players)]

    async def both() -> list[Any]:
        return [
            await heard_at(table_of(game, list(standing), secrets), seat, Random(chance))
            for standing in (
                game.active_history[:count],
                [*game.active_history[:opened], *other],
            )
        ]

    one, two = asyncio.run(both())
    assert one == two
    assert len(one) > 25
