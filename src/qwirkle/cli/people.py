"""The arguments and the help of the commands for people."""

from __future__ import annotations

import argparse

from qwirkle.cli.parsing import Parser, command_parser, whole
from qwirkle.texts import tr


def play() -> Parser:
    """The command `play`."""
    parser = command_parser(
        "play",
        tr(
            "Seats are taken in the order in which players are given; NAME=BOT is a program.\n"
            "Without players a screen asks who plays. Every move is saved at once."
        ),
        "qwirkle play --variant {rolling} --player Ana:9 --player Ben --player Cy=expert\n"
        "qwirkle play --resume",
    )
    parser.add_argument("--variant", metavar="V", help=tr("which game: a name or a file"))
    parser.add_argument(
        "--player",
        action="append",
        dest="players",
        metavar="NAME[:AGE][=BOT]",
        help=tr(
            "a person, or the bot random, casual, greedy, expert or master, from weak to strong; "
            "ages settle who opens when hands are equal"
        ),
    )
    saved = parser.add_mutually_exclusive_group()
    saved.add_argument(
        "--resume",
        nargs="?",
        const="newest",
        metavar="FILE",
        help=tr("go on with this saved game, or with the newest"),
    )
    saved.add_argument("--watch", metavar="FILE", help=tr("go through this game step by step"))
    parser.add_argument(
        "--seed", type=whole, metavar="S", help=tr("the same seed and moves give the same game")
    )
    parser.add_argument("--theme", choices=("dark", "light"), help=tr("the colours of the table"))
    parser.add_argument(
        "--letters",
        action=argparse.BooleanOptionalAction,
        help=tr("write the colour's letter on each piece"),
    )
    parser.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help=tr("draw with plain letters and signs only"),
    )
    parser.add_argument(
        "--zoom", type=int, choices=range(1, 6), help=tr("how large the pieces are drawn")
    )
    parser.add_argument("--no-hints", action="store_true", help=tr("switch hints off"))
    return parser


def games() -> Parser:
    """The command `games`."""
    parser = command_parser(
        "games",
        tr("Removing asks first."),
        "qwirkle games\nqwirkle games rm 3",
    )
    parser.add_argument(
        "action", nargs="?", choices=("list", "rm"), default="list", help=tr("list (default) or rm")
    )
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=tr("for rm: a number of the list or a file")
    )
    parser.add_argument("--yes", action="store_true", help=tr("for rm: do not ask"))
    parser.add_argument("--json", action="store_true", help=tr("one object a line"))
    return parser


def show() -> Parser:
    """The command `show`."""
    parser = command_parser(
        "show",
        tr("The record is checked on the way. In a terminal the pieces have their colours."),
        "qwirkle show game.qwirkle",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    return parser


def review() -> Parser:
    """The command `review`."""
    parser = command_parser(
        "review",
        tr("Opens the app; with --json it prints one object instead."),
        "qwirkle review game.qwirkle --json",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    parser.add_argument(
        "--json", action="store_true", help=tr("all turns and a summary as one object")
    )
    return parser


def rules() -> Parser:
    """The command `rules`."""
    parser = command_parser(
        "rules",
        tr("They are read from the variant's file, so they are the ones that the game follows."),
        "qwirkle rules {rolling}",
    )
    parser.add_argument("variant", metavar="V", help=tr("a variant's name or the path of its file"))
    return parser


def variants() -> Parser:
    """The command `variants`."""
    parser = command_parser(
        "variants",
        tr("A variant is a file; docs/variants.md tells how to write one."),
        "qwirkle variants",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--names", action="store_true", help=tr("only the names, one a line"))
    form.add_argument("--json", action="store_true", help=tr("one object a line, with all rules"))
    return parser


def compare() -> Parser:
    """The command `compare`."""
    parser = command_parser(
        "compare",
        tr("Everything is read from the variants' files."),
        "qwirkle compare {still} {rolling}",
    )
    parser.add_argument(
        "variants", nargs="+", metavar="V", help=tr("a variant's name or the path of its file")
    )
    parser.add_argument(
        "--json", action="store_true", help=tr("one object with a row for each rule")
    )
    return parser
