"""Starts a game in plain-text mode, and asks for the variant and players if they aren't given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeVar

from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.cli.loading import convert_record_errors
from qwirkle.cli.output import CommandError, print_line, print_stderr, require_stdin
from qwirkle.cli.play import check_player_count, parse_players
from qwirkle.engine.variant import Variant
from qwirkle.i18n import tr
from qwirkle.paths import data_folder, settings_folder
from qwirkle.plain.local import play_in_plain_text
from qwirkle.records.players import Player
from qwirkle.session.session import GameSession
from qwirkle.tui.launch import LaunchOptions, effective_settings, open_initial_game

Parsed = TypeVar("Parsed")


def run_plain_text(launch_options: LaunchOptions) -> int:
    """Play a game in plain-text mode."""
    if launch_options.watch is not None:
        raise CommandError(
            tr("A game is watched at a table that is drawn; “qwirkle show FILE” tells it in lines.")
        )
    stdin = require_stdin()
    data_folder()
    settings_folder()
    settings, warning = effective_settings(launch_options)
    if warning:
        print_stderr(warning)
    hints = settings.hints and not (settings.purist or launch_options.no_hints)
    session = _open_session(_ask_for_missing(launch_options, stdin))
    play_in_plain_text(session, stdin, print_line, hints=hints, purist=settings.purist)
    return 0


def _ask_for_missing(launch_options: LaunchOptions, stdin: TextIO) -> LaunchOptions:
    """Ask for the variant and the players if they're missing; return the completed options."""
    if launch_options.resume is not None:
        return launch_options
    variant = launch_options.variant or _ask_variant(stdin)
    players = launch_options.players or _ask_players(stdin, variant)
    check_player_count(players, variant)
    return replace(launch_options, variant=variant, players=players)


def _ask_variant(stdin: TextIO) -> Variant:
    variants = catalog.playable_variants()
    print_line(tr("Which game? Say its number or its name."))
    for number, variant in enumerate(variants, start=1):
        print_line(f"{number} {variant.name}: {variant.title}")
    return _ask(stdin, lambda line: _parse_variant(line, variants))


def _parse_variant(line: str, variants: Sequence[Variant]) -> Variant:
    for number, variant in enumerate(variants, start=1):
        if line.casefold() in (str(number), variant.name.casefold()):
            return variant
    raise CommandError(tr("This game isn't available here."))


def _ask_players(stdin: TextIO, variant: Variant) -> tuple[Player, ...]:
    print_line(
        tr(
            "Who plays? Say the names in one line with commas between them; NAME:AGE tells an "
            "age, and NAME=BOT is a program, as in: Ana:9, Ben, Cy=greedy"
        )
    )
    return _ask(stdin, lambda line: _parse_players(line.split(","), variant))


def _parse_players(names: Iterable[str], variant: Variant) -> tuple[Player, ...]:
    players = parse_players([name.strip() for name in names])
    check_player_count(players, variant)
    return players


def _ask(stdin: TextIO, parse: Callable[[str], Parsed]) -> Parsed:
    """Read lines until `parse` accepts one. It raises CommandError for the others."""
    while line := stdin.readline(1000):
        if line.strip():
            try:
                return parse(line.strip())
            except CommandError as error:
                print_line(str(error))
    raise CommandError(tr("There was no answer."))


def _open_session(launch_options: LaunchOptions) -> GameSession:
    with convert_record_errors(launch_options.resume):
        session = open_initial_game(launch_options)
    assert isinstance(session, GameSession), "plain-text mode can't watch or review a game"
    return session
