"""Where frames are written: a terminal that goes away must not hold the program up."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import IO


class Output:
    """A terminal's file; once the terminal is gone, what is written is dropped.

    Textual writes in a thread of its own, from a short queue. An error would end that thread, and
    the program would wait for ever for room in the queue. What is left in the file then goes
    nowhere: Python would try to write it when it ends, and change the exit status.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, if there is a terminal to write to."""
        try:
            self._file.write(text)
        except OSError:
            self._forget()
        except ValueError:  # text that this terminal has no signs for
            pass

    def flush(self) -> None:
        """Let the terminal have all of it."""
        try:
            self._file.flush()
        except OSError:
            self._forget()

    def fileno(self) -> int:
        """The number of the terminal's file."""
        return self._file.fileno()

    def _forget(self) -> None:
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
