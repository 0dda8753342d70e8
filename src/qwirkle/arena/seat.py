"""Bots as players: bundled ones in this process, external ones each in a process of its own.

An external bot's process is killed if the bot doesn't answer in time.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from qwirkle.analysis.clock import after, never
from qwirkle.arena.game import Failure, Seat
from qwirkle.arena.wire import decode_move, encode_move
from qwirkle.bots.base import Bot, BotError
from qwirkle.bots.roster import is_bundled, make_bot
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.processes import Child, Failed, Gone, Parent
from qwirkle.texts import tr

START_UP = 60.0
"""Seconds a process may take to load its bot."""

HINT = 0.8
"""Fraction of the timeout after which `stop()` turns true for a bot."""


class BundledSeat:
    """A bundled bot, trusted because its moves come from the engine's own move generator."""

    trusted = True

    def __init__(self, name: str, seed: str) -> None:
        self._bot: Bot = make_bot(name)
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        try:
            return self._bot.choose(view, self._random, never)
        except Exception as error:
            raise Failure(account_of_crash(error)) from error


def account_of_crash(error: BaseException) -> str:
    """Describe an exception raised by a bot, in one sentence."""
    return tr("It failed with {kind}: {error}.", kind=type(error).__name__, error=str(error)[:200])


class _Begin(Struct, frozen=True):
    """Starts a new game; the following requests are views."""

    bot: str
    seed: str
    patience: float


class ForeignSeat:
    """A bot from another package, in a process that it keeps from game to game.

    It gets `timeout` seconds for each move; then its process is killed and the game is lost.
    """

    trusted = False

    def __init__(self, name: str, patience: float) -> None:
        self._name = name
        self._patience = patience
        self._child: Child | None = None

    def begin(self, seed: str) -> None:
        """Create a new bot for a new game. Raises BotError."""
        if self._child is None or self._child.gone:
            self._child = Child("qwirkle.arena.seat")
        try:
            self._ask(_Begin(self._name, seed, self._patience), START_UP)
        except Failure as failure:
            raise BotError(str(failure)) from None

    def choose(self, view: View) -> Move:
        """Return the bot's move. Raises BotFailure if it crashes, times out or sends no move."""
        return decode_move(self._ask(view, self._patience))

    def close(self) -> None:
        """Kill the process and its children."""
        if self._child is not None:
            self._child.end()

    def _ask(self, question: _Begin | View, patience: float) -> bytes:
        assert self._child is not None
        try:
            return self._child.ask(question).result(patience)
        except Failed as failed:
            raise Failure(str(failed)) from None
        except Gone:
            raise Failure(tr("Its process has ended.")) from None
        except TimeoutError:
            self.close()
            raise Failure(
                tr("It did not answer within {seconds:g} seconds.", seconds=patience)
            ) from None


class Bench:
    """Creates bot players, and reuses the processes of external bots from game to game."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, int, float], ForeignSeat] = {}

    def seat(self, name: str, place: int, seed: str, patience: float) -> Seat:
        """Return a player for a new game. Raises BotError."""
        if is_bundled(name):
            return BundledSeat(name, seed)
        key = (name, place, patience)
        waiting = self._waiting.get(key)
        if waiting is None:
            waiting = self._waiting[key] = ForeignSeat(name, patience)
        waiting.begin(seed)
        return waiting

    def close(self) -> None:
        for seat in self._waiting.values():
            seat.close()
        self._waiting.clear()


class _ForeignBot:
    """The bot in its own process, with what it needs during one game."""

    _bot: Bot
    _random: Random
    _patience: float

    def reply(self, question: _Begin | View) -> bytes:
        """Create the bot, or let it choose a move. Raises what the bot raises."""
        if isinstance(question, _Begin):
            self._random = Random(question.seed)
            self._patience = question.patience
            self._bot = make_bot(question.bot)
            return b""
        stop = after(self._patience * HINT)
        return encode_move(self._bot.choose(question, self._random, stop))


def _explain(error: Exception) -> str:
    return str(error) if isinstance(error, Failure | BotError) else account_of_crash(error)


def serve(parent: Parent) -> None:
    """Run an external bot. Entry point of its process."""
    parent.answer_all(_ForeignBot().reply, _explain)
