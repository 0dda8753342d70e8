"""The `rules` command: prints the rules of a variant."""

from __future__ import annotations

import textwrap
from argparse import Namespace

from qwirkle.cli.board_output import print_board
from qwirkle.cli.loading import load_variant
from qwirkle.cli.output import print_raw, sanitize, terminal_width
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.engine.board import Board
from qwirkle.i18n import tr
from qwirkle.text.rules import rules_sections

MAX_TEXT_WIDTH = 100
MIN_TEXT_WIDTH = 30


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "rules",
        tr("They are read from the variant's file, so they are the ones that the game follows."),
        "qwirkle rules {dice_variant}",
    )
    parser.add_argument("variant", metavar="V", help=tr("a variant's name or the path of its file"))
    return parser


def run(options: Namespace) -> int:
    """Print the rules, section by section, with a drawn example."""
    variant = load_variant(options.variant)
    lines = textwrap.TextWrapper(
        terminal_width(MIN_TEXT_WIDTH, MAX_TEXT_WIDTH), initial_indent="  ", subsequent_indent="  "
    )
    print_raw(sanitize(variant.title))
    for section in rules_sections(variant):
        print_raw()
        print_raw(sanitize(section.title))
        for paragraph in section.paragraphs:
            print_raw(lines.fill(sanitize(paragraph)))
        if section.pieces:
            print_board(Board.of(section.pieces), variant)
    return 0
