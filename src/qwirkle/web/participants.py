"""Players and spectators of a room, connected or not.

Each player has a seat token, stored as a hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from qwirkle.presenter.frame import Frame
from qwirkle.presenter.presenter import HandOff, Presenter
from qwirkle.text.status import ControlLabels
from qwirkle.web.outbox import Outbox
from qwirkle.web.protocol import ServerMessage, encode_frame, encode_message

SEAT_TOKEN_BYTES = 16


def new_seat_token() -> str:
    """Return a random URL-safe token of 128 bits."""
    return secrets.token_urlsafe(SEAT_TOKEN_BYTES)


def hash_seat_token(seat_token: str) -> str:
    """Return the SHA-256 of a token; with 128 random bits it needs no salt."""
    return hashlib.sha256(seat_token.encode(errors="replace")).hexdigest()


class Participant:
    """A player in a room, or all its spectators; sends frames to any number of clients."""

    def __init__(self, token_hash: str, *, is_host: bool = False) -> None:
        self.token_hash = token_hash
        self.is_host = is_host
        self.outboxes: set[Outbox] = set()
        self.control_labels: ControlLabels = {}
        """What sentences call the actions for this participant."""
        self.presenter: Presenter | None = None
        """None until the game starts."""

    def has_seat_token(self, seat_token: str) -> bool:
        """Compare a token in constant time."""
        return hmac.compare_digest(hash_seat_token(seat_token), self.token_hash)

    @property
    def is_connected(self) -> bool:
        return bool(self.outboxes)

    def send(self, message: ServerMessage) -> None:
        self._queue_bytes(encode_message(message))

    def draw(self, frame: Frame) -> None:
        """Send a frame; a newer one replaces it while it is still queued."""
        if self.outboxes:
            self._queue_bytes(encode_frame(frame), replaceable=True)

    async def play_animation(self, frame: Frame) -> None:
        """Send a frame to animate, without waiting for the clients to finish."""
        if self.outboxes:
            self._queue_bytes(encode_frame(frame))

    async def hand_off(self, hand_off: HandOff) -> None:
        """Do nothing: players don't share a screen."""

    def _queue_bytes(self, data: bytes, *, replaceable: bool = False) -> None:
        for outbox in self.outboxes:
            outbox.put(data, replaceable=replaceable)
