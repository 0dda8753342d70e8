"""The start screen: what there is to do."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.texts import tr

TITLE = "●  ■  ◆  ✤  ✸  ✕\nQ W I R K L E\n"


class StartScreen(Page[None]):
    """A new game, an old one, a record to watch, the rules, the settings, or the door."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('new')", tr("New game"), id="start.new"),
        Binding("g", "choose('resume')", tr("Resume"), id="start.resume"),
        Binding("w", "choose('watch')", tr("Watch"), id="start.watch"),
        Binding("o", "choose('settings')", tr("Settings"), id="start.settings"),
    ]

    def __init__(self, news: str = "") -> None:
        super().__init__()
        self._news = news

    def compose_page(self) -> ComposeResult:
        """The name of the game and the list of doors."""
        with VerticalScroll(classes="sheet"):
            yield Center(Static(Content(TITLE), classes="title"))
            if self._news:
                yield Static(Content(self._news), classes="news")
            yield OptionList(
                Option(tr("New game"), id="new"),
                Option(tr("Resume a game"), id="resume"),
                Option(tr("Watch a record"), id="watch"),
                Option(tr("Rules"), id="rules"),
                Option(tr("Settings"), id="settings"),
                Option(tr("Quit"), id="quit"),
                id="doors",
                markup=False,
            )
        yield KeyBar()

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go through a door."""
        self.action_choose(str(event.option_id))

    def action_choose(self, door: str) -> None:
        """Go through the door of this name."""
        app = self.table_app
        match door:
            case "new":
                app.open_setup()
            case "resume":
                app.open_games()
            case "watch":
                app.open_records()
            case "rules":
                app.open_rules()
            case "settings":
                app.open_settings()
            case _:
                app.run_worker(app.action_quit())
