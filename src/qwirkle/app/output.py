"""Where frames are written: a terminal that goes away must not hold the program up."""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from textual.driver import Driver


class Output:
    """A terminal's file; once the terminal is gone, what is written is dropped.

    Textual writes in a thread of its own, from a short queue. An error would end that thread, and
    the program would wait for ever for room in the queue.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, if there is a terminal to write to."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Let the terminal have all of it."""
        with suppress(OSError):
            self._file.flush()

    def fileno(self) -> int:
        """The number of the terminal's file."""
        return self._file.fileno()


def lasting(driver_class: type[Driver]) -> type[Driver]:
    """The same driver, but one that outlives its terminal."""

    class LastingDriver(driver_class):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self._file: Any = Output(self._file)

    return cast("type[Driver]", LastingDriver)
