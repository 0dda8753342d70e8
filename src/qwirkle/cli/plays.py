"""The `plays` command: prints every legal placement in the given positions."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.parser import CommandParser, build_positions_parser
from qwirkle.i18n import tr


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    return build_positions_parser(
        "plays",
        tr(
            "One position a line comes in as JSON, one line of plays goes out for each. A piece\n"
            "is a colour letter (R O Y G B P) and a shape letter (c s d k b x: circle, square,\n"
            "diamond, clover, starburst, cross); x grows to the right and y downwards."
        ),
        "{tile_variant}",
    )


def run(options: Namespace) -> int:
    """Print a JSON line per position, with its placements, best first."""
    from qwirkle.cli.loading import load_variant
    from qwirkle.cli.output import print_json
    from qwirkle.cli.positions import read_positions
    from qwirkle.engine import movegen
    from qwirkle.records.schema import pieces_to_json

    variant = load_variant(options.variant)
    for _, board, hand, _ in read_positions(options.file, variant, 0):
        if len(board):
            plays = movegen.generate_plays(board, hand, variant)
        else:
            plays = movegen.opening_plays(hand, variant)
        print_json(
            {
                "plays": [
                    {"pieces": pieces_to_json(pieces), "points": points}
                    for pieces, points in movegen.sort_plays(plays)
                ]
            }
        )
    return 0
