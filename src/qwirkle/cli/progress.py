"""A progress bar on stderr, for slow commands."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from qwirkle.cli.output import is_terminal, make_console

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

DELAY = 1.0
"""Seconds before the bar appears."""


class ProgressBar(AbstractContextManager["ProgressBar"]):
    """A progress bar with a description, shown only in a terminal and after `DELAY`."""

    def __init__(self) -> None:
        self._started_at = monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._enabled = is_terminal(sys.stderr)

    def update(self, done: int, total: int, description: str) -> None:
        if not self._enabled or monotonic() - self._started_at < DELAY:
            return
        if self._bar is None:
            self._start()
        assert self._bar is not None
        assert self._task is not None
        self._bar.update(self._task, completed=done, total=total, description=description)

    def _start(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=make_console(sys.stderr),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task("")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
