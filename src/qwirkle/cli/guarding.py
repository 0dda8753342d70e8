"""Dispatches to a command's module, and turns every exception into a message and an exit status."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from qwirkle.cli.output import CommandError, complain, forget, say
from qwirkle.texts import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED = 1
WRONG_USE = 2
PIPE_CLOSED = 141


def run_guarded(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Raises nothing but KeyboardInterrupt."""
    try:
        _prepare_streams()
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise
    except BrokenPipeError:
        forget(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        forget(sys.stdout)
        complain(_account_of(error))
        return WRONG_USE
    except MemoryError:
        complain(tr("There is not enough memory for this."))
        return WRONG_USE
    except BaseException as error:
        _let_out_what_there_is()
        complain(_account_of_surprise(error))
        return FAILED
    return status


def _let_out_what_there_is() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        forget(sys.stdout)


def _prepare_streams() -> None:
    """Replace unencodable characters, and open closed standard streams on /dev/null.

    Otherwise the next file that is opened would get the descriptor of a standard stream.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(descriptor, True)
        os.close(descriptor)


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
    if not name:
        from qwirkle.app.launch import Launch
        from qwirkle.cli.play import open_app

        return open_app(Launch(start=True))
    from qwirkle.cli.overview import commands

    if name not in commands():
        raise CommandError(
            tr(
                "There is no command “{name}”; there are {names}.",
                name=name[:40],
                names=", ".join(commands()),
            )
        )
    module = import_module(f"qwirkle.cli.{name}")
    status: int = module.run(module.parser().parse_args(arguments[1:]))
    return status


def _account_of(error: OSError) -> str:
    if error.errno is None:
        return str(error) or type(error).__name__
    why = error.strerror or str(error)
    if error.filename is None:
        return tr("The system says: {why}.", why=why)
    return tr("{file}: {why}.", file=error.filename, why=why)


def _account_of_surprise(error: BaseException) -> str:
    try:
        from qwirkle.reports import account_of

        return account_of(error)
    except Exception as another:
        return tr(
            "Something went wrong ({kind}), and no report can be written ({another}).",
            kind=type(error).__name__,
            another=type(another).__name__,
        )
