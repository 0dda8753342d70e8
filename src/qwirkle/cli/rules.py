"""The `rules` command: prints the rules of a variant."""

from __future__ import annotations

import textwrap
from argparse import Namespace

from qwirkle.cli.drawing import show_board
from qwirkle.cli.files import load_variant
from qwirkle.cli.output import columns, plain, say
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.engine.board import Board
from qwirkle.rulebook.rules import rules_text
from qwirkle.texts import tr

WIDEST = 100
NARROWEST = 30


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "rules",
        tr("They are read from the variant's file, so they are the ones that the game follows."),
        "qwirkle rules {rolling}",
    )
    parser.add_argument("variant", metavar="V", help=tr("a variant's name or the path of its file"))
    return parser


def run(options: Namespace) -> int:
    """Print the rules, section by section, with a drawn example."""
    variant = load_variant(options.variant)
    lines = textwrap.TextWrapper(
        columns(NARROWEST, WIDEST), initial_indent="  ", subsequent_indent="  "
    )
    say(plain(variant.title))
    for section in rules_text(variant):
        say()
        say(plain(section.title))
        for paragraph in section.paragraphs:
            say(lines.fill(plain(paragraph)))
        if section.picture:
            show_board(Board.of(section.picture), variant)
    return 0
