"""Which screen is up: the screens ask here to open each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import Screen

from qwirkle.app.launch import Launch
from qwirkle.app.pages.steady import Steady
from qwirkle.table.host import Session, last_rules
from qwirkle.thinker.client import Thinker

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.notation import Player
    from qwirkle.record import RecordFile


class Doors(App[None]):
    """Opens screens; a game that is left is saved already."""

    def __init__(self, launch: Launch) -> None:
        super().__init__()
        self.launch = launch
        self.session: Session | None = None
        self.played: Path | None = None
        """Where the last game on the table is saved, if there is no more to say of it."""
        self.told_after: list[str] = []
        """What is to be said of games that were left, once the terminal is back."""
        self._from_list = False
        """Whether the game that is looked at was chosen from the list of records."""
        self._usual = (launch.variant, launch.players or ())
        """The rules and the players that the set-up screen offers first."""
        self.unsaved: list[RecordFile] = []
        """Games that were left and could not be saved."""
        self._given_up: list[RecordFile] = []
        """Games that somebody leaves although not all of them is saved."""
        self.thinker = Thinker()
        self._asking = False

    def _turn_to(self, screen: Screen[Any]) -> None:
        """Put one screen in the place of all that are up."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def pop_screen(self) -> AwaitComplete:
        """Leave the screen on top."""
        self._note_leaving()
        return super().pop_screen()

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """Put a screen in the place of the one on top."""
        self._note_leaving()
        return super().switch_screen(screen)

    def _note_leaving(self) -> None:
        if isinstance(self.screen, Steady):
            self.screen.gone = True

    def leave_game(self) -> None:
        """Take the game off the table, and look once more after its record."""
        self.thinker.drop()
        if self.session is None:
            return
        record, self.session = self.session.record, None
        self.played = None
        if record in self._given_up:
            record.close()
            return
        if not record.make_sure():
            self.unsaved.append(record)  # asked about when the app is left
            return
        record.close()
        if not record.notice:
            self.played = record.path
            return
        self.told_after.append(record.notice)
        if self.is_running:
            self.notify(record.notice, severity="warning", markup=False)

    def play(self, session: Session) -> None:
        """Put a game on the table."""
        from qwirkle.app.table.screen import TableScreen

        self.leave_game()
        self.session = session
        self._usual = (session.variant, session.players)
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
        self._from_list = True
        return ""

    def show_game(self, game: Game) -> None:
        """Show a game step by step."""
        from qwirkle.app.pages.watch import WatchScreen

        self._look_back(WatchScreen(game))

    def review_game(self, game: Game) -> None:
        """Show a game turn by turn, with what each turn could have been."""
        from qwirkle.app.review.screen import ReviewScreen

        self._look_back(ReviewScreen(game))

    def _look_back(self, screen: Screen[Any]) -> None:
        """Look at a game that was played; what lies over its result leads back there."""
        results = self._results
        if not results:
            self.leave_game()
            self._turn_to(screen)
        elif self.screen is results[-1]:
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    @property
    def _results(self) -> list[Screen[Any]]:
        from qwirkle.app.pages.end import EndScreen

        return [screen for screen in self.screen_stack if isinstance(screen, EndScreen)]

    def look_no_more(self) -> None:
        """Go back to where the game was chosen: its result, the list, or the start screen."""
        if self._results:
            self.thinker.drop()
            self.pop_screen()
        elif self._from_list:
            self.leave_game()
            self.open_records()
        else:
            self.open_start()

    def open_start(self) -> None:
        """Open the start screen; a game that is on is saved and can be resumed."""
        from qwirkle.app.pages.start import StartScreen

        self.leave_game()
        self._from_list = False
        self._turn_to(StartScreen())

    def open_setup(self) -> None:
        """Open the set-up screen."""
        from qwirkle.app.pages.setup import SetupScreen

        self.leave_game()
        variant, players = self._usual
        self._turn_to(SetupScreen(variant or last_rules(), self.launch.seed, players))

    def open_games(self) -> None:
        """Open the list of games to resume."""
        from qwirkle.app.pages.games import GamesScreen

        self._turn_to(GamesScreen())

    def open_records(self) -> None:
        """Open the list of records to watch."""
        from qwirkle.app.pages.games import RecordsScreen

        self._turn_to(RecordsScreen())

    def open_rules(self) -> None:
        """Open the rules."""
        self.action_help()

    def open_settings(self) -> None:
        """Open the settings."""
        from qwirkle.app.pages.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_open(self, door: str) -> None:
        """Open the screen of this name."""
        if door == "settings":
            self.open_settings()
        else:
            self.run_worker(self._leave_to_start(), group="leave")

    async def _leave_to_start(self) -> None:
        if await self.may_leave():
            self.open_start()

    async def may_leave(self) -> bool:
        """Ask about every game that could not be saved; whether to leave all the same."""
        if self._asking:
            return False
        self._asking = True
        try:
            return await self._ask_about_unsaved()
        finally:
            self._asking = False

    async def _ask_about_unsaved(self) -> bool:
        from qwirkle.app.pages.unsaved import UnsavedScreen

        records = [*self.unsaved, *([self.session.record] if self.session else [])]
        for record in records:
            if not record.make_sure() and not await self.push_screen_wait(UnsavedScreen(record)):
                return False
        self.unsaved.clear()
        self._given_up += [record for record in records if record.unsaved]
        return True

    def action_help(self) -> None:
        """Show the keys of the moment and the rules of this game."""
        from qwirkle.app.pages.help import HelpScreen, keys_of

        if not isinstance(self.screen, HelpScreen):
            variant = self.session.variant if self.session else self.launch.variant
            self.push_screen(HelpScreen(keys_of(self.screen), variant))
