"""Starts a game in plain-text mode, and asks for the variant and players if they aren't given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeVar

from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.app.launch import Launch, open_launched
from qwirkle.app.settings import chosen_settings
from qwirkle.cli.files import record_errors
from qwirkle.cli.output import CommandError, complain, keyboard, say_line
from qwirkle.cli.play import check_player_count, players_of
from qwirkle.engine.variant import Variant
from qwirkle.notation import Player
from qwirkle.places import data_folder, settings_folder
from qwirkle.plain.playing import play
from qwirkle.table.host import Host
from qwirkle.texts import tr

Answer = TypeVar("Answer")


def converse(launch: Launch) -> int:
    """Play a game in plain-text mode."""
    if launch.watch is not None:
        raise CommandError(
            tr("A game is watched at a table that is drawn; “qwirkle show FILE” tells it in lines.")
        )
    typed = keyboard()
    data_folder()
    settings_folder()
    settings, trouble = chosen_settings(launch)
    if trouble:
        complain(trouble)
    hints = settings.hints and not (settings.purist or launch.no_hints)
    host = _opened(_completed(launch, typed))
    play(host, typed, say_line, hints=hints, purist=settings.purist)
    return 0


def _completed(launch: Launch, typed: TextIO) -> Launch:
    """Ask for the variant and the players, if they are missing, and return the complete launch."""
    if launch.resume is not None:
        return launch
    variant = launch.variant or _ask_variant(typed)
    players = launch.players or _ask_players(typed, variant)
    check_player_count(players, variant)
    return replace(launch, variant=variant, players=players)


def _ask_variant(typed: TextIO) -> Variant:
    offered = catalog.playable()
    say_line(tr("Which game? Say its number or its name."))
    for number, variant in enumerate(offered, start=1):
        say_line(f"{number} {variant.name}: {variant.title}")
    return _ask(typed, lambda line: _chosen(line, offered))


def _chosen(line: str, offered: Sequence[Variant]) -> Variant:
    for number, variant in enumerate(offered, start=1):
        if line.casefold() in (str(number), variant.name.casefold()):
            return variant
    raise CommandError(tr("This game isn't available here."))


def _ask_players(typed: TextIO, variant: Variant) -> tuple[Player, ...]:
    say_line(
        tr(
            "Who plays? Say the names in one line with commas between them; NAME:AGE tells an "
            "age, and NAME=BOT is a program, as in: Ana:9, Ben, Cy=greedy"
        )
    )
    return _ask(typed, lambda line: _understood(line.split(","), variant))


def _understood(names: Iterable[str], variant: Variant) -> tuple[Player, ...]:
    players = players_of([name.strip() for name in names])
    check_player_count(players, variant)
    return players


def _ask(typed: TextIO, understand: Callable[[str], Answer]) -> Answer:
    """Read lines until `parse` accepts one. It raises CommandError for the others."""
    while line := typed.readline(1000):
        if line.strip():
            try:
                return understand(line.strip())
            except CommandError as problem:
                say_line(str(problem))
    raise CommandError(tr("There was no answer."))


def _opened(launch: Launch) -> Host:
    with record_errors(launch.resume):
        opened = open_launched(launch)
    assert isinstance(opened, Host), "a game is played, not looked at"
    return opened
