"""The analysis process: answers the newest request, and exits with its parent."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from qwirkle.analysis.clock import after
from qwirkle.arena.game import Failure
from qwirkle.arena.wire import encode_move
from qwirkle.bots.base import Bot
from qwirkle.bots.roster import make_bot
from qwirkle.compile_kernel import start_compiling
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.kernel import loading
from qwirkle.processes import Parent
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.analysis.judging import PlayedTurn
    from qwirkle.analysis.thinking import Thought


class AskBot(Struct, frozen=True):
    """Asks for a bot's move."""

    bot: str
    view: View
    seed: str
    patience: float
    """Seconds after which the bot has to answer with its best move so far."""
    watched: bool = False


class AskHints(Struct, frozen=True):
    """Asks for hints."""

    view: View


class AskJudgement(Struct, frozen=True):
    """Asks for the review of a turn."""

    taken: PlayedTurn


OFTEN = 0.15
"""Minimum seconds between two progress updates."""

Ask: TypeAlias = AskBot | AskHints | AskJudgement


class _Answers:
    """Answers requests; keeps bots from one request to the next."""

    def __init__(self, parent: Parent) -> None:
        self._parent = parent
        self._bots: dict[str, Bot] = {}

    def reply(self, ask: Ask) -> bytes:
        """Return the answer. Raises what a bot or the analysis raises."""
        if isinstance(ask, AskHints):
            from qwirkle.analysis.hints import hints

            return pickle.dumps(hints(ask.view, self._parent.has_moved_on))
        if isinstance(ask, AskJudgement):
            from qwirkle.analysis.judging import judge_turn

            return pickle.dumps(judge_turn(ask.taken))
        return encode_move(self._move_of(ask))

    def _move_of(self, ask: AskBot) -> Move:
        from qwirkle.analysis.thinking import unwatched
        from qwirkle.bots.master import Master

        if ask.bot not in self._bots:
            self._bots[ask.bot] = make_bot(ask.bot)
        bot = self._bots[ask.bot]
        teller = Teller(lambda thought: self._parent.tell(pickle.dumps(thought)))
        if isinstance(bot, Master):
            bot.watch = teller.hear if ask.watched else unwatched
        stop = after(ask.patience, self._parent.has_moved_on)
        move = bot.choose(ask.view, random.Random(ask.seed), stop)
        teller.finish()
        return move


class Teller:
    """Rate-limits progress updates; always sends the first and the last."""

    def __init__(self, tell: Callable[[Thought], None]) -> None:
        self._tell = tell
        self._told_at = -OFTEN
        self._untold: Thought | None = None

    def hear(self, thought: Thought) -> None:
        """Send an update, or hold it back until the next one."""
        self._untold = thought
        if monotonic() - self._told_at >= OFTEN:
            self._told_at = monotonic()
            self.finish()

    def finish(self) -> None:
        """Send the last update if it was held back."""
        if self._untold is not None:
            self._tell(self._untold)
            self._untold = None


def _explain(error: Exception) -> str:
    if isinstance(error, Failure):
        return str(error)
    return tr("The bot has failed: {reason}.", reason=f"{type(error).__name__}: {error}"[:200])


def serve(parent: Parent) -> None:
    """Answer the requests of an AnalysisWorker. Entry point of its process."""
    if loading.is_to_be_compiled():
        start_compiling()  # bots use plain Python until it is done
    parent.answer_all(_Answers(parent).reply, _explain)
