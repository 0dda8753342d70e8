"""The `variants` command: lists the variants you can play."""

from __future__ import annotations

from argparse import Namespace

from qwirkle import catalog
from qwirkle.cli.loading import load_variant
from qwirkle.cli.output import CommandError, print_json, print_raw, print_stderr, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.cli.table_output import print_table
from qwirkle.engine.variant import Variant, variant_to_dict
from qwirkle.i18n import tr
from qwirkle.paths import NoHomeFolder


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "variants",
        tr("A variant is a file; docs/variants.md tells how to write one."),
        "qwirkle variants",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--names", action="store_true", help=tr("only the names, one a line"))
    output.add_argument("--json", action="store_true", help=tr("one object a line, with all rules"))
    return parser


def run(options: Namespace) -> int:
    """List the bundled variants, then those in the user's folder."""
    bundled = catalog.bundled_variant_names()
    names = (*bundled, *(name for name in catalog.user_variant_names() if name not in bundled))
    if options.names:
        for name in names:
            print_raw(sanitize(name))
        return 0
    variants = list(_load_usable(names))
    if options.json:
        for variant in variants:
            print_json(variant_to_dict(variant))
        return 0
    print_table(
        [tr("name"), tr("game"), tr("about")],
        [[variant.name, variant.title, variant.summary] for variant in variants],
    )
    try:
        print_raw(
            tr("More can be put into {folder}.", folder=sanitize(catalog.user_variants_folder()))
        )
    except NoHomeFolder as error:
        print_raw(str(error))
    return 0


def _load_usable(names: tuple[str, ...]) -> list[Variant]:
    """Load the variants; report broken files and leave them out."""
    variants = []
    for name in names:
        try:
            variants.append(load_variant(name))
        except CommandError as error:
            print_stderr(str(error))
    return variants
