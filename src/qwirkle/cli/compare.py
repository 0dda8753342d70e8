"""The command `compare`: the rules of variants side by side."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.files import load_variant
from qwirkle.cli.output import say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.engine.variant import table_of
from qwirkle.rulebook.comparison import comparison
from qwirkle.texts import tr


def parser() -> Parser:
    """What the command takes."""
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
    """Print a row for each topic and a column for each variant."""
    variants = [load_variant(name) for name in options.variants]
    rows = comparison(variants)
    if options.json:
        say_json(
            {
                "variants": [variant.name for variant in variants],
                "rows": [
                    {
                        "key": row.key,
                        "topic": row.topic,
                        "values": list(row.values),
                        "same": len(set(row.values)) == 1,
                    }
                    for row in rows
                ],
                "rulesets": [table_of(variant) for variant in variants],
            }
        )
        return 0
    print_table(
        ["", *(variant.name for variant in variants)],
        [[row.topic, *row.values] for row in rows],
    )
    return 0
