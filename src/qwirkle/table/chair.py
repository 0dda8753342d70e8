"""A chair: the people before one screen, what they see of a game, and what they do.

Whoever draws gets frames and sends actions; the half-built turn and all words stay here.
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
"""Actions besides those on a desk."""


class Handover(NamedTuple):
    """What may be read while the screen goes from one person to the next: nothing of any hand."""

    name: str
    """Who is next."""
    news: tuple[str, ...]
    scores: str


class Drawer(Protocol):
    """Whoever draws the frames of a chair."""

    def draw(self, frame: Frame) -> None:
        """Show this from now on."""

    async def act_out(self, frame: Frame) -> None:
        """Let people see what has just happened, before what comes of it is drawn."""

    async def hand_over(self, handover: Handover) -> None:
        """Wait, with no hand in sight, until the next person sits before the screen."""


class Analyst(Protocol):
    """Whoever looks for hints and judges turns; both may raise ThinkingFailed."""

    async def hints(self, view: View) -> Hints:
        """What the analysis advises."""

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """How good a turn was."""

    def drop(self) -> None:
        """Make an open question worthless."""


class Place(Protocol):
    """What a screen needs of a chair, be that here or at a server."""

    def sit_down(self) -> None:
        """Hear from now on what happens."""

    def get_up(self) -> None:
        """Hear no more."""

    def show(self) -> None:
        """Have the game drawn as it is now."""

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        """Do something, or have it said why it rests now."""

    def answer(self, actions: Sequence[str]) -> None:
        """Have it said why none of these does anything now."""

    def say(self, note: Note | None) -> None:
        """Say this until the next action, or nothing."""

    async def replayed(self) -> tuple[Frame, ...]:
        """Step by step what has happened since the last turn made here."""


def no_keys() -> Keys:
    """No key was moved."""
    return {}


class Chair:
    """The people before one screen: several who take turns, one alone, or nobody who plays."""

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
        """Who is played for here."""
        self.personal = personal
        """Whether the screen belongs to one seat for good, as a phone does."""
        self.desk = Desk(host.story(None).view, hints=hints, purist=purist)
        self.drawer = drawer
        self._analyst = analyst
        self._keys = keys
        self._lifted: int | None = None
        """Whose hand may be seen, of several people with hidden hands."""
        self._heard = ""
        """What was said of the record before the last move made here."""
        self._asking: asyncio.Task[None] | None = None
        """The question to the analyst that is under way."""
        self._asked: View | None = None
        """What it was asked about."""

    def sit_down(self) -> None:
        """Hear from now on what happens."""
        self.host.listen(None, self._hear)

    def get_up(self) -> None:
        """Hear no more, and let questions rest."""
        self.host.ignore(self._hear)
        self._ask_nothing()

    # What is seen

    @property
    def seat(self) -> int | None:
        """Whose eyes look: nobody's where a hidden hand could be seen by another."""
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
        """What may be seen here of the game so far."""
        return self.host.story(self.seat)

    @property
    def frame(self) -> Frame:
        """The game as it is now, to whoever may see what."""
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
        """Whether the game goes on only when somebody here has decided."""
        host = self.host
        return host.waits_for_person and host.player in self.seats and not host.record.full

    def show(self) -> None:
        """Have the game drawn as it is now."""
        self.drawer.draw(self.frame)

    async def replayed(self) -> tuple[Frame, ...]:
        """Step by step what has happened since the last turn made here, each as a frame."""
        story = self.story
        first = first_since(story, self.seat)
        return tuple(
            replace(frame(part, None), banner=step_text(part), news="")
            for part in map(story.until, stops_of(story))
            if len(part.scenes) > first
        )

    # What people do

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        """Do something, or say why it rests now; `sees` tells which cells are in sight."""
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
        """Say why none of the actions that a key stands for does anything now."""
        if actions[0] in ACTIONS:
            self.desk = self.desk.resting_key([each for each in actions if each in ACTIONS])
        else:
            self.desk = self.desk.saying(self._why_not(actions[0]) or Note.NO_CHOICE)
        self.show()

    def say(self, note: Note | None) -> None:
        """Say this until the next action, or nothing."""
        self.desk = replace(self.desk, said=note)
        self.show()

    def where(self, slot: int) -> tuple[Fit, ...] | None:
        """The cells for the piece in a slot; None where that is not told, and is said why."""
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
        """Why an action besides those on the desk rests now: for nothing where it does not."""
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
        """Make a move of whoever is to move here, and let the game go on."""
        self._heard = self.host.record.notice
        try:
            happened = self.host.play(self.desk.view.seat, move)
        except (Refusal, Full) as error:
            self.desk = self.desk.saying(error)
            self.show()
            return
        self.desk = self.desk.committed(happened)
        self.host.wake()

    # Taking back

    @property
    def _may_undo(self) -> bool:
        """Whether a turn made here can be taken back; what a person has begun comes first."""
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

    # Questions to the analyst

    def _ask(self, question: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Ask one question at a time: to give one up ends a process that has begun to think."""
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
        """Why nothing is said about the last turn: for nothing where it is.

        The analyst is asked, so a bot must not be thinking; and what a turn was worth tells of the
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

    # How it goes on

    def watch(self, thinker: int, thought: Thought) -> None:
        """Show what the bot of a seat thinks."""
        self.desk = replace(self.desk, thinker=thinker, thought=thought)
        self.show()

    async def _hear(self, news: News) -> None:
        """Have it shown what has happened, and who is to move now."""
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
        """Between people with hidden hands, wait for the next one."""
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
