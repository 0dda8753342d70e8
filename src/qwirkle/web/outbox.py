"""The send queue of one connection, so that a slow client doesn't delay others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

MAX_QUEUED_MESSAGES = 300
"""A client that falls further behind is disconnected."""


class Outbox:
    """Queue of messages to one client."""

    def __init__(self) -> None:
        self._queue: deque[tuple[tuple[bytes, ...], bool]] = deque()
        self._wakeup = asyncio.Event()
        self.is_closed = False
        """True if new messages are dropped: the client reads too slowly or is being closed."""

    def put(self, data: bytes, *, replaceable: bool = False) -> None:
        """Queue a message.

        If it and the last queued one are both `replaceable`, it replaces that one.
        """
        self._append((data,), replaceable)

    def put_all(self, messages: Iterable[bytes]) -> None:
        """Queue several messages that count as one towards the queue limit."""
        self._append(tuple(messages), replaceable=False)

    def _append(self, messages: tuple[bytes, ...], replaceable: bool) -> None:
        if self.is_closed:
            return
        if replaceable and self._queue and self._queue[-1][1]:
            self._queue.pop()
        self._queue.append((messages, replaceable))
        if len(self._queue) > MAX_QUEUED_MESSAGES:
            self.close()
        self._wakeup.set()

    def close(self) -> None:
        """Accept no more messages; `run` sends what is queued and returns."""
        self.is_closed = True
        self._wakeup.set()

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send queued messages in order until the outbox is closed."""
        while True:
            await self._wakeup.wait()
            self._wakeup.clear()
            while self._queue and len(self._queue) <= MAX_QUEUED_MESSAGES:
                for message in self._queue.popleft()[0]:
                    await send(message)
            if self.is_closed:
                return
