"""The table: draws the frames of a chair, and takes keys and clicks there."""

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
"""Seconds for each step of a round that is shown again, where bots are quicker than that."""
NOTICE_SECONDS = 15


class SeatScreen(Page[None], inherit_bindings=False):
    """A table drawn for the people of one chair, be that here or at a server."""

    CSS_PATH = None  # the app has the styles of the table
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"
    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_KEYS]

    place: Place
    """Where the people sit."""

    def __init__(self, *, purist: bool = False) -> None:
        super().__init__()
        self._table = TableView(self.table_app.look, self.table_app.zoom, purist=purist)
        self._styled = False
        """Whether the screen was shown before."""
        self._offered: tuple[str, ...] | None = None
        """What could be done when the line of keys was drawn last."""
        self._passing = False
        """Whether something passes over the table that is not the game as it is now."""
        self._warning = ""
        """What the bar for trouble with the record says."""
        self._covered = False
        """Whether it was said that a pane covers the board."""

    def compose_page(self) -> ComposeResult:
        yield self._table
        yield KeyBar()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Restyle widgets when the screen comes back; the first time they've just been styled."""
        event.refresh_styles = self._styled
        self._styled = True

    def on_mount(self) -> None:
        self.place.sit_down()
        self.run_worker(self._run(), group="drive", exclusive=True)

    def on_unmount(self) -> None:
        self.place.get_up()

    async def _run(self) -> None:
        """Let the game go on."""

    # What is seen

    @property
    def frame(self) -> Frame | None:
        """What is shown."""
        return self._table.frame

    def draw(self, frame: Frame) -> None:
        """Show this from now on; not before dice lie still."""
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
        """Let dice tumble for a moment before they lie, and full lines flash."""
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
        """Wait behind the curtain for the next person."""
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

    # What a person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(str(parameters[0]) if action == "do" else action, parameters)

    def offers(self, action: str) -> bool | None:
        if action in ACTIONS or action in OTHERS:
            frame = self.frame
            if frame is None or action not in frame.offers:
                return False
            # Nobody plays on a board that is not seen.
            return action == "show_end" or not self._table.paged
        match action:
            case "close_page":
                return self._table.paged
            case "next_pane":
                return self._table.turns_panes
        return super().offers(action)

    def action_do(self, action: str, first: int | None = None, second: int | None = None) -> None:
        """Do something on the desk; Textual passes as many arguments as are named here."""
        self._end_replay()
        arguments = (each for each in (first, second) if each is not None)
        self.place.act(action, *arguments, sees=self._table.board.window.shows)

    def on_key(self, event: events.Key) -> None:
        """Say why a key rests; keys that do something now are none of this."""
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
        """Show once more, step by step, what has happened since this person's last turn."""
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
        """Where the game is saved; nothing where somebody else keeps it."""
        return ""


class TableScreen(SeatScreen):
    """A game that is played here, with all people at one keyboard."""

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
        """Who looks on while a bot thinks: nobody where that tells of a hidden hand."""
        wanted = self.table_app.settings.thinking and not self.chair.desk.purist
        seen = self.host.variant.hand.open or not self.host.people
        return self.chair.watch if wanted and seen else None
