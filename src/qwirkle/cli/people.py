"""The arguments and the help of the commands for people."""

from __future__ import annotations

import argparse

from qwirkle.cli.parsing import Commands, add_command, whole
from qwirkle.texts import tr


def add_play(commands: Commands) -> None:
    """The command `play`."""
    command = add_command(
        commands,
        "play",
        tr("Play a game in the terminal."),
        tr(
            "Seats are taken in the order in which they are given: --player for a person, --bot\n"
            "for a program. Without them you sit at the table with one bot. Every move is saved\n"
            "at once."
        ),
        "qwirkle play --variant {rolling} --player Ana:9 --player Ben --bot expert\n"
        "qwirkle play --resume",
    )
    command.add_argument("--variant", metavar="V", help=tr("which game: a name or a file"))
    command.add_argument(
        "--player",
        action="append",
        dest="seats",
        metavar="NAME[:AGE]",
        type=lambda text: ("human", text),
        help=tr("a person; ages settle who opens when hands are equal"),
    )
    command.add_argument(
        "--bot",
        action="append",
        dest="seats",
        metavar="BOT",
        type=lambda text: ("bot", text),
        help=tr("a program: random, casual, greedy, expert, master, or package.module:factory"),
    )
    command.add_argument(
        "--resume",
        nargs="?",
        const="newest",
        metavar="FILE",
        help=tr("go on with this saved game, or with the newest"),
    )
    command.add_argument(
        "--seed", type=whole, metavar="S", help=tr("the same seed and moves give the same game")
    )
    command.add_argument("--theme", choices=("dark", "light"), help=tr("the colours of the table"))
    command.add_argument(
        "--letters",
        action=argparse.BooleanOptionalAction,
        help=tr("write the colour's letter on each piece"),
    )
    command.add_argument(
        "--ascii",
        action=argparse.BooleanOptionalAction,
        help=tr("draw with plain letters and signs only"),
    )
    command.add_argument(
        "--zoom", type=int, choices=range(1, 6), help=tr("how large the pieces are drawn")
    )
    command.add_argument("--no-hints", action="store_true", help=tr("switch hints off"))


def add_games(commands: Commands) -> None:
    """The command `games`."""
    command = add_command(
        commands,
        "games",
        tr("List the saved games, or remove some."),
        tr("Removing asks first."),
        "qwirkle games\nqwirkle games rm 3",
    )
    command.add_argument(
        "action", nargs="?", choices=("list", "rm"), default="list", help=tr("list (default) or rm")
    )
    command.add_argument(
        "games", nargs="*", metavar="GAME", help=tr("for rm: a number of the list or a file")
    )
    command.add_argument("--yes", action="store_true", help=tr("for rm: do not ask"))
    command.add_argument("--json", action="store_true", help=tr("one object a line"))


def add_show(commands: Commands) -> None:
    """The command `show`."""
    command = add_command(
        commands,
        "show",
        tr("Print a game: the table, the scores and every turn."),
        tr("The record is checked on the way. In a terminal the pieces have their colours."),
        "qwirkle show game.qwirkle",
    )
    command.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))


def add_review(commands: Commands) -> None:
    """The command `review`."""
    command = add_command(
        commands,
        "review",
        tr("Go through a game and see what each turn could have been worth."),
        tr("Opens the app; with --json it prints one object a turn instead."),
        "qwirkle review game.qwirkle --json",
    )
    command.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    command.add_argument("--json", action="store_true", help=tr("one object a turn"))


def add_rules(commands: Commands) -> None:
    """The command `rules`."""
    command = add_command(
        commands,
        "rules",
        tr("Print the rules of a variant."),
        tr("They are read from the variant's file, so they are the ones that the game follows."),
        "qwirkle rules {rolling}",
    )
    command.add_argument(
        "variant", metavar="V", help=tr("a variant's name or the path of its file")
    )


def add_variants(commands: Commands) -> None:
    """The command `variants`."""
    command = add_command(
        commands,
        "variants",
        tr("List the variants that can be played."),
        tr("A variant is a file; docs/variants.md tells how to write one."),
        "qwirkle variants",
    )
    form = command.add_mutually_exclusive_group()
    form.add_argument("--names", action="store_true", help=tr("only the names, one a line"))
    form.add_argument("--json", action="store_true", help=tr("one object a line, with all rules"))


def add_compare(commands: Commands) -> None:
    """The command `compare`."""
    command = add_command(
        commands,
        "compare",
        tr("Put the rules of two or more variants side by side."),
        tr("Everything is read from the variants' files."),
        "qwirkle compare {still} {rolling}",
    )
    command.add_argument(
        "variants", nargs="+", metavar="V", help=tr("a variant's name or the path of its file")
    )
    command.add_argument(
        "--json", action="store_true", help=tr("one object with a row for each rule")
    )
