"""The command `review`: what each turn of a game could have been worth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.app.launch import Launch
from qwirkle.cli.app import open_app
from qwirkle.cli.files import load_game
from qwirkle.cli.output import complain, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.texts import tr, trn


def parser() -> Parser:
    """What the command takes."""
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


def run(options: Namespace) -> int:
    """Open the app with the game, or print it as one object."""
    path = Path(options.file)
    if not options.json:
        return open_app(Launch(review=path))
    from qwirkle.analysis.review import review
    from qwirkle.statistics.reviews import keep_review

    game = load_game(path)
    told = review(game)
    say_json(told.to_json())
    if trouble := keep_review(game, told.players):
        complain(trouble)
    if told.left_out:
        complain(
            trn(
                "The first {judged} turns are judged, and {count} turn after them is left out.",
                "The first {judged} turns are judged, and {count} turns after them are left out.",
                told.left_out,
                judged=len(told.turns),
            )
        )
    return 0
