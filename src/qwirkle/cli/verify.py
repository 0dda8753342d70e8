"""The `verify` command: validates records event by event."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.cli.files import Unreadable, WrongRecord, load_whole_game
from qwirkle.cli.output import complain, plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.game import Game
from qwirkle.rulebook.identity import identity_of
from qwirkle.texts import tr, trn

WRONG = 1
UNREADABLE = 2


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "verify",
        tr(
            "Says of each file whether it is right, or which line is wrong and why, and which\n"
            "ruleset it was played by. The exit status is 1 if one is wrong."
        ),
        "qwirkle verify games/*.qwirkle",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    parser.add_argument("--json", action="store_true", help=tr("one object for each file"))
    return parser


def run(options: Namespace) -> int:
    """Report whether each record is valid. Return 1 if one is invalid, 2 if one is unreadable."""
    status = 0
    for name in options.files:
        try:
            game = load_whole_game(Path(name))
        except WrongRecord as error:
            if options.json:
                say_json({"file": name, "right": False, "problem": error.problem})
            else:
                say(plain(error))
            status = max(status, WRONG)
        except Unreadable as error:
            if options.json:
                say_json({"file": name, "right": None, "problem": str(error)})
            complain(str(error))
            status = UNREADABLE
        else:
            if options.json:
                identity = identity_of(game.header.variant)
                facts = {"finished": game.over, "turns": game.turns, **identity.to_json()}
                say_json({"file": name, "right": True, **facts})
            else:
                say(tr("{file}: {account}", file=plain(name), account=_account_of(game)))
    return status


def _account_of(game: Game) -> str:
    ruleset = plain(identity_of(game.header.variant))
    if game.over:
        return trn(
            "right, a finished game of {count} turn; {ruleset}.",
            "right, a finished game of {count} turns; {ruleset}.",
            game.turns,
            ruleset=ruleset,
        )
    return trn(
        "right, a game that can go on after {count} turn; {ruleset}.",
        "right, a game that can go on after {count} turns; {ruleset}.",
        game.turns,
        ruleset=ruleset,
    )
