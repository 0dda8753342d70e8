"""Guests of a table: known by a secret, of which only a hash is kept."""

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
    """A secret that nobody can guess: 128 bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """What is kept of a secret; it has too many bits to be found from that."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


class Guest:
    """Somebody at a table, with as many screens as they have open; draws what their chair shows."""

    def __init__(self, kept: str, *, is_host: bool = False) -> None:
        self.kept = kept
        """The hash of their secret."""
        self.is_host = is_host
        self.doors: set[Door] = set()
        self.keys: Keys = {}
        """What sentences call the actions for them."""
        self.chair: Chair | None = None
        """Where they sit once there is a game."""

    def is_known_by(self, secret: str) -> bool:
        """Whether this is their secret; it takes as long for a wrong one."""
        return hmac.compare_digest(hash_of(secret), self.kept)

    @property
    def here(self) -> bool:
        """Whether any of their screens is connected."""
        return bool(self.doors)

    def tell(self, message: FromServer) -> None:
        """Send a message to all of their screens."""
        self._put(encoded(message))

    def draw(self, frame: Frame) -> None:
        """Show this from now on."""
        if self.doors:
            self._put(shown(frame), passing=True)

    async def act_out(self, frame: Frame) -> None:
        """Show what has just happened; each screen takes its own time for it."""
        if self.doors:
            self._put(shown(frame))

    async def hand_over(self, handover: Handover) -> None:
        """Nothing: the screen is theirs alone."""

    def _put(self, data: bytes, *, passing: bool = False) -> None:
        for door in self.doors:
            door.put(data, passing=passing)
