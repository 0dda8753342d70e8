"""Help: the keys that work at this moment, the mouse, and the rules of this game."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, NamedTuple

from rich.text import Text
from textual import actions
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from qwirkle import catalog
from qwirkle.app.pages.drawing import Drawing
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.panes.lines import fitted
from qwirkle.engine.variant import Variant
from qwirkle.rulebook.rules import rules_text
from qwirkle.texts import tr

FAMILIES = {
    "move": tr("Move the cursor"),
    "pan": tr("Move the table"),
    "zoom_by": tr("Zoom in and out"),
    "next_fit": tr("Next, previous cell"),
    "step": tr("Next, previous"),
    "jump": tr("First, last"),
}
"""Actions with several keys, told in one line."""
LONGER = {
    "play": tr("Play what lies there"),
    "lay": tr("Lay the picked piece"),
    "pick": tr("Pick a piece"),
    "mark": tr("Mark a piece"),
    "mark_all": tr("Mark all pieces"),
    "back": tr("Take the last one back"),
    "clear": tr("Take all back"),
    "start_trade": tr("Trade pieces"),
    "start_roll": tr("Roll dice"),
    "keep": tr("Keep the dice as they are"),
    "roll_all": tr("Roll all until one fits"),
    "hint": tr("Show the best turns"),
    "sort": tr("Sort the hand"),
    "undo": tr("Take the turn back"),
    "next_pane": tr("Next pane"),
    "show_end": tr("The result"),
    "fit": tr("Show all pieces, and back"),
    "centre": tr("Centre the table"),
    "command_palette": tr("All commands"),
    "interrupt": tr("Stop at once"),
}
"""What an action does, in more words than the last line has room for."""
NUMBERED = ("pick", "mark")
"""Actions of which the first key stands for all."""
AROUND = ("move", "next_fit", "next_pane")
"""Actions of a table that change nothing but what is seen."""


ARROWS = {
    ("h", "j", "k", "l"): tr("hjkl"),
    ("↑", "↓", "←", "→"): tr("arrows"),
    ("shift+↑", "shift+↓", "shift+←", "shift+→"): tr("shift+arrows"),
}
"""Keys for the four directions, and what they are called together."""


class Entry(NamedTuple):
    """Keys, and what they do."""

    keys: str
    what: str


class Group(NamedTuple):
    """Keys that belong together."""

    title: str
    entries: tuple[Entry, ...]


Keys = tuple[Group, ...]


def keys_of(screen: Screen[Any]) -> Keys:
    """The keys that work on a screen now, in groups, those for one thing together."""
    titles = (tr("Keys now"), tr("Cursor and view"), tr("Keys everywhere"))
    found: tuple[dict[str, tuple[str, list[str]]], ...] = ({}, {}, {})
    for active in screen.active_bindings.values():
        binding = active.binding
        if not (active.enabled and binding.description and binding.id):
            continue
        action = _action_of(binding)
        known = action in FAMILIES or action in NUMBERED
        what = FAMILIES.get(action) or LONGER.get(action) or binding.description
        group = found[_group_of(active, action)]
        _, keys = group.setdefault(action if known else binding.description, (what, []))
        shown = screen.app.get_key_display(binding)
        if shown not in keys and not (action in NUMBERED and keys):
            keys.append(shown)
    return tuple(
        Group(title, tuple(Entry(_shortened(keys), what) for what, keys in group.values()))
        for title, group in zip(titles, found, strict=True)
        if group
    )


def _action_of(binding: Binding) -> str:
    """The name of what a key does; of the keys of a turn, the action of the turn."""
    _, name, arguments = actions.parse(binding.action)
    return str(arguments[0]) if name == "do" else name


def _shortened(keys: list[str]) -> str:
    """The keys, the four arrows told as one."""
    for arrows, told in ARROWS.items():
        if set(arrows) <= set(keys):
            keys = [told, *(key for key in keys if key not in arrows)]
    return " ".join(keys)


def _group_of(active: ActiveBinding, action: str) -> int:
    name = str(active.binding.id)
    if name.startswith("app."):
        return 2
    return 1 if action in AROUND or name.startswith("board.") else 0


def mouse_group() -> Group:
    """What the mouse does."""
    return Group(
        tr("Mouse"),
        (
            Entry(tr("click"), tr("Pick a piece, lay it on a cell")),
            Entry(tr("right click"), tr("Take the last piece back")),
            Entry(tr("drag"), tr("Move the table")),
            Entry(tr("ctrl wheel"), tr("Zoom in and out")),
            Entry(tr("last line"), tr("Click a key to press it")),
        ),
    )


def keys_text(group: Group, look: Look, columns: int) -> Text:
    """The keys of a group, in two columns where they fit."""
    palette = palette_of(look)
    key_style = style_of(palette.accent, palette.panel, True)
    keys = max(len(entry.keys) for entry in group.entries) + 2
    room = max(len(entry.what) for entry in group.entries) + 2
    count = 2 if columns >= 2 * (keys + room) else 1
    room = columns // count - keys
    rows = -(-len(group.entries) // count)
    lines = []
    for row in range(rows):
        line = Text("", end="")
        for entry in group.entries[row::rows]:
            line.append(entry.keys.ljust(keys), key_style)
            line.append(fitted(entry.what, max(1, room)))
        lines.append(line)
    return Text("\n").join(lines)


class HelpScreen(Page[None]):
    """Keys and rules on one page to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "close", tr("Close"), id="help.close"),
    ]

    def __init__(self, keys: Keys, variant: Variant | None) -> None:
        super().__init__()
        self._groups = (*keys, mouse_group())
        self._variants = (variant,) if variant is not None else catalog.bundled()

    def compose_page(self) -> ComposeResult:
        """The keys, then the rules section by section."""
        with VerticalScroll(classes="sheet"), VerticalGroup(classes="column"):
            for group in self._groups:
                drawing = Drawing(partial(keys_text, group), classes="box")
                drawing.border_title = Content(group.title)
                yield drawing
            for variant in self._variants:
                with VerticalGroup(classes="box") as rules:
                    rules.border_title = Content(variant.title)
                    for section in rules_text(variant):
                        told = Content("\n".join(section.paragraphs))
                        title = Content(section.title).stylize("bold $accent")
                        yield Static(title + Content("\n") + told, classes="rule")
        with HorizontalGroup(classes="actions"):
            yield Button(tr("Close"), id="close", variant="primary", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys that scroll."""
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss()
