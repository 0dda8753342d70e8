"""The process that thinks: reads questions, answers the newest, and ends with its asker."""

from __future__ import annotations

import pickle
import queue
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from qwirkle.compile_kernel import start_compiling
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.kernel import loading
from qwirkle.processes import Asker
from qwirkle.texts import tr
from qwirkle.thinker.client import patience_with

if TYPE_CHECKING:
    from qwirkle.analysis.judging import PlayedTurn
    from qwirkle.analysis.thinking import Thought


@dataclass(frozen=True, slots=True)
class AskBot:
    """Which move does this bot make here?"""

    bot: str
    view: View
    seed: str
    watched: bool = False
    """Whether somebody wants to know how its candidates stand meanwhile."""


@dataclass(frozen=True, slots=True)
class AskHints:
    """What is good here?"""

    view: View


@dataclass(frozen=True, slots=True)
class AskJudgement:
    """How good was this turn?"""

    taken: PlayedTurn


@dataclass(frozen=True, slots=True)
class Watched:
    """How the candidates stand, while the answer is still to come."""

    thought: Thought


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no answer."""

    reason: str


OFTEN = 0.15
"""Seconds between two thoughts that are told."""

Ask: TypeAlias = AskBot | AskHints | AskJudgement


class _Inbox:
    """Questions as they come in, and the way back for answers."""

    def __init__(self) -> None:
        self._asked: queue.SimpleQueue[tuple[int, Ask]] = queue.SimpleQueue()
        self.newest = 0
        self._asker = Asker(self._hear)

    def _hear(self, message: bytes) -> None:
        number, ask = pickle.loads(message)
        self.newest = number
        self._asked.put((number, ask))

    def next(self) -> tuple[int, Ask]:
        """The newest question, those before it dropped."""
        number, ask = self._asked.get()
        while number != self.newest:
            number, ask = self._asked.get()
        return number, ask

    def answer(self, number: int, answer: object) -> None:
        """Send an answer."""
        self._asker.answer(pickle.dumps((number, answer)))


def _answer(ask: Ask, inbox: _Inbox, number: int, bots: dict[str, Any]) -> object:
    def stop() -> bool:
        return inbox.newest != number

    if isinstance(ask, AskHints):
        from qwirkle.analysis.hints import hints

        return hints(ask.view, stop)
    if isinstance(ask, AskJudgement):
        from qwirkle.analysis.judging import judge_turn

        return judge_turn(ask.taken)
    return _move_of(ask, stop, bots, lambda thought: inbox.answer(number, Watched(thought)))


def _move_of(
    ask: AskBot, stop: Callable[[], bool], bots: dict[str, Any], tell: Callable[[Thought], None]
) -> Move:
    """The move of a bot; what is none, as a bot of another package may answer, is a failure."""
    from qwirkle.analysis.clock import after
    from qwirkle.analysis.thinking import unwatched
    from qwirkle.arena.wire import decode_move, encode_move
    from qwirkle.bots.master import Master
    from qwirkle.bots.roster import make_bot

    if ask.bot not in bots:
        bots[ask.bot] = make_bot(ask.bot)
    bot = bots[ask.bot]
    teller = Teller(tell)
    if isinstance(bot, Master):
        bot.watch = teller.hear if ask.watched else unwatched
    soon = after(patience_with(ask.bot), stop)
    answer = bot.choose(ask.view, random.Random(ask.seed), soon)
    teller.finish()
    return decode_move(encode_move(answer))


class Teller:
    """Tells of thoughts no more often than an eye can follow: the first at once, and the last."""

    def __init__(self, tell: Callable[[Thought], None]) -> None:
        self._tell = tell
        self._told_at = -OFTEN
        self._untold: Thought | None = None

    def hear(self, thought: Thought) -> None:
        """Tell of this thought, or keep it until the next."""
        self._untold = thought
        if monotonic() - self._told_at >= OFTEN:
            self._told_at = monotonic()
            self.finish()

    def finish(self) -> None:
        """Tell of the last thought, if that has not been done."""
        if self._untold is not None:
            self._tell(self._untold)
            self._untold = None


def main() -> None:
    """Answer questions until the asker is gone."""
    inbox = _Inbox()
    if loading.is_to_be_compiled():
        # The bots go on in plain Python until it is done.
        threading.Thread(target=start_compiling().wait, daemon=True).start()
    bots: dict[str, Any] = {}
    while True:
        number, ask = inbox.next()
        try:
            answer = _answer(ask, inbox, number, bots)
        except Exception as error:
            answer = Failed(
                tr("The bot has failed: {reason}.", reason=f"{type(error).__name__}: {error}"[:200])
            )
        inbox.answer(number, answer)
