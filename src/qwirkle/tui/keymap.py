"""Key bindings: their descriptions, conflicts between remapped keys, and Textual's keymap."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from textual import actions
from textual.app import App
from textual.binding import Binding, InvalidBinding

from qwirkle.i18n import tr

if TYPE_CHECKING:
    from qwirkle.tui.app import QwirkleApp

KeyOverrides = Mapping[str, str]
"""Remapped keys: binding id -> comma-separated keys."""

CONTEXT_TITLES = {
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
"""Titles of the contexts in which keys work, by the first part of the binding id.

Settings files contain binding ids, so the ids never change.
"""
BOARD_CONTEXTS = ("table", "watch", "review")
"""Contexts with a board; the keys of the `board` context work there too."""

_NON_TYPING_KEY = r"(?:ctrl|alt)\+.+|f\d+"

SLOT_ACTIONS = ("pick", "mark")
"""Actions with one key per slot of the hand."""
ACTION_DESCRIPTIONS = {
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
    "zoom_to_fit": tr("Show all pieces, and back"),
    "centre": tr("Centre the table"),
    "command_palette": tr("All commands"),
    "interrupt": tr("Stop at once"),
}
"""Descriptions for settings and help, longer than the labels in the key bar."""
DIRECTION_DESCRIPTIONS = {
    "table.up": tr("Cursor up"),
    "table.down": tr("Cursor down"),
    "table.left": tr("Cursor to the left"),
    "table.right": tr("Cursor to the right"),
}


def remappable_bindings() -> Iterator[Binding]:
    """Yield every binding with an id, screen by screen."""
    from qwirkle.tui.app import QwirkleApp
    from qwirkle.tui.screens.bot_failure import BotFailureScreen
    from qwirkle.tui.screens.end import EndScreen
    from qwirkle.tui.screens.game import LocalGameScreen
    from qwirkle.tui.screens.games import ConfirmDeleteScreen, RecordsScreen, UnfinishedGamesScreen
    from qwirkle.tui.screens.handoff import HandOffScreen
    from qwirkle.tui.screens.help import HelpScreen
    from qwirkle.tui.screens.qr import QrScreen
    from qwirkle.tui.screens.remote_game import RemoteGameScreen
    from qwirkle.tui.screens.remote_players import PlayersScreen
    from qwirkle.tui.screens.review import ReviewScreen, ReviewSummaryScreen
    from qwirkle.tui.screens.settings import SettingsScreen
    from qwirkle.tui.screens.setup import SetupScreen
    from qwirkle.tui.screens.share import ShareScreen
    from qwirkle.tui.screens.start import StartScreen
    from qwirkle.tui.screens.statistics import StatisticsScreen
    from qwirkle.tui.screens.unsaved import UnsavedScreen
    from qwirkle.tui.screens.watch import WatchScreen
    from qwirkle.tui.widgets.board import BoardPane

    game_screens = (
        LocalGameScreen,
        RemoteGameScreen,
        BoardPane,
        HandOffScreen,
        BotFailureScreen,
        EndScreen,
    )
    review_screens = (WatchScreen, ReviewScreen, ReviewSummaryScreen)
    list_screens = (UnfinishedGamesScreen, RecordsScreen, ConfirmDeleteScreen, StatisticsScreen)
    sharing_screens = (ShareScreen, QrScreen, PlayersScreen)
    other_screens = (*sharing_screens, *list_screens, HelpScreen, SettingsScreen, UnsavedScreen)
    menu_screens = (StartScreen, SetupScreen, *other_screens)
    seen_ids = set()
    for owner in (*game_screens, *review_screens, *menu_screens, QwirkleApp):
        for binding in owner.BINDINGS:
            if isinstance(binding, Binding) and binding.id and binding.id not in seen_ids:
                seen_ids.add(binding.id)  # local and remote games share their bindings
                yield binding


# Descriptions of bindings


def action_name(binding: Binding) -> str:
    """Return the name of a binding's action; for `do(...)`, the action on the turn."""
    _, name, arguments = actions.parse(binding.action)
    return str(arguments[0]) if name == "do" else name


def slot_index(binding: Binding) -> int | None:
    """Return the hand slot that a binding is for, counted from 0, or None."""
    if action_name(binding) not in SLOT_ACTIONS:
        return None
    return int(str(binding.id).rpartition("-")[2]) - 1


def describe_binding(binding: Binding) -> str:
    """Describe what a binding does."""
    action, slot = action_name(binding), slot_index(binding)
    if slot is not None and action == "pick":
        return tr("Pick piece {number}", number=slot + 1)
    if slot is not None:
        return tr("Mark piece {number}", number=slot + 1)
    return (
        DIRECTION_DESCRIPTIONS.get(str(binding.id))
        or ACTION_DESCRIPTIONS.get(action)
        or binding.description
    )


def context_title(binding: Binding) -> str:
    """Return the title of the context in which a binding works."""
    return CONTEXT_TITLES[_context_id(binding)]


def _context_id(binding: Binding) -> str:
    return str(binding.id).partition(".")[0]


def key_label(app: App[Any], binding: Binding) -> str:
    """Return a binding's key for display; the keys for the hand's slots are shown as a range."""
    session = cast("QwirkleApp", app).session
    if binding.key_display and session is not None and slot_index(binding) == 0:
        return tr("1-{count}", count=session.variant.hand.size)
    return app.get_key_display(binding)


def key_labels(app: App[Any], binding: Binding, overrides: KeyOverrides) -> list[str]:
    """Return a binding's keys as the key bar shows them."""
    keys = overrides.get(str(binding.id))
    if keys is None and binding.key_display:
        return [key_label(app, binding)]
    names = normalize_keys(keys or binding.key)
    return [app.get_key_display(Binding(name, "")) for name in names]


# Conflicts


def normalize_keys(keys: str) -> tuple[str, ...]:
    """Return Textual's names for comma-separated keys; nothing if one of them isn't a key.

    >>> normalize_keys("+, ctrl+t")
    ('plus', 'ctrl+t')
    """
    try:
        return tuple(binding.key for binding in Binding.make_bindings([Binding(keys, "")]))
    except InvalidBinding:
        return ()


def can_bind(binding: Binding, keys: str) -> bool:
    """Return True if a binding can have these keys.

    Bindings that also work in text fields can't have keys that type a character.
    """
    names = normalize_keys(keys)
    never_types = all(re.fullmatch(_NON_TYPING_KEY, name) for name in names)
    return bool(names) and (never_types or not binding.priority)


def find_conflict(
    binding_id: str, overrides: KeyOverrides, bindings: Iterable[Binding]
) -> Binding | None:
    """Return another binding that shares a key with this one, or None.

    Bindings that share a default key are never available at the same time, so they may share keys.

    >>> play, trade = Binding("a", "x", id="t.play"), Binding("a", "y", id="t.trade")
    >>> keys = [play, trade, Binding("c", "z", id="t.sort")]
    >>> [getattr(find_conflict("t.play", {"t.play": key}, keys), "id", None) for key in "abc"]
    [None, None, 't.sort']
    """
    by_id = {str(binding.id): binding for binding in bindings}
    binding = by_id[binding_id]
    default_keys = set(normalize_keys(binding.key))
    keys = set(normalize_keys(overrides.get(binding_id, binding.key)))
    for other in by_id.values():
        if (
            other is not binding
            and _contexts_overlap(_context_id(binding), _context_id(other))
            and default_keys.isdisjoint(normalize_keys(other.key))
            and not keys.isdisjoint(normalize_keys(overrides.get(str(other.id), other.key)))
        ):
            return other
    return None


def _contexts_overlap(context: str, other: str) -> bool:
    """Return True if keys of both contexts work at the same time."""
    if context == other or "app" in (context, other):
        return True
    return (context == "board" and other in BOARD_CONTEXTS) or (
        other == "board" and context in BOARD_CONTEXTS
    )


def resolve_conflicts(
    overrides: KeyOverrides, bindings: Iterable[Binding]
) -> tuple[dict[str, str], str]:
    """Return the overrides that work together, and a message about the first that doesn't."""
    by_id = {str(binding.id): binding for binding in bindings}
    accepted = {
        name: ",".join(normalize_keys(keys)) for name, keys in overrides.items() if name in by_id
    }
    error = ""
    while True:
        for name in reversed(accepted):  # if two want the same key, the first in the file gets it
            other = find_conflict(name, accepted, by_id.values())
            if other is not None or not can_bind(by_id[name], overrides[name]):
                break
        else:
            return accepted, error
        error = error or _rejected_key_text(overrides[name], by_id[name], other)
        del accepted[name]


def _rejected_key_text(keys: str, binding: Binding, other: Binding | None) -> str:
    if other is None:
        return tr(
            "The settings give “{what}” the key “{key}”, which is no key for it; it is not used.",
            key=keys,
            what=describe_binding(binding),
        )
    return tr(
        "The settings give “{what}” the key “{key}”, which “{other}” has; it is not used.",
        key=keys,
        what=describe_binding(binding),
        other=describe_binding(other),
    )


# Textual's keymap


def build_keymap(overrides: KeyOverrides, bindings: Iterable[Binding]) -> dict[str, str]:
    """Return the overrides, and the default keys of all bindings that share a key with them.

    If a keymap moves a binding from or to a key, Textual drops all other bindings of that key.

    >>> keys = [Binding("a", "x", id="x"), Binding("a,b", "y", id="y"), Binding("c", "z", id="z")]
    >>> build_keymap({"x": "d"}, keys)
    {'y': 'a,b', 'x': 'd'}
    """
    default_keys = {binding.id: binding.key for binding in bindings if binding.id}
    affected_keys = {
        key for name in overrides for key in (default_keys.get(name, ""), overrides[name])
    }
    affected_keys = set(",".join(affected_keys).split(","))
    rebound: dict[str, str] = {}
    while sharing := {
        name: keys
        for name, keys in default_keys.items()
        if name not in rebound and affected_keys & set(keys.split(","))
    }:
        rebound |= sharing
        affected_keys |= set(",".join(sharing.values()).split(","))
    return {name: keys for name, keys in rebound.items() if name not in overrides} | dict(overrides)
