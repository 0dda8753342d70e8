"""Private names of Textual are in one module, and input that Textual can't parse does no harm."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.message import Message

import qwirkle.tui
from qwirkle.tui.textual_compat import (
    MAX_PASTE,
    MAX_PASTE_IDLE_TICKS,
    PASTE_END,
    PASTE_START,
    InputParser,
)

FOLDER = Path(qwirkle.tui.__file__).parent
OWN = {"self", "cls", "super()"}
PUBLIC = {"_replace"}
"""Documented for named tuples, despite its underscore."""


def test_textual_still_has_every_private_name_in_use() -> None:
    """If this fails after an upgrade of Textual, see `tui/textual_compat.py`."""
    parser = import_module("textual._xterm_parser").XTermParser
    assert callable(parser.feed)
    assert callable(parser.tick)
    assert callable(App._fatal_error)
    assert "_file" in LinuxDriver.__init__.__code__.co_names


def test_no_other_module_uses_a_private_name() -> None:
    """Other modules import no private names of Textual, and use only those of their own objects."""
    offences = [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for path in FOLDER.rglob("*.py")
        if path.name != "textual_compat.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom | ast.Attribute) and uses_private_name(node)
    ]
    assert not offences


def test_no_class_overrides_a_private_method_of_textual() -> None:
    """`_fatal_error` is the only private method of Textual that the app overrides."""
    replaced = {
        name for cls in app_classes() for name in private_methods(cls) if overrides(cls, name)
    }
    assert replaced == {"_fatal_error"}


def uses_private_name(node: ast.ImportFrom | ast.Attribute) -> bool:
    """Return True if a node names something private of Textual, or of another object."""
    if isinstance(node, ast.ImportFrom):
        parts = (*str(node.module).split("."), *(each.name for each in node.names))
        return parts[0] == "textual" and any(map(is_private, parts))
    if not is_private(node.attr) or node.attr in PUBLIC:
        return False
    return ast.unparse(node.value) not in OWN


def is_private(name: str) -> bool:
    """Return True if a name has one leading underscore."""
    return name.startswith("_") and not name.startswith("__")


def app_classes() -> Iterator[type]:
    """Yield every class of the app."""
    for module in pkgutil.walk_packages([str(FOLDER)], "qwirkle.tui."):
        yield from (each for each in vars(import_module(module.name)).values() if is_ours(each))


def is_ours(cls: object) -> bool:
    """Return True if this is a class of the app."""
    return isinstance(cls, type) and cls.__module__.startswith("qwirkle.tui")


def private_methods(cls: type) -> list[str]:
    """Return the names of the private methods that a class defines."""
    return [name for name, value in vars(cls).items() if is_private(name) and isfunction(value)]


def overrides(cls: type, name: str) -> bool:
    """Return True if one of the class's Textual bases has this name."""
    return any(name in vars(base) for base in cls.__mro__ if base.__module__.startswith("textual"))


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


UNPARSABLE = ("\x1b[99999999999u", "\x1b[48;0;0;0;0t\x1b[<0;9;9M", "\x1b[;;9999999u")


FRAGMENTS = st.sampled_from(
    (*UNPARSABLE, "\x1b[200~", "\x1b[201~", "\x1b[A", "\x1b", "[", "<", "9", "M")
)


def parse_messages(*parts: str) -> list[Message]:
    """Return the messages that the parser makes of this input."""
    parser = InputParser()
    return [message for part in parts for message in parser.feed(part)]


def test_keys_around_an_unparsable_sequence_are_parsed() -> None:
    """Only the sequence itself is lost."""
    for sequence in UNPARSABLE:
        keys = [each.key for each in parse_messages(f"a{sequence}b\x1b[A") if isinstance(each, Key)]
        assert keys == ["a", "b", "up"]


@given(st.lists(FRAGMENTS | st.text(max_size=3), max_size=20))
def test_no_input_breaks_the_parser(parts: list[str]) -> None:
    """After any input, the end of a paste and two Escapes, keys are parsed again."""
    last = parse_messages(*parts, "\x1b[201~", "x" * 40, "\x1b[A")[-1]
    assert isinstance(last, Key)
    assert last.key == "up"
