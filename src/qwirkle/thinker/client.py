"""The client of an analysis process, which runs bots, hints and reviews off the UI loop."""

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

# Imports inside functions: the app starts faster if they wait for the first request.


PATIENCE = 8.0
"""Seconds after which `stop()` turns true for a bot, even on a slow machine."""

SPARE = 1.5
"""How many times its nominal thinking time a bot may take, for slow machines."""


def patience_with(bot: str) -> float:
    """Return the seconds after which a bot has to answer with its best move so far."""
    from qwirkle.bots.roster import seconds_of

    return max(PATIENCE, SPARE * seconds_of(bot))


HINT_PATIENCE = 60.0
"""Seconds to wait for hints: far more than they take on any machine."""


class ThinkingFailed(Exception):
    """The worker gave no answer; the text is one sentence for people."""


class Thinker:
    """An analysis process, started on the first request and killed by `close`.

    A new request cancels the one before it.
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
        """Return a bot's move; `on_progress` gets its candidates meanwhile. Raises WorkerError."""
        from qwirkle.arena.game import Failure
        from qwirkle.arena.wire import decode_move
        from qwirkle.bots.roster import is_bundled
        from qwirkle.thinker.process import AskBot

        if not is_bundled(bot):
            watch = None  # never unpickle what an external bot sends
        ask = AskBot(bot, view, seed, patience_with(bot), watch is not None)
        try:
            return decode_move(await self._ask(ask, watch))
        except Failure as failure:
            raise ThinkingFailed(str(failure)) from None

    async def hints(self, view: View) -> Hints:
        """Return hints for a view. Raises WorkerError."""
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
        """Review a turn. Raises WorkerError."""
        from qwirkle.thinker.process import AskJudgement

        turn: JudgedTurn = pickle.loads(await self._ask(AskJudgement(taken)))
        return turn

    def drop(self) -> None:
        """Cancel a pending request. Kills the process, which may be stuck."""
        if self._child is not None and self._child.busy:
            self.close()

    def close(self) -> None:
        """Kill the process and all its children, and cancel a pending request."""
        if self._child is not None:
            self._child.end()
            self._child = None

    @property
    def process_id(self) -> int | None:
        """Id of the process, or None before the first request."""
        return None if self._child is None else self._child.process_id

    async def _ask(self, ask: Ask, watch: Callable[[Thought], None] | None = None) -> bytes:
        from qwirkle.processes import Failed, Gone

        loop = asyncio.get_running_loop()

        def hear(thought: bytes) -> None:
            loop.call_soon_threadsafe(tell, thought)

        def tell(thought: bytes) -> None:
            if watch is not None and not answer.done():
                watch(pickle.loads(thought))

        for _ in range(2):  # restart once if the process was killed from outside
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
            except (OSError, RuntimeError) as error:  # out of processes or threads
                raise ThinkingFailed(
                    tr("The program that thinks for the bots does not start: {why}.", why=error)
                ) from None
        return self._child
