"""The game screen: draws frames, and sends keys and clicks to a SeatController."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.settings import pace_of
from qwirkle.app.table.bots import BotsAtTable
from qwirkle.app.table.keys import TABLE_KEYS, actions_of_key
from qwirkle.app.table.layout import TableView
from qwirkle.app.table.tumble import tumbling_frames
from qwirkle.table.chair import OTHERS, Chair, Handover, Place
from qwirkle.table.desk import ACTIONS
from qwirkle.table.frame import Frame
from qwirkle.table.host import Host, Pace
from qwirkle.table.notes import Note

if TYPE_CHECKING:
    from qwirkle.analysis.thinking import Thought

TUMBLE_PAUSE = 0.06
FLASH_PAUSE = 0.15
FLASHES = 2
SHORTEST_STEP = 0.7
"""Minimum seconds per step of a replayed round, even if bots play faster."""
NOTICE_SECONDS = 15


class SeatScreen(Page[None], inherit_bindings=False):
    """A game, local or on a server, for the players in front of this screen."""

    CSS_PATH = None  # app.tcss has its styles
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"
    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_KEYS]

    place: Place

    def __init__(self, *, purist: bool = False) -> None:
        super().__init__()
        self._table = TableView(self.table_app.look, self.table_app.zoom, purist=purist)
        self._styled = False
        """True once the screen has been shown."""
        self._offered: tuple[str, ...] | None = None
        """Actions on offer when the key bar was last drawn."""
        self._passing = False
        """True during an animation or replay; new frames aren't drawn then."""
        self._warning = ""
        """Warning about the record, as shown now."""
        self._covered = False
        """True while the status says that a pane covers the board."""

    def compose_page(self) -> ComposeResult:
        yield self._table
        yield KeyBar()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Restyle widgets when the screen comes back; the first time they're up to date."""
        event.refresh_styles = self._styled
        self._styled = True

    def on_mount(self) -> None:
        self.place.sit_down()
        self.run_worker(self._run(), group="drive", exclusive=True)

    def on_unmount(self) -> None:
        self.place.get_up()

    async def _run(self) -> None:
        """Run the game."""

    # Renderer

    @property
    def frame(self) -> Frame | None:
        """The frame on screen."""
        return self._table.frame

    def draw(self, frame: Frame) -> None:
        """Show a frame, unless an animation is running."""
        if self._passing or self.gone:
            return
        if frame.trouble != self._warning:
            self._warning = frame.trouble
            self._table.warn(frame.trouble)
        self._table.frame = frame
        if frame.offers != self._offered:
            self._offered = frame.offers
            self.refresh_bindings()

    async def act_out(self, frame: Frame) -> None:
        """Animate rolling dice, and flash completed Qwirkles."""
        if not self.table_app.animated:
            return
        before = self.frame or frame
        passing = [each for throw in frame.throws for each in tumbling_frames(before, throw)]
        await self._show_in_turn(passing, TUMBLE_PAUSE)
        if frame.flash:
            if self.table_app.settings.bell:
                self.app.bell()
            flashes = [replace(frame, flash=lit) for lit in (frame.flash, ()) * FLASHES]
            await self._show_in_turn(flashes, FLASH_PAUSE)

    async def hand_over(self, handover: Handover) -> None:
        """Show the hand-off screen until the next player is ready."""
        from qwirkle.app.table.curtain import CurtainScreen

        await self.app.push_screen_wait(CurtainScreen(handover))

    async def _show_in_turn(self, frames: list[Frame], pause: float) -> None:
        self._passing = True
        try:
            for each in frames:
                self._table.frame = each
                await asyncio.sleep(pause)
        finally:
            self._passing = False

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(str(parameters[0]) if action == "do" else action, parameters)

    def offers(self, action: str) -> bool | None:
        if action in ACTIONS or action in OTHERS:
            frame = self.frame
            if frame is None or action not in frame.offers:
                return False
            # No playing while a pane covers the board.
            return action == "show_end" or not self._table.paged
        match action:
            case "close_page":
                return self._table.paged
            case "next_pane":
                return self._table.turns_panes
        return super().offers(action)

    def action_do(self, action: str, first: int | None = None, second: int | None = None) -> None:
        """Perform an action; Textual passes only as many arguments as there are parameters."""
        self._end_replay()
        arguments = (each for each in (first, second) if each is not None)
        self.place.act(action, *arguments, sees=self._table.board.window.shows)

    def on_key(self, event: events.Key) -> None:
        """Explain why a key does nothing; keys with an effect are left to their bindings."""
        actions = actions_of_key(event.key, self.table_app.settings.keys)
        self._end_replay()
        if not actions or any(self.check_action(action, ()) for action in actions):
            return
        if self._table.paged:
            self._covered = True
            self.place.say(Note.COVERED)
        elif actions[0] == "next_pane":
            self.place.say(Note.ALL_PANES)
        else:
            self.place.answer(actions)

    @on(BoardPane.CellPressed)
    def _press_cell(self, event: BoardPane.CellPressed) -> None:
        self.action_do("press_cell", *event.cell)

    @on(BoardPane.CellTakenBack)
    def _take_cell(self, event: BoardPane.CellTakenBack) -> None:
        self.action_do("take_cell", *event.cell)

    @on(HandPane.SlotPressed)
    def _press_slot(self, event: HandPane.SlotPressed) -> None:
        self.action_do("press_slot", event.index)

    def action_undo(self) -> None:
        self.place.act("undo")

    def action_why(self) -> None:
        self._end_replay()
        self.place.act("why")

    def action_replay(self) -> None:
        """Replay, step by step, what happened since this player's last turn."""
        self.run_worker(self._replay(), group="replay", exclusive=True)

    async def _replay(self) -> None:
        pause = 0.0
        if self.table_app.unhurried:
            pause = max(pace_of(self.table_app.settings).bot, SHORTEST_STEP)
        try:
            await self._show_in_turn(list(await self.place.replayed()), pause)
        finally:
            self.place.show()

    def _end_replay(self) -> None:
        self.workers.cancel_group(self, "replay")

    def action_next_pane(self) -> None:
        self._table.show_next_pane()
        self._clear_covered()

    def action_close_page(self) -> None:
        self._table.close_page()
        self._clear_covered()

    def _clear_covered(self) -> None:
        if self._covered and not self._table.paged:
            self._covered = False
            self.place.say(None)

    def action_show_end(self) -> None:
        from qwirkle.app.pages.end import EndScreen

        if self.frame is not None and self.frame.result is not None:
            self.app.push_screen(EndScreen(self.frame, self.frame.result, self.record))

    @property
    def record(self) -> str:
        """Path of the record; empty if a server has it."""
        return ""


class TableScreen(SeatScreen):
    """A local game, with all people at one keyboard."""

    def __init__(self, host: Host) -> None:
        app, settings = self.table_app, self.table_app.settings
        super().__init__(purist=settings.purist)
        self.host = host
        self.place = self.chair = Chair(
            host,
            host.people,
            self,
            app.thinker,
            hints=app.hints,
            purist=settings.purist,
            keys=lambda: app.settings.keys,
        )

    @property
    def record(self) -> str:
        return str(self.host.record.path)

    def on_mount(self) -> None:
        if self.host.notice:
            self.notify(self.host.notice, severity="warning", timeout=NOTICE_SECONDS, markup=False)

    async def _run(self) -> None:
        await self.host.run(BotsAtTable(self, self._watching), self._pace)
        await asyncio.sleep(self._pace().bot)
        self.action_show_end()

    def _pace(self) -> Pace:
        return pace_of(self.table_app.settings) if self.table_app.unhurried else Pace()

    def _watching(self) -> Callable[[int, Thought], None] | None:
        """Return the callback for bots' search results, or None if they're off or reveal a hand."""
        wanted = self.table_app.settings.thinking and not self.chair.desk.purist
        seen = self.host.variant.hand.open or not self.host.people
        return self.chair.watch if wanted and seen else None
