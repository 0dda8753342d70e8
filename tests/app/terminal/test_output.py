"""A terminal that goes away must not hold the program up."""

from __future__ import annotations

import errno
import io
import os
from typing import IO, cast

from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from qwirkle.app.terminal.output import Output


class Gone(io.StringIO):
    """A terminal that is no longer there."""

    def write(self, text: str) -> int:
        """Fail, as writing to a closed terminal does."""
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    def flush(self) -> None:
        """Fail too."""
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_writing_goes_on_when_the_terminal_is_gone() -> None:
    """Textual's thread outlives the errors; else its full queue would block the program."""
    thread = WriterThread(cast("IO[str]", Output(Gone())))
    thread.start()
    for _ in range(3 * MAX_QUEUED_WRITES):
        thread.write("drawn")
    thread.stop()
    assert not thread.is_alive()


def test_a_terminal_gets_what_is_written() -> None:
    """Nothing is held back while there is a terminal."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        output = Output(file)
        output.write("drawn")
        output.flush()
        assert os.read(reading, 100) == b"drawn"
    os.close(reading)
