"""The `serve` command: runs the web server that hosts rooms."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from qwirkle.cli.output import CommandError, print_line
from qwirkle.cli.parser import CommandParser, build_command_parser, parse_port
from qwirkle.cli.play import require_web_extra
from qwirkle.i18n import tr
from qwirkle.paths import data_folder
from qwirkle.web import DEFAULT_PORT

if TYPE_CHECKING:
    import socket

    from qwirkle.web.run import ListenAddress


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "serve",
        tr(
            "Serves tables that people set up, take seats at and play, each at their own screen.\n"
            "Only this machine reaches it, unless --lan is given. Needs qwirkle[web]."
        ),
        "qwirkle serve\nqwirkle serve --lan",
    )
    parser.add_argument(
        "--port",
        type=parse_port,
        default=DEFAULT_PORT,
        metavar="P",
        help=tr("default: {port}", port=DEFAULT_PORT),
    )
    parser.add_argument(
        "--lan", action="store_true", help=tr("let everybody in the local network in")
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help=tr("another name of this server, for a proxy in front of it"),
    )
    parser.add_argument("--cert", type=Path, metavar="FILE", help=tr("a certificate, for https"))
    parser.add_argument("--key", type=Path, metavar="FILE", help=tr("the key of the certificate"))
    return parser


def run(options: Namespace) -> int:
    """Run the server until it's interrupted."""
    if (options.cert is None) != (options.key is None):
        raise CommandError(tr("--cert and --key belong together."))
    if any("*" in name for name in options.name):
        raise CommandError(tr("--name takes a whole name, without *."))
    require_web_extra()
    if options.cert is not None:
        _check_certificate(options.cert, options.key)
    from qwirkle.web.run import CannotListen, ListenAddress, open_listener

    address = ListenAddress(
        options.port, options.lan, tuple(options.name), cert=options.cert, key=options.key
    )
    try:
        listener = open_listener(address)
    except CannotListen as error:
        raise CommandError(str(error)) from None
    with listener:
        asyncio.run(_serve(replace(address, port=listener.getsockname()[1]), listener))
    return 0


def _check_certificate(cert: Path, key: Path) -> None:
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except OSError as error:
        reason = error.strerror or str(error)
        raise CommandError(
            tr("{cert} and {key} are no certificate: {why}.", cert=cert, key=key, why=reason)
        ) from None


async def _serve(address: ListenAddress, listener: socket.socket) -> None:
    import uvicorn

    from qwirkle.web.lobby import Lobby
    from qwirkle.web.run import build_config, start_server, tune_for_many_rooms

    lobby = Lobby(data_folder() / "tables.json")
    try:
        await asyncio.to_thread(lobby.load)
    except ValueError:
        raise CommandError(
            tr("{file} is no file of this program; move it away.", file=lobby.file)
        ) from None
    tune_for_many_rooms()
    server = uvicorn.Server(build_config(lobby, address))
    server_task = await start_server(server, listener)
    print_line(tr("Tables are at {url}", url=address.url))
    if address.lan:
        print_line(tr("Everybody in this network can come in. Ctrl+C ends it; games are saved."))
    else:
        print_line(tr("Only this machine can come in. Ctrl+C ends it; games are saved."))
    await server_task
