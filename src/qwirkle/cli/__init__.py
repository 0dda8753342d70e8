"""The command line: parses arguments, runs one command, reports any failure in one sentence."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from collections.abc import Sequence

EXIT_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    1: a check failed or the program crashed; 2: wrong usage or input; 130: Ctrl+C;
    141: broken pipe; 143: SIGTERM (`arena`).
    """
    try:
        # Imported here, so that Ctrl+C during the import doesn't print a traceback.
        from qwirkle.cli.dispatch import run_command

        return run_command(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
