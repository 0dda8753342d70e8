"""Bots and hints think in a process of their own, so that the screen never stutters."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
from typing import TYPE_CHECKING

from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.texts import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
    from qwirkle.analysis.thinking import Thought
    from qwirkle.processes import Child
    from qwirkle.thinker.process import Ask

# What asks is loaded with the first question, so that the table is on the screen sooner.


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

    async def choose(
        self,
        bot: str,
        view: View,
        seed: str,
        watch: Callable[[Thought], None] | None = None,
    ) -> Move:
        """The move of a bot; `watch` hears how its candidates stand. Raises ThinkingFailed."""
        from qwirkle.arena.game import Failure
        from qwirkle.arena.wire import decode_move
        from qwirkle.bots.roster import is_bundled
        from qwirkle.thinker.process import AskBot

        if not is_bundled(bot):
            watch = None  # what a stranger's bot sends is never unpickled
        ask = AskBot(bot, view, seed, patience_with(bot), watch is not None)
        try:
            return decode_move(await self._ask(ask, watch))
        except Failure as failure:
            raise ThinkingFailed(str(failure)) from None

    async def hints(self, view: View) -> Hints:
        """What the analysis advises; raises ThinkingFailed."""
        from qwirkle.thinker.process import AskHints

        try:
            async with asyncio.timeout(HINT_PATIENCE):
                found: Hints = pickle.loads(await self._ask(AskHints(view)))
        except TimeoutError:
            self.close()
            raise ThinkingFailed(
                tr("No answer came within {seconds:g} seconds.", seconds=HINT_PATIENCE)
            ) from None
        return found

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """How good a turn was; raises ThinkingFailed."""
        from qwirkle.thinker.process import AskJudgement

        turn: JudgedTurn = pickle.loads(await self._ask(AskJudgement(taken)))
        return turn

    def drop(self) -> None:
        """Make an open question worthless; who works at it may be stuck, and is not asked again."""
        if self._child is not None and self._child.busy:
            self.close()

    def close(self) -> None:
        """End the process, with all that a bot has started, and drop every question."""
        if self._child is not None:
            self._child.end()
            self._child = None

    @property
    def process_id(self) -> int | None:
        """The process that thinks, once there is one."""
        return None if self._child is None else self._child.process_id

    async def _ask(self, ask: Ask, watch: Callable[[Thought], None] | None = None) -> bytes:
        from qwirkle.processes import Failed, Gone

        loop = asyncio.get_running_loop()

        def hear(thought: bytes) -> None:
            loop.call_soon_threadsafe(tell, thought)

        def tell(thought: bytes) -> None:
            if watch is not None and not answer.done():
                watch(pickle.loads(thought))

        for _ in range(2):  # a process that is ended from outside has one successor
            answer = asyncio.wrap_future(self._started().ask(ask, hear))
            try:
                return await answer
            except Gone:
                continue
            except Failed as failed:
                raise ThinkingFailed(str(failed)) from None
        raise ThinkingFailed(tr("The program that thinks for the bots has ended."))

    def _started(self) -> Child:
        from qwirkle.processes import Child

        if self._child is None or self._child.gone:
            try:
                self._child = Child("qwirkle.thinker.process", output=subprocess.DEVNULL)
            except (OSError, RuntimeError) as error:  # no further process, or no further thread
                raise ThinkingFailed(
                    tr("The program that thinks for the bots does not start: {why}.", why=error)
                ) from None
        return self._child
