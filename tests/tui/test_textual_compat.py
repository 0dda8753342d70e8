"""Private names of Textual: those in use exist, and only one module uses any."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

import qwirkle.tui

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
