"""The settings that a start begins with: those of the file, and what the command line says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from qwirkle.app.launch import Launch
from qwirkle.app.settings import Settings, load_settings, save_settings
from qwirkle.table.host import Pace


def chosen_settings(launch: Launch) -> tuple[Settings, str | None]:
    """The settings, without keys that are taken, and a sentence where anything is wrong."""
    settings, trouble = load_settings()
    if settings.keys:  # without, nothing need be loaded for it
        from qwirkle.app.keymap import remappable, without_clashes

        keys, clash = without_clashes(settings.keys, remappable())
        settings, trouble = replace(settings, keys=keys), clash or None
    given: dict[str, Any] = {
        "theme": launch.theme,
        "letters": launch.letters,
        "ascii": launch.ascii,
        "purist": launch.purist,
    }
    given = {name: value for name, value in given.items() if value is not None}
    chosen = replace(settings, **given)
    if chosen.purist != settings.purist:
        trouble = save_settings(replace(settings, purist=chosen.purist)) or trouble
    return chosen, trouble


def pace_of(settings: Settings) -> Pace:
    """How long bots and forced rolls take."""
    return {
        "slow": Pace(bot=2.0, forced=2.5),
        "normal": Pace(bot=0.7, forced=1.2),
        "quick": Pace(bot=0.25, forced=0.5),
        "at-once": Pace(),
    }[settings.pace]
