"""Who answers for a seat: a bundled bot right here, or any other in a process that can be ended."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from qwirkle.analysis.clock import never
from qwirkle.arena.game import Failure, Seat
from qwirkle.arena.wire import decode_answer, decode_move
from qwirkle.bots.base import Bot, BotError
from qwirkle.bots.roster import is_bundled, make_bot
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.processes import Respondent
from qwirkle.texts import tr

START_UP = 60.0
"""How many seconds a process may take to load its bot."""


class BundledSeat:
    """A bot that comes with the program: its moves come from the engine's own generator."""

    trusted = True

    def __init__(self, name: str, seed: str) -> None:
        self._bot: Bot = make_bot(name)
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """The bot's move."""
        try:
            return self._bot.choose(view, self._random, never)
        except Exception as error:
            raise Failure(account_of_crash(error)) from error


def account_of_crash(error: BaseException) -> str:
    """One sentence on an error inside a bot."""
    return tr("It failed with {kind}: {error}.", kind=type(error).__name__, error=str(error)[:200])


class ForeignSeat:
    """A bot of somebody else in a process of its own, which serves one game after the other.

    It gets `patience` seconds for each answer; then its process is ended and the game is lost.
    """

    trusted = False

    def __init__(self, name: str, patience: float) -> None:
        self._name = name
        self._patience = patience
        self._process: Respondent | None = None

    def begin(self, seed: str) -> None:
        """Make a new bot for a new game; raises BotError where there is none to be had."""
        if self._process is None or self._process.gone:
            self.close()
            self._process = Respondent("qwirkle.arena.child")
        try:
            answer = self._ask(("begin", self._name, seed, self._patience), START_UP)
        except Failure as failure:
            raise BotError(str(failure)) from None
        if "made" not in answer:
            raise BotError(str(answer.get("failed", tr("The bot gave no answer."))))

    def choose(self, view: View) -> Move:
        """The bot's move; raises Failure if it crashes, is late, or answers nonsense."""
        answer = self._ask(("choose", view), self._patience)
        if "failed" in answer:
            raise Failure(str(answer["failed"]))
        return decode_move(answer)

    def close(self) -> None:
        """End the process, and what it has started."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _ask(self, request: object, patience: float) -> dict[str, object]:
        try:
            process = self._process
            answer = None if process is None else process.ask(pickle.dumps(request), patience)
            if answer is None:
                raise Failure(tr("Its process has ended."))
            return decode_answer(answer)
        except TimeoutError:
            self.close()
            raise Failure(
                tr("It did not answer within {seconds:g} seconds.", seconds=patience)
            ) from None
        except Failure:
            self.close()
            raise


class Bench:
    """The foreign bots that wait in their processes for the next game of this worker."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, int, float], ForeignSeat] = {}

    def seat(self, name: str, place: int, seed: str, patience: float) -> Seat:
        """Who answers for a bot of this name in a new game."""
        if is_bundled(name):
            return BundledSeat(name, seed)
        key = (name, place, patience)
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = ForeignSeat(name, patience)
        waiting.begin(seed)
        return waiting

    def close(self) -> None:
        """End all processes."""
        for seat in self._waiting.values():
            seat.close()
        self._waiting.clear()


@contextmanager
def open_bench() -> Iterator[Bench]:
    """A bench whose processes end with it."""
    bench = Bench()
    try:
        yield bench
    finally:
        bench.close()
