"""Lines that somebody types, while other things go on."""

from __future__ import annotations

import asyncio
import threading
from typing import TextIO

LONGEST = 1000
"""What is longer than so many signs is taken for several lines."""


def lines_of(stream: TextIO) -> asyncio.Queue[str | None]:
    """The lines of a stream as they come; None is the last, when there are no more.

    A thread reads, which nobody waits for: somebody may never type anything again.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        line: str | None = ""
        while line is not None:
            try:
                line = stream.readline(LONGEST) or None
            except (OSError, ValueError):  # it was closed, or is no text
                line = None
            try:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            except RuntimeError:  # the loop has ended
                return

    threading.Thread(target=read, daemon=True).start()
    return queue
