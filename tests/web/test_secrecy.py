"""No server message reveals pieces that are hidden from its recipient."""

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
from qwirkle.web.protocol import LegalCells, ProtocolError, RoomPhase, encode_message
from qwirkle.web.room import Room, RoomSeat
from qwirkle.worker.pool import WorkerPool
from tests.random_games import random_game
from tests.session.hidden_state import HIDDEN_DICE, TILES, other_event, shuffled
from tests.tui.conftest import small_variant

History = list[tuple[GameEvent, Position]]
ANALYSES = {"hint", "why"}
"""Actions answered by another process, from the view that is compared here."""


class RecordingOutbox(Outbox):
    """An outbox that keeps every message."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[bytes] = []

    def put(self, data: bytes, *, replaceable: bool = False) -> None:
        self.messages.append(data)


def playing_room(game: Game, history: History, seat_tokens: list[str]) -> Room:
    """Return a room in the middle of a game with this history."""
    unfinished = copy.copy(game)
    unfinished.active_history = history
    record = SimpleNamespace(autoflush=True, is_full=False, warning="", error=None, path=Path("g"))
    room = Room("room", game.header.variant, WorkerPool(1))
    for player, seat_token in zip(game.header.players, seat_tokens, strict=True):
        participant, _ = room.add_participant()
        participant.token_hash = seat_token
        room.seats.append(RoomSeat(player, participant))
    room.session = GameSession(unfinished, cast(RecordWriter, record))
    room.phase = RoomPhase.PLAYING
    for participant in (*room.participants, room.spectators):
        room._add_presenter(participant, room.session)
    return room


async def messages_to(room: Room, seat: int | None, random: Random) -> list[bytes]:
    """Connect to a seat, or as a spectator, and try random actions. Return all messages."""
    outbox = RecordingOutbox()
    participant = room.connect(None if seat is None else room.participants[seat], outbox)
    assert room.session is not None
    await room.session._publish()
    actions = [action for action in (*TURN_ACTIONS, *GAME_ACTIONS) if action not in ANALYSES]
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
        offers = room.get_presenter(participant).frame.offers
        if not (action in moves and action in offers):  # an actual move may reveal random draws
            room.act(participant, action, arguments)
        room.get_presenter(participant).explain_unavailable((action,))
        fits: LegalCells = room.find_legal_cells(participant, random.randrange(6))
        outbox.put(encode_message(fits))
    outbox.put(encode_message(await room.replay(participant)))
    with pytest.raises(ProtocolError):
        room.subscribe_to_review(participant, outbox)
    return outbox.messages


@settings(max_examples=25)
@given(
    st.sampled_from([TILES, HIDDEN_DICE]),
    st.integers(2, 4),
    st.integers(0, 200),
    st.sampled_from([None, 0, 1]),
    st.integers(0, 2**32),
    st.floats(0, 1),
)
def test_messages_reveal_no_hidden_pieces(
    variant: Variant, players: int, seed: int, seat: int | None, chance: int, part: float
) -> None:
    """T1: a client receives the same bytes whatever the other players hold and draw."""
    import asyncio

    game = random_game(small_variant(variant), players, seed)
    opened = players + 1  # the opening is public: who starts, and with how large a set
    count = opened + round(part * (len(game.active_history) - 1 - opened))
    random = Random(chance)
    other: History = [
        (other_event(event, seat, random), shuffled(position, seat, random))
        for event, position in game.active_history[opened:count]
    ]
    seat_tokens = [f"{number}" for number in range(players)]

    async def both() -> list[Any]:
        return [
            await messages_to(playing_room(game, list(history), seat_tokens), seat, Random(chance))
            for history in (
                game.active_history[:count],
                [*game.active_history[:opened], *other],
            )
        ]

    messages, others = asyncio.run(both())
    assert messages == others
    assert len(messages) > 25
