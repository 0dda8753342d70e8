"""Child processes: starting and killing them, requests to them and their responses.

A child leads a process group of its own, ignores the current folder, and exits with its parent.
"""

from __future__ import annotations

import itertools
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing import Pipe
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
from msgspec import Struct

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

if TYPE_CHECKING:
    from concurrent.futures import Future  # a child does without, and starts sooner

MAX_MESSAGE = 1 << 26
"""Bytes; a child that sends a longer response is killed."""

STANDARD_ERROR = 2
"""File descriptor."""

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: set the signal sent when the parent dies."""

_BEGIN = "from qwirkle.processes import begin; sys.exit(begin(*sys.argv[1:]))"


class Gone(Exception):
    """The child exited before it answered."""


class Failed(Exception):
    """The child couldn't answer; the text is one sentence for people."""


class _Answer(msgspec.Struct, array_like=True):
    """What a child sends: an answer, an error, or progress before either of them."""

    number: int
    body: bytes
    failed: str = ""
    last: bool = True


_ANSWERS = msgspec.msgpack.Decoder(_Answer)


# In the parent


class _Asked(Struct):
    """A request that hasn't been answered yet."""

    number: int
    future: Future[bytes]
    watch: Callable[[bytes], None] | None


class Child:
    """A process that runs `serve` of a module and answers one request at a time.

    No method but `wait` blocks: one thread writes to the child, another reads. On Linux the child
    dies with the thread that starts it. Its stdin is empty; its stdout and stderr go to `output`.
    """

    def __init__(self, module: str, output: int = STANDARD_ERROR) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            self._process = _start(module, theirs, output)
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._asked: _Asked | None = None
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def process_id(self) -> int:
        """Id of the process and of the process group that it leads."""
        return self._process.pid

    @property
    def gone(self) -> bool:
        """True once the child has exited or been killed; it takes no more requests."""
        return self._ended

    @property
    def busy(self) -> bool:
        """True while a request is unanswered, even if its future was cancelled."""
        return self._asked is not None

    def ask(self, question: object, watch: Callable[[bytes], None] | None = None) -> Future[bytes]:
        """Send a request and cancel the one before it.

        The future may raise ProcessExited or RequestFailed. The reader thread calls `on_progress`
        with what the child sends before its answer.
        """
        from concurrent.futures import Future

        asked = _Asked(next(self._numbers), Future(), watch)
        message = pickle.dumps((asked.number, pickle.dumps(question)))
        with self._lock:
            gone = self._ended
            before, self._asked = self._asked, None if gone else asked
        if before is not None:
            before.future.cancel()
        if gone:
            asked.future.set_exception(Gone())
        else:
            self._unsent.put(message)
        return asked.future

    def end(self) -> None:
        """Kill the child and its group now, and cancel a pending request."""
        asked = self._kill()
        if asked is not None:
            asked.future.cancel()

    def wait(self) -> None:
        """Block until the child has exited."""
        self._reader.join()

    def _kill(self) -> _Asked | None:
        """Kill the group, but only once: its id may be reused. Return the pending request."""
        with self._lock:
            if not self._ended:
                self._ended = True
                _kill_group(self._process)
                self._unsent.put(None)
            asked, self._asked = self._asked, None
            return asked

    def _write(self) -> None:
        with suppress(OSError):  # the child has exited; the reader thread handles that
            while (question := self._unsent.get()) is not None:
                self._connection.send_bytes(question)

    def _read(self) -> None:
        with suppress(Exception):  # the child has exited, or sent something invalid
            while True:
                self._deliver(_ANSWERS.decode(self._connection.recv_bytes(MAX_MESSAGE)))
        asked = self._kill()
        if asked is not None and asked.future.set_running_or_notify_cancel():
            asked.future.set_exception(Gone())
        self._process.wait()

    def _deliver(self, answer: _Answer) -> None:
        with self._lock:
            asked = self._asked
            if asked is None or asked.number != answer.number:
                return  # a response to an old request
            if answer.last:
                self._asked = None
        if not answer.last:
            if asked.watch is not None:
                asked.watch(answer.body)
        elif asked.future.set_running_or_notify_cancel():
            if answer.failed:
                asked.future.set_exception(Failed(answer.failed))
            else:
                asked.future.set_result(answer.body)


def command(code: str, *arguments: str) -> list[str]:
    """Return a command to run Python code that can import qwirkle, but not the current folder."""
    here = str(Path(__file__).resolve().parents[1])
    found = f"import sys; sys.path.append(sys.argv.pop(1)); {code}"
    return [sys.executable, "-P", "-c", found, here, *arguments]


def _start(module: str, connection: Any, output: int) -> subprocess.Popen[bytes]:
    handle = connection.fileno()
    passed: dict[str, Any] = {"pass_fds": (handle,)}
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        passed = {"close_fds": False}
    return subprocess.Popen(
        command(_BEGIN, str(handle), module),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        **passed,
    )


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


# In the child


def begin(handle: str, module: str) -> object:
    """Run `serve` of a module with the connection to the parent; return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C and kills this child
    _die_with_parent()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_die_with_parent)
    parent = Parent(Connection(int(handle)))
    return import_module(module).serve(parent)


class Parent:
    """The child's connection to its parent. When the parent exits, this process group is killed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._questions: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self._newest = 0
        self._current = 0
        if hasattr(os, "register_at_fork"):
            # A process forked by a bot can neither answer nor keep the connection open.
            os.register_at_fork(after_in_child=connection.close)
        threading.Thread(target=self._read, daemon=True).start()

    def answer_all(
        self, reply: Callable[[Any], bytes], explain: Callable[[Exception], str]
    ) -> NoReturn:
        """Answer requests forever; `error_text` turns an exception into a sentence."""
        while True:
            question = self._next()
            try:
                body, failed = reply(question), ""
            except Exception as error:
                body, failed = b"", explain(error)
            self._send(_Answer(self._current, body, failed))

    def tell(self, body: bytes) -> None:
        """Send progress on the current request."""
        self._send(_Answer(self._current, body, last=False))

    def has_moved_on(self) -> bool:
        """Return True once a newer request has arrived."""
        return self._newest != self._current

    def _next(self) -> Any:
        """Wait for the newest request and drop those before it."""
        number, question = self._questions.get()
        while number != self._newest:
            number, question = self._questions.get()
        self._current = number
        return pickle.loads(question)

    def _send(self, answer: _Answer) -> None:
        try:
            self._connection.send_bytes(msgspec.msgpack.encode(answer))
        except OSError:  # the parent has exited, or this is a fork of the child
            os._exit(0)

    def _read(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, question = self._connection.recv()
                self._newest = number
                self._questions.put((number, question))
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


def _die_with_parent() -> None:
    """On Linux, have this process killed when its parent dies, whatever it's doing."""
    if sys.platform == "linux":
        with suppress(ImportError):  # Python may have been built without it
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
