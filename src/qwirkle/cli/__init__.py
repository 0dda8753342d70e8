"""The command line: it parses, runs one command and turns every failure into one sentence."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` is slow to load, and --help does without
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 if a check failed, 2 for wrong use or input."""
    try:
        # All else is loaded in here, so that Ctrl+C has no traceback even while that happens.
        from qwirkle.cli.guarding import run_guarded

        return run_guarded(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
