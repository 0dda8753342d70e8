"""The `play` command: starts a new game or opens a saved one, in the app or in plain-text mode."""

from __future__ import annotations

import os
import sys
from argparse import BooleanOptionalAction, Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from qwirkle import catalog
from qwirkle.cli.loading import convert_record_errors, load_variant
from qwirkle.cli.output import CommandError, is_terminal
from qwirkle.cli.parser import (
    CommandParser,
    add_plain_option,
    build_command_parser,
    parse_int,
    parse_port,
)
from qwirkle.engine.variant import Variant, VariantError, validate_player_count
from qwirkle.i18n import tr
from qwirkle.paths import data_folder, settings_folder
from qwirkle.records.players import (
    HUMAN,
    MAX_AGE,
    Player,
    clean_name,
    split_name_and_age,
    with_unique_names,
)
from qwirkle.records.schema import MAX_SEED
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.launch import LaunchOptions, run_app
from qwirkle.web import DEFAULT_PORT

WEB_PACKAGES = ("starlette", "uvicorn", "websockets", "segno")
"""Packages of the `web` extra."""

LATEST: Literal["latest"] = "latest"


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "play",
        tr(
            "Seats are taken in the order in which players are given; NAME=BOT is a program.\n"
            "Without players a screen asks who plays. Every move is saved at once."
        ),
        "qwirkle play --variant {dice_variant} --player Ana:9 --player Ben --player Cy=expert\n"
        "qwirkle play --resume\n"
        "qwirkle play --variant {tile_variant} --player Ana --player Ben --share",
    )
    parser.add_argument("--variant", metavar="V", help=tr("which game: a name or a file"))
    parser.add_argument(
        "--player",
        action="append",
        dest="players",
        metavar="NAME[:AGE][=BOT]",
        help=tr(
            "a person, or the bot random, casual, simple, greedy, expert or master, from weak to "
            "strong; ages settle who opens when hands are equal"
        ),
    )
    saved_game = parser.add_mutually_exclusive_group()
    saved_game.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar="FILE",
        help=tr("go on with this saved game, or with the newest"),
    )
    saved_game.add_argument(
        "--watch",
        metavar="FILE",
        help=tr("go through this game step by step, or follow it while another program plays it"),
    )
    parser.add_argument(
        "--seed", type=parse_int, metavar="S", help=tr("the same seed and moves give the same game")
    )
    parser.add_argument("--theme", choices=("dark", "light"), help=tr("the colours of the table"))
    parser.add_argument(
        "--letters",
        action=BooleanOptionalAction,
        help=tr("write the colour's letter on each piece"),
    )
    parser.add_argument(
        "--ascii",
        action=BooleanOptionalAction,
        help=tr("draw with plain letters and signs only"),
    )
    parser.add_argument(
        "--zoom", type=int, choices=ZOOMS, help=tr("how large the pieces are drawn")
    )
    parser.add_argument("--no-hints", action="store_true", help=tr("switch hints off"))
    parser.add_argument(
        "--purist",
        action=BooleanOptionalAction,
        help=tr("no marked cells, no points before Enter, no unseen pane, no hints; it lasts"),
    )
    add_plain_option(parser)
    parser.add_argument(
        "--share",
        action="store_true",
        help=tr(
            "let others join from phones and other terminals, each with their own hand: it is "
            "asked first who may come; needs qwirkle[web]"
        ),
    )
    parser.add_argument(
        "--port",
        type=parse_port,
        metavar="P",
        help=tr("where they come in; default: {port}", port=DEFAULT_PORT),
    )
    return parser


def run(options: Namespace) -> int:
    """Check the options, and open the app or plain-text mode."""
    if options.share:
        check_share_options(options)
    elif options.port is not None:
        raise CommandError(tr("--port belongs to --share."))
    launch_options = build_launch_options(options)
    if not options.plain:
        return open_app(launch_options)
    from qwirkle.cli.plain_text import run_plain_text

    return run_plain_text(launch_options)


def open_app(launch_options: LaunchOptions) -> int:
    """Run the app and return its exit status. Fails early if there is no folder to save in."""
    require_terminal()
    data_folder()
    settings_folder()
    with convert_record_errors(
        launch_options.watch or launch_options.review or launch_options.resume
    ):
        return run_app(launch_options)


def require_web_extra() -> None:
    """Raise CommandError if the packages of the `web` extra aren't installed."""
    if any(find_spec(name) is None for name in WEB_PACKAGES):
        raise CommandError(tr("This needs more packages, which pip install 'qwirkle[web]' brings."))


def require_terminal() -> None:
    """Raise CommandError if stdin, stdout or stderr isn't a terminal, or if TERM is dumb."""
    if not all(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr))):
        raise CommandError(
            tr("The table needs a terminal: run this in one, without redirecting input or output.")
        )
    if os.environ.get("TERM") == "dumb":
        raise CommandError(tr("The table needs a terminal that can place text, and TERM is dumb."))


def build_launch_options(options: Namespace) -> LaunchOptions:
    """Convert the command's options to LaunchOptions. Raises CommandError."""
    variant = None if options.variant is None else load_variant(options.variant)
    players = None if options.players is None else parse_players(options.players)
    if players is not None:
        check_player_count(players, variant)
    if options.seed is not None and not 0 <= options.seed <= MAX_SEED:
        raise CommandError(tr("The seed must be from 0 to {most}.", most=MAX_SEED))
    shared_port = DEFAULT_PORT if options.port is None else options.port
    return LaunchOptions(
        variant=variant,
        players=players,
        seed=options.seed,
        theme=options.theme,
        letters=options.letters,
        ascii=options.ascii,
        zoom=options.zoom,
        no_hints=options.no_hints,
        purist=options.purist,
        resume=None if options.resume is None else _resume_target(options),
        watch=None if options.watch is None else Path(options.watch),
        share_port=shared_port if options.share else None,
    )


def check_share_options(options: Namespace) -> None:
    """Raise CommandError if an option can't be combined with --share."""
    conflicting = {
        "--plain": options.plain,
        "--watch": options.watch is not None,
        "--seed": options.seed is not None,
        "--no-hints": options.no_hints,
        "--purist": options.purist,
    }
    for option, is_given in conflicting.items():
        if is_given:
            raise CommandError(
                tr("A shared table knows no {option}: leave it or --share out.", option=option)
            )
    if options.resume not in (None, LATEST):
        raise CommandError(
            tr("--share --resume goes on with the table that was shared last: give it no file.")
        )
    require_web_extra()


def parse_players(texts: list[str]) -> tuple[Player, ...]:
    """Parse players in seat order, and make their names unique."""
    return with_unique_names(map(_parse_player, texts))


def _parse_player(text: str) -> Player:
    """Parse `NAME[:AGE][=BOT]`. A bot without a name is named after its kind."""
    name_and_age, separator, bot = text.rpartition("=")
    if not separator:
        name_and_age, bot = text, ""
    name, age = split_name_and_age(name_and_age)
    if age and (len(age) > 3 or not 0 <= int(age) <= MAX_AGE):
        raise CommandError(tr("An age is from 0 to {most}, not {age}.", most=MAX_AGE, age=age[:12]))
    kind = _bot_kind(bot) if separator else HUMAN
    try:
        return Player(clean_name(name or bot.capitalize()), int(age) if age else None, kind)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _bot_kind(name: str) -> str:
    from qwirkle.bots.registry import BotLoadError, bot_names, is_bundled, make_bot

    names = bot_names()
    if is_bundled(name):
        try:
            make_bot(name)
        except BotLoadError as error:
            raise CommandError(str(error)) from None
    elif name not in names:
        raise CommandError(
            tr(
                "There is no bot “{name}”; choose one of {names}.",
                name=name,
                names=", ".join(names),
            )
        )
    return f"bot:{name}"


def check_player_count(players: tuple[Player, ...], variant: Variant | None) -> None:
    """Raise CommandError if there are too many or too few players.

    Without a variant only the highest limit of all variants counts.
    """
    if variant is None:  # the setup screen asks for it, and for missing players
        max_players = max(candidate.players.max for candidate in catalog.playable_variants())
        if len(players) > max_players:
            raise CommandError(
                tr(
                    "None of the variants is for more than {most} players, and {found} are given.",
                    most=max_players,
                    found=len(players),
                )
            )
        return
    try:
        validate_player_count(variant, len(players))
    except VariantError as error:
        raise CommandError(str(error)) from None


def _resume_target(options: Namespace) -> Path | Literal["latest"]:
    from qwirkle.records.library import iter_summaries

    if options.variant is not None or options.players is not None or options.seed is not None:
        raise CommandError(
            tr("A saved game has its own variant, players and seed: give --resume without them.")
        )
    if options.share:
        _require_shared_room()
        return LATEST
    if options.resume != LATEST:
        return Path(options.resume)
    if all(summary.finished for summary in iter_summaries()):
        raise CommandError(tr("There is no saved game to go on with."))
    return LATEST


def _require_shared_room() -> None:
    from qwirkle.tui.sharing import SharingError, newest_shared_room

    try:
        newest_shared_room()
    except SharingError as error:
        raise CommandError(str(error)) from None
