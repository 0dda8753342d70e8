"""The Textual app: which screens are open, and the state that all screens share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.reactive import Initialize, Reactive
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget

from qwirkle import saving
from qwirkle.app.insides import SteadyApp
from qwirkle.app.launch import Launch, open_first
from qwirkle.app.paint.ascii import Plain
from qwirkle.app.paint.look import Colours, Look, colours_of
from qwirkle.app.paint.themes import THEMES, theme_named
from qwirkle.app.settings import Settings, chosen_settings, save_settings
from qwirkle.table.host import Host
from qwirkle.texts import tr
from qwirkle.thinker.client import Thinker

if TYPE_CHECKING:
    from textual.driver import Driver

    from qwirkle.app.joined.sharing import Sharing
    from qwirkle.app.panes.board import BoardPane
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.notation import Player
    from qwirkle.record import RecordFile

PLAIN = Plain()


class QwirkleApp(SteadyApp):
    """The terminal app; screens ask it to open other screens."""

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
        Binding("f2", "settings", tr("Settings"), id="app.settings", show=False),
        Binding("f3", "statistics", tr("Statistics"), id="app.statistics", show=False),
        Binding("f10", "leave_to_start", tr("Start screen"), id="app.start", show=False),
    ]

    def _first_theme(self) -> str:
        return _theme_name(self.settings)

    theme: Reactive[str] = Reactive(Initialize(_first_theme))

    def __init__(self, launch: Launch, opened: Host | Game | None = None) -> None:
        self.settings, self._settings_trouble = chosen_settings(launch)
        self._colours: Colours = "none" if "NO_COLOR" in os.environ else colours_of(os.environ)
        super().__init__()  # reads the theme; a change later would style everything twice
        for theme in THEMES.values():
            self.register_theme(theme)
        self.launch = launch
        self.opened = opened
        self.host: Host | None = None
        """The game in progress."""
        self.sharing: Sharing | None = None
        """Embedded server that lets others join, or None if games aren't shared."""
        self.thinker = Thinker()
        self.look = self._chosen_look()
        self.zoom = launch.zoom
        """Latest board zoom, or None to fit the board to the screen."""
        self.played: Path | None = None
        """Record of the game closed last, or None if saving it failed or caused a warning."""
        self.unfinished: Path | None = None
        """Record of the game closed last, or None if it's over."""
        self.told_after: list[str] = []
        """Sentences to print after the app exits."""
        self.unsaved: list[RecordFile] = []
        """Records of closed games that couldn't be saved."""
        self._given_up: list[RecordFile] = []
        """Records that the player chose to leave without saving."""
        self._asking = False
        """True while the player is asked about games that couldn't be saved."""
        self._from_list = False
        """True if the replay was opened from the list of records."""
        self._usual = (launch.variant, launch.players or ())
        """Defaults of the setup screen; what's missing comes from the latest game."""
        self.status = 0

    # What all screens share

    @property
    def animated(self) -> bool:
        return self.look.animations

    @property
    def unhurried(self) -> bool:
        """True if bots and forced rolls wait for a moment, even with animations turned off."""
        return self.animation_level != "none"

    @property
    def hints(self) -> bool:
        return self.settings.hints and not (self.settings.purist or self.launch.no_hints)

    def get_theme(self, theme_name: str) -> Theme | None:
        """Return one of our themes, even before it's registered, or one of Textual's."""
        return theme_named(theme_name, self._colours) or super().get_theme(theme_name)

    def _chosen_look(self) -> Look:
        settings = self.settings
        return Look(
            theme="light" if settings.theme == "light" else "dark",
            letters=settings.letters,
            ascii=settings.ascii,
            colours=self._colours,
            animations=settings.animations and self.animation_level != "none",
        )

    def get_driver_class(self) -> type[Driver]:
        """Return the driver for this system; TEXTUAL_DRIVER is ignored."""
        if sys.platform == "win32":
            from textual.drivers.windows_driver import WindowsDriver

            return WindowsDriver
        from qwirkle.app.terminal import Terminal

        return Terminal

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, PLAIN] if self.look.ascii else filters

    def change_settings(self, settings: Settings) -> None:
        """Apply settings and save them."""
        self.settings = settings
        trouble = save_settings(settings)
        if trouble:
            self.notify(trouble, severity="warning", markup=False)
        self.apply_settings()

    def apply_settings(self) -> None:
        """Update the theme, the keymap and all open screens."""
        self.look = self._chosen_look()
        self.theme = _theme_name(self.settings)
        self._move_keys()
        from qwirkle.app.table.layout import TableView

        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget):
                if isinstance(widget, TableView):
                    widget.look = self.look
                widget.refresh()

    def _move_keys(self) -> None:
        moved = self.settings.keys
        if moved:  # otherwise the keymap module, which loads every screen, isn't needed
            from qwirkle.app.keymap import remappable, whole_keymap

            moved = whole_keymap(moved, remappable())
        self.set_keymap(dict(moved))

    def clear_notifications(self) -> None:
        """Remove toasts and their holders: Textual leaves empty holders, which push others down."""
        super().clear_notifications()
        for screen in self.screen_stack:
            screen.query("ToastHolder").remove()

    def on_board_pane_zoomed(self, event: BoardPane.Zoomed) -> None:
        self.zoom = event.zoom

    # Start and exit

    def on_mount(self) -> None:
        self.apply_settings()
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        open_first(self, self.launch)
        if self._settings_trouble:
            self.notify(self._settings_trouble, severity="warning", markup=False)

    async def on_unmount(self) -> None:
        self.thinker.close()
        self.leave_game()
        if self.sharing is not None:
            self.told_after += await self.sharing.end()

    def action_interrupt(self) -> None:
        """Exit immediately; the game is already saved."""
        self.exit(return_code=128 + signal.SIGINT)

    async def action_quit(self) -> None:
        """Quit; if a game couldn't be saved, ask first."""
        self.run_worker(self._quit(), group="leave")

    async def _quit(self) -> None:
        if await self.may_leave():
            self.exit()

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        self.leaving = True
        self.status = return_code
        super().exit(result, return_code, message)

    def action_command_palette(self) -> None:
        from qwirkle.app.pages.commands import Commands

        if not isinstance(self.screen, Commands):
            self.push_screen(Commands(self.get_system_commands(self.screen)), self._run_command)

    def _run_command(self, command: SystemCommand | None) -> None:
        if command is not None:
            self.call_later(command.callback)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
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

    # Opening screens

    def turn_to(self, screen: Screen[Any]) -> None:
        """Close all screens and open this one."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def leave_game(self) -> None:
        """Stop sharing, close the game in progress and flush its record."""
        self.thinker.drop()
        if self.sharing is not None:
            self.sharing.leave()
        if self.host is None:
            return
        host, self.host = self.host, None
        record = host.record
        self.played = self.unfinished = None
        if record in self._given_up:
            record.close()
            return
        if not record.make_sure():
            self.unsaved.append(record)  # the player is asked about it on exit
            return
        record.close()
        self.unfinished = None if host.game.over else record.path
        if not record.notice:
            self.played = record.path
            return
        self.told_after.append(record.notice)
        if self.is_running:
            self.notify(record.notice, severity="warning", markup=False)

    def play(self, host: Host) -> None:
        """Close the current game and open this one."""
        from qwirkle.app.table.screen import TableScreen

        self.leave_game()
        self.host = host
        self._usual = (host.variant, host.players)
        self.turn_to(TableScreen(host))

    def begin(self, variant: Variant, players: Sequence[Player], seed: int | None) -> None:
        """Start a new game, or open the share screen if others may join."""
        if self.sharing is not None:
            self.sharing.ask(variant, players)
        else:
            self.play(Host.begin(variant, players, seed))

    def resume(self, path: Path) -> str:
        """Resume a saved game; return an error message, or an empty string."""
        from qwirkle.record import Busy, RecordError

        try:
            self.play(Host.resume(path))
        except (Busy, RecordError) as error:
            return str(error)
        return ""

    def watch_record(self, path: Path) -> str:
        """Replay a record from the list; return an error message, or an empty string."""
        from qwirkle.record import RecordError

        try:
            self.show_game(saving.load(path), path)
        except RecordError as error:
            return str(error)
        self._from_list = True
        return ""

    def show_game(self, game: Game, path: Path | None = None) -> None:
        """Replay a game step by step; with a path, follow the record as it grows."""
        from qwirkle.app.pages.watch import WatchScreen

        self._look_back(WatchScreen(game, path))

    def review_game(self, game: Game) -> None:
        """Review a game turn by turn, with the best alternatives."""
        from qwirkle.app.review.screen import ReviewScreen

        self._look_back(ReviewScreen(game))

    def _look_back(self, screen: Screen[Any]) -> None:
        """Open a replay or review; closing it leads back to the result screen if that's open."""
        results = self._results
        if not results:
            self.leave_game()
            self.turn_to(screen)
        elif self.screen is results[-1]:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    @property
    def _results(self) -> list[Screen[Any]]:
        from qwirkle.app.pages.end import EndScreen

        return [screen for screen in self.screen_stack if isinstance(screen, EndScreen)]

    def look_no_more(self) -> None:
        """Return to where the replay was opened: the result, the list or the start screen."""
        if self._results:
            self.thinker.drop()
            self.pop_screen()
        elif self._from_list:
            self.leave_game()
            self.open_records()
        else:
            self.open_start()

    def open_start(self) -> None:
        """Open the start screen; a game in progress is saved and can be resumed."""
        from qwirkle.app.pages.start import StartScreen

        self.leave_game()
        self._from_list = False
        self.turn_to(StartScreen())

    def open_setup(self) -> None:
        from qwirkle.app.pages.setup import SetupScreen

        self.leave_game()
        variant, players = self._usual
        if variant is None or not players:
            last = next((each for each in saving.glimpses() if each.variant is not None), None)
            if last is not None:
                variant, players = variant or last.variant, players or last.players
        self.turn_to(SetupScreen(variant, self.launch.seed, players))

    def open_games(self) -> None:
        from qwirkle.app.pages.games import GamesScreen

        self.turn_to(GamesScreen())

    def open_records(self) -> None:
        from qwirkle.app.pages.games import RecordsScreen

        self.turn_to(RecordsScreen())

    def action_settings(self) -> None:
        from qwirkle.app.pages.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_statistics(self) -> None:
        from qwirkle.app.pages.statistics import StatisticsScreen

        if not isinstance(self.screen, StatisticsScreen):
            self.push_screen(StatisticsScreen())

    def action_leave_to_start(self) -> None:
        """Open the start screen; if a game couldn't be saved, ask first."""
        self.run_worker(self._leave_to_start(), group="leave")

    async def _leave_to_start(self) -> None:
        if await self.may_leave():
            self.open_start()

    async def may_leave(self) -> bool:
        """Ask about each game that couldn't be saved; return True to leave anyway."""
        if self._asking:
            return False
        self._asking = True
        try:
            return await self._ask_about_unsaved()
        finally:
            self._asking = False

    async def _ask_about_unsaved(self) -> bool:
        from qwirkle.app.pages.unsaved import UnsavedScreen

        records = [*self.unsaved, *([self.host.record] if self.host else [])]
        for record in records:
            if not record.make_sure() and not await self.push_screen_wait(UnsavedScreen(record)):
                return False
        self.unsaved.clear()
        self._given_up += [record for record in records if record.unsaved]
        return True

    def action_help(self) -> None:
        from qwirkle.app.pages.help import HelpScreen, keys_of
        from qwirkle.app.pages.page import Page

        if isinstance(self.screen, Page) and not isinstance(self.screen, HelpScreen):
            variant = getattr(self.screen, "variant", self.launch.variant)
            variant = self.host.variant if self.host else variant
            self.push_screen(HelpScreen(keys_of(self.screen, variant), variant))


def _runner(app: QwirkleApp, action: str, node: Any) -> Any:
    async def run() -> None:
        await app.run_action(action, node)

    return run


def _theme_name(settings: Settings) -> str:
    return "qwirkle-light" if settings.theme == "light" else "qwirkle-dark"
