"""Terminal input becomes keys and pastes, whatever the terminal sends."""

from __future__ import annotations

from textual import events

from qwirkle.tui.textual_compat import (
    MAX_PASTE,
    MAX_PASTE_IDLE_TICKS,
    PASTE_END,
    PASTE_START,
    InputParser,
)


def parse(*texts: str, ticks: int = 0) -> list[str]:
    """Return the keys (by name) and pastes (as text) parsed from input, then from idle ticks."""
    parser = InputParser()
    messages = [message for text in texts for message in parser.feed(text)]
    messages += [message for _ in range(ticks) for message in parser.tick()]
    return [
        message.text if isinstance(message, events.Paste) else message.key
        for message in messages
        if isinstance(message, events.Paste | events.Key)
    ]


def test_letters_and_sequences_are_keys() -> None:
    """Letters and escape sequences are parsed as keys."""
    assert parse("a\x1b[A", "é") == ["a", "up", "é"]


def test_a_sequence_that_textual_cannot_parse_is_skipped() -> None:
    """The key after it is parsed."""
    assert parse("\x1b[99999999999u", "a")[-1] == "a"


def test_a_paste_is_one_message_however_it_arrives() -> None:
    """Its markers may arrive in parts; input after the end marker is keys again."""
    whole = f"{PASTE_START}two words{PASTE_END}x"
    assert parse(whole) == parse(*whole) == ["two words", "x"]


def test_sequences_in_a_paste_are_not_keys() -> None:
    """Escape sequences in pasted text press no keys."""
    assert parse(f"{PASTE_START}a\x1b[3m b\x1b[A\x1b\n{PASTE_END}") == ["a[3m b[A\n"]


def test_a_paste_without_an_end_marker_ends_after_a_pause() -> None:
    """The pasted text is delivered, and keys work again."""
    parser = InputParser()
    assert not list(parser.feed(f"{PASTE_START}abc"))
    pasted = [message for _ in range(MAX_PASTE_IDLE_TICKS) for message in parser.tick()]
    assert [type(message) for message in pasted] == [events.Paste]
    (key,) = parser.feed("q")
    assert isinstance(key, events.Key)


def test_a_huge_paste_is_truncated() -> None:
    """The end marker is still recognized."""
    (pasted, key) = parse(f"{PASTE_START}{'x' * (2 * MAX_PASTE)}{PASTE_END}y")
    assert (len(pasted), key) == (MAX_PASTE, "y")
