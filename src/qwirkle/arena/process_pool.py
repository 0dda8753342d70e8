"""An executor with local processes that can be killed at any time."""

from __future__ import annotations

import pickle
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from qwirkle.processes import Child, Gone, Parent

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

TRIES = 3
"""How many processes may die of one task before the pool gives up."""


class ProcessPool(ThreadPoolExecutor):
    """A thread pool in which each thread runs its tasks in its own child process.

    Unlike ProcessPoolExecutor, it replaces processes that were killed, and kills all of them on
    shutdown. They ignore the current folder and exit with their parent.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._starting = threading.Lock()
        self._children: dict[int, Child] = {}
        """By thread id."""
        self._closed = False

    def submit(
        self,
        fn: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Result]:
        return super().submit(self._call, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Kill all processes; unfinished tasks are dropped."""
        with self._starting:
            self._closed = True
            for child in self._children.values():
                child.end()
        super().shutdown(wait, cancel_futures=True)

    def _call(self, *work: object) -> Any:
        for _ in range(TRIES):
            try:
                answer = self._child().ask(work).result()
            except Gone:
                continue
            result, error = pickle.loads(answer)
            if error is not None:
                raise error
            return result
        raise BrokenExecutor

    def _child(self) -> Child:
        """Return the process of this thread; start one if there is none."""
        thread = threading.get_ident()
        with self._starting:
            if self._closed:
                raise BrokenExecutor
            child = self._children.get(thread)
            if child is None or child.gone:
                child = self._children[thread] = Child("qwirkle.arena.process_pool")
            return child


def _reply(work: Any) -> bytes:
    """Run a task; return its pickled result and None, or None and its exception."""
    function, arguments, named = work
    try:
        return pickle.dumps((function(*arguments, **named), None))
    except Exception as error:
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))


def serve(parent: Parent) -> None:
    """Run the tasks of a ProcessPool. Entry point of its processes."""
    parent.answer_all(_reply, repr)
