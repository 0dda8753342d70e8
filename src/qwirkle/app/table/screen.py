"""The table: lets the game go on from turn to turn, for people and bots alike."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from qwirkle.app.table.asking import SUBSTITUTE, ask_for_move
from qwirkle.app.table.hints import HintPage
from qwirkle.app.table.keys import TABLE_KEYS
from qwirkle.app.table.tumble import tumbling_frames
from qwirkle.engine.events import Happening, Placed, Redrawn, Rolled
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.pieces import Faces
from qwirkle.engine.refusal import Refusal
from qwirkle.record import Full
from qwirkle.table.draft import Draft, Order
from qwirkle.table.framing import Glance, frame_of, fresh_draft
from qwirkle.table.host import Session
from qwirkle.table.telling import latest_news, news_text
from qwirkle.texts import tr

BOT_PAUSE = 0.7
FORCED_PAUSE = 1.2
TUMBLE_PAUSE = 0.06
NEWS_SECONDS = 15


class TableScreen(HintPage, inherit_bindings=False):
    """A game that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = TABLE_KEYS

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._lifted: int | None = None
        """Whose hand may be seen, of several people with hidden hands."""
        self._offered: object = None
        self._tumbling = False
        self._lying: Faces = ()
        """The hand as it lies after a roll of its own."""
        self._in_bar = ""
        """What the bar for trouble with the record says."""
        self._heard = ""
        """What was said of the record before the last move of a person."""

    def on_mount(self) -> None:
        """Begin where the game is."""
        if self.session.news:
            self.notify(self.session.news, severity="warning", timeout=NEWS_SECONDS, markup=False)
        self.go_on()

    # What is seen

    def show(self) -> None:
        """Show the game as it is now, to whoever may see what; not before dice lie still."""
        if self._tumbling:
            return
        self.frame = frame_of(
            self.session.game.standing,
            self.session.players,
            Glance(
                seat=self._seat(),
                draft=self.draft,
                order=self.order,
                cursor=self.cursor if self.draft else None,
                refused=self.refused,
                hinted=self.hinted,
                notice=self.notice,
                keys=self.table_app.settings.keys,
            ),
        )
        self._show_trouble()
        offered = (
            self.draft
            and (
                self.draft.task,
                self.draft.untouched,
                self.draft.picked is None,
                len(self.draft.laid),
                bool(self.draft.marks),
            ),
            len(self.session.game.events),
            bool(self.hinted),
        )
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _seat(self) -> int | None:
        """Whose eyes look: nobody's where a hidden hand could be seen by another."""
        session = self.session
        if session.variant.hand_open:
            return session.player if self.draft is not None else None
        if len(session.humans) == 1:
            return session.humans[0]
        return self._lifted if self._lifted == session.player else None

    def _show_trouble(self) -> None:
        notice = self.session.record.notice
        told = self.session.trouble or (notice if notice != self._heard else "")
        if told == self._in_bar:
            return
        self._in_bar = told
        for bar in self.query("#save-trouble").results(Static):
            bar.display = bool(told)
            bar.update(Content(told))

    # How it goes on

    def go_on(self) -> None:
        """Let the game run until a person must decide."""
        self.run_worker(self._drive(), group="drive", exclusive=True)

    async def _drive(self) -> None:
        session = self.session
        while not session.game.over:
            self.draft = None
            if session.record.full:
                self.show()
                return
            if not session.human_turn:
                self._lifted = None
                self.show()
                await self._bot_turn()
                continue
            await self._raise_curtain()
            forced = self.view.forced
            if isinstance(forced, Roll):
                self.draft = fresh_draft(self.view, self.order)
                self.show()
                await self._pause(FORCED_PAUSE)
                await self._happen(forced)
                continue
            self.draft = self._as_rolled(fresh_draft(self.view, self.order))
            self.show()
            return
        self._lifted, self.draft, self.notice = None, None, ""
        self.show()
        await self._pause(BOT_PAUSE)
        self.action_show_end()

    async def _raise_curtain(self) -> None:
        """Between people with hidden hands, wait behind the curtain for the next one."""
        session = self.session
        if not session.curtained or self._lifted == session.player:
            return
        self._lifted = None
        self.notice, self.refused = "", ()
        self.show()
        from qwirkle.app.table.curtain import CurtainScreen

        scores = ", ".join(
            tr("{name} {score}", name=player.name, score=score)
            for player, score in zip(session.players, session.game.position.scores, strict=True)
        )
        names = tuple(player.name for player in session.players)
        news = latest_news(session.game.standing, names)
        await self.app.push_screen_wait(CurtainScreen(session.name, news, scores))
        self._lifted = session.player

    async def _bot_turn(self) -> None:
        session = self.session
        view = self.view
        move = view.forced
        began = len(session.game.events)
        if move is None:
            bot = session.players[session.player].bot or ""
            seed = f"{session.game.header.seed}:{len(session.game.standing)}:bot"
            move = await ask_for_move(self, bot, view, seed)
        await self._pause(BOT_PAUSE)
        if len(session.game.events) == began:
            try:
                await self._happen(move)
            except Refusal as refusal:
                self.notify(
                    tr(
                        "{name} tried what the rules forbid: {reason}",
                        name=session.name,
                        reason=str(refusal),
                    ),
                    severity="error",
                    markup=False,
                )
                await self._happen(await ask_for_move(self, SUBSTITUTE, view, "fallback"))

    async def _happen(self, move: Move) -> None:
        happened = self.session.submit(move)
        for event in happened:
            await self._tumble(event)
        self._tell(happened)

    def submit(self, move: Move) -> None:
        """Make a move of the person at the keyboard, and go on."""
        self._heard = self.session.record.notice
        try:
            happened = self.session.submit(move)
        except Refusal as refusal:
            self.refuse(refusal)
            return
        except Full as full:
            self.say(str(full))
            return
        self.advice = None
        self.notice, self.refused = "", ()
        self._tell(happened)
        draft, self.draft = self.draft, None
        self.refresh_bindings()
        self.run_worker(self._after(happened, draft), group="drive", exclusive=True)

    async def _after(self, happened: tuple[Happening, ...], draft: Draft | None) -> None:
        for event in happened:
            if isinstance(event, Rolled) and not event.forced and draft is not None:
                self._lying = draft.turned(event.before, event.after)
            await self._tumble(event)
        await self._drive()

    def _as_rolled(self, draft: Draft) -> Draft:
        """Leave dice where they were marked: of two alike the game rolls the first (J10)."""
        lying, self._lying = self._lying, ()
        if self.order is Order.DRAWN and sorted(lying) == sorted(draft.hand):
            return draft.arranged(lying)
        return draft

    def _tell(self, happened: tuple[Happening, ...]) -> None:
        """Say in a toast what has scored."""
        names = tuple(player.name for player in self.session.players)
        standing = self.session.game.standing
        told = news_text(standing[-len(happened) :], names)
        if told:
            self.app.clear_notifications()
            if any(isinstance(event, Placed) for event in happened):
                self.notify(told, timeout=3, markup=False)

    async def _tumble(self, event: Happening) -> None:
        """Let dice tumble for a moment before they lie."""
        if not isinstance(event, Rolled | Redrawn):
            return
        if not self.table_app.animated or self.frame is None:
            return
        if not self.session.variant.hand_open and self._seat() != event.player:
            return  # somebody else's hand is on the screen, or none
        self._tumbling = True
        try:
            for frame in tumbling_frames(self.frame, event):
                self.frame = frame
                await asyncio.sleep(TUMBLE_PAUSE)
        finally:
            self._tumbling = False

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds if self.table_app.unhurried else 0)

    # What else can be done

    def offers(self, action: str) -> bool | None:
        """Whether an action applies now."""
        match action:
            case "undo":
                return self.session.revocable > 0
            case "show_end":
                return self.session.game.over
        return super().offers(action)

    def action_undo(self) -> None:
        """Take the last turn back; it is offered only where it reveals nothing."""
        self.table_app.thinker.drop()
        if self.session.take_back():
            self._lifted = None
            self.notice, self.refused, self.advice = "", (), None
            self.go_on()

    def action_show_end(self) -> None:
        """Show the result."""
        from qwirkle.app.pages.end import EndScreen

        self.app.push_screen(EndScreen(self.session))
