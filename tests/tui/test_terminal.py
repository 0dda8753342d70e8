"""Input that Textual can't parse, and output to a terminal that is gone."""

from __future__ import annotations

import os
from typing import TextIO, cast

from hypothesis import given
from hypothesis import strategies as st
from textual.events import Key, Paste
from textual.message import Message

from qwirkle.tui.terminal import TerminalOutput
from qwirkle.tui.textual_compat import InputParser

TOO_MUCH = ("\x1b[99999999999u", "\x1b[48;0;0;0;0t\x1b[<0;9;9M", "\x1b[;;9999999u")
PIECES = st.sampled_from(
    (*TOO_MUCH, "\x1b[200~", "\x1b[201~", "\x1b[A", "\x1b", "[", "<", "9", "M")
)


def parsed(*parts: str) -> list[Message]:
    """Return what a parser makes of parts of input."""
    parser = InputParser()
    return [message for part in parts for message in parser.feed(part)]


def test_keys_around_a_sequence_that_is_too_much_arrive() -> None:
    """Only the sequence itself is lost."""
    for sequence in TOO_MUCH:
        keys = [each.key for each in parsed(f"a{sequence}b\x1b[A") if isinstance(each, Key)]
        assert keys == ["a", "b", "up"]


def test_a_paste_arrives_whole() -> None:
    """Its parts may come one by one."""
    (paste,) = parsed("\x1b[200~Zo", "ë\n", "x\x1b[20", "1~")
    assert isinstance(paste, Paste)
    assert paste.text == "Zoë\nx"


@given(st.lists(PIECES | st.text(max_size=3), max_size=20))
def test_no_input_ends_the_parser(parts: list[str]) -> None:
    """After any input, the end of a paste and two Escapes, keys arrive again."""
    last = parsed(*parts, "\x1b[201~", "x" * 40, "\x1b[A")[-1]
    assert isinstance(last, Key)
    assert last.key == "up"


def test_a_terminal_that_is_gone_takes_no_output_and_raises_nothing() -> None:
    """What could not be written is dropped, also by the flush at exit."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        output = TerminalOutput(cast("TextIO", file))
        for _ in range(3):
            output.write("frame" * 10_000)
            output.flush()
        assert output.fileno() == writing


def test_a_terminal_gets_what_is_written() -> None:
    """Nothing is held back while there is a terminal."""
    reading, writing = os.pipe()
    with os.fdopen(writing, "w", encoding="utf-8") as file:
        output = TerminalOutput(file)
        output.write("frame")
        output.flush()
        assert os.read(reading, 100) == b"frame"
    os.close(reading)
