"""The start screen: the main menu and the latest unfinished games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from qwirkle.i18n import tr
from qwirkle.records import library
from qwirkle.records.library import SavedGame
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.drawing.title import render_title
from qwirkle.tui.keymap import key_labels
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.games import resume_prompt
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import ResponsiveText

MAX_RESUMABLE = 3
"""Unfinished games shown here; the menu leads to all of them."""

MENU = (
    ("new", "start.new", tr("New game")),
    ("resume", "start.resume", tr("Resume a game")),
    ("watch", "start.watch", tr("Watch a record")),
    ("statistics", "start.statistics", tr("Statistics")),
    ("rules", "app.help", tr("Rules and keys")),
    ("settings", "start.settings", tr("Settings")),
    ("quit", "app.quit", tr("Quit")),
)
"""Menu items: name, id of the key binding, text."""


class StartScreen(BaseScreen[None]):
    """The title, the main menu, and the unfinished games to resume."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('new')", tr("New game"), id="start.new"),
        Binding("g", "choose('resume')", tr("Resume"), id="start.resume"),
        Binding("w", "choose('watch')", tr("Watch"), id="start.watch"),
        Binding("s", "choose('statistics')", tr("Stats"), id="start.statistics"),
        Binding("o", "choose('settings')", tr("Settings"), id="start.settings"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._resumable_games: Sequence[SavedGame] = ()

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False):
            yield ResponsiveText(self._render_title, name="title")
            with HorizontalGroup(id="lists"):
                menu = OptionList(
                    *(Option(prompt, name) for name, prompt in self._menu_prompts().items()),
                    id="menu",
                    classes="box",
                    markup=False,
                )
                menu.border_title = Content(tr("What shall it be?"))
                yield menu
                resumable = OptionList(id="resumable", classes="box", markup=False)
                resumable.border_title = Content(tr("Go on with"))
                resumable.display = False
                yield resumable
        yield KeyBar()

    def _menu_prompts(self) -> dict[str, Content]:
        """Return the menu prompts by name, each with its current key."""
        app = self.qwirkle_app
        keys = {
            binding.id: " ".join(key_labels(app, binding, app.settings.keys))
            for binding in (*self.BINDINGS, *app.BINDINGS)
            if isinstance(binding, Binding)
        }
        width = 1 + max(len(keys[key]) for _, key, _ in MENU)
        return {
            name: Content(f"{keys[key]:>{width}}  ").stylize("bold $accent") + Content(text)
            for name, key, text in MENU
        }

    def on_screen_resume(self) -> None:
        menu = self.query_one("#menu", OptionList)
        for name, prompt in self._menu_prompts().items():
            menu.replace_option_prompt(name, prompt)

    def _render_title(self, appearance: Appearance, columns: int) -> Text:
        return render_title(appearance, columns, self.app.size.height)

    def on_mount(self) -> None:
        self.query_one("#menu").focus()
        self._find_games()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(ResponsiveText).refresh(layout=True)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _find_games(self) -> None:
        games = [game for game in library.unfinished_games() if not game.problem][:MAX_RESUMABLE]
        if games and self.is_attached:
            self.app.call_from_thread(self._show_games, games)

    def _show_games(self, games: Sequence[SavedGame]) -> None:
        if not self.is_closed:
            self._resumable_games = games
            resumable = self.query_one("#resumable", OptionList)
            resumable.clear_options()
            resumable.add_options([Option(resume_prompt(game)) for game in games])
            resumable.display = True

    @on(OptionList.OptionSelected, "#menu")
    def _choose_menu_item(self, event: OptionList.OptionSelected) -> None:
        self.action_choose(str(event.option_id))

    @on(OptionList.OptionSelected, "#resumable")
    def _resume_game(self, event: OptionList.OptionSelected) -> None:
        error = self.qwirkle_app.resume_game(self._resumable_games[event.option_index].path)
        if error:
            self.notify(error, severity="warning", markup=False)

    def action_choose(self, item: str) -> None:
        app = self.qwirkle_app
        match item:
            case "new":
                app.open_setup()
            case "resume":
                app.open_unfinished_games()
            case "watch":
                app.open_records()
            case "statistics":
                app.action_statistics()
            case "rules":
                app.action_help()
            case "settings":
                app.action_settings()
            case _:
                app.run_worker(app.action_quit())
