"""Bots and hints think in a process of their own, so that the screen never stutters."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hint
    from qwirkle.analysis.judging import Taken, Turn
    from qwirkle.app.thinking import Ask

# The messages are loaded with the first question, so that the table is on the screen sooner.


THINK = "from qwirkle.app.thinking import main; main()"
"""What the process runs; as a main module it would name its classes differently."""


class ThinkingFailed(Exception):
    """No answer came; the text is one sentence for people."""


class Thinker:
    """Asks a process of its own, started with the first question and ended with `close`.

    A new question makes the one before it worthless: its answer is dropped.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[object]] = {}

    async def choose(self, bot: str, view: View, seed: str) -> Move:
        """The move of a bot; raises ThinkingFailed."""
        from qwirkle.app.thinking import AskBot

        answer: Any = await self._ask(AskBot(bot, view, seed))
        move: Move = answer
        return move

    async def hints(self, view: View) -> tuple[Hint, ...]:
        """What the analysis advises, best first; raises ThinkingFailed."""
        from qwirkle.app.thinking import AskHints

        answer: Any = await self._ask(AskHints(view))
        return tuple(answer)

    async def judge(self, taken: Taken) -> Turn:
        """How good a turn was; raises ThinkingFailed."""
        from qwirkle.app.thinking import AskJudgement

        answer: Any = await self._ask(AskJudgement(taken))
        turn: Turn = answer
        return turn

    def drop(self) -> None:
        """Make every open question worthless."""
        for future in self._waiting.values():
            future.cancel()
        self._waiting.clear()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self.drop()
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    @property
    def process_id(self) -> int | None:
        """The process that thinks, once there is one."""
        return None if self._process is None else self._process.pid

    async def _ask(self, ask: Ask) -> object:
        from qwirkle.app.thinking import Failed

        self.drop()
        answer = await self._answer(ask)
        if isinstance(answer, _Gone):
            # The process was ended from outside; a new one gets one more chance.
            self._forget()
            answer = await self._answer(ask)
        if isinstance(answer, _Gone):
            self._forget()
            raise ThinkingFailed(tr("The program that thinks for the bots has ended."))
        if isinstance(answer, Failed):
            raise ThinkingFailed(answer.reason)
        return answer

    async def _answer(self, ask: Ask) -> object:
        from qwirkle.app.thinking import write_message

        pipe = self._start()
        number = next(self._numbers)
        future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            write_message(pipe, (number, ask))
        except OSError:
            self._forget()
            return _Gone()
        finally:
            if future.done():
                self._waiting.pop(number, None)
        return await future

    def _start(self) -> IO[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self._forget()
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", THINK],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            assert self._process.stdout is not None
            loop = asyncio.get_running_loop()
            threading.Thread(
                target=self._listen, args=(self._process.stdout, loop), daemon=True
            ).start()
        assert self._process.stdin is not None
        return self._process.stdin

    def _listen(self, pipe: IO[bytes], loop: asyncio.AbstractEventLoop) -> None:
        from qwirkle.app.thinking import read_message

        with contextlib.suppress(RuntimeError):  # the loop may have ended with the app
            # What cannot be read, or is of another version, ends the talk as an end would.
            with contextlib.suppress(Exception):
                while True:
                    number, answer = read_message(pipe)
                    loop.call_soon_threadsafe(self._deliver, number, answer)
            loop.call_soon_threadsafe(self._fail_all, pipe)

    def _deliver(self, number: int, answer: object) -> None:
        future = self._waiting.pop(number, None)
        if future is not None and not future.done():
            future.set_result(answer)

    def _fail_all(self, pipe: IO[bytes]) -> None:
        if self._process is not None and self._process.stdout is pipe:
            for number in list(self._waiting):
                self._deliver(number, _Gone())

    def _forget(self) -> None:
        waiting, self._waiting = self._waiting, {}
        self.close()
        self._waiting = waiting


class _Gone:
    """The process ended before it answered."""
