"""The `compare` command: prints the rules of several variants side by side."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.loading import load_variant
from qwirkle.cli.output import print_json, print_raw, terminal_width
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.cli.table_output import print_table
from qwirkle.engine.variant import variant_to_dict
from qwirkle.i18n import tr
from qwirkle.text.comparison import compare_variants

DIFFERENCE_MARK = "*"
TOPIC_WIDTH = 20
"""In terminal columns."""
MIN_COLUMN_WIDTH = 18
"""In terminal columns; variants that don't fit side by side go into a second table."""


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "compare",
        tr("Everything is read from the variants' files."),
        "qwirkle compare {tile_variant} {dice_variant}",
    )
    parser.add_argument(
        "variants", nargs="+", metavar="V", help=tr("a variant's name or the path of its file")
    )
    parser.add_argument(
        "--json", action="store_true", help=tr("one object with a row for each rule")
    )
    return parser


def run(options: Namespace) -> int:
    """Print a table with a row per topic and a column per variant."""
    variants = [load_variant(name) for name in options.variants]
    rows = compare_variants(variants)
    if options.json:
        from qwirkle.text.ruleset import fingerprint  # loads hashlib and json

        print_json(
            {
                "variants": [variant.name for variant in variants],
                "rows": [
                    {
                        "key": row.key,
                        "topic": row.topic,
                        "values": list(row.values),
                        "same": row.all_equal,
                    }
                    for row in rows
                ],
                "rulesets": [variant_to_dict(variant) for variant in variants],
                "fingerprints": [fingerprint(variant) for variant in variants],
            }
        )
        return 0
    columns_per_table = max(1, (terminal_width() - TOPIC_WIDTH) // MIN_COLUMN_WIDTH)
    for first in range(0, len(variants), columns_per_table):
        columns = slice(first, first + columns_per_table)
        if first:
            print_raw()
        print_table(
            ["", "", *(variant.name for variant in variants[columns])],
            [
                ["" if row.all_equal else DIFFERENCE_MARK, row.topic, *row.values[columns]]
                for row in rows
            ],
            wrap=True,
        )
    if not all(row.all_equal for row in rows):
        print_raw(tr("{sign} marks what differs.", sign=DIFFERENCE_MARK))
    return 0
