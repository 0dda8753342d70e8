"""The app: which screen is up, and what all screens share."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widget import Widget

from qwirkle.app.launch import Launch
from qwirkle.app.look import Look, colours_of
from qwirkle.app.plain import Plain
from qwirkle.app.session import Session
from qwirkle.app.settings import Settings, load_settings, save_settings
from qwirkle.app.themes import THEMES
from qwirkle.app.thinker import Thinker
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.notation import Player

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)
)

PLAIN = Plain()


class QwirkleApp(App[None]):
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

    def __init__(self, launch: Launch, opened: Session | Game | None = None) -> None:
        super().__init__()
        self.launch = launch
        self.opened = opened
        self.session: Session | None = None
        self.thinker = Thinker()
        self.played: Path | None = None
        """Where the last game on the table is saved."""
        self.report = ""
        """The account of an unexpected failure, if there was one."""
        self.settings, self._settings_trouble = load_settings()
        self.settings = _with_launch(self.settings, launch)
        self.look = self._look(launch.zoom)

    # What all screens share

    @property
    def animated(self) -> bool:
        """Whether things move and bots take their time."""
        return self.look.animations

    @property
    def hints(self) -> bool:
        """Whether hints are given in this game."""
        return self.settings.hints and not self.launch.no_hints

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
        self.theme = f"qwirkle-{self.look.theme}"
        self.set_keymap(dict(self.settings.keys))
        from qwirkle.app.screens.table_pane import TablePage

        for screen in self.screen_stack:
            if isinstance(screen, TablePage):
                screen.look = self.look
            for widget in screen.walk_children(Widget):
                widget.refresh()

    # Coming and going

    def on_mount(self) -> None:
        """Take on the settings and open the first screen."""
        for theme in THEMES:
            self.register_theme(theme)
        self.apply_settings()
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in SIGNALS:
                loop.add_signal_handler(number, self._stop, 128 + number)
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
        self._leave_game()

    def _stop(self, status: int) -> None:
        self.exit(return_code=status)

    def action_interrupt(self) -> None:
        """Stop at once; the game is saved already."""
        self._stop(128 + signal.SIGINT)

    async def action_quit(self) -> None:
        """Leave; a game that could not be saved is asked about first."""
        session = self.session
        if session is None or session.record.unsaved == 0 or session.record.retry():
            self.exit()
            return
        from qwirkle.app.screens.unsaved import UnsavedScreen

        if not isinstance(self.screen, UnsavedScreen):
            self.push_screen(UnsavedScreen(session.record), self._leave_if)

    def _leave_if(self, leave: bool | None) -> None:
        if leave:
            self.exit()

    def _fatal_error(self) -> None:
        self.report = self.report or traceback.format_exc()
        self._close_messages_no_wait()

    # Opening screens

    def _turn_to(self, screen: Screen[Any]) -> None:
        """Put one screen in the place of all that are up."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _leave_game(self) -> None:
        self.thinker.drop()
        if self.session is not None:
            self.played = self.session.record.path
            self.session.record.close()
            self.session = None

    def play(self, session: Session) -> None:
        """Put a game on the table."""
        from qwirkle.app.screens.table import TableScreen

        self._leave_game()
        self.session = session
        self._turn_to(TableScreen(session))

    def begin(self, variant: Variant, players: Sequence[Player], seed: int | None) -> None:
        """Start a new game."""
        self.play(Session.begin(variant, players, seed))

    def resume(self, path: Path) -> str:
        """Go on with a saved game; gives a sentence if that cannot be."""
        from qwirkle.record import Busy, RecordError

        try:
            self.play(Session.resume(path))
        except (Busy, RecordError) as error:
            return str(error)
        return ""

    def watch_record(self, path: Path) -> str:
        """Show a record step by step; gives a sentence if that cannot be."""
        from qwirkle import saving
        from qwirkle.record import RecordError

        try:
            self.show_game(saving.load(path))
        except RecordError as error:
            return str(error)
        return ""

    def show_game(self, game: Game) -> None:
        """Show a game step by step."""
        from qwirkle.app.screens.watch import WatchScreen

        self._leave_game()
        self._turn_to(WatchScreen(game))

    def review_game(self, game: Game) -> None:
        """Show a game turn by turn, with what each turn could have been."""
        from qwirkle.app.screens.review import ReviewScreen

        self._leave_game()
        self._turn_to(ReviewScreen(game))

    def open_start(self) -> None:
        """Open the start screen; a game that is on is saved and can be resumed."""
        from qwirkle.app.screens.start import StartScreen

        self._leave_game()
        self._turn_to(StartScreen())

    def open_setup(self) -> None:
        """Open the set-up screen."""
        from qwirkle.app.screens.setup import SetupScreen

        self._leave_game()
        self._turn_to(SetupScreen(self.launch.variant, self.launch.seed, self.launch.players or ()))

    def open_games(self) -> None:
        """Open the list of games to resume."""
        from qwirkle.app.screens.games import GamesScreen

        self._turn_to(GamesScreen())

    def open_records(self) -> None:
        """Open the list of records to watch."""
        from qwirkle.app.screens.games import RecordsScreen

        self._turn_to(RecordsScreen())

    def open_rules(self) -> None:
        """Open the rules."""
        self.action_help()

    def open_settings(self) -> None:
        """Open the settings."""
        from qwirkle.app.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_open(self, door: str) -> None:
        """Open the screen of this name."""
        if door == "settings":
            self.open_settings()
        else:
            self.run_worker(self._leave_to_start(), group="leave", exclusive=True)

    async def _leave_to_start(self) -> None:
        session = self.session
        if session is not None and session.record.unsaved and not session.record.retry():
            from qwirkle.app.screens.unsaved import UnsavedScreen

            if not await self.push_screen_wait(UnsavedScreen(session.record)):
                return
        self.open_start()

    def action_help(self) -> None:
        """Show the keys of the moment and the rules of this game."""
        from qwirkle.app.screens.help import HelpScreen, keys_of

        if not isinstance(self.screen, HelpScreen):
            variant = self.session.variant if self.session else self.launch.variant
            self.push_screen(HelpScreen(keys_of(self.screen), variant))

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
