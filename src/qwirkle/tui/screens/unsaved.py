"""The screen shown before you leave a game that couldn't be saved."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Static

from qwirkle.files import expand_path
from qwirkle.i18n import tr, trn
from qwirkle.records.reader import RecordError
from qwirkle.records.writer import RecordWriter
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar


class UnsavedScreen(BaseScreen[bool]):
    """Offers to save the record to another file; returns True to leave."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stay", tr("Back to the game"), id="unsaved.back"),
    ]

    def __init__(self, record: RecordWriter) -> None:
        super().__init__()
        self._record = record

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False):
            yield Static(
                Content(
                    trn(
                        "{count} event of this game is not saved.",
                        "{count} events of this game are not saved.",
                        self._record.unsaved_event_count,
                    )
                ),
                classes="title",
            )
            yield Static("", id="error", classes="error", markup=False)
            yield Static(tr("Save the whole game as another file:"), markup=False)
            yield Input(str(expand_path("~") / self._record.path.name), id="path")
            with Horizontal(classes="buttons"):
                yield Button(tr("Save and leave"), id="save", variant="primary")
                yield Button(tr("Back to the game"), id="stay")
                yield Button(tr("Leave without"), id="discard", variant="error")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_error(self._record.error or "")
        self.query_one("#save").focus()

    @on(Button.Pressed, "#save")
    @on(Input.Submitted, "#path")
    def save_and_leave(self) -> None:
        """Save the game to the given file and leave, or show why that failed."""
        path = expand_path(self.query_one("#path", Input).value)
        try:
            self._record.save_as(path)
        except RecordError as error:
            self.show_error(str(error))
            return
        self.dismiss(True)

    @on(Button.Pressed, "#stay")
    def action_stay(self) -> None:
        self.dismiss(False)

    @on(Button.Pressed, "#discard")
    def discard(self) -> None:
        """Leave without saving."""
        self.dismiss(True)
