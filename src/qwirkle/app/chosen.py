"""The settings that a start begins with: those of the file, and what the command line says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from qwirkle.app.launch import Launch
from qwirkle.app.settings import Settings, load_settings, save_settings


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
    if chosen.purist != settings.purist:  # it lasts
        save_settings(replace(settings, purist=chosen.purist))
    return chosen, trouble
