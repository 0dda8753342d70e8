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
    from concurrent.futures import Future  # children don't import it, so they start sooner

MAX_MESSAGE_SIZE = 1 << 26
"""Bytes; a child that sends a longer response is killed."""

STDERR_FD = 2

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: set the signal sent when the parent dies."""

_CHILD_CODE = "from qwirkle.worker.rpc import run_child; sys.exit(run_child(*sys.argv[1:]))"


class ProcessExited(Exception):
    """The child exited before it answered."""


class RequestFailed(Exception):
    """The child couldn't answer; the text is one sentence to show the user."""


class _Response(msgspec.Struct, array_like=True):
    """What a child sends: an answer, an error, or progress before either of them."""

    request_id: int
    body: bytes
    error: str = ""
    is_final: bool = True


_RESPONSE_DECODER = msgspec.msgpack.Decoder(_Response)


# In the parent


class _PendingRequest(Struct):
    """A request that hasn't been answered yet."""

    request_id: int
    future: Future[bytes]
    on_progress: Callable[[bytes], None] | None


class ChildProcess:
    """A process that runs `serve` of a module and answers one request at a time.

    No method but `wait` blocks: one thread writes to the child, another reads. On Linux the child
    dies with the thread that starts it. Its stdin is empty; its stdout and stderr go to `output`.
    """

    def __init__(self, module: str, output: int = STDERR_FD) -> None:
        self._connection, child_connection = Pipe()
        with child_connection:
            self._process = _start_process(module, child_connection, output)
        self._lock = threading.Lock()
        self._request_ids = itertools.count(1)
        self._pending: _PendingRequest | None = None
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._has_exited = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def process_id(self) -> int:
        """Id of the process and of the process group that it leads."""
        return self._process.pid

    @property
    def has_exited(self) -> bool:
        """True once the child has exited or been killed; it takes no more requests."""
        return self._has_exited

    @property
    def is_busy(self) -> bool:
        """True while a request is unanswered, even if its future was cancelled."""
        return self._pending is not None

    def request(
        self, payload: object, on_progress: Callable[[bytes], None] | None = None
    ) -> Future[bytes]:
        """Send a request and cancel the one before it.

        The future may raise ProcessExited or RequestFailed. The reader thread calls `on_progress`
        with what the child sends before its answer.
        """
        from concurrent.futures import Future

        pending = _PendingRequest(next(self._request_ids), Future(), on_progress)
        message = pickle.dumps((pending.request_id, pickle.dumps(payload)))
        with self._lock:
            has_exited = self._has_exited
            previous, self._pending = self._pending, None if has_exited else pending
        if previous is not None:
            previous.future.cancel()
        if has_exited:
            pending.future.set_exception(ProcessExited())
        else:
            self._outgoing.put(message)
        return pending.future

    def kill(self) -> None:
        """Kill the child and its group now, and cancel a pending request."""
        pending = self._kill_once()
        if pending is not None:
            pending.future.cancel()

    def wait(self) -> None:
        """Block until the child has exited."""
        self._reader.join()

    def _kill_once(self) -> _PendingRequest | None:
        """Kill the group, but only once: its id may be reused. Return the pending request."""
        with self._lock:
            if not self._has_exited:
                self._has_exited = True
                _kill_group(self._process)
                self._outgoing.put(None)
            pending, self._pending = self._pending, None
            return pending

    def _write(self) -> None:
        with suppress(OSError):  # the child has exited; the reader thread handles that
            while (message := self._outgoing.get()) is not None:
                self._connection.send_bytes(message)

    def _read(self) -> None:
        with suppress(Exception):  # the child has exited, or sent something invalid
            while True:
                self._deliver(
                    _RESPONSE_DECODER.decode(self._connection.recv_bytes(MAX_MESSAGE_SIZE))
                )
        pending = self._kill_once()
        if pending is not None and pending.future.set_running_or_notify_cancel():
            pending.future.set_exception(ProcessExited())
        self._process.wait()

    def _deliver(self, response: _Response) -> None:
        with self._lock:
            pending = self._pending
            if pending is None or pending.request_id != response.request_id:
                return  # a response to an old request
            if response.is_final:
                self._pending = None
        if not response.is_final:
            if pending.on_progress is not None:
                pending.on_progress(response.body)
        elif pending.future.set_running_or_notify_cancel():
            if response.error:
                pending.future.set_exception(RequestFailed(response.error))
            else:
                pending.future.set_result(response.body)


def python_command(code: str, *arguments: str) -> list[str]:
    """Return a command to run Python code that can import qwirkle, but not the current folder."""
    package_parent = str(Path(__file__).resolve().parents[2])
    full_code = f"import sys; sys.path.append(sys.argv.pop(1)); {code}"
    return [sys.executable, "-P", "-c", full_code, package_parent, *arguments]


def _start_process(module: str, connection: Any, output: int) -> subprocess.Popen[bytes]:
    handle = connection.fileno()
    handle_options: dict[str, Any] = {"pass_fds": (handle,)}
    if sys.platform == "win32":
        os.set_handle_inheritable(handle, True)
        handle_options = {"close_fds": False}
    return subprocess.Popen(
        python_command(_CHILD_CODE, str(handle), module),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        **handle_options,
    )


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


# In the child


def run_child(handle: str, module: str) -> object:
    """Run `serve` of a module with the connection to the parent; return the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C and kills this child
    _die_with_parent()
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_die_with_parent)
    parent = ParentChannel(Connection(int(handle)))
    return import_module(module).serve(parent)


class ParentChannel:
    """The child's connection to its parent. When the parent exits, this process group is killed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._requests: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
        self._newest_id = 0
        self._current_id = 0
        if hasattr(os, "register_at_fork"):
            # A process forked by a bot can neither answer nor keep the connection open.
            os.register_at_fork(after_in_child=connection.close)
        threading.Thread(target=self._read, daemon=True).start()

    def serve_requests(
        self, handle: Callable[[Any], bytes], error_text: Callable[[Exception], str]
    ) -> NoReturn:
        """Answer requests forever; `error_text` turns an exception into a sentence."""
        while True:
            request = self._next_request()
            try:
                body, message = handle(request), ""
            except Exception as error:
                body, message = b"", error_text(error)
            self._send(_Response(self._current_id, body, message))

    def send_progress(self, body: bytes) -> None:
        """Send progress on the current request."""
        self._send(_Response(self._current_id, body, is_final=False))

    def has_newer_request(self) -> bool:
        """Return True once a newer request has arrived."""
        return self._newest_id != self._current_id

    def _next_request(self) -> Any:
        """Wait for the newest request and drop those before it."""
        request_id, payload = self._requests.get()
        while request_id != self._newest_id:
            request_id, payload = self._requests.get()
        self._current_id = request_id
        return pickle.loads(payload)

    def _send(self, response: _Response) -> None:
        try:
            self._connection.send_bytes(msgspec.msgpack.encode(response))
        except OSError:  # the parent has exited, or this is a fork of the child
            os._exit(0)

    def _read(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                request_id, payload = self._connection.recv()
                self._newest_id = request_id
                self._requests.put((request_id, payload))
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


def _die_with_parent() -> None:
    """On Linux, have this process killed when its parent dies, whatever it's doing."""
    if sys.platform == "linux":
        with suppress(ImportError):  # Python may have been built without it
            import ctypes

            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
