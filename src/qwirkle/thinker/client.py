"""Bots and hints think in a process of their own, so that the screen never stutters."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
from typing import TYPE_CHECKING, Any

from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.processes import Child
from qwirkle.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
    from qwirkle.analysis.thinking import Thought
    from qwirkle.thinker.process import Ask

# The messages are loaded with the first question, so that the table is on the screen sooner.


PATIENCE = 8.0
"""Seconds after which a bot is to answer with the best so far, even on a slow machine."""

SPARE = 1.5
"""How many times longer than it is meant to a bot may think, on a machine that is slow."""


def patience_with(bot: str) -> float:
    """After how many seconds a bot of that name is to answer with the best so far."""
    from qwirkle.bots.roster import seconds_of

    return max(PATIENCE, SPARE * seconds_of(bot))


HINT_PATIENCE = 60.0
"""Seconds for which hints are waited for: far more than they take on any machine."""


class ThinkingFailed(Exception):
    """No answer came; the text is one sentence for people."""


class Thinker:
    """Asks a process of its own, started with the first question and ended with `close`.

    A new question makes the one before it worthless: its answer is dropped.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self._children = 0
        """How many processes there have been: the number of the one that is there."""
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[object]] = {}
        self._watch: Callable[[Thought], None] | None = None
        """Who hears what the bot thinks that was asked last."""
        self._unanswered = 0
        """The question that the process works at, even where nobody waits for the answer."""

    async def choose(
        self,
        bot: str,
        view: View,
        seed: str,
        watch: Callable[[Thought], None] | None = None,
    ) -> Move:
        """The move of a bot; `watch` hears how its candidates stand. Raises ThinkingFailed."""
        from qwirkle.thinker.process import AskBot

        self._watch = watch
        answer: Any = await self._ask(AskBot(bot, view, seed, watch is not None))
        move: Move = answer
        return move

    async def hints(self, view: View) -> Hints:
        """What the analysis advises; raises ThinkingFailed."""
        from qwirkle.thinker.process import AskHints

        try:
            async with asyncio.timeout(HINT_PATIENCE):
                answer: Any = await self._ask(AskHints(view))
        except TimeoutError:
            self.close()
            raise ThinkingFailed(
                tr("No answer came within {seconds:g} seconds.", seconds=HINT_PATIENCE)
            ) from None
        found: Hints = answer
        return found

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """How good a turn was; raises ThinkingFailed."""
        from qwirkle.thinker.process import AskJudgement

        answer: Any = await self._ask(AskJudgement(taken))
        turn: JudgedTurn = answer
        return turn

    def drop(self) -> None:
        """Make an open question worthless; who works at it may be stuck, and is not asked again."""
        if self._unanswered:
            self.close()

    def close(self) -> None:
        """End the process, with all that a bot has started, and drop every question."""
        self._cancel_all()
        self._end_process()

    @property
    def process_id(self) -> int | None:
        """The process that thinks, once there is one."""
        return None if self._child is None else self._child.process_id

    def _cancel_all(self) -> None:
        for future in self._waiting.values():
            future.cancel()
        self._waiting.clear()

    def _end_process(self) -> None:
        self._unanswered = 0
        child, self._child = self._child, None
        if child is not None:
            child.end()

    async def _ask(self, ask: Ask) -> object:
        from qwirkle.thinker.process import Failed

        self._cancel_all()
        answer = await self._answer(ask)
        if isinstance(answer, _Gone):
            # The process was ended from outside; a new one gets one more chance.
            answer = await self._answer(ask)
        if isinstance(answer, _Gone):
            raise ThinkingFailed(tr("The program that thinks for the bots has ended."))
        if isinstance(answer, Failed):
            raise ThinkingFailed(answer.reason)
        return answer

    async def _answer(self, ask: Ask) -> object:
        number = next(self._numbers)
        self._started().send(pickle.dumps((number, ask)))
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        self._unanswered = number
        try:
            return await future
        finally:
            self._waiting.pop(number, None)

    def _started(self) -> Child:
        if self._child is None:
            loop = asyncio.get_running_loop()
            self._children += 1
            number = self._children
            try:
                self._child = Child(
                    "qwirkle.thinker.process", lambda message: self._hear(message, number, loop)
                )
            except (OSError, RuntimeError) as error:  # no further process, or no further thread
                raise ThinkingFailed(
                    tr("The program that thinks for the bots does not start: {why}.", why=error)
                ) from None
        return self._child

    def _hear(self, message: bytes | None, child: int, loop: asyncio.AbstractEventLoop) -> None:
        """Hand a message on, in the thread that reads; the loop may have ended with the app."""
        if message is None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._lose, child)
        else:
            number, answer = pickle.loads(message)
            loop.call_soon_threadsafe(self._deliver, number, answer)

    def _deliver(self, number: int, answer: object) -> None:
        from qwirkle.thinker.process import Watched

        if isinstance(answer, Watched):
            if self._watch is not None and number in self._waiting:
                self._watch(answer.thought)
            return
        if number == self._unanswered:
            self._unanswered = 0
        future = self._waiting.pop(number, None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _lose(self, child: int) -> None:
        """Take note that a process has ended, unless it was ended here."""
        if self._child is not None and child == self._children:
            self._end_process()
            for number in list(self._waiting):
                self._deliver(number, _Gone())


class _Gone:
    """The process ended before it answered."""
