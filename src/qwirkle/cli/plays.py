"""The command `plays`: every legal placement of positions."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.files import load_variant
from qwirkle.cli.output import say_json
from qwirkle.cli.positions import read_positions
from qwirkle.engine import movegen
from qwirkle.notation import laid_to_json


def run(options: Namespace) -> int:
    """Answer each position with its plays, the best first."""
    variant = load_variant(options.variant)
    for board, hand in read_positions(options.file, variant, 0):
        if len(board):
            found = movegen.plays(board, hand, variant)
        else:
            found = movegen.opening_plays(hand, variant)
        say_json(
            {
                "plays": [
                    {"pieces": laid_to_json(pieces), "points": points}
                    for pieces, points in movegen.in_order(found)
                ]
            }
        )
    return 0
