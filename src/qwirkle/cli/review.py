"""The command `review`: what each turn of a game could have been worth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.app.launch import Launch
from qwirkle.cli.app import open_app
from qwirkle.cli.files import load_game
from qwirkle.cli.output import complain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.statistics.words import taken_back_text
from qwirkle.texts import tr, trn

if TYPE_CHECKING:
    from qwirkle.analysis.review import Review


def parser() -> Parser:
    """What the command takes."""
    parser = command_parser(
        "review",
        tr("Opens the app; with --text or --json it prints the judgements instead."),
        "qwirkle review game.qwirkle --json",
    )
    parser.add_argument("file", metavar="FILE", help=tr("a game's record (.qwirkle)"))
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help=tr("all turns and players as tables"))
    printed.add_argument(
        "--json", action="store_true", help=tr("all turns and a summary as one object")
    )
    return parser


def run(options: Namespace) -> int:
    """Open the app with the game, or print what is to be said of it."""
    path = Path(options.file)
    if not (options.json or options.text):
        return open_app(Launch(review=path))
    from qwirkle.analysis.review import review
    from qwirkle.statistics.reviews import keep_review

    game = load_game(path)
    told = review(game)
    if options.json:
        say_json(told.to_json())
    else:
        _print_tables(told)
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


def _print_tables(told: Review) -> None:
    """Print a line for each turn and one for each player; all but the counts is in points."""
    names = [player.name for player in told.players]
    print_table(
        (tr("player"), tr("did"), tr("turn"), tr("points"), tr("lost"), tr("luck")),
        [
            (
                names[turn.player],
                turn.did,
                str(turn.number),
                str(turn.points),
                f"{turn.lost:.1f}",
                f"{turn.luck.points:+z.1f}" if turn.luck is not None else "",
            )
            for turn in told.turns
        ],
        figures_from=2,
    )
    say()
    print_table(
        (
            tr("player"),
            tr("score"),
            tr("turns"),
            tr("lost"),
            tr("a turn"),
            tr("luck"),
            tr("a turn"),
        ),
        [
            (
                player.name,
                str(player.score),
                str(player.turns),
                f"{player.lost:.1f}",
                f"{player.lost_a_turn:.1f}",
                f"{player.luck:+z.1f}",
                f"{player.luck_a_turn:+z.1f}",
            )
            for player in told.players
        ],
        figures_from=1,
    )
    if told.taken_back:
        say(taken_back_text(told.taken_back))
