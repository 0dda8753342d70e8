"""The process that thinks: reads questions, answers the newest, and ends with its asker."""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import random
import signal
import struct
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.kernel import loading
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.analysis.judging import Taken

_LENGTH = struct.Struct("!I")

PATIENCE = 8.0
"""Seconds after which a bot is to answer with the best so far, even on a slow machine."""


@dataclass(frozen=True, slots=True)
class AskBot:
    """Which move does this bot make here?"""

    bot: str
    view: View
    seed: str


@dataclass(frozen=True, slots=True)
class AskHints:
    """What is good here?"""

    view: View


@dataclass(frozen=True, slots=True)
class AskJudgement:
    """How good was this turn?"""

    taken: Taken


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no answer."""

    reason: str


Ask: TypeAlias = AskBot | AskHints | AskJudgement


def write_message(pipe: IO[bytes], message: object) -> None:
    """Send one message whole."""
    data = pickle.dumps(message)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> Any:
    """The next message; raises EOFError when the other side is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


class _Inbox:
    """Questions as they come in; the end of the asker ends this process at once."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._asked: queue.SimpleQueue[tuple[int, Ask]] = queue.SimpleQueue()
        self.newest = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(Exception):
            while True:
                number, ask = read_message(self._pipe)
                self.newest = number
                self._asked.put((number, ask))
        os._exit(0)

    def next(self) -> tuple[int, Ask]:
        """The newest question, those before it dropped."""
        number, ask = self._asked.get()
        while number != self.newest:
            number, ask = self._asked.get()
        return number, ask


def _answer(ask: Ask, inbox: _Inbox, number: int, bots: dict[str, Any]) -> object:
    def stop() -> bool:
        return inbox.newest != number

    if isinstance(ask, AskHints):
        from qwirkle.analysis.hints import hints

        return tuple(hints(ask.view, stop))
    if isinstance(ask, AskJudgement):
        from qwirkle.analysis.judging import judge_turn

        return judge_turn(ask.taken)
    return _move_of(ask, stop, bots)


def _move_of(ask: AskBot, stop: Callable[[], bool], bots: dict[str, Any]) -> Move:
    """The move of a bot; what is none, as a bot of another package may answer, is a failure."""
    from qwirkle.analysis.clock import after
    from qwirkle.bots.arena_wire import decode_move, encode_move
    from qwirkle.bots.roster import make_bot

    if ask.bot not in bots:
        bots[ask.bot] = make_bot(ask.bot)
    answer = bots[ask.bot].choose(ask.view, random.Random(ask.seed), after(PATIENCE, stop))
    return decode_move(encode_move(answer))


def main() -> None:
    """Answer questions from standard input on standard output until the asker is gone."""
    for number in (
        signal.SIGINT,
        getattr(signal, "SIGHUP", None),
        getattr(signal, "SIGTSTP", None),
    ):
        if number is not None:
            signal.signal(number, signal.SIG_IGN)
    # Whatever a bot prints must not mix with the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    inbox = _Inbox(sys.stdin.buffer)
    if loading.is_to_be_compiled():
        # The bots go on in plain Python until it is done.
        threading.Thread(target=loading.start_compiling().wait, daemon=True).start()
    bots: dict[str, Any] = {}
    while True:
        number, ask = inbox.next()
        try:
            answer = _answer(ask, inbox, number, bots)
        except Exception as error:
            answer = Failed(
                tr("The bot has failed: {reason}.", reason=f"{type(error).__name__}: {error}"[:200])
            )
        write_message(answers, (number, answer))
