"""The argument parser of all commands, its shared options and its argument types."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from qwirkle.bundled import bundled_texts
from qwirkle.cli.commands import command_summaries
from qwirkle.cli.output import print_stderr, terminal_width
from qwirkle.i18n import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

EXAMPLE_POSITION = """{{"board":[["Rc",0,0],["Rs",1,0]],"hand":["Rd","Bs","Gx"]}}"""
"""A JSON position; its braces are doubled for str.format."""


class CommandParser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence and ends its help with an example."""

    example = ""

    def error(self, message: str) -> NoReturn:
        print_stderr(
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
            self.epilog = tr("example:\n{example}", example=_fill_in_variants(self.example))
        return super().format_help()


def _fill_in_variants(example: str) -> str:
    """Fill in the first bundled variant without rolls and the first one with dice.

    The files are searched as text, because decoding them would slow --help.
    """
    names = {"nothing": "V", "shape": "V"}
    for name, text in reversed(bundled_texts().items()):
        for rolls in names:
            if f'rolls = "{rolls}"' in text:
                names[rolls] = name
    lines = example.format(tile_variant=names["nothing"], dice_variant=names["shape"]).splitlines()
    return "\n".join("  " + line for line in lines)


def _make_formatter(prog: str) -> argparse.HelpFormatter:
    """Pass the width on, or argparse would import shutil to find it."""
    return argparse.RawDescriptionHelpFormatter(prog, width=terminal_width() - 2)


def build_command_parser(name: str, details: str, example: str) -> CommandParser:
    """Build a command's parser from its summary, details and an example."""
    parser = CommandParser(
        prog=f"qwirkle {name}",
        description=tr("{summary}\n\n{more}", summary=command_summaries()[name], more=details),
        formatter_class=_make_formatter,
        allow_abbrev=False,
    )
    parser.example = example
    return parser


def build_positions_parser(name: str, details: str, example_variant: str) -> CommandParser:
    """Build the parser of a command that reads positions."""
    parser = build_command_parser(
        name, details, f"echo '{EXAMPLE_POSITION}' | qwirkle {name} --variant {example_variant}"
    )
    add_variant_option(parser)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )
    return parser


def add_plain_option(parser: CommandParser) -> None:
    """Add --plain."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=tr("play in lines, for screen readers, plain terminals and programs"),
    )


def add_variant_option(parser: CommandParser) -> None:
    """Add the required --variant."""
    parser.add_argument(
        "--variant",
        required=True,
        metavar="V",
        help=tr("a variant's name (“qwirkle variants” lists them) or the path of its file"),
    )


def parse_int(text: str) -> int:
    """Parse a whole number. Raises ArgumentTypeError."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{found} is not a whole number", found=repr(text[:40]))
        ) from None


def int_in_range(min_value: int, max_value: int) -> Callable[[str], int]:
    """Return an argument type that accepts whole numbers in a range, both ends included."""

    def parse(text: str) -> int:
        number = parse_int(text)
        if not min_value <= number <= max_value:
            raise argparse.ArgumentTypeError(
                tr(
                    "{found} is not from {least} to {most}",
                    found=text[:40],
                    least=min_value,
                    most=max_value,
                )
            )
        return number

    return parse


parse_port = int_in_range(0, 65535)
"""Parse a TCP port; 0 picks any free one."""


def parse_fraction(text: str) -> float:
    """Parse a number between 0 and 1, both excluded."""
    return _parse_number(
        text, 1.0, tr("{found} is not a number between 0 and 1", found=repr(text[:40]))
    )


def parse_seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    return _parse_number(text, 1e6, tr("{found} is not a number of seconds", found=repr(text[:40])))


def _parse_number(text: str, limit: float, problem: str) -> float:
    """Parse a number above 0 and below `limit`."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < limit:
        raise argparse.ArgumentTypeError(problem)
    return number
