"""What a terminal sends becomes keys and pastes, whatever it is."""

from __future__ import annotations

from textual import events

from qwirkle.tui.textual_compat import (
    MAX_PASTE,
    MAX_PASTE_IDLE_TICKS,
    PASTE_END,
    PASTE_START,
    InputParser,
)


def sent(*texts: str, ticks: int = 0) -> list[str]:
    """The keys by name and the pastes as text that come of some input, and of a pause after it."""
    parser = InputParser()
    messages = [message for text in texts for message in parser.feed(text)]
    messages += [message for _ in range(ticks) for message in parser.tick()]
    return [
        message.text if isinstance(message, events.Paste) else message.key
        for message in messages
        if isinstance(message, events.Paste | events.Key)
    ]


def test_keys() -> None:
    """Letters and sequences are keys."""
    assert sent("a\x1b[A", "é") == ["a", "up", "é"]


def test_a_sequence_that_textual_cannot_parse_is_dropped() -> None:
    """The next key is understood."""
    assert sent("\x1b[99999999999u", "a")[-1] == "a"


def test_a_paste_is_one_message_however_it_arrives() -> None:
    """Its marks may come in parts; what follows is keys again."""
    whole = f"{PASTE_START}two words{PASTE_END}x"
    assert sent(whole) == sent(*whole) == ["two words", "x"]


def test_sequences_in_a_paste_are_no_keys() -> None:
    """Coloured text that was copied from a terminal presses nothing."""
    assert sent(f"{PASTE_START}a\x1b[3m b\x1b[A\x1b\n{PASTE_END}") == ["a[3m b[A\n"]


def test_a_paste_without_an_end_ends_with_a_pause() -> None:
    """The keyboard works again, and what came of the paste is there."""
    parser = InputParser()
    assert not list(parser.feed(f"{PASTE_START}abc"))
    pasted = [message for _ in range(MAX_PASTE_IDLE_TICKS) for message in parser.tick()]
    assert [type(message) for message in pasted] == [events.Paste]
    (key,) = parser.feed("q")
    assert isinstance(key, events.Key)


def test_a_huge_paste_is_cut() -> None:
    """Its end is still found."""
    (pasted, key) = sent(f"{PASTE_START}{'x' * (2 * MAX_PASTE)}{PASTE_END}y")
    assert (len(pasted), key) == (MAX_PASTE, "y")
