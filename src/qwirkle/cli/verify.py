"""The `verify` command: validates records event by event."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.cli.loading import InvalidRecord, UnreadableFile, load_untruncated_game
from qwirkle.cli.output import print_json, print_raw, print_stderr, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.game import Game
from qwirkle.i18n import tr, trn
from qwirkle.text.ruleset import identify_ruleset

EXIT_INVALID = 1
EXIT_UNREADABLE = 2


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
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
            game = load_untruncated_game(Path(name))
        except InvalidRecord as error:
            if options.json:
                print_json({"file": name, "right": False, "problem": error.problem})
            else:
                print_raw(sanitize(error))
            status = max(status, EXIT_INVALID)
        except UnreadableFile as error:
            if options.json:
                print_json({"file": name, "right": None, "problem": str(error)})
            print_stderr(str(error))
            status = EXIT_UNREADABLE
        else:
            if options.json:
                identity = identify_ruleset(game.header.variant)
                facts = {
                    "finished": game.is_over,
                    "turns": game.completed_turn_count,
                    **identity.to_json(),
                }
                print_json({"file": name, "right": True, **facts})
            else:
                print_raw(tr("{file}: {account}", file=sanitize(name), account=_summary_text(game)))
    return status


def _summary_text(game: Game) -> str:
    ruleset = sanitize(identify_ruleset(game.header.variant))
    if game.is_over:
        return trn(
            "right, a finished game of {count} turn; {ruleset}.",
            "right, a finished game of {count} turns; {ruleset}.",
            game.completed_turn_count,
            ruleset=ruleset,
        )
    return trn(
        "right, a game that can go on after {count} turn; {ruleset}.",
        "right, a game that can go on after {count} turns; {ruleset}.",
        game.completed_turn_count,
        ruleset=ruleset,
    )
