"""The analysis process: answers the newest request, and exits with its parent."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from qwirkle.analysis.deadline import stop_after
from qwirkle.bots.registry import Bot, BotFailure, make_bot
from qwirkle.compile_kernel import start_compiling
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.i18n import tr
from qwirkle.kernel import loader
from qwirkle.worker.move_codec import encode_move
from qwirkle.worker.rpc import ParentChannel

if TYPE_CHECKING:
    from qwirkle.analysis.review import TurnRecord
    from qwirkle.analysis.search import SearchResult

PROGRESS_INTERVAL = 0.15
"""Minimum seconds between two progress updates."""


class MoveRequest(Struct, frozen=True):
    """Asks for a bot's move."""

    bot: str
    view: View
    seed: str
    timeout: float
    """Seconds after which the bot has to answer with its best move so far."""
    wants_progress: bool = False


class HintsRequest(Struct, frozen=True):
    """Asks for hints."""

    view: View


class ReviewRequest(Struct, frozen=True):
    """Asks for the review of a turn."""

    turn: TurnRecord


WorkerRequest: TypeAlias = MoveRequest | HintsRequest | ReviewRequest


class _RequestHandler:
    """Answers requests; keeps bots from one request to the next."""

    def __init__(self, parent: ParentChannel) -> None:
        self._parent = parent
        self._bots: dict[str, Bot] = {}

    def handle(self, request: WorkerRequest) -> bytes:
        """Return the answer. Raises what a bot or the analysis raises."""
        if isinstance(request, HintsRequest):
            from qwirkle.analysis.hints import find_hints

            return pickle.dumps(find_hints(request.view, self._parent.has_newer_request))
        if isinstance(request, ReviewRequest):
            from qwirkle.analysis.review import review_turn

            return pickle.dumps(review_turn(request.turn))
        return encode_move(self._choose_move(request))

    def _choose_move(self, request: MoveRequest) -> Move:
        from qwirkle.analysis.search import ignore_progress
        from qwirkle.bots.bots import MasterBot

        if request.bot not in self._bots:
            self._bots[request.bot] = make_bot(request.bot)
        bot = self._bots[request.bot]
        throttle = ProgressThrottle(lambda result: self._parent.send_progress(pickle.dumps(result)))
        if isinstance(bot, MasterBot):
            bot.on_progress = throttle.update if request.wants_progress else ignore_progress
        stop = stop_after(request.timeout, self._parent.has_newer_request)
        move = bot.choose(request.view, random.Random(request.seed), stop)
        throttle.flush()
        return move


class ProgressThrottle:
    """Rate-limits progress updates; always sends the first and the last."""

    def __init__(self, send: Callable[[SearchResult], None]) -> None:
        self._send = send
        self._sent_at = -PROGRESS_INTERVAL
        self._pending: SearchResult | None = None

    def update(self, result: SearchResult) -> None:
        """Send an update, or hold it back until the next one."""
        self._pending = result
        if monotonic() - self._sent_at >= PROGRESS_INTERVAL:
            self._sent_at = monotonic()
            self.flush()

    def flush(self) -> None:
        """Send the last update if it was held back."""
        if self._pending is not None:
            self._send(self._pending)
            self._pending = None


def _error_text(error: Exception) -> str:
    if isinstance(error, BotFailure):
        return str(error)
    return tr("The bot has failed: {reason}.", reason=f"{type(error).__name__}: {error}"[:200])


def serve(parent: ParentChannel) -> None:
    """Answer the requests of an AnalysisWorker. Entry point of its process."""
    if loader.needs_compiling():
        start_compiling()  # bots use plain Python until it is done
    parent.serve_requests(_RequestHandler(parent).handle, _error_text)
