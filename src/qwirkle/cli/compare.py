"""The `compare` command: prints the rules of several variants side by side."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.files import load_variant
from qwirkle.cli.output import columns, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.engine.variant import table_of
from qwirkle.rulebook.comparison import comparison
from qwirkle.texts import tr

DIFFERS = "*"
TOPIC = 20
"""In terminal columns."""
COLUMN = 18
"""In terminal columns; variants that don't fit side by side go into a second table."""


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "compare",
        tr("Everything is read from the variants' files."),
        "qwirkle compare {still} {rolling}",
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
    rows = comparison(variants)
    if options.json:
        from qwirkle.rulebook.identity import fingerprint  # slow import

        say_json(
            {
                "variants": [variant.name for variant in variants],
                "rows": [
                    {
                        "key": row.key,
                        "topic": row.topic,
                        "values": list(row.values),
                        "same": row.same,
                    }
                    for row in rows
                ],
                "rulesets": [table_of(variant) for variant in variants],
                "fingerprints": [fingerprint(variant) for variant in variants],
            }
        )
        return 0
    at_once = max(1, (columns() - TOPIC) // COLUMN)
    for first in range(0, len(variants), at_once):
        shown = slice(first, first + at_once)
        if first:
            say()
        print_table(
            ["", "", *(variant.name for variant in variants[shown])],
            [["" if row.same else DIFFERS, row.topic, *row.values[shown]] for row in rows],
            fold=True,
        )
    if not all(row.same for row in rows):
        say(tr("{sign} marks what differs.", sign=DIFFERS))
    return 0
