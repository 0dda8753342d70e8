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

from qwirkle.i18n import tr
from qwirkle.records import library
from qwirkle.session.session import GameSession
from qwirkle.settings import Settings, save_settings
from qwirkle.tui.drawing.ascii import AsciiFilter
from qwirkle.tui.drawing.palette import Appearance, ColourDepth, detect_colour_depth
from qwirkle.tui.drawing.themes import THEMES, find_theme
from qwirkle.tui.launch import LaunchOptions, effective_settings, open_first_screen
from qwirkle.tui.textual_compat import HardenedApp
from qwirkle.worker.client import AnalysisWorker

if TYPE_CHECKING:
    from textual.driver import Driver

    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.records.players import Player
    from qwirkle.records.writer import RecordWriter
    from qwirkle.tui.sharing import GameSharing
    from qwirkle.tui.widgets.board import BoardPane

ASCII_FILTER = AsciiFilter()


class QwirkleApp(HardenedApp):
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

    def _initial_theme(self) -> str:
        return _theme_name(self.settings)

    theme: Reactive[str] = Reactive(Initialize(_initial_theme))

    def __init__(
        self, options: LaunchOptions, initial_game: GameSession | Game | None = None
    ) -> None:
        self.settings, self._settings_error = effective_settings(options)
        self._colour_depth: ColourDepth = (
            "none" if "NO_COLOR" in os.environ else detect_colour_depth(os.environ)
        )
        super().__init__()  # reads the theme; a change later would style everything twice
        for theme in THEMES.values():
            self.register_theme(theme)
        self.launch_options = options
        self.initial_game = initial_game
        self.session: GameSession | None = None
        """The game in progress."""
        self.sharing: GameSharing | None = None
        """Embedded server that lets others join, or None if games aren't shared."""
        self.analysis_worker = AnalysisWorker()
        self.appearance = self._build_appearance()
        self.zoom = options.zoom
        """Latest board zoom, or None to fit the board to the screen."""
        self.last_record_path: Path | None = None
        """Record of the game closed last, or None if saving it failed or caused a warning."""
        self.resumable_path: Path | None = None
        """Record of the game closed last, or None if it's over."""
        self.exit_messages: list[str] = []
        """Sentences to print after the app exits."""
        self.unsaved_records: list[RecordWriter] = []
        """Records of closed games that couldn't be saved."""
        self._abandoned_records: list[RecordWriter] = []
        """Records that the player chose to leave without saving."""
        self._is_confirming_leave = False
        """True while the player is asked about games that couldn't be saved."""
        self._opened_from_list = False
        """True if the replay was opened from the list of records."""
        self._setup_defaults = (options.variant, options.players or ())
        """Defaults of the setup screen; what's missing comes from the latest game."""
        self.exit_status = 0

    # What all screens share

    @property
    def has_animations(self) -> bool:
        return self.appearance.animations

    @property
    def uses_delays(self) -> bool:
        """True if bots and forced rolls wait for a moment, even with animations turned off."""
        return self.animation_level != "none"

    @property
    def hints_enabled(self) -> bool:
        return self.settings.hints and not (self.settings.purist or self.launch_options.no_hints)

    def get_theme(self, theme_name: str) -> Theme | None:
        """Return one of our themes, even before it's registered, or one of Textual's."""
        return find_theme(theme_name, self._colour_depth) or super().get_theme(theme_name)

    def _build_appearance(self) -> Appearance:
        settings = self.settings
        return Appearance(
            theme="light" if settings.theme == "light" else "dark",
            letters=settings.letters,
            ascii=settings.ascii,
            colour_depth=self._colour_depth,
            animations=settings.animations and self.animation_level != "none",
        )

    def get_driver_class(self) -> type[Driver]:
        """Return the driver for this system; TEXTUAL_DRIVER is ignored."""
        if sys.platform == "win32":
            from textual.drivers.windows_driver import WindowsDriver

            return WindowsDriver
        from qwirkle.tui.terminal import TerminalDriver

        return TerminalDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, ASCII_FILTER] if self.appearance.ascii else filters

    def change_settings(self, settings: Settings) -> None:
        """Apply settings and save them."""
        self.settings = settings
        error = save_settings(settings)
        if error:
            self.notify(error, severity="warning", markup=False)
        self.apply_settings()

    def apply_settings(self) -> None:
        """Update the theme, the keymap and all open screens."""
        self.appearance = self._build_appearance()
        self.theme = _theme_name(self.settings)
        self._apply_keymap()
        from qwirkle.tui.widgets.game_view import GameView

        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget):
                if isinstance(widget, GameView):
                    widget.appearance = self.appearance
                widget.refresh()

    def _apply_keymap(self) -> None:
        overrides = self.settings.keys
        if overrides:  # otherwise the keymap module, which loads every screen, isn't needed
            from qwirkle.tui.keymap import build_keymap, remappable_bindings

            overrides = build_keymap(overrides, remappable_bindings())
        self.set_keymap(dict(overrides))

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
        open_first_screen(self, self.launch_options)
        if self._settings_error:
            self.notify(self._settings_error, severity="warning", markup=False)

    async def on_unmount(self) -> None:
        self.analysis_worker.close()
        self.leave_game()
        if self.sharing is not None:
            self.exit_messages += await self.sharing.stop()

    def action_interrupt(self) -> None:
        """Exit immediately; the game is already saved."""
        self.exit(return_code=128 + signal.SIGINT)

    async def action_quit(self) -> None:
        """Quit; if a game couldn't be saved, ask first."""
        self.run_worker(self._quit(), group="leave")

    async def _quit(self) -> None:
        if await self.confirm_leave():
            self.exit()

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        self.is_exiting = True
        self.exit_status = return_code
        super().exit(result, return_code, message)

    def action_command_palette(self) -> None:
        from qwirkle.tui.screens.command_palette import CommandPaletteScreen

        if not isinstance(self.screen, CommandPaletteScreen):
            self.push_screen(
                CommandPaletteScreen(self.get_system_commands(self.screen)), self._run_command
            )

    def _run_command(self, command: SystemCommand | None) -> None:
        if command is not None:
            self.call_later(command.callback)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        actions = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if not active.enabled or binding.system or not binding.description:
                continue
            if binding.action in actions or binding.action == "command_palette":
                continue
            actions.add(binding.action)
            yield SystemCommand(
                binding.description,
                tr("Key: {key}", key=self.get_key_display(binding)),
                _action_callback(self, binding.action, active.node),
            )
        yield SystemCommand(
            tr("Picture"), tr("Save what is seen as an SVG file"), self.deliver_screenshot
        )

    # Opening screens

    def replace_screens(self, screen: Screen[Any]) -> None:
        """Close all screens and open this one."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def leave_game(self) -> None:
        """Stop sharing, close the game in progress and flush its record."""
        self.analysis_worker.cancel()
        if self.sharing is not None:
            self.sharing.request_stop()
        if self.session is None:
            return
        session, self.session = self.session, None
        record = session.record
        self.last_record_path = self.resumable_path = None
        if record in self._abandoned_records:
            record.close()
            return
        if not record.flush():
            self.unsaved_records.append(record)  # the player is asked about it on exit
            return
        record.close()
        self.resumable_path = None if session.game.is_over else record.path
        if not record.warning:
            self.last_record_path = record.path
            return
        self.exit_messages.append(record.warning)
        if self.is_running:
            self.notify(record.warning, severity="warning", markup=False)

    def play_session(self, session: GameSession) -> None:
        """Close the current game and open this one."""
        from qwirkle.tui.screens.game import LocalGameScreen

        self.leave_game()
        self.session = session
        self._setup_defaults = (session.variant, session.players)
        self.replace_screens(LocalGameScreen(session))

    def start_game(self, variant: Variant, players: Sequence[Player], seed: int | None) -> None:
        """Start a new game, or open the share screen if others may join."""
        if self.sharing is not None:
            self.sharing.share_new_game(variant, players)
        else:
            self.play_session(GameSession.new(variant, players, seed))

    def resume_game(self, path: Path) -> str:
        """Resume a saved game; return an error message, or an empty string."""
        from qwirkle.records.locked_file import RecordLocked
        from qwirkle.records.reader import RecordError

        try:
            self.play_session(GameSession.resume(path))
        except (RecordLocked, RecordError) as error:
            return str(error)
        return ""

    def open_replay(self, path: Path) -> str:
        """Replay a record from the list; return an error message, or an empty string."""
        from qwirkle.records.reader import RecordError

        try:
            self.replay_game(library.load_game(path), path)
        except RecordError as error:
            return str(error)
        self._opened_from_list = True
        return ""

    def replay_game(self, game: Game, path: Path | None = None) -> None:
        """Replay a game step by step; with a path, follow the record as it grows."""
        from qwirkle.tui.screens.watch import WatchScreen

        self._open_past_game(WatchScreen(game, path))

    def review_game(self, game: Game) -> None:
        """Review a game turn by turn, with the best alternatives."""
        from qwirkle.tui.screens.review import ReviewScreen

        self._open_past_game(ReviewScreen(game))

    def _open_past_game(self, screen: Screen[Any]) -> None:
        """Open a replay or review; closing it leads back to the result screen if that's open."""
        results = self._result_screens
        if not results:
            self.leave_game()
            self.replace_screens(screen)
        elif self.screen is results[-1]:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    @property
    def _result_screens(self) -> list[Screen[Any]]:
        from qwirkle.tui.screens.end import EndScreen

        return [screen for screen in self.screen_stack if isinstance(screen, EndScreen)]

    def close_replay(self) -> None:
        """Close a replay or review: return to the result, the list or the start screen."""
        if self._result_screens:
            self.analysis_worker.cancel()
            self.pop_screen()
        elif self._opened_from_list:
            self.leave_game()
            self.open_records()
        else:
            self.open_start()

    def open_start(self) -> None:
        """Open the start screen; a game in progress is saved and can be resumed."""
        from qwirkle.tui.screens.start import StartScreen

        self.leave_game()
        self._opened_from_list = False
        self.replace_screens(StartScreen())

    def open_setup(self) -> None:
        from qwirkle.tui.screens.setup import SetupScreen

        self.leave_game()
        variant, players = self._setup_defaults
        if variant is None or not players:
            latest = next(
                (summary for summary in library.iter_summaries() if summary.variant is not None),
                None,
            )
            if latest is not None:
                variant, players = variant or latest.variant, players or latest.players
        self.replace_screens(SetupScreen(variant, self.launch_options.seed, players))

    def open_unfinished_games(self) -> None:
        from qwirkle.tui.screens.games import UnfinishedGamesScreen

        self.replace_screens(UnfinishedGamesScreen())

    def open_records(self) -> None:
        from qwirkle.tui.screens.games import RecordsScreen

        self.replace_screens(RecordsScreen())

    def action_settings(self) -> None:
        from qwirkle.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_statistics(self) -> None:
        from qwirkle.tui.screens.statistics import StatisticsScreen

        if not isinstance(self.screen, StatisticsScreen):
            self.push_screen(StatisticsScreen())

    def action_leave_to_start(self) -> None:
        """Open the start screen; if a game couldn't be saved, ask first."""
        self.run_worker(self._leave_to_start(), group="leave")

    async def _leave_to_start(self) -> None:
        if await self.confirm_leave():
            self.open_start()

    async def confirm_leave(self) -> bool:
        """Ask about each game that couldn't be saved; return True to leave anyway."""
        if self._is_confirming_leave:
            return False
        self._is_confirming_leave = True
        try:
            return await self._ask_about_unsaved()
        finally:
            self._is_confirming_leave = False

    async def _ask_about_unsaved(self) -> bool:
        from qwirkle.tui.screens.unsaved import UnsavedScreen

        records = [*self.unsaved_records, *([self.session.record] if self.session else [])]
        for record in records:
            if not record.flush() and not await self.push_screen_wait(UnsavedScreen(record)):
                return False
        self.unsaved_records.clear()
        self._abandoned_records += [record for record in records if record.unsaved_event_count]
        return True

    def action_help(self) -> None:
        from qwirkle.tui.screens.base import BaseScreen
        from qwirkle.tui.screens.help import HelpScreen, collect_keys

        if isinstance(self.screen, BaseScreen) and not isinstance(self.screen, HelpScreen):
            variant = getattr(self.screen, "variant", self.launch_options.variant)
            variant = self.session.variant if self.session else variant
            self.push_screen(HelpScreen(collect_keys(self.screen, variant), variant))


def _action_callback(app: QwirkleApp, action: str, node: Any) -> Any:
    async def run() -> None:
        await app.run_action(action, node)

    return run


def _theme_name(settings: Settings) -> str:
    return "qwirkle-light" if settings.theme == "light" else "qwirkle-dark"
