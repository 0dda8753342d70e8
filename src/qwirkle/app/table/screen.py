"""The table: one desk, drawn as one frame, and a host that lets the game go on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType

from qwirkle.app.chosen import pace_of
from qwirkle.app.pages.page import Page
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.table.bots import BotsAtTable
from qwirkle.app.table.keys import TABLE_KEYS, actions_by_key
from qwirkle.app.table.layout import TableView
from qwirkle.app.table.tumble import tumbling_frames
from qwirkle.engine.events import Happening, Redrawn, Rolled
from qwirkle.engine.moves import Move
from qwirkle.engine.refusal import Refusal
from qwirkle.record import Full
from qwirkle.table.chronicle import step_text, stops_of
from qwirkle.table.desk import ACTIONS, Desk
from qwirkle.table.frame import Frame, frame
from qwirkle.table.host import Host, News, Pace
from qwirkle.table.notes import Note
from qwirkle.table.rounds import first_since, flashing, told_since
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed

if TYPE_CHECKING:
    from qwirkle.analysis.thinking import Thought

TUMBLE_PAUSE = 0.06
FLASH_PAUSE = 0.15
FLASHES = 2
SHORTEST_STEP = 0.7
"""Seconds for each step of a round that is shown again, where bots are quicker than that."""
NOTICE_SECONDS = 15


class TableScreen(Page[None], inherit_bindings=False):
    """A game that is being played, with all people at one keyboard."""

    CSS_PATH = None  # the app has the styles of the table
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"
    BINDINGS: ClassVar[list[BindingType]] = [*TABLE_KEYS]

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        self.desk = Desk(
            host.story(None).view,
            hints=self.table_app.hints,
            purist=self.table_app.settings.purist,
        )
        self._table = TableView(self.table_app.look, self.table_app.zoom, purist=self.desk.purist)
        self._lifted: int | None = None
        """Whose hand may be seen, of several people with hidden hands."""
        self._offered: object = None
        """What could be done when the line of keys was drawn last."""
        self._passing = False
        """Whether something passes over the table that is not the game as it is now."""
        self._warning = ""
        """What the bar for trouble with the record says."""
        self._heard = ""
        """What was said of the record before the last move of a person."""

    def compose_page(self) -> ComposeResult:
        """The table and the keys."""
        yield self._table
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin where the game is."""
        if self.host.notice:
            self.notify(self.host.notice, severity="warning", timeout=NOTICE_SECONDS, markup=False)
        self.host.listen(None, self._hear)
        self._go_on()

    # What is seen

    @property
    def frame(self) -> Frame | None:
        """What is shown."""
        return self._table.frame

    @property
    def seat(self) -> int | None:
        """Whose eyes look: nobody's where a hidden hand could be seen by another."""
        host = self.host
        if host.variant.hand_open:
            return host.player if self.desk.draft is not None else None
        if len(host.people) == 1:
            return host.people[0]
        return self._lifted if self._lifted == host.player else None

    def show(self) -> None:
        """Show the game as it is now, to whoever may see what; not before dice lie still."""
        if self._passing:
            return
        shown = frame(self.host.story(self.seat), self.desk, keys=self.table_app.settings.keys)
        self._table.frame = shown
        self._show_trouble()
        offered = shown.offers, self._revocable > 0, self.host.game.over
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _show_trouble(self) -> None:
        notice = self.host.record.notice
        told = self.host.trouble or (notice if notice != self._heard else "")
        if told != self._warning:
            self._warning = told
            self._table.warn(told)

    # What a person does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action on the desk is known by its own name."""
        return super().check_action(str(parameters[0]) if action == "do" else action, parameters)

    def offers(self, action: str) -> bool | None:
        """Whether an action applies now."""
        if self._table.paged and (action in ACTIONS or action in ("undo", "replay", "why")):
            return False  # nobody plays on a board that is not seen
        match action:
            case "close_page":
                return self._table.paged
            case "undo":
                return self._revocable > 0
            case "show_end":
                return self.host.game.over
            case "next_pane":
                return self._table.turns_panes
            case "replay":
                return self.desk.draft is not None and bool(self._stops)
            case "why":
                return self._why_not_explained is None
        return action in self.desk.offered if action in ACTIONS else super().offers(action)

    def action_do(self, action: str, first: int | None = None, second: int | None = None) -> None:
        """Do something on the desk; Textual passes as many arguments as are named here."""
        self._end_replay()
        arguments = (each for each in (first, second) if each is not None)
        after = self.desk.act(action, *arguments, sees=self._table.board.window.shows)
        if not isinstance(after, Desk):
            self._submit(after)
            return
        self.desk = after
        self.show()
        if action == "hint" and after.said is Note.LOOKING:
            self.run_worker(self._look_for_hints(), group="hint", exclusive=True)

    def on_key(self, event: events.Key) -> None:
        """Say why a key rests; keys that do something now are none of this."""
        actions = actions_by_key(self.table_app.settings.keys).get(event.key, ())
        self._end_replay()
        if actions and not any(self.check_action(action, ()) for action in actions):
            self.desk = self._answered(actions)
            self.show()

    def _answered(self, actions: Sequence[str]) -> Desk:
        """The desk with the reason why none of these does anything now."""
        if self._table.paged:
            return self.desk.saying(Note.COVERED)
        if actions[0] in ACTIONS:
            return self.desk.resting_key([each for each in actions if each in ACTIONS])
        return self.desk.saying(self._why_not(actions[0]))

    def _why_not(self, action: str) -> Note:
        match action:
            case "why":
                return self._why_not_explained or Note.NO_TURN
            case "show_end":
                return Note.NOT_OVER
            case "next_pane":
                return Note.ALL_PANES
            case "replay":
                return Note.NOT_YOUR_TURN if self.desk.draft is None else Note.NO_ROUND
        if self.host.game.over:
            return Note.OVER
        if self.desk.draft is not None and not self.desk.draft.untouched:
            return Note.TAKE_BACK_FIRST
        alone = self.host.alone and self.desk.hints
        return Note.NO_UNDO if alone or not self.host.game.undoable else Note.DRAWN_SINCE

    @on(BoardPane.CellPressed)
    def _press_cell(self, event: BoardPane.CellPressed) -> None:
        self.action_do("press_cell", *event.cell)

    @on(BoardPane.CellTakenBack)
    def _take_cell(self, event: BoardPane.CellTakenBack) -> None:
        self.action_do("take_cell", *event.cell)

    @on(HandPane.SlotPressed)
    def _press_slot(self, event: HandPane.SlotPressed) -> None:
        self.action_do("press_slot", event.index)

    def _submit(self, move: Move) -> None:
        """Make a move of the person at the keyboard, and go on."""
        self._heard = self.host.record.notice
        try:
            happened = self.host.play(self.host.player, move)
        except (Refusal, Full) as error:
            self.desk = self.desk.saying(error)
            self.show()
            return
        self.desk = self.desk.committed(happened)
        self._go_on()

    async def _look_for_hints(self) -> None:
        from qwirkle.table.advice import Advice

        view = self.desk.view
        try:
            found = await self.table_app.thinker.hints(view)
            said = self.desk.advised(Advice.on(view, found))
        except ThinkingFailed as failure:
            said = self.desk.saying(failure)
        if self.desk.view is view and self.desk.draft is not None:
            self.desk = said
            self.show()

    @property
    def _why_not_explained(self) -> Note | None:
        """Why nothing is said about the last turn: nothing where it is.

        The thinker is asked, so a bot must not be thinking; and what a turn was worth tells of the
        hand that it was made from.
        """
        host = self.host
        if not self.desk.hints:
            return Note.PURIST if self.desk.purist else Note.NO_HINTS
        if self.desk.draft is None and not host.game.over:
            return Note.NOT_YOUR_TURN
        last = host.game.last_player
        if last is None:
            return Note.NO_TURN
        if host.variant.hand_open or host.game.over or last == self.seat:
            return None
        return None if last not in host.people else Note.SECRET

    def action_why(self) -> None:
        """Say why the last turn was made."""
        self._end_replay()
        self.desk = self.desk.saying(Note.JUDGING)
        self.show()
        self.run_worker(self._explain(), group="hint", exclusive=True)

    async def _explain(self) -> None:
        from qwirkle.analysis.judging import turns_of

        view = self.desk.view
        try:
            judged = await self.table_app.thinker.judge(turns_of(self.host.game)[-1])
            said = self.desk.explained_by(judged)
        except ThinkingFailed as failure:
            said = self.desk.saying(failure)
        if self.desk.view is view:
            self.desk = said
            self.show()

    @property
    def _revocable(self) -> int:
        """How many events would be taken back; what a person has begun comes first."""
        begun = self.desk.draft is not None and not self.desk.draft.untouched
        return 0 if begun else self.host.revocable(whole_turns=self.desk.hints)

    def action_undo(self) -> None:
        """Take the last turn back."""
        self.table_app.thinker.drop()
        if self.host.take_back(whole_turns=self.desk.hints):
            self._lifted = None
            self._go_on()

    @property
    def _stops(self) -> list[int]:
        """After how many scenes each thing had happened since this person's last turn."""
        story = self.host.story(self.seat)
        first = first_since(story, self.seat)
        return [stop for stop in stops_of(story) if stop > first]

    def action_replay(self) -> None:
        """Show once more, step by step, what has happened since this person's last turn."""
        self.run_worker(self._replay(), group="replay", exclusive=True)

    async def _replay(self) -> None:
        story, pause = self.host.story(self.seat), 0.0
        if self.table_app.unhurried:
            pause = max(pace_of(self.table_app.settings).bot, SHORTEST_STEP)
        self._passing = True
        try:
            for stop in self._stops:
                part = story.until(stop)
                self._table.frame = replace(frame(part, None), banner=step_text(part), news="")
                await asyncio.sleep(pause)
        finally:
            self._passing = False
            self.show()

    def _end_replay(self) -> None:
        self.workers.cancel_group(self, "replay")

    def action_next_pane(self) -> None:
        """Show the next pane at the side, where only one has room."""
        self._table.show_next_pane()
        self._uncover()

    def action_close_page(self) -> None:
        """Show the board again, where a pane lies over it."""
        self._table.close_page()
        self._uncover()

    def _uncover(self) -> None:
        if self.desk.said is Note.COVERED and not self._table.paged:
            self.desk = replace(self.desk, said=None)
            self.show()

    def action_show_end(self) -> None:
        """Show the result."""
        from qwirkle.app.pages.end import EndScreen

        self.app.push_screen(EndScreen(self.host))

    # How it goes on

    def _go_on(self) -> None:
        """Let the game run until a person must decide."""
        self.run_worker(self._run(), group="drive", exclusive=True)

    async def _run(self) -> None:
        paced = pace_of(self.table_app.settings) if self.table_app.unhurried else Pace()
        watch = self._watch if self._may_watch else None
        self.desk = replace(self.desk, thought=None)
        await self.host.go_on(BotsAtTable(self, watch), paced)
        if self.host.game.over:
            await asyncio.sleep(paced.bot)
            self.action_show_end()

    @property
    def _may_watch(self) -> bool:
        """Whether a bot's thoughts are wanted and tell nobody of a hidden hand."""
        wanted = self.table_app.settings.thinking and not self.desk.purist
        return wanted and (self.host.variant.hand_open or not self.host.people)

    def _watch(self, thinker: int, thought: Thought) -> None:
        self.desk = self.desk.watching(thinker, thought)
        self.show()

    async def _hear(self, news: News) -> None:
        """Show what has happened, and who is to move now."""
        first = len(news.story.scenes) - news.new
        self.app.clear_notifications()
        for scene in self.host.story(self.seat).scenes[first:]:
            await self._tumble(scene.event)
        await self._flash(news)
        self.desk = self.desk.resting(self.host.story(self.seat).view)
        if not self.host.waits_for_person or self.host.record.full:
            self._lifted = None
        else:
            await self._raise_curtain()
            self.desk = self.desk.begun(self.host.story(self.host.player).view)
        self.show()

    async def _flash(self, news: News) -> None:
        """A Qwirkle is a moment: its line flashes, and the bell rings if that is wanted."""
        cells = flashing(news.story, news.new)
        if not cells or not self.table_app.animated:
            return
        if self.table_app.settings.bell:
            self.app.bell()
        shown = frame(self.host.story(self.seat), None)
        self._passing = True
        try:
            for lit in (cells, ()) * FLASHES:
                self._table.frame = replace(shown, flash=lit)
                await asyncio.sleep(FLASH_PAUSE)
        finally:
            self._passing = False

    async def _tumble(self, event: Happening) -> None:
        """Let dice tumble for a moment before they lie."""
        if not isinstance(event, Rolled | Redrawn) or self.frame is None:
            return
        if not self.table_app.animated:
            return
        if not self.host.variant.hand_open and self.seat != event.player:
            return  # somebody else's hand is on the screen, or none
        self._passing = True
        try:
            for passing in tumbling_frames(self.frame, event):
                self._table.frame = passing
                await asyncio.sleep(TUMBLE_PAUSE)
        finally:
            self._passing = False

    async def _raise_curtain(self) -> None:
        """Between people with hidden hands, wait behind the curtain for the next one."""
        host = self.host
        if host.variant.hand_open or len(host.people) < 2 or self._lifted == host.player:
            return
        self._lifted = None
        self.show()
        from qwirkle.app.table.curtain import CurtainScreen

        story = host.story(None)
        scores = ", ".join(
            tr("{name} {score}", name=name, score=score)
            for name, score in zip(story.names, story.view.scores, strict=True)
        )
        name, news = story.names[host.player], told_since(story, host.player)
        await self.app.push_screen_wait(CurtainScreen(name, news, scores))
        self._lifted = host.player
