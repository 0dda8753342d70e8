"""The command line: it parses, runs one command and turns every failure into one sentence."""

from __future__ import annotations

import sys
from importlib import import_module

from qwirkle.cli.output import CommandError, complain, forget, say
from qwirkle.texts import tr

TYPE_CHECKING = False  # `typing` is slow to load, and --help does without
if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG_USE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 if a check failed, 2 for wrong use or input."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        forget(sys.stdout)
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        forget(sys.stdout)
        complain(_account_of(error))
        return WRONG_USE
    except MemoryError:
        complain(tr("There is not enough memory for this."))
        return WRONG_USE
    return status


def _run(arguments: Sequence[str]) -> int:
    try:
        return _command(arguments)
    except CommandError as error:
        complain(str(error))
        return WRONG_USE
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 0


def _command(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else ""
    if name in ("-h", "--help"):
        from qwirkle.cli.overview import overview

        say(overview())
        return 0
    if name == "--version":
        from qwirkle import __version__

        say(f"qwirkle {__version__}")
        return 0
    from qwirkle.cli.commands import parse

    module, options = parse(name, arguments[1:])
    status: int = import_module(module).run(options)
    return status


def _account_of(error: OSError) -> str:
    why = error.strerror or str(error) or type(error).__name__
    if error.filename is None:
        return tr("The system says: {why}.", why=why)
    return tr("{file}: {why}.", file=error.filename, why=why)
