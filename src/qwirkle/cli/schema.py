"""The `schema` command: prints the JSON Schema of variant files or of records."""

from __future__ import annotations

import json
from argparse import Namespace

from qwirkle.cli.output import print_raw
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.i18n import tr


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "schema",
        tr(
            "“variant” describes the files of variants (TOML), “record” a line of the record of a\n"
            "game: the header in the first, an event in each other."
        ),
        "qwirkle schema record > record.schema.json",
    )
    parser.add_argument("what", choices=("variant", "record"), help=tr("which files"))
    return parser


def run(options: Namespace) -> int:
    """Print the schema as indented JSON."""
    from qwirkle.records.schema import record_schema, variant_schema

    schema = variant_schema() if options.what == "variant" else record_schema()
    print_raw(json.dumps(schema, indent=2))
    return 0
