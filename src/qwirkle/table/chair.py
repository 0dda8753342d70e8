"""The presenter: turns a game session into frames for one screen, and actions into moves.

The renderer gets frames and sends actions. The turn being built is kept here, so that the terminal,
the server and plain-text mode share it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import structs
from msgspec.structs import replace

from qwirkle.engine.events import Redrawn, Rolled
from qwirkle.engine.moves import Move
from qwirkle.engine.refusal import Refusal
from qwirkle.record import Full
from qwirkle.table.chronicle import rolling_text, step_text, stops_of
from qwirkle.table.desk import ACTIONS, Desk, Sees
from qwirkle.table.frame import Fit, Frame, Throw, frame
from qwirkle.table.host import Host, News
from qwirkle.table.notes import Keys, Note
from qwirkle.table.rounds import first_since, flashing, told_since
from qwirkle.table.story import Story
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
    from qwirkle.analysis.thinking import Thought
    from qwirkle.engine.view import View

OTHERS = ("undo", "why", "replay", "show_end")
"""Actions that a presenter handles itself; TurnState handles the others."""


class Handover(NamedTuple):
    """What the hand-off screen between two players shows: nothing from any hand."""

    name: str
    """The next player."""
    news: tuple[str, ...]
    scores: str


class Drawer(Protocol):
    """Draws the frames of a presenter: a screen, a web client or the plain-text mode."""

    def draw(self, frame: Frame) -> None:
        """Show this frame until the next one."""

    async def act_out(self, frame: Frame) -> None:
        """Animate the latest events before the next frame is drawn."""

    async def hand_over(self, handover: Handover) -> None:
        """Hide every hand and wait until the next player is ready."""


class Analyst(Protocol):
    """Finds hints and reviews turns; both may raise WorkerError."""

    async def hints(self, view: View) -> Hints:
        """Return hints for the player to move."""

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """Compare a turn with the best one found."""

    def drop(self) -> None:
        """Cancel the request in progress, if any."""


class Place(Protocol):
    """What a game screen controls: a local Presenter, or a seat on a server."""

    def sit_down(self) -> None:
        """Start receiving frames."""

    def get_up(self) -> None:
        """Stop receiving frames."""

    def show(self) -> None:
        """Draw the current state again."""

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        """Perform an action, or report why it isn't available."""

    def answer(self, actions: Sequence[str]) -> None:
        """Report why none of these actions is available."""

    def say(self, note: Note | None) -> None:
        """Show a status until the next action; None clears it."""

    async def replayed(self) -> tuple[Frame, ...]:
        """Return a frame for each step since the last turn played here."""


def no_keys() -> Keys:
    """Return no custom keys, so that texts name the default ones."""
    return {}


class Chair:
    """The presenter of one screen: for one player, several who share it, or spectators only."""

    def __init__(
        self,
        host: Host,
        seats: Sequence[int],
        drawer: Drawer,
        analyst: Analyst,
        *,
        personal: bool = False,
        hints: bool = True,
        purist: bool = False,
        keys: Callable[[], Keys] = no_keys,
    ) -> None:
        self.host = host
        self.seats = tuple(seats)
        """Seats that are played on this screen."""
        self.personal = personal
        """True if the screen always shows the same seat, as a phone does."""
        self.desk = Desk(host.story(None).view, hints=hints, purist=purist)
        self.drawer = drawer
        self._analyst = analyst
        self._keys = keys
        self._lifted: int | None = None
        """Seat whose hidden hand is visible while several players share the screen."""
        self._heard = ""
        """The record's warning when the last move was played here; it isn't shown again."""
        self._asking: asyncio.Task[None] | None = None
        self._asked: View | None = None
        """The view that `_analysis_task` works on."""

    def sit_down(self) -> None:
        self.host.listen(None, self._hear)

    def get_up(self) -> None:
        """Stop receiving updates and cancel the analysis in progress."""
        self.host.ignore(self._hear)
        self._ask_nothing()

    # What the screen shows

    @property
    def seat(self) -> int | None:
        """Seat whose perspective is rendered, or None if that would expose a hidden hand."""
        host = self.host
        if self.personal:
            return self.seats[0]
        if host.variant.hand.open:
            return host.player if self.desk.draft is not None else None
        if len(self.seats) == 1:
            return self.seats[0]
        return self._lifted if self._lifted == host.player else None

    @property
    def story(self) -> Story:
        return self.host.story(self.seat)

    @property
    def frame(self) -> Frame:
        """The current state of the game, as `viewing_seat` may see it."""
        others = [action for action in OTHERS if self._why_not(action) is None]
        shown = frame(
            self.story, self.desk, keys=self._keys(), others=others, trouble=self._trouble
        )
        taken_back = self.host.game.taken_back
        if shown.result is None or not taken_back:
            return shown
        from qwirkle.statistics.words import taken_back_text

        told = f"{shown.result.ending} {taken_back_text(taken_back)}"
        return replace(shown, result=structs.replace(shown.result, ending=told))

    @property
    def _trouble(self) -> str:
        notice = self.host.record.notice
        return self.host.trouble or (notice if notice != self._heard else "")

    @property
    def turn_is_here(self) -> bool:
        """Return True if the game waits for a player at this screen."""
        host = self.host
        return host.waits_for_person and host.player in self.seats and not host.record.full

    def show(self) -> None:
        self.drawer.draw(self.frame)

    async def replayed(self) -> tuple[Frame, ...]:
        story = self.story
        first = first_since(story, self.seat)
        return tuple(
            replace(frame(part, None), banner=step_text(part), news="")
            for part in map(story.until, stops_of(story))
            if len(part.scenes) > first
        )

    # Actions

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        """Perform an action, or show why it isn't available.

        `is_visible` says which cells are on screen: the cursor stays among them if it can.
        """
        if action in OTHERS:
            self._do_other(action)
            return
        after = self.desk.act(action, *arguments, sees=sees)
        if not isinstance(after, Desk):
            self._submit(after)
            return
        self.desk = after
        self.show()
        if action == "hint" and after.said is Note.LOOKING:
            self._ask(self._look_for_hints)

    def answer(self, actions: Sequence[str]) -> None:
        if actions[0] in ACTIONS:
            self.desk = self.desk.resting_key([each for each in actions if each in ACTIONS])
        else:
            self.desk = self.desk.saying(self._why_not(actions[0]) or Note.NO_CHOICE)
        self.show()

    def say(self, note: Note | None) -> None:
        self.desk = replace(self.desk, said=note)
        self.show()

    def where(self, slot: int) -> tuple[Fit, ...] | None:
        """Return the legal cells for the piece in a slot, or show why not and return None."""
        if self.host.game.over:
            self.say(Note.OVER)
        elif self.desk.draft is None and not self.personal:
            self.say(Note.NOT_YOUR_TURN)
        elif self.desk.purist:
            self.say(Note.PURIST)
        else:
            return tuple(Fit(cell, points) for cell, points in self.desk.where(slot).items())
        return None

    def _do_other(self, action: str) -> None:
        reason = self._why_not(action)
        if reason is not None:
            self.say(reason)
        elif action == "undo":
            self._undo()
        elif action == "why":
            self.say(Note.JUDGING)
            self._ask(self._explain)

    def _why_not(self, action: str) -> Note | None:
        """Return why one of the GAME_ACTIONS isn't available, or None if it is."""
        over = self.host.game.over
        match action:
            case "undo" if self._may_undo:
                return None
            case "undo":
                return self._why_no_undo
            case "why":
                return self._why_not_explained
            case "show_end":
                return None if over else Note.NOT_OVER
        if self.desk.draft is None:
            return Note.NOT_YOUR_TURN
        happened = first_since(self.story, self.seat) < len(self.story.scenes)
        return None if happened else Note.NO_ROUND

    def _submit(self, move: Move) -> None:
        """Play a move for the player to move and let the game advance."""
        self._heard = self.host.record.notice
        try:
            happened = self.host.play(self.desk.view.seat, move)
        except (Refusal, Full) as error:
            self.desk = self.desk.saying(error)
            self.show()
            return
        self.desk = self.desk.committed(happened)
        self.host.wake()

    # Undo

    @property
    def _may_undo(self) -> bool:
        """True if a turn played here can be undone; an unfinished one must be cleared first."""
        begun = self.desk.draft is not None and not self.desk.draft.untouched
        return not begun and self.host.revocable_by(self.seats, whole_turns=self.desk.hints) > 0

    @property
    def _why_no_undo(self) -> Note:
        game = self.host.game
        if game.over:
            return Note.OVER
        if self.desk.draft is not None and not self.desk.draft.untouched:
            return Note.TAKE_BACK_FIRST
        alone = self.host.alone and self.desk.hints
        return Note.NO_UNDO if alone or not game.undoable else Note.DRAWN_SINCE

    def _undo(self) -> None:
        self._analyst.drop()
        if self.host.take_back(whole_turns=self.desk.hints):
            self._lifted = None
            self.host.wake()

    # Analysis

    def _ask(self, question: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a request unless the same view is being analysed; cancel any other.

        Cancelling is expensive: it ends a worker process that has started to compute.
        """
        if self._asking is not None and not self._asking.done():
            if self._asked is self.desk.view:
                return
            self._asking.cancel()
        self._asked = self.desk.view
        self._asking = asyncio.create_task(question())

    def _ask_nothing(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    async def _look_for_hints(self) -> None:
        from qwirkle.table.advice import Advice

        view = self.desk.view
        try:
            found = await self._analyst.hints(view)
            said = self.desk.advised(Advice.on(view, found))
        except ThinkingFailed as failure:
            said = self.desk.saying(failure)
        if self.desk.view is view and self.desk.draft is not None:
            self.desk = said
            self.show()

    @property
    def _why_not_explained(self) -> Note | None:
        """Return why the last turn can't be explained, or None if it can.

        The analysis process must be free, so no bot may be thinking. And the value of a turn hints
        at the hand it was played from.
        """
        host = self.host
        if not self.desk.hints:
            return Note.PURIST if self.desk.purist else Note.NO_HINTS
        if self.desk.draft is None and not host.game.over:
            return Note.NOT_YOUR_TURN
        last = host.game.last_player
        if last is None:
            return Note.NO_TURN
        if host.variant.hand.open or host.game.over or last == self.seat:
            return None
        return None if last not in host.people else Note.SECRET

    async def _explain(self) -> None:
        from qwirkle.analysis.judging import turns_of

        view = self.desk.view
        try:
            judged = await self._analyst.judge(turns_of(self.host.game)[-1])
            said = self.desk.explained_by(judged)
        except ThinkingFailed as failure:
            said = self.desk.saying(failure)
        if self.desk.view is view:
            self.desk = said
            self.show()

    # Updates from the session

    def watch(self, thinker: int, thought: Thought) -> None:
        """Show what the bot in a seat is considering."""
        self.desk = replace(self.desk, thinker=thinker, thought=thought)
        self.show()

    async def _hear(self, news: News) -> None:
        """Animate what happened, then start the turn of the player to move if it's played here."""
        await self._act_out(news)
        self.desk = self.desk.resting(self.story.view)
        if self.turn_is_here:
            await self._hand_over()
            self.desk = self.desk.begun(self.host.story(self.host.player).view)
        else:
            self._lifted = None
        self.show()

    async def _act_out(self, news: News) -> None:
        story = self.story
        first = len(story.scenes) - news.new
        throws = tuple(
            Throw(
                event.player,
                event.gave if isinstance(event, Redrawn) else event.before,
                event.drew if isinstance(event, Redrawn) else event.after,
                isinstance(event, Redrawn),
                rolling_text(event, story.names[event.player]),
            )
            for event in (scene.event for scene in story.scenes[first:])
            if isinstance(event, Rolled | Redrawn)
            and (self.host.variant.hand.open or event.player == story.seat)
        )
        flash = flashing(news.story, news.new)
        if throws or flash:
            await self.drawer.act_out(replace(frame(story, None), throws=throws, flash=flash))

    async def _hand_over(self) -> None:
        """Wait for the next player if several share the screen and hands are hidden."""
        host = self.host
        if host.variant.hand.open or len(self.seats) < 2 or self._lifted == host.player:
            return
        self._lifted = None
        self.show()
        story = host.story(None)
        scores = ", ".join(
            tr("{name} {score}", name=name, score=score)
            for name, score in zip(story.names, story.view.scores, strict=True)
        )
        news = told_since(story, host.player)
        await self.drawer.hand_over(Handover(story.names[host.player], news, scores))
        self._lifted = host.player
