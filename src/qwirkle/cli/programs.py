"""The arguments and the help of the commands for programs."""

from __future__ import annotations

import os

from qwirkle.cli.parsing import Parser, command_parser, seconds, share, up_to, whole
from qwirkle.texts import tr

MOST_GAMES = 1_000_000_000

FEWEST_MOST_JOBS = 32
"""How many jobs may be asked for on the smallest machine."""


def most_jobs() -> int:
    """How many processes may play on this machine: more only take memory."""
    return max(FEWEST_MOST_JOBS, 4 * (os.cpu_count() or 1))


def add_variant(parser: Parser) -> None:
    """The option that names the variant."""
    parser.add_argument(
        "--variant",
        required=True,
        metavar="V",
        help=tr("a variant's name (“qwirkle variants” lists them) or the path of its file"),
    )


def arena() -> Parser:
    """The command `arena`."""
    parser = command_parser(
        "arena",
        tr(
            "Seats rotate, and each deal is played once in every seating, so luck evens out. The\n"
            "same seed gives the same games, however many jobs share the work. A bot that breaks\n"
            "the rules, fails or does not answer loses that game. A game of 2,000 events is\n"
            "stopped, and the scores decide."
        ),
        "qwirkle arena --variant {still} --bots greedy,casual --games 200 --seed 1 --jobs 2",
    )
    add_variant(parser)
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B[,C,D]",
        help=tr("two to four of random, casual, greedy, expert, master, or package.module:factory"),
    )
    parser.add_argument(
        "--games", required=True, type=up_to(MOST_GAMES), metavar="N", help=tr("how many")
    )
    parser.add_argument("--seed", required=True, type=whole, metavar="S", help=tr("a whole number"))
    parser.add_argument(
        "--jobs",
        type=up_to(most_jobs()),
        default=1,
        metavar="J",
        help=tr("processes at work (default 1, at most {most} here)", most=most_jobs()),
    )
    parser.add_argument(
        "--records", metavar="DIR", help=tr("write every game to DIR/NNNNNN.qwirkle")
    )
    parser.add_argument(
        "--until",
        type=share,
        metavar="W",
        help=tr("stop early once every interval is at most this wide, for example 0.1"),
    )
    parser.add_argument(
        "--patience",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help=tr("how long a bot from another package may think about a turn (default 60)"),
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=tr("play on this Dask cluster; needs qwirkle[cluster], see docs/arena.md"),
    )
    parser.add_argument("--json", action="store_true", help=tr("the result as one object"))
    return parser


_POSITION = """{{"board":[["Rc",0,0],["Rs",1,0]],"hand":["Rd","Bs","Gx"]}}"""


def plays() -> Parser:
    """The command `plays`."""
    parser = command_parser(
        "plays",
        tr(
            "One position a line comes in as JSON, one line of plays goes out for each. A piece\n"
            "is a colour letter (R O Y G B P) and a shape letter (c s d k b x: circle, square,\n"
            "diamond, clover, starburst, cross); x grows to the right and y downwards."
        ),
        f"echo '{_POSITION}' | qwirkle plays --variant {{still}}",
    )
    add_variant(parser)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )
    return parser


def odds() -> Parser:
    """The command `odds`."""
    parser = command_parser(
        "odds",
        tr(
            "Positions come in as for “plays”, with the dice as they lie in “hand”. Each choice\n"
            "is a list of places in the hand, from 0. Forced rolls are part of the mean."
        ),
        f"echo '{_POSITION}' | qwirkle odds --variant {{rolling}}",
    )
    add_variant(parser)
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )
    return parser


def verify() -> Parser:
    """The command `verify`."""
    parser = command_parser(
        "verify",
        tr(
            "Says of each file whether it is right, or which line is wrong and why. The exit\n"
            "status is 1 if one is wrong."
        ),
        "qwirkle verify games/*.qwirkle",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    return parser
