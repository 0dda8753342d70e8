"""An executor on this machine, whose processes end at once, whatever they are doing."""

from __future__ import annotations

import pickle
import queue
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, ParamSpec, TypeVar

from qwirkle.processes import Respondent

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


TRIES = 3
"""How many workers may die of one piece of work before the crew gives up."""


class Crew(Executor):
    """So many threads, each with a worker in a process of its own that starts with its first work.

    The threads wait only for as long as their workers live, and keep nobody from leaving.
    """

    def __init__(self, workers: int) -> None:
        self._open: queue.SimpleQueue[tuple[Future[Any], bytes] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._workers: list[Respondent] = []
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, daemon=True) for _ in range(max(1, workers))
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        fn: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Result]:
        """Have a worker call a function of a module; an end of the crew cancels it."""
        future: Future[Result] = Future()
        self._open.put((future, pickle.dumps((fn, args, kwargs))))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all workers at once; what is not done by then is never done."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.end()
        for _ in self._threads:
            self._open.put(None)

    def _serve(self) -> None:
        worker: Respondent | None = None
        while (asked := self._open.get()) is not None:
            future, work = asked
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = None
                for _ in range(TRIES):
                    if worker is None or worker.gone:  # somebody may have ended it
                        worker = self._start()
                    answer = worker.ask(work)
                    if answer is not None:
                        break
                if answer is None:
                    raise BrokenExecutor
                result, error = pickle.loads(answer)
                if error is not None:
                    raise error
            except BaseException as trouble:
                future.set_exception(trouble)
            else:
                future.set_result(result)

    def _start(self) -> Respondent:
        with self._lock:
            if self._closed:
                raise BrokenExecutor
            for worker in self._workers:
                if worker.gone:
                    worker.end()
            self._workers = [worker for worker in self._workers if not worker.gone]
            self._workers.append(worker := Respondent("qwirkle.arena.worker"))
            return worker
