"""The `join` command: joins a room on a server, in the app or in plain-text mode."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from qwirkle.cli.output import CommandError, print_line, require_stdin
from qwirkle.cli.parser import CommandParser, add_plain_option, build_command_parser
from qwirkle.cli.play import open_app, require_web_extra
from qwirkle.i18n import tr
from qwirkle.tui.launch import LaunchOptions


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "join",
        tr(
            "Goes to a server of tables, and draws the same table as for a game of one's own. The\n"
            "address is what the host was told; a link of one's own leads back to one's seat."
        ),
        "qwirkle join http://192.168.0.7:8642/\nqwirkle join --plain 192.168.0.7:8642",
    )
    parser.add_argument("address", metavar="ADDRESS", help=tr("where the server is, or a link"))
    add_plain_option(parser)
    return parser


def run(options: Namespace) -> int:
    """Connect to a server, and return when you leave it."""
    require_web_extra()
    from qwirkle.web.client import JoinError, Link

    try:
        link = Link.parse(options.address)
        if not options.plain:
            return open_app(LaunchOptions(join=link))
        from qwirkle.plain.remote import join

        asyncio.run(join(link, require_stdin(), print_line))
    except JoinError as error:
        raise CommandError(str(error)) from None
    return 0
