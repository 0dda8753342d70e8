"""Moved keys as Textual needs them: several actions may share a key, one for each moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.binding import Binding


def whole_keymap(moved: Mapping[str, str], bindings: Iterable[Binding]) -> dict[str, str]:
    """The moved keys, and the usual ones of all bindings that share a key with them.

    Textual drops every other binding of a key that one is moved away from or to.

    >>> keys = [Binding("a", "x", id="x"), Binding("a,b", "y", id="y"), Binding("c", "z", id="z")]
    >>> whole_keymap({"x": "d"}, keys)
    {'y': 'a,b', 'x': 'd'}
    """
    usual = {binding.id: binding.key for binding in bindings if binding.id}
    touched = {key for name in moved for key in (usual.get(name, ""), moved[name])}
    touched = set(",".join(touched).split(","))
    shared: dict[str, str] = {}
    while more := {
        name: keys
        for name, keys in usual.items()
        if name not in shared and touched & set(keys.split(","))
    }:
        shared |= more
        touched |= set(",".join(more.values()).split(","))
    return {name: keys for name, keys in shared.items() if name not in moved} | dict(moved)
