"""Input that Textual can't parse, and output to a terminal that has closed."""

from __future__ import annotations

import os
from typing import TextIO, cast

from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from qwirkle.tui.terminal import TerminalOutput
from qwirkle.tui.textual_compat import InputParser

UNPARSABLE = ("\x1b[99999999999u", "\x1b[48;0;0;0;0t\x1b[<0;9;9M", "\x1b[;;9999999u")
FRAGMENTS = st.sampled_from(
    (*UNPARSABLE, "\x1b[200~", "\x1b[201~", "\x1b[A", "\x1b", "[", "<", "9", "M")
)


def parse(*parts: str) -> list[Message]:
    """Return the messages that the parser makes of this input."""
    parser = InputParser()
    return [message for part in parts for message in parser.feed(part)]


def test_keys_around_an_unparsable_sequence_are_parsed() -> None:
    """Only the sequence itself is lost."""
    for sequence in UNPARSABLE:
        keys = [each.key for each in parse(f"a{sequence}b\x1b[A") if isinstance(each, Key)]
        assert keys == ["a", "b", "up"]


def test_a_paste_in_parts_is_one_message() -> None:
    """The parts of a paste are joined."""
    (paste,) = parse("\x1b[200~Zo", "ë\n", "x\x1b[20", "1~")
    assert isinstance(paste, Paste)
    assert paste.text == "Zoë\nx"


@given(st.lists(FRAGMENTS | st.text(max_size=3), max_size=20))
def test_no_input_breaks_the_parser(parts: list[str]) -> None:
    """After any input, the end of a paste and two Escapes, keys are parsed again."""
    last = parse(*parts, "\x1b[201~", "x" * 40, "\x1b[A")[-1]
    assert isinstance(last, Key)
    assert last.key == "up"


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
