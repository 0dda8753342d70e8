"""The send queue of one connection, so that a slow client delays nobody else."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

MOST_WAITING = 300
"""A client that falls further behind is disconnected."""


class Door:
    """Queue of messages to one client."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[tuple[bytes, ...], bool]] = deque()
        self._any = asyncio.Event()
        self.closed = False
        """True if new messages are dropped: the client reads too slowly or is being closed."""

    def put(self, data: bytes, *, passing: bool = False) -> None:
        """Queue a message; a `replaceable` one still queued last is replaced by the next such."""
        self._append((data,), passing)

    def put_all(self, messages: Iterable[bytes]) -> None:
        """Queue several messages that count as one towards the queue limit."""
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
        """Accept no more messages; `run` sends what is queued and returns."""
        self.closed = True
        self._any.set()

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send queued messages in order until the outbox is closed."""
        while True:
            await self._any.wait()
            self._any.clear()
            while self._waiting and len(self._waiting) <= MOST_WAITING:
                for message in self._waiting.popleft()[0]:
                    await send(message)
            if self.closed:
                return
