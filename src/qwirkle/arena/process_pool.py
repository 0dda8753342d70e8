"""An executor with local processes that can be killed at any time."""

from __future__ import annotations

import pickle
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from qwirkle.worker.rpc import ChildProcess, ParentChannel, ProcessExited

Arguments = ParamSpec("Arguments")
ReturnValue = TypeVar("ReturnValue")

MAX_ATTEMPTS = 3
"""Processes a task may lose before the pool gives up on it."""


class ProcessPool(ThreadPoolExecutor):
    """A thread pool in which each thread runs its tasks in its own child process.

    Unlike ProcessPoolExecutor, it replaces processes that were killed, and kills all of them on
    shutdown. They ignore the current folder and exit with their parent.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._lock = threading.Lock()
        self._children: dict[int, ChildProcess] = {}
        """By thread id."""
        self._is_closed = False

    def submit(
        self,
        fn: Callable[Arguments, ReturnValue],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[ReturnValue]:
        return super().submit(self._run, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Kill all processes; unfinished tasks are dropped."""
        with self._lock:
            self._is_closed = True
            for child in self._children.values():
                child.kill()
        super().shutdown(wait, cancel_futures=True)

    def _run(self, *task: object) -> Any:
        for _ in range(MAX_ATTEMPTS):
            try:
                answer = self._worker().request(task).result()
            except ProcessExited:
                continue
            result, error = pickle.loads(answer)
            if error is not None:
                raise error
            return result
        raise BrokenExecutor

    def _worker(self) -> ChildProcess:
        """Return the process of this thread; start one if there is none."""
        thread = threading.get_ident()
        with self._lock:
            if self._is_closed:
                raise BrokenExecutor
            child = self._children.get(thread)
            if child is None or child.has_exited:
                child = self._children[thread] = ChildProcess("qwirkle.arena.process_pool")
            return child


def _run_task(task: Any) -> bytes:
    """Run a task; return its pickled result and None, or None and its exception."""
    function, args, kwargs = task
    try:
        return pickle.dumps((function(*args, **kwargs), None))
    except Exception as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))


def serve(parent: ParentChannel) -> None:
    """Run the tasks of a ProcessPool. Entry point of its processes."""
    parent.serve_requests(_run_task, repr)
