"""The app: which screen is up, and what all screens share."""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import Console, RenderableType
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.reactive import Initialize, Reactive
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget

from qwirkle.app.doors import Doors
from qwirkle.app.launch import Launch
from qwirkle.app.mending import mend_lists
from qwirkle.app.paint.ascii import Plain
from qwirkle.app.paint.look import Look, colours_of
from qwirkle.app.paint.themes import THEMES
from qwirkle.app.settings import Settings, load_settings, save_settings
from qwirkle.table.host import Session
from qwirkle.texts import tr

if TYPE_CHECKING:
    from textual.driver import Driver

    from qwirkle.game import Game

PLAIN = Plain()

mend_lists()


class QwirkleApp(Doors):
    """One terminal, one app; the screens ask it to open each other."""

    CSS_PATH = "app.tcss"
    TITLE = "Qwirkle"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", tr("Help"), id="app.help"),
        Binding(
            "ctrl+p", "command_palette", tr("More"), id="app.palette", show=False, priority=True
        ),
        Binding("ctrl+q", "quit", tr("Quit"), id="app.quit", priority=True),
        Binding("ctrl+c", "interrupt", tr("Stop"), id="app.stop", show=False, priority=True),
        Binding(
            "ctrl+z", "suspend_process", tr("Suspend"), id="app.suspend", show=False, priority=True
        ),
        Binding("f2", "open('settings')", tr("Settings"), id="app.settings", show=False),
        Binding("f10", "open('start')", tr("Start screen"), id="app.start", show=False),
    ]

    def _first_theme(self) -> str:
        return _theme_name(self.settings)

    theme: Reactive[str] = Reactive(Initialize(_first_theme))

    def __init__(self, launch: Launch, opened: Session | Game | None = None) -> None:
        settings, self._settings_trouble = load_settings()
        self.settings = _with_launch(settings, launch)
        super().__init__(launch)  # asks for the theme: a change later styles everything twice
        for theme in THEMES.values():
            self.register_theme(theme)
        self.opened = opened
        self.report = ""
        """The account of an unexpected failure, if there was one."""
        self.status = 0
        """The exit status."""
        self._leaving = False
        self.look = self._look(launch.zoom)

    # What all screens share

    @property
    def animated(self) -> bool:
        """Whether things move."""
        return self.look.animations

    @property
    def unhurried(self) -> bool:
        """Whether bots take their time, also where a person wants nothing to move."""
        return self.animation_level != "none"

    @property
    def hints(self) -> bool:
        """Whether hints are given in this game."""
        return self.settings.hints and not self.launch.no_hints

    def get_theme(self, theme_name: str) -> Theme | None:
        """A theme of the table, known from the start, or one of Textual."""
        return THEMES.get(theme_name) or super().get_theme(theme_name)

    def _look(self, zoom: int | None) -> Look:
        settings = self.settings
        return Look(
            theme="light" if settings.theme == "light" else "dark",
            letters=settings.letters,
            ascii=settings.ascii,
            colours="none" if self.no_color else colours_of(os.environ),
            zoom=zoom,
            animations=settings.animations and self.animation_level != "none",
        )

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system; TEXTUAL_DRIVER has no say in it."""
        from qwirkle.app.terminal.driver import Terminal

        return Terminal

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of Textual, and one more where only ASCII is wanted."""
        filters = super().get_line_filters()
        return [*filters, PLAIN] if self.look.ascii else filters

    def change_settings(self, settings: Settings) -> None:
        """Use these settings from now on, and keep them."""
        self.settings = settings
        trouble = save_settings(settings)
        if trouble:
            self.notify(trouble, severity="warning", markup=False)
        self.apply_settings()

    def apply_settings(self) -> None:
        """Let the screens take on the settings."""
        self.look = self._look(self.look.zoom)
        self.theme = _theme_name(self.settings)
        self._move_keys()
        from qwirkle.app.table.layout import TablePage

        for screen in self.screen_stack:
            if isinstance(screen, TablePage):
                screen.look = self.look
            for widget in screen.walk_children(Widget):
                widget.refresh()

    def _move_keys(self) -> None:
        moved = self.settings.keys
        if moved:  # without, nothing need be loaded for it
            from qwirkle.app.keymap import whole_keymap
            from qwirkle.app.pages.settings import remappable

            moved = whole_keymap(moved, remappable())
        self.set_keymap(dict(moved))

    def clear_notifications(self) -> None:
        """Take all toasts off; Textual would leave their empty frames, which push the next down."""
        super().clear_notifications()
        for screen in self.screen_stack:
            screen.query("ToastHolder").remove()

    # Coming and going

    def on_mount(self) -> None:
        """Take on the settings and open the first screen."""
        self.apply_settings()
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        self._open_first()
        if self._settings_trouble:
            self.notify(self._settings_trouble, severity="warning", markup=False)

    def _open_first(self) -> None:
        launch = self.launch
        if isinstance(self.opened, Session):
            self.play(self.opened)
        elif self.opened is not None:
            (self.show_game if launch.review is None else self.review_game)(self.opened)
        elif launch.start:
            self.open_start()
        else:
            self.open_setup()

    def on_unmount(self) -> None:
        """Leave nothing behind."""
        self.thinker.close()
        self.leave_game()

    def action_interrupt(self) -> None:
        """Stop at once; the game is saved already."""
        self.exit(return_code=128 + signal.SIGINT)

    async def action_quit(self) -> None:
        """Leave; a game that could not be saved is asked about first."""
        self.run_worker(self._quit(), group="leave")

    async def _quit(self) -> None:
        if await self.may_leave():
            self.exit()

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """Leave with an exit status."""
        self._leaving = True
        self.status = return_code
        super().exit(result, return_code, message)

    def panic(self, *renderables: RenderableType) -> None:
        """Leave with a report, in place of Textual's picture of what failed."""
        told = io.StringIO()
        Console(file=told, width=100).print(*renderables)
        self._end_with(traceback.format_exc() if sys.exc_info()[0] else told.getvalue())

    def _fatal_error(self) -> None:
        self._end_with(traceback.format_exc())

    def _end_with(self, report: str) -> None:
        """End at once; screens that were not whole yet when the app was left fail, and may."""
        if not self._leaving:
            self.report = self.report or report
        self._close_messages_no_wait()

    def action_command_palette(self) -> None:
        """List everything that can be done now."""
        from qwirkle.app.pages.commands import Commands

        if not isinstance(self.screen, Commands):
            self.push_screen(Commands())

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every action that applies now, and a picture of what is seen."""
        seen = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if not active.enabled or binding.system or not binding.description:
                continue
            if binding.action in seen or binding.action == "command_palette":
                continue
            seen.add(binding.action)
            yield SystemCommand(
                binding.description,
                tr("Key: {key}", key=self.get_key_display(binding)),
                _runner(self, binding.action, active.node),
            )
        yield SystemCommand(
            tr("Picture"), tr("Save what is seen as an SVG file"), self.deliver_screenshot
        )


def _runner(app: QwirkleApp, action: str, node: Any) -> Any:
    async def run() -> None:
        await app.run_action(action, node)

    return run


def _theme_name(settings: Settings) -> str:
    return "qwirkle-light" if settings.theme == "light" else "qwirkle-dark"


def _with_launch(settings: Settings, launch: Launch) -> Settings:
    chosen: dict[str, Any] = {
        name: value
        for name, value in (
            ("theme", launch.theme),
            ("letters", launch.letters),
            ("ascii", launch.ascii),
        )
        if value is not None
    }
    return replace(settings, **chosen)
