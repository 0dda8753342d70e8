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
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import PieceAt
from qwirkle.engine.variant import Variant
from qwirkle.i18n import tr
from qwirkle.text.rules import rules_sections
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.drawing.text import fit_text, render_small_pieces
from qwirkle.tui.keymap import ACTION_DESCRIPTIONS, SLOT_ACTIONS, action_name, key_labels
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import ResponsiveText

GROUPED_ACTIONS = {
    "move": tr("Move the cursor"),
    "pan": tr("Move the table"),
    "zoom_by": tr("Zoom in and out"),
    "next_fit": tr("Next, previous cell"),
    "step": tr("Next, previous"),
    "jump": tr("First, last"),
}
"""Actions with one key per direction, listed in one line."""
VIEW_ACTIONS = ("move", "next_fit", "next_pane")
"""Game actions that change only the view."""

DIRECTION_KEY_NAMES = {
    ("h", "j", "k", "l"): tr("hjkl"),
    ("↑", "↓", "←", "→"): tr("arrows"),
    ("shift+↑", "shift+↓", "shift+←", "shift+→"): tr("shift+arrows"),
}
"""The name of four direction keys together."""


class KeyEntry(NamedTuple):
    """One line of help: keys, and what they do."""

    keys: str
    description: str
    inactive: bool = False
    """True if the keys do nothing right now."""


class KeyGroup(NamedTuple):
    """A titled box of key entries."""

    title: str
    entries: tuple[KeyEntry, ...]


KeyGroups = tuple[KeyGroup, ...]


def collect_keys(screen: BaseScreen[Any], variant: Variant | None = None) -> KeyGroups:
    """Collect the keys of a screen in groups, one entry per action.

    Keys that the variant never uses are left out; keys that do nothing right now are inactive.
    """
    app = screen.qwirkle_app
    active_ids = {active.binding.id for active in screen.active_bindings.values() if active.enabled}
    boards = [BoardPane.BINDINGS] if screen.query(BoardPane) else []
    groups: tuple[dict[str, _EntryBuilder], ...] = ({}, {}, {})
    for binding in chain(screen.BINDINGS, *boards, app.BINDINGS):
        if not isinstance(binding, Binding) or not binding.id:
            continue
        action = action_name(binding)
        if variant is not None and not _can_occur(action, variant):
            continue
        is_grouped = action in GROUPED_ACTIONS or action in SLOT_ACTIONS
        entry = groups[_group_index(binding, action)].setdefault(
            action if is_grouped else binding.description,
            _EntryBuilder(
                GROUPED_ACTIONS.get(action)
                or ACTION_DESCRIPTIONS.get(action)
                or binding.description
            ),
        )
        entry.active |= binding.id in active_ids
        if not (action in SLOT_ACTIONS and entry.keys):
            entry.keys += key_labels(app, binding, app.settings.keys)
    titles = (tr("Keys here; the grey ones rest now"), tr("Cursor and view"), tr("Keys everywhere"))
    return tuple(
        KeyGroup(
            title,
            tuple(
                KeyEntry(_join_keys(entry.keys), entry.description, not entry.active)
                for entry in group.values()
            ),
        )
        for title, group in zip(titles, groups, strict=True)
        if group
    )


class _EntryBuilder(Struct):
    """A key entry being collected."""

    description: str
    keys: list[str] = field(default_factory=list)
    active: bool = False


def _can_occur(action: str, variant: Variant) -> bool:
    """Check whether a turn of this variant can ever offer an action."""
    options = variant.place_step.instead + variant.place_step.stuck
    match action:
        case "roll" | "start_roll" | "keep" | "roll_all":
            return bool(variant.roll_step)
        case "trade" | "start_trade" | "stop_trade":
            return "trade" in options
        case "redraw" | "pass":
            return action in options
    return True


def _join_keys(keys: list[str]) -> str:
    """Join keys into one text, with a common name for four direction keys."""
    for arrows, name in DIRECTION_KEY_NAMES.items():
        if set(arrows) <= set(keys):
            keys = [name, *(key for key in keys if key not in arrows)]
    return " ".join(keys)


def _group_index(binding: Binding, action: str) -> int:
    name = str(binding.id)
    if name.startswith("app."):
        return 2
    return 1 if action in VIEW_ACTIONS or name.startswith("board.") else 0


def mouse_help() -> KeyGroup:
    """Return the help on mouse gestures."""
    return KeyGroup(
        tr("Mouse"),
        (
            KeyEntry(tr("click"), tr("Pick a piece, lay it on a cell")),
            KeyEntry(tr("right click"), tr("Take the last piece back")),
            KeyEntry(tr("drag"), tr("Move the table")),
            KeyEntry(tr("ctrl wheel"), tr("Zoom in and out")),
            KeyEntry(tr("last line"), tr("Click a key to press it")),
        ),
    )


def render_keys(group: KeyGroup, appearance: Appearance, columns: int) -> Text:
    """Draw the keys of a group, in two columns if they fit."""
    palette = get_palette(appearance)
    key_style = make_style(palette.accent, palette.panel, True)
    muted = make_style(palette.muted, palette.panel)
    key_width = max(len(entry.keys) for entry in group.entries) + 2
    description_width = max(len(entry.description) for entry in group.entries) + 2
    count = 2 if columns >= 2 * (key_width + description_width) else 1
    description_width = columns // count - key_width
    rows = -(-len(group.entries) // count)
    lines = []
    for row in range(rows):
        line = Text("", end="")
        for entry in group.entries[row::rows]:
            line.append(entry.keys.ljust(key_width), muted if entry.inactive else key_style)
            line.append(
                fit_text(entry.description, max(1, description_width)),
                muted if entry.inactive else None,
            )
        lines.append(line)
    return Text("\n").join(lines)


def render_board_rows(
    pieces: tuple[PieceAt, ...], body: str, appearance: Appearance, columns: int
) -> Text:
    """Draw pieces as they are placed on the board, one line per row."""
    draw_style = get_draw_style(appearance, body)
    board = Board.of(pieces)
    _, rows = board.bounds
    lines = []
    for y in rows:
        faces = tuple(face for (_, row), face in sorted(board.cells.items()) if row == y)
        lines.append(
            Text("  ", end="").append_text(render_small_pieces(draw_style, faces, columns - 2))
        )
    return Text("\n").join(lines)


class HelpScreen(BaseScreen[None]):
    """Keys and rules on one scrolling page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "close", tr("Close"), id="help.close"),
    ]

    def __init__(self, keys: KeyGroups, variant: Variant | None) -> None:
        super().__init__()
        self._groups = (*keys, mouse_help())
        self._variants = (variant,) if variant is not None else catalog.bundled_variants()

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content"), VerticalGroup(classes="column"):
            for group in self._groups:
                drawing = ResponsiveText(partial(render_keys, group), classes="box")
                drawing.border_title = Content(group.title)
                yield drawing
            for variant in self._variants:
                with VerticalGroup(classes="box") as rules:
                    rules.border_title = Content(variant.title)
                    for section in rules_sections(variant):
                        text = Content("\n".join(section.paragraphs))
                        title = Content(section.title).stylize("bold $accent")
                        yield Static(title + Content("\n") + text, classes="rule")
                        if section.pieces:
                            draw = partial(render_board_rows, section.pieces, variant.pieces.look)
                            yield ResponsiveText(draw, classes="rule")
        with HorizontalGroup(classes="actions"):
            yield Button(tr("Close"), id="close", variant="primary", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        self.dismiss()

    def action_close(self) -> None:
        self.dismiss()
