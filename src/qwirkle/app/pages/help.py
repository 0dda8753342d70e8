"""The help screen: keys of the previous screen, the mouse, and the rules of the variant."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct, field
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle import catalog
from qwirkle.app.keymap import LONGER, NUMBERED, action_of, shown_keys
from qwirkle.app.pages.drawing import Drawing
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.panes.lines import chips, fitted
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Laid
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
"""Actions with one key per direction, listed in one line."""
AROUND = ("move", "next_fit", "next_pane")
"""Game actions that change only the view."""


ARROWS = {
    ("h", "j", "k", "l"): tr("hjkl"),
    ("↑", "↓", "←", "→"): tr("arrows"),
    ("shift+↑", "shift+↓", "shift+←", "shift+→"): tr("shift+arrows"),
}
"""The name of four direction keys together."""


class Entry(NamedTuple):
    """One line of help: keys, and what they do."""

    keys: str
    what: str
    rests: bool = False
    """True if the keys do nothing right now."""


class Group(NamedTuple):
    """A titled box of key entries."""

    title: str
    entries: tuple[Entry, ...]


Keys = tuple[Group, ...]


def keys_of(screen: Page[Any], variant: Variant | None = None) -> Keys:
    """Collect the keys of a screen in groups, one entry per action.

    Keys that the variant never uses are left out; keys that do nothing right now are inactive.
    """
    app = screen.table_app
    awake = {each.binding.id for each in screen.active_bindings.values() if each.enabled}
    boards = [BoardPane.BINDINGS] if screen.query(BoardPane) else []
    found: tuple[dict[str, _Found], ...] = ({}, {}, {})
    for binding in chain(screen.BINDINGS, *boards, app.BINDINGS):
        if not isinstance(binding, Binding) or not binding.id:
            continue
        action = action_of(binding)
        if variant is not None and not _is_possible(action, variant):
            continue
        known = action in FAMILIES or action in NUMBERED
        entry = found[_group_of(binding, action)].setdefault(
            action if known else binding.description,
            _Found(FAMILIES.get(action) or LONGER.get(action) or binding.description),
        )
        entry.awake |= binding.id in awake
        if not (action in NUMBERED and entry.keys):
            entry.keys += shown_keys(app, binding, app.settings.keys)
    titles = (tr("Keys here; the grey ones rest now"), tr("Cursor and view"), tr("Keys everywhere"))
    return tuple(
        Group(title, tuple(Entry(_shortened(e.keys), e.what, not e.awake) for e in group.values()))
        for title, group in zip(titles, found, strict=True)
        if group
    )


class _Found(Struct):
    """A key entry being collected."""

    what: str
    keys: list[str] = field(default_factory=list)
    awake: bool = False


def _is_possible(action: str, variant: Variant) -> bool:
    """Check whether a turn of this variant can ever offer an action."""
    ways = variant.place_step.instead + variant.place_step.stuck
    match action:
        case "roll" | "start_roll" | "keep" | "roll_all":
            return bool(variant.roll_step)
        case "trade" | "start_trade" | "stop_trade":
            return "trade" in ways
        case "redraw" | "pass":
            return action in ways
    return True


def _shortened(keys: list[str]) -> str:
    """Join keys into one text, with a common name for four direction keys."""
    for arrows, told in ARROWS.items():
        if set(arrows) <= set(keys):
            keys = [told, *(key for key in keys if key not in arrows)]
    return " ".join(keys)


def _group_of(binding: Binding, action: str) -> int:
    name = str(binding.id)
    if name.startswith("app."):
        return 2
    return 1 if action in AROUND or name.startswith("board.") else 0


def mouse_group() -> Group:
    """Return the help on mouse gestures."""
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
    """Draw the keys of a group, in two columns if they fit."""
    palette = palette_of(look)
    key_style = style_of(palette.accent, palette.panel, True)
    muted = style_of(palette.muted, palette.panel)
    keys = max(len(entry.keys) for entry in group.entries) + 2
    room = max(len(entry.what) for entry in group.entries) + 2
    count = 2 if columns >= 2 * (keys + room) else 1
    room = columns // count - keys
    rows = -(-len(group.entries) // count)
    lines = []
    for row in range(rows):
        line = Text("", end="")
        for entry in group.entries[row::rows]:
            line.append(entry.keys.ljust(keys), muted if entry.rests else key_style)
            line.append(fitted(entry.what, max(1, room)), muted if entry.rests else None)
        lines.append(line)
    return Text("\n").join(lines)


def picture_text(pieces: tuple[Laid, ...], body: str, look: Look, columns: int) -> Text:
    """Draw pieces as they are placed on the board, one line per row."""
    brush = brush_of(look, body)
    board = Board.of(pieces)
    _, rows = board.extent
    lines = []
    for y in rows:
        faces = tuple(face for (_, row), face in sorted(board.cells.items()) if row == y)
        lines.append(Text("  ", end="").append_text(chips(brush, faces, columns - 2)))
    return Text("\n").join(lines)


class HelpScreen(Page[None]):
    """Keys and rules on one scrolling page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "close", tr("Close"), id="help.close"),
    ]

    def __init__(self, keys: Keys, variant: Variant | None) -> None:
        super().__init__()
        self._groups = (*keys, mouse_group())
        self._variants = (variant,) if variant is not None else catalog.bundled()

    def compose_page(self) -> ComposeResult:
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
                        if section.picture:
                            draw = partial(picture_text, section.picture, variant.pieces.look)
                            yield Drawing(draw, classes="rule")
        with HorizontalGroup(classes="actions"):
            yield Button(tr("Close"), id="close", variant="primary", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        self.dismiss()

    def action_close(self) -> None:
        self.dismiss()
