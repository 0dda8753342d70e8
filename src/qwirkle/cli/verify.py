"""The command `verify`: checks records event by event."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.cli.files import Unreadable, WrongRecord, load_whole_game
from qwirkle.cli.output import complain, plain, say
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.engine.events import Passed, Placed, Traded
from qwirkle.game import Game
from qwirkle.texts import tr, trn

WRONG = 1
UNREADABLE = 2


def parser() -> Parser:
    """What the command takes."""
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


def run(options: Namespace) -> int:
    """Say of each record whether it is right; 1 if one is wrong, 2 if one cannot be read."""
    status = 0
    for name in options.files:
        try:
            game = load_whole_game(Path(name))
        except WrongRecord as error:
            say(plain(error))
            status = max(status, WRONG)
        except Unreadable as error:
            complain(str(error))
            status = UNREADABLE
        else:
            say(tr("{file}: {account}", file=plain(name), account=_account_of(game)))
    return status


def _account_of(game: Game) -> str:
    turns = sum(isinstance(event, Placed | Traded | Passed) for event, _ in game.standing)
    if game.over:
        return trn(
            "right, a finished game of {count} turn.",
            "right, a finished game of {count} turns.",
            turns,
        )
    return trn(
        "right, a game that can go on after {count} turn.",
        "right, a game that can go on after {count} turns.",
        turns,
    )
