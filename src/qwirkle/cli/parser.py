"""The parser of the whole command line."""

from __future__ import annotations

from qwirkle import __version__
from qwirkle.cli import people, programs
from qwirkle.cli.parsing import Parser
from qwirkle.texts import tr


def build_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="qwirkle",
        description=tr(
            "Qwirkle and its dice game in the terminal. "
            "Without a command it opens the start screen."
        ),
        epilog=tr("“qwirkle COMMAND --help” explains a command and shows an example."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"qwirkle {__version__}")
    parser.set_defaults(module="qwirkle.cli.start")
    commands = parser.add_subparsers(title=tr("commands"), metavar=tr("COMMAND"))
    for add in (
        people.add_play,
        people.add_games,
        people.add_show,
        people.add_review,
        people.add_rules,
        people.add_variants,
        people.add_compare,
        programs.add_arena,
        programs.add_plays,
        programs.add_odds,
        programs.add_verify,
    ):
        add(commands)
    return parser
