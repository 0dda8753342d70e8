"""Output to a terminal that may have closed."""

from __future__ import annotations

import os
from typing import TextIO, cast

from qwirkle.tui.terminal import TerminalOutput


def test_output_to_a_closed_terminal_is_dropped() -> None:
    """Writing and flushing raise nothing, also at exit."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        output = TerminalOutput(cast("TextIO", file))
        for _ in range(3):
            output.write("frame" * 10_000)
            output.flush()
        assert output.fileno() == writing


def test_output_reaches_an_open_terminal() -> None:
    """Nothing is held back while the terminal is open."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        output = TerminalOutput(file)
        output.write("frame")
        output.flush()
        assert os.read(reading, 100) == b"frame"
    os.close(reading)
