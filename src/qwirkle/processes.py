"""Processes that the program starts: blind to the current folder, and gone when their asker is."""

from __future__ import annotations

import os
import queue
import select
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, NoReturn

_LENGTH = struct.Struct(">I")

LONGEST_MESSAGE = 1 << 26
"""Bytes; whoever announces a longer message is no longer listened to."""

_PIECE = 1 << 20
"""Bytes of a message that are read at once."""

_PR_SET_PDEATHSIG = 1
"""What Linux calls the signal at the death of a parent."""

_BEGIN = "from qwirkle.processes import begin; sys.exit(begin(sys.argv[1]))"


# On the side of the asker


def command(code: str, *arguments: str) -> list[str]:
    """The command that runs some Python which finds this program, and not the current folder."""
    here = str(Path(__file__).resolve().parents[1])
    found = f"import sys; sys.path.append(sys.argv.pop(1)); {code}"
    return [sys.executable, "-P", "-c", found, here, *arguments]


def start(
    module: str, answers: int = subprocess.DEVNULL, errors: int | None = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start `main` of a module in a process group of its own.

    All of the group ends when this process has gone, or has closed the pipe to it. On Linux the
    process itself ends even with the thread that calls this.
    """
    if errors is None and not _is_open(2):
        errors = subprocess.DEVNULL
    return subprocess.Popen(
        command(_BEGIN, module),
        stdin=subprocess.PIPE,
        stdout=answers,
        stderr=errors,
        bufsize=0,
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that nobody has waited for yet, and all of its group."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


class Child:
    """A process that gets messages and sends some, without anybody having to wait for its pipes.

    One thread reads: it calls `hear` with each message, and with None once no more can come.
    Another writes. Each closes its own pipe, since closing one that is in use would have to wait,
    for ever where a process that has left the group holds the other end.
    """

    def __init__(
        self,
        module: str,
        hear: Callable[[bytes | None], None],
        errors: int | None = subprocess.DEVNULL,
    ) -> None:
        self._process = start(module, subprocess.PIPE, errors)
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._ended = False
        for work in (lambda: self._read(hear), self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def process_id(self) -> int:
        """The process; it leads a group of the same number."""
        return self._process.pid

    def send(self, message: bytes) -> None:
        """Send a message as soon as it can be; one that is not on its way by then is dropped."""
        self._unsent.put(message)

    def end(self) -> None:
        """End the process and its group, now."""
        if not self._ended:
            self._ended = True
            end(self._process)
            self._unsent.put(None)

    def _read(self, hear: Callable[[bytes | None], None]) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as pipe, suppress(Exception):
            # What cannot be understood ends the talk as an end would.
            while (message := _read_message(pipe)) is not None:
                hear(message)
        hear(None)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            while (message := self._newest()) is not None:
                with suppress(OSError):  # it has gone; the other thread hears of that
                    _write_message(pipe, message)
        self._process.wait()

    def _newest(self) -> bytes | None:
        message = self._unsent.get()
        while not self._unsent.empty():
            message = self._unsent.get()
        return message


class Respondent:
    """A process that is asked one question after the other."""

    def __init__(self, module: str, errors: int | None = None) -> None:
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.gone = False
        """Whether it has ended or said that no answer will come."""
        self._child = Child(module, self._hear, errors)

    def ask(self, question: bytes, patience: float | None = None) -> bytes | None:
        """The answer, None where there will be none; raises TimeoutError after so many seconds."""
        self._child.send(question)
        longest = None if patience is None else min(patience, threading.TIMEOUT_MAX)
        try:
            return self._answers.get(timeout=longest)
        except queue.Empty:
            raise TimeoutError from None

    def end(self) -> None:
        """End it and its group, now; who waits for an answer gets None."""
        self._child.end()
        self._hear(None)

    def _hear(self, answer: bytes | None) -> None:
        self.gone = self.gone or answer is None
        self._answers.put(answer)


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


# On the side of the process that was started


def begin(module: str) -> object:
    """What a process does that `start` has made; returns its exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the asker is told, and ends this process
    _end_with_asker()
    return import_module(module).main()


class Asker:
    """Who has started this process; `hear` is called with each question, in a thread of its own.

    What is printed goes to standard error, so that it cannot mix with the answers.
    """

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._process = os.getpid()
        self._questions = os.fdopen(os.dup(0), "rb", 0)
        self._answers = os.fdopen(os.dup(1), "wb", 0)
        _redirect_to_nothing(0)
        os.dup2(2, 1)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._let_go)
        threading.Thread(target=self._read, args=(hear,), daemon=True).start()

    def answer(self, message: bytes) -> None:
        """Send an answer; ends this process where nobody is there to get it."""
        if os.getpid() != self._process:
            os._exit(0)  # a bot has forked, and its second self has come to an end too
        try:
            _write_message(self._answers, message)
        except OSError:
            os._exit(0)

    def _read(self, hear: Callable[[bytes], None]) -> None:
        with suppress(Exception):
            while (message := _read_message(self._questions)) is not None:
                hear(message)
        os._exit(0)

    def _let_go(self) -> None:
        """Keep a process that a bot forks from holding the pipes open."""
        for pipe in (self._questions, self._answers):
            _redirect_to_nothing(pipe.fileno())


def _end_with_asker() -> None:
    """See to it that this group ends with the process that has started it, however that ends."""
    if sys.platform == "linux":
        with suppress(Exception):  # Python may have been built without
            import ctypes

            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if hasattr(os, "fork"):
        between = os.fork()
        if between == 0:
            _leave_watcher()
        os.waitpid(between, 0)


def _leave_watcher() -> NoReturn:
    """Be the process between, so that the watcher is nobody's child whom a bot could wait for."""
    try:
        if os.fork() == 0:
            _watch()
    finally:
        os._exit(0)


def _watch() -> NoReturn:
    """Be the watcher, a process that does its work in whatever state a bot is.

    A bot inside C code lets no thread of its own process run, and what it has forked gets no signal
    from Linux. Nothing is kept open but the pipe from the asker, whose end is waited for.
    """
    try:
        for number in signal.valid_signals():
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        os.closerange(1, 64)
        end_of_asker = select.poll()
        end_of_asker.register(0, 0)
        while not end_of_asker.poll():
            pass
        os.killpg(0, signal.SIGKILL)
    finally:
        os._exit(1)


def _redirect_to_nothing(descriptor: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, descriptor, inheritable=descriptor <= 2)
    os.close(nothing)


# On both sides


def _write_message(pipe: IO[bytes], message: bytes) -> None:
    rest = memoryview(_LENGTH.pack(len(message)) + message)
    while rest:
        rest = rest[pipe.write(rest) :]


def _read_message(pipe: IO[bytes]) -> bytes | None:
    """The next message, or None when the other side has gone or talks nonsense."""
    head = _read_whole(pipe, _LENGTH.size)
    if head is None:
        return None
    (length,) = _LENGTH.unpack(head)
    return _read_whole(pipe, length) if length <= LONGEST_MESSAGE else None


def _read_whole(pipe: IO[bytes], length: int) -> bytes | None:
    data = bytearray()
    while len(data) < length:
        piece = pipe.read(min(length - len(data), _PIECE))
        if not piece:
            return None
        data += piece
    return bytes(data)
