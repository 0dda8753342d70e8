"""The client of an analysis process, which runs bots, hints and reviews outside the event loop."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
from typing import TYPE_CHECKING

from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.i18n import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.review import TurnRecord, TurnReview
    from qwirkle.analysis.search import SearchResult
    from qwirkle.worker.process import WorkerRequest
    from qwirkle.worker.rpc import ChildProcess

# Imports inside functions: the app starts faster if they wait for the first request.

MIN_THINKING_LIMIT = 8.0
"""Shortest thinking limit in seconds; far more than most bots need, for slow machines."""

THINKING_LIMIT_FACTOR = 1.5
"""How many times its nominal thinking time a bot may take, for slow machines."""

HANG_GRACE_SECONDS = 7.0
"""Seconds beyond its thinking limit that a bot gets to start, load and answer."""

HINT_TIMEOUT = 60.0
"""Seconds to wait for hints: far more than they take on any machine."""


def thinking_limit(bot: str) -> float:
    """Return the seconds after which a bot is asked to stop, by `stop()` returning True."""
    from qwirkle.bots.registry import thinking_seconds

    return max(MIN_THINKING_LIMIT, THINKING_LIMIT_FACTOR * thinking_seconds(bot))


def hang_timeout(bot: str) -> float:
    """Return the seconds after which a bot counts as hung."""
    return thinking_limit(bot) + HANG_GRACE_SECONDS


class WorkerError(Exception):
    """The worker gave no answer; the text is one sentence to show the user."""


class AnalysisWorker:
    """An analysis process, started on the first request and killed by `close`.

    A new request cancels the one before it.
    """

    def __init__(self) -> None:
        self._child: ChildProcess | None = None

    async def choose(
        self,
        bot: str,
        view: View,
        seed: str,
        on_progress: Callable[[SearchResult], None] | None = None,
    ) -> Move:
        """Return a bot's move; `on_progress` gets its candidates meanwhile. Raises WorkerError."""
        from qwirkle.bots.registry import BotFailure, is_bundled
        from qwirkle.worker.move_codec import decode_move
        from qwirkle.worker.process import MoveRequest

        if not is_bundled(bot):
            on_progress = None  # never unpickle what an external bot sends
        request = MoveRequest(bot, view, seed, thinking_limit(bot), on_progress is not None)
        try:
            return decode_move(await self._request(request, on_progress))
        except BotFailure as failure:
            raise WorkerError(str(failure)) from None

    async def find_hints(self, view: View) -> Hints:
        """Return hints for a view. Raises WorkerError."""
        from qwirkle.worker.process import HintsRequest

        try:
            async with asyncio.timeout(HINT_TIMEOUT):
                result: Hints = pickle.loads(await self._request(HintsRequest(view)))
        except TimeoutError:
            self.close()
            raise WorkerError(
                tr("No answer came within {seconds:g} seconds.", seconds=HINT_TIMEOUT)
            ) from None
        return result

    async def review_turn(self, turn: TurnRecord) -> TurnReview:
        """Review a turn. Raises WorkerError."""
        from qwirkle.worker.process import ReviewRequest

        review: TurnReview = pickle.loads(await self._request(ReviewRequest(turn)))
        return review

    def cancel(self) -> None:
        """Cancel a pending request. Kills the process, which may be stuck."""
        if self._child is not None and self._child.is_busy:
            self.close()

    def close(self) -> None:
        """Kill the process and all its children, and cancel a pending request."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    @property
    def process_id(self) -> int | None:
        """Id of the process, or None before the first request."""
        return None if self._child is None else self._child.process_id

    async def _request(
        self, request: WorkerRequest, on_progress: Callable[[SearchResult], None] | None = None
    ) -> bytes:
        from qwirkle.worker.rpc import ProcessExited, RequestFailed

        loop = asyncio.get_running_loop()

        def forward(data: bytes) -> None:
            loop.call_soon_threadsafe(report, data)

        def report(data: bytes) -> None:
            if on_progress is not None and not answer.done():
                on_progress(pickle.loads(data))

        for _ in range(2):  # restart once if the process was killed from outside
            answer = asyncio.wrap_future(self._ensure_started().request(request, forward))
            try:
                return await answer
            except ProcessExited:
                continue
            except RequestFailed as error:
                raise WorkerError(str(error)) from None
        raise WorkerError(tr("The program that thinks for the bots has ended."))

    def _ensure_started(self) -> ChildProcess:
        from qwirkle.worker.rpc import ChildProcess

        if self._child is None or self._child.has_exited:
            try:
                self._child = ChildProcess("qwirkle.worker.process", output=subprocess.DEVNULL)
            except (OSError, RuntimeError) as error:  # out of processes or threads
                raise WorkerError(
                    tr("The program that thinks for the bots does not start: {why}.", why=error)
                ) from None
        return self._child
