"""The argument parser of all commands, its shared options and its argument types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from qwirkle.bundled import bundled_texts
from qwirkle.cli.output import columns, complain
from qwirkle.cli.overview import commands
from qwirkle.texts import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite


POSITION = """{{"board":[["Rc",0,0],["Rs",1,0]],"hand":["Rd","Bs","Gx"]}}"""
"""A JSON position; its braces are doubled for str.format."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence and ends its help with an example."""

    example = ""

    def error(self, message: str) -> NoReturn:
        complain(
            tr(
                "{message}; “{command} --help” tells what it takes.",
                message=message.rstrip("."),
                command=self.prog,
            )
        )
        sys.exit(2)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. argparse itself would ignore write errors."""
        print(self.format_help(), end="", file=file)

    def format_help(self) -> str:
        if self.example:
            self.epilog = tr("example:\n{example}", example=_fill_in(self.example))
        return super().format_help()


def _fill_in(example: str) -> str:
    """Fill in the first bundled variant without rolls and the first one with dice.

    The files are searched as text, because decoding them would slow --help.
    """
    names = {"nothing": "V", "shape": "V"}
    for name, text in reversed(bundled_texts().items()):
        for rolls in names:
            if f'rolls = "{rolls}"' in text:
                names[rolls] = name
    lines = example.format(still=names["nothing"], rolling=names["shape"]).splitlines()
    return "\n".join("  " + line for line in lines)


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Pass the width on, or argparse would import shutil to find it."""
    return argparse.RawDescriptionHelpFormatter(prog, width=columns() - 2)


def command_parser(name: str, more: str, example: str) -> Parser:
    """Build a command's parser from its summary, details and an example."""
    parser = Parser(
        prog=f"qwirkle {name}",
        description=tr("{summary}\n\n{more}", summary=commands()[name], more=more),
        formatter_class=_formatter,
        allow_abbrev=False,
    )
    parser.example = example
    return parser


def positions_parser(name: str, more: str, variant: str) -> Parser:
    """Build the parser of a command that reads positions; `variant` is used in its example."""
    parser = command_parser(name, more, f"echo '{POSITION}' | qwirkle {name} --variant {variant}")
    add_variant(parser)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )
    return parser


def add_plain(parser: Parser) -> None:
    """Add --plain."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=tr("play in lines, for screen readers, plain terminals and programs"),
    )


def add_variant(parser: Parser) -> None:
    """Add the required --variant."""
    parser.add_argument(
        "--variant",
        required=True,
        metavar="V",
        help=tr("a variant's name (“qwirkle variants” lists them) or the path of its file"),
    )


def whole(text: str) -> int:
    """Parse a whole number. Raises ArgumentTypeError."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{found} is not a whole number", found=repr(text[:40]))
        ) from None


def between(least: int, most: int) -> Callable[[str], int]:
    """Return an argument type that accepts whole numbers in a range, both ends included."""

    def read(text: str) -> int:
        number = whole(text)
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                tr("{found} is not from {least} to {most}", found=text[:40], least=least, most=most)
            )
        return number

    return read


port = between(0, 65535)
"""Parse a TCP port; 0 picks any free one."""


def share(text: str) -> float:
    """Parse a number between 0 and 1, both excluded."""
    return _number(text, 1.0, tr("{found} is not a number between 0 and 1", found=repr(text[:40])))


def seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    return _number(text, 1e6, tr("{found} is not a number of seconds", found=repr(text[:40])))


def _number(text: str, below: float, problem: str) -> float:
    """Parse a number above 0 and below `limit`."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < below:
        raise argparse.ArgumentTypeError(problem)
    return number
