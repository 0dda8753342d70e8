"""One connection: what is to be sent waits in line, and a slow reader holds nobody up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

MOST_WAITING = 300
"""Messages that wait for a reader, after which it is given up."""


class Door:
    """The way to one client."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[tuple[bytes, ...], bool]] = deque()
        self._any = asyncio.Event()
        self.closed = False
        """Whether nothing is sent any more: the client reads too slowly, or is to go."""

    def put(self, data: bytes, *, passing: bool = False) -> None:
        """Send this in turn; what is `passing` makes way for the next such before it is sent."""
        self._append((data,), passing)

    def put_all(self, messages: Iterable[bytes]) -> None:
        """Send these one after the other; together they wait as one message does."""
        self._append(tuple(messages), passing=False)

    def _append(self, messages: tuple[bytes, ...], passing: bool) -> None:
        if self.closed:
            return
        if passing and self._waiting and self._waiting[-1][1]:
            self._waiting.pop()
        self._waiting.append((messages, passing))
        if len(self._waiting) > MOST_WAITING:
            self.close()
        self._any.set()

    def close(self) -> None:
        """Send what waits, and no more."""
        self.closed = True
        self._any.set()

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send one message after the other until the door is closed."""
        while True:
            await self._any.wait()
            self._any.clear()
            while self._waiting and len(self._waiting) <= MOST_WAITING:
                for message in self._waiting.popleft()[0]:
                    await send(message)
            if self.closed:
                return
