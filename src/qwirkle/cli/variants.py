"""The `variants` command: lists the variants you can play."""

from __future__ import annotations

from argparse import Namespace

from qwirkle import catalog
from qwirkle.cli.files import load_variant
from qwirkle.cli.output import CommandError, complain, plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.tables import print_table
from qwirkle.engine.variant import Variant, table_of
from qwirkle.places import NoPlace
from qwirkle.texts import tr


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
        "variants",
        tr("A variant is a file; docs/variants.md tells how to write one."),
        "qwirkle variants",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--names", action="store_true", help=tr("only the names, one a line"))
    form.add_argument("--json", action="store_true", help=tr("one object a line, with all rules"))
    return parser


def run(options: Namespace) -> int:
    """List the bundled variants, then those in the user's folder."""
    bundled = catalog.bundled_names()
    names = (*bundled, *(name for name in catalog.user_names() if name not in bundled))
    if options.names:
        for name in names:
            say(plain(name))
        return 0
    found = list(_load_all(names))
    if options.json:
        for variant in found:
            say_json(table_of(variant))
        return 0
    print_table(
        [tr("name"), tr("game"), tr("about")],
        [[variant.name, variant.title, variant.summary] for variant in found],
    )
    try:
        say(tr("More can be put into {folder}.", folder=plain(catalog.user_folder())))
    except NoPlace as error:
        say(str(error))
    return 0


def _load_all(names: tuple[str, ...]) -> list[Variant]:
    """Load the variants; report broken files and leave them out."""
    found = []
    for name in names:
        try:
            found.append(load_variant(name))
        except CommandError as error:
            complain(str(error))
    return found
