"""People connected to a room. Each is identified by a seat token; the server keeps its hash."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from qwirkle.table.chair import Chair, Handover
from qwirkle.table.frame import Frame
from qwirkle.table.notes import Keys
from qwirkle.web.door import Door
from qwirkle.web.protocol import FromServer, encoded, shown

SECRET_BYTES = 16


def new_secret() -> str:
    """Return a random URL-safe token of 128 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """Return the SHA-256 of a token; with 128 random bits it needs no salt."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


class Guest:
    """A player or spectator in a room, on any number of screens; renders for their presenter."""

    def __init__(self, kept: str, *, is_host: bool = False) -> None:
        self.kept = kept
        self.is_host = is_host
        self.doors: set[Door] = set()
        self.keys: Keys = {}
        """What sentences call the actions for this person."""
        self.chair: Chair | None = None
        """None until the game starts."""

    def is_known_by(self, secret: str) -> bool:
        """Compare a token in constant time."""
        return hmac.compare_digest(hash_of(secret), self.kept)

    @property
    def here(self) -> bool:
        return bool(self.doors)

    def tell(self, message: FromServer) -> None:
        self._put(encoded(message))

    def draw(self, frame: Frame) -> None:
        """Send a frame; a newer one replaces it while it is still queued."""
        if self.doors:
            self._put(shown(frame), passing=True)

    async def act_out(self, frame: Frame) -> None:
        """Send a frame to animate, without waiting for the clients to finish."""
        if self.doors:
            self._put(shown(frame))

    async def hand_over(self, handover: Handover) -> None:
        """Do nothing: nobody shares this screen."""

    def _put(self, data: bytes, *, passing: bool = False) -> None:
        for door in self.doors:
            door.put(data, passing=passing)
