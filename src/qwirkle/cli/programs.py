"""The arguments and the help of the commands for programs."""

from __future__ import annotations

from qwirkle.cli.parsing import Commands, Parser, add_command, positive, seconds, share, whole
from qwirkle.texts import tr


def add_variant(command: Parser) -> None:
    """The option that names the variant."""
    command.add_argument(
        "--variant",
        required=True,
        metavar="V",
        help=tr("a variant's name (“qwirkle variants” lists them) or the path of its file"),
    )


def add_arena(commands: Commands) -> None:
    """The command `arena`."""
    command = add_command(
        commands,
        "arena",
        tr("Let bots play each other and count who wins."),
        tr(
            "Seats rotate, and each deal is played once in every seating, so luck evens out. The\n"
            "same seed gives the same games, however many jobs share the work. A bot that breaks\n"
            "the rules, fails or does not answer loses that game."
        ),
        "qwirkle arena --variant {still} --bots greedy,casual --games 200 --seed 1 --jobs 2",
    )
    add_variant(command)
    command.add_argument(
        "--bots",
        required=True,
        metavar="A,B[,C,D]",
        help=tr("two to four of random, casual, greedy, expert, master, or package.module:factory"),
    )
    command.add_argument("--games", required=True, type=positive, metavar="N", help=tr("how many"))
    command.add_argument(
        "--seed", required=True, type=whole, metavar="S", help=tr("a whole number")
    )
    command.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help=tr("processes at work (default 1)")
    )
    command.add_argument(
        "--records", metavar="DIR", help=tr("write every game to DIR/NNNNNN.qwirkle")
    )
    command.add_argument(
        "--until",
        type=share,
        metavar="W",
        help=tr("stop early once every interval is at most this wide, for example 0.1"),
    )
    command.add_argument(
        "--patience",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help=tr("how long a bot from another package may think about a turn (default 60)"),
    )
    command.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=tr("play on this Dask cluster; needs qwirkle[cluster], see docs/cluster.md"),
    )
    command.add_argument("--json", action="store_true", help=tr("the result as one object"))


_POSITION = """{{"board":[["Rc",0,0],["Rs",1,0]],"hand":["Rd","Bs","Gx"]}}"""


def add_plays(commands: Commands) -> None:
    """The command `plays`."""
    command = add_command(
        commands,
        "plays",
        tr("Print every legal placement for positions, the best first."),
        tr(
            "One position a line comes in as JSON, one line of plays goes out for each. A piece\n"
            "is a colour letter (R O Y G B P) and a shape letter (c s d k b x: circle, square,\n"
            "diamond, clover, burst, cross); x grows to the right and y downwards."
        ),
        f"echo '{_POSITION}' | qwirkle plays --variant {{still}}",
    )
    add_variant(command)
    command.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )


def add_odds(commands: Commands) -> None:
    """The command `odds`."""
    command = add_command(
        commands,
        "odds",
        tr("Print the exact mean of the best score for each choice of dice to roll again."),
        tr(
            "Positions come in as for “plays”, with the dice as they lie in “hand”. Each choice\n"
            "is a list of places in the hand, from 0. Forced rolls are part of the mean."
        ),
        f"echo '{_POSITION}' | qwirkle odds --variant {{rolling}}",
    )
    add_variant(command)
    command.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help=tr("positions; “-” is standard input")
    )


def add_verify(commands: Commands) -> None:
    """The command `verify`."""
    command = add_command(
        commands,
        "verify",
        tr("Check records of games event by event."),
        tr(
            "Says of each file whether it is right, or which line is wrong and why. The exit\n"
            "status is 1 if one is wrong."
        ),
        "qwirkle verify games/*.qwirkle",
    )
    command.add_argument("files", nargs="+", metavar="FILE", help=tr("a game's record (.qwirkle)"))
