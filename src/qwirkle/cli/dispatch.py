"""Dispatches to a command's module, and turns every exception into a message and an exit status."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from qwirkle.cli.output import CommandError, print_raw, print_stderr, redirect_to_devnull
from qwirkle.i18n import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from collections.abc import Sequence

EXIT_USAGE_ERROR = 2
EXIT_BROKEN_PIPE = 141


def run_command(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status. Raises nothing but KeyboardInterrupt."""
    try:
        _prepare_streams()
        status = _run_reporting_errors(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise
    except BrokenPipeError:
        redirect_to_devnull(sys.stdout)
        return EXIT_BROKEN_PIPE
    except OSError as error:
        redirect_to_devnull(sys.stdout)
        print_stderr(_os_error_text(error))
        return EXIT_USAGE_ERROR
    except MemoryError:
        print_stderr(tr("There is not enough memory for this."))
        return EXIT_USAGE_ERROR
    except BaseException as error:
        from qwirkle.crash_reports import EXIT_CRASHED

        _flush_stdout()
        print_stderr(_crash_text(error))
        return EXIT_CRASHED
    return status


def _flush_stdout() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        redirect_to_devnull(sys.stdout)


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


def _run_reporting_errors(arguments: Sequence[str]) -> int:
    try:
        return _dispatch(arguments)
    except CommandError as error:
        print_stderr(str(error))
        return EXIT_USAGE_ERROR
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 0


def _dispatch(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else ""
    if name in ("-h", "--help"):
        from qwirkle.cli.commands import program_help

        print_raw(program_help())
        return 0
    if name == "--version":
        from qwirkle import __version__

        print_raw(f"qwirkle {__version__}")
        return 0
    if not name:
        from qwirkle.cli.play import open_app
        from qwirkle.tui.launch import LaunchOptions

        return open_app(LaunchOptions(show_start_screen=True))
    from qwirkle.cli.commands import command_summaries

    if name not in command_summaries():
        raise CommandError(
            tr(
                "There is no command “{name}”; there are {names}.",
                name=name[:40],
                names=", ".join(command_summaries()),
            )
        )
    module = import_module(f"qwirkle.cli.{name}")
    status: int = module.run(module.build_parser().parse_args(arguments[1:]))
    return status


def _os_error_text(error: OSError) -> str:
    if error.errno is None:
        return str(error) or type(error).__name__
    reason = error.strerror or str(error)
    if error.filename is None:
        return tr("The system says: {why}.", why=reason)
    return tr("{file}: {why}.", file=error.filename, why=reason)


def _crash_text(error: BaseException) -> str:
    try:
        from qwirkle.crash_reports import report_error

        return report_error(error)
    except Exception as second_error:
        return tr(
            "Something went wrong ({kind}), and no report can be written ({another}).",
            kind=type(error).__name__,
            another=type(second_error).__name__,
        )
