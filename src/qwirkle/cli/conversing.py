"""Plays in lines what the command line asks for, and asks for what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from qwirkle.app.chosen import chosen_settings
from qwirkle.app.launch import Launch, open_launched
from qwirkle.cli.files import FileError
from qwirkle.cli.output import CommandError, complain, keyboard, say_line
from qwirkle.engine.variant import Variant, VariantError, check_count
from qwirkle.notation import Player
from qwirkle.places import data_folder, settings_folder
from qwirkle.plain.asking import NoAnswer, ask_players, ask_variant
from qwirkle.plain.playing import play
from qwirkle.record import Busy, RecordError
from qwirkle.table.host import Host
from qwirkle.texts import tr


def converse(launch: Launch) -> int:
    """Play a game in lines, with whoever types them."""
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
    """What was asked for, with answers to what was left open."""
    if launch.resume is not None:
        return launch
    try:
        variant = launch.variant or ask_variant(typed, say_line)
        players = launch.players or ask_players(
            typed, say_line, lambda names: _understood(names, variant)
        )
    except NoAnswer as error:
        raise CommandError(str(error)) from None
    _check_count(players, variant)
    return replace(launch, variant=variant, players=players)


def _understood(names: Iterable[str], variant: Variant) -> tuple[Player, ...]:
    from qwirkle.cli.play import players_of

    try:
        players = players_of([name.strip() for name in names])
        _check_count(players, variant)
    except CommandError as error:
        raise ValueError(str(error)) from None
    return players


def _check_count(players: tuple[Player, ...], variant: Variant) -> None:
    try:
        check_count(variant, len(players))
    except VariantError as error:
        raise CommandError(str(error)) from None


def _opened(launch: Launch) -> Host:
    try:
        opened = open_launched(launch)
    except Busy as error:
        raise CommandError(str(error)) from None
    except RecordError as error:
        if isinstance(launch.resume, Path):
            raise FileError(launch.resume, str(error)) from None
        raise CommandError(str(error)) from None
    assert isinstance(opened, Host), "a game is played, not looked at"
    return opened
