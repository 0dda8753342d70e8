"""Key bindings: their descriptions, conflicts between remapped keys, and Textual's keymap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from textual import actions
from textual.app import App
from textual.binding import Binding, InvalidBinding

from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp

Keys = Mapping[str, str]
"""Remapped keys: binding id -> comma-separated keys."""

PLACES = {
    "table": tr("At the table"),
    "board": tr("On the board"),
    "curtain": tr("Behind the curtain"),
    "hanging": tr("While a bot is stuck"),
    "end": tr("At the end of a game"),
    "watch": tr("While watching"),
    "review": tr("In a review"),
    "summary": tr("At the end of a review"),
    "start": tr("Start screen"),
    "setup": tr("New game"),
    "share": tr("Sharing a table"),
    "code": tr("The code of a shared table"),
    "people": tr("People at a table"),
    "games": tr("Resume a game"),
    "records": tr("Watch a record"),
    "remove": tr("Removing a game"),
    "statistics": tr("Statistics"),
    "help": tr("Help"),
    "settings": tr("Settings"),
    "unsaved": tr("A game not saved"),
    "app": tr("Everywhere"),
}
"""Titles of the contexts in which keys work, by the first part of the binding id."""
WITH_BOARD = ("table", "watch", "review")
"""Contexts with a board, whose own keys work there too."""

_TYPES_NOTHING = r"(?:ctrl|alt)\+.+|f\d+"

NUMBERED = ("pick", "mark")
"""Actions with one key per slot of the hand."""
LONGER = {
    "play": tr("Play what lies there"),
    "trade": tr("Trade what is marked"),
    "roll": tr("Roll what is marked"),
    "lay": tr("Lay the picked piece"),
    "pick": tr("Pick a piece"),
    "mark": tr("Mark a piece"),
    "mark_all": tr("Mark all pieces"),
    "back": tr("Take the last one back"),
    "clear": tr("Take all back"),
    "start_trade": tr("Trade pieces"),
    "start_roll": tr("Roll dice"),
    "stop_trade": tr("Trade nothing"),
    "keep": tr("Keep the dice as they are"),
    "roll_all": tr("Roll all until one fits"),
    "hint": tr("Show the best turns"),
    "sort": tr("Sort the hand"),
    "undo": tr("Take the turn back"),
    "take_hint": tr("Take the hint"),
    "replay": tr("See the round again"),
    "why": tr("Why the last turn was made"),
    "next_pane": tr("Next pane"),
    "show_end": tr("The result"),
    "fit": tr("Show all pieces, and back"),
    "centre": tr("Centre the table"),
    "command_palette": tr("All commands"),
    "interrupt": tr("Stop at once"),
}
"""Descriptions for settings and help, longer than the labels in the key bar."""
DIRECTIONS = {
    "table.up": tr("Cursor up"),
    "table.down": tr("Cursor down"),
    "table.left": tr("Cursor to the left"),
    "table.right": tr("Cursor to the right"),
}


def remappable() -> Iterator[Binding]:
    """Yield every binding with an id, screen by screen."""
    from qwirkle.app.app import QwirkleApp
    from qwirkle.app.joined.people import PeopleScreen
    from qwirkle.app.joined.screen import JoinedScreen
    from qwirkle.app.pages.code import CodeScreen
    from qwirkle.app.pages.end import EndScreen
    from qwirkle.app.pages.games import GamesScreen, RecordsScreen, RemoveScreen
    from qwirkle.app.pages.help import HelpScreen
    from qwirkle.app.pages.settings import SettingsScreen
    from qwirkle.app.pages.setup import SetupScreen
    from qwirkle.app.pages.share import ShareScreen
    from qwirkle.app.pages.start import StartScreen
    from qwirkle.app.pages.statistics import StatisticsScreen
    from qwirkle.app.pages.unsaved import UnsavedScreen
    from qwirkle.app.pages.watch import WatchScreen
    from qwirkle.app.panes.board import BoardPane
    from qwirkle.app.review.screen import ReviewScreen
    from qwirkle.app.review.summary import ReviewSummaryScreen
    from qwirkle.app.table.curtain import CurtainScreen
    from qwirkle.app.table.hanging import HangingScreen
    from qwirkle.app.table.screen import TableScreen

    at_the_table = (TableScreen, JoinedScreen, BoardPane, CurtainScreen, HangingScreen, EndScreen)
    afterwards = (WatchScreen, ReviewScreen, ReviewSummaryScreen)
    lists = (GamesScreen, RecordsScreen, RemoveScreen, StatisticsScreen)
    sharing = (ShareScreen, CodeScreen, PeopleScreen)
    others = (*sharing, *lists, HelpScreen, SettingsScreen, UnsavedScreen)
    around = (StartScreen, SetupScreen, *others)
    seen = set()
    for owner in (*at_the_table, *afterwards, *around, QwirkleApp):
        for binding in owner.BINDINGS:
            if isinstance(binding, Binding) and binding.id and binding.id not in seen:
                seen.add(binding.id)  # local and remote games share their bindings
                yield binding


# Descriptions of bindings


def action_of(binding: Binding) -> str:
    """Return the name of a binding's action; for `do(...)`, the action on the turn."""
    _, name, arguments = actions.parse(binding.action)
    return str(arguments[0]) if name == "do" else name


def slot_of(binding: Binding) -> int | None:
    """Return the hand slot that a binding is for, counted from 0, or None."""
    if action_of(binding) not in NUMBERED:
        return None
    return int(str(binding.id).rpartition("-")[2]) - 1


def what_of(binding: Binding) -> str:
    """Describe what a binding does."""
    action, slot = action_of(binding), slot_of(binding)
    if slot is not None and action == "pick":
        return tr("Pick piece {number}", number=slot + 1)
    if slot is not None:
        return tr("Mark piece {number}", number=slot + 1)
    return DIRECTIONS.get(str(binding.id)) or LONGER.get(action) or binding.description


def place_of(binding: Binding) -> str:
    """Return the title of the context in which a binding works."""
    return PLACES[_place(binding)]


def _place(binding: Binding) -> str:
    return str(binding.id).partition(".")[0]


def display_of(app: App[Any], binding: Binding) -> str:
    """Return a binding's key for display; the keys for the hand's slots are shown as a range."""
    host = cast("QwirkleApp", app).host
    if binding.key_display and host is not None and slot_of(binding) == 0:
        return tr("1-{count}", count=host.variant.hand.size)
    return app.get_key_display(binding)


def shown_keys(app: App[Any], binding: Binding, moved: Keys) -> list[str]:
    """Return a binding's keys as the key bar shows them."""
    keys = moved.get(str(binding.id))
    if keys is None and binding.key_display:
        return [display_of(app, binding)]
    names = key_names(keys or binding.key)
    return [app.get_key_display(Binding(name, "")) for name in names]


# Conflicts


def key_names(keys: str) -> tuple[str, ...]:
    """Return Textual's names for comma-separated keys; nothing if one of them isn't a key.

    >>> key_names("+, ctrl+t")
    ('plus', 'ctrl+t')
    """
    try:
        return tuple(each.key for each in Binding.make_bindings([Binding(keys, "")]))
    except InvalidBinding:
        return ()


def suits(binding: Binding, keys: str) -> bool:
    """Return True if a binding can have these keys.

    Bindings that also work in text fields can't have keys that type a character.
    """
    names = key_names(keys)
    quiet = all(re.fullmatch(_TYPES_NOTHING, name) for name in names)
    return bool(names) and (quiet or not binding.priority)


def taken_by(name: str, moved: Keys, bindings: Iterable[Binding]) -> Binding | None:
    """Return another binding that shares a key with this one, or None.

    Bindings that share a default key are never available at the same time, so they may share keys.

    >>> play, trade = Binding("a", "x", id="t.play"), Binding("a", "y", id="t.trade")
    >>> keys = [play, trade, Binding("c", "z", id="t.sort")]
    >>> [getattr(taken_by("t.play", {"t.play": key}, keys), "id", None) for key in "abc"]
    [None, None, 't.sort']
    """
    known = {str(binding.id): binding for binding in bindings}
    here = known[name]
    usual, wanted = set(key_names(here.key)), set(key_names(moved.get(name, here.key)))
    for other in known.values():
        if (
            other is not here
            and _meet(_place(here), _place(other))
            and usual.isdisjoint(key_names(other.key))
            and not wanted.isdisjoint(key_names(moved.get(str(other.id), other.key)))
        ):
            return other
    return None


def _meet(place: str, other: str) -> bool:
    """Return True if keys of both contexts work at the same time."""
    if place == other or "app" in (place, other):
        return True
    return (place == "board" and other in WITH_BOARD) or (other == "board" and place in WITH_BOARD)


def without_clashes(moved: Keys, bindings: Iterable[Binding]) -> tuple[dict[str, str], str]:
    """Return the overrides that work together, and a message about the first that doesn't."""
    known = {str(binding.id): binding for binding in bindings}
    kept = {name: ",".join(key_names(keys)) for name, keys in moved.items() if name in known}
    trouble = ""
    while True:
        for name in reversed(kept):  # if two want the same key, the first in the file gets it
            other = taken_by(name, kept, known.values())
            if other is not None or not suits(known[name], moved[name]):
                break
        else:
            return kept, trouble
        trouble = trouble or _unused_text(moved[name], known[name], other)
        del kept[name]


def _unused_text(keys: str, binding: Binding, other: Binding | None) -> str:
    if other is None:
        return tr(
            "The settings give “{what}” the key “{key}”, which is no key for it; it is not used.",
            key=keys,
            what=what_of(binding),
        )
    return tr(
        "The settings give “{what}” the key “{key}”, which “{other}” has; it is not used.",
        key=keys,
        what=what_of(binding),
        other=what_of(other),
    )


# Textual's keymap


def whole_keymap(moved: Keys, bindings: Iterable[Binding]) -> dict[str, str]:
    """Return the overrides, and the default keys of all bindings that share a key with them.

    If a keymap moves a binding from or to a key, Textual drops all other bindings of that key.

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
