"""Settings that last: read strictly from a file that may hold anything, and written whole."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from qwirkle.places import settings_folder
from qwirkle.texts import tr

THEMES = ("dark", "light")
PACES = ("slow", "normal", "quick", "at-once")
CHOICES = {"theme": THEMES, "pace": PACES}
"""The settings that are one of several words."""

LARGEST_FILE = 65_536
LONGEST_KEYS = 80


@dataclass(frozen=True, slots=True)
class Settings:
    """How the table looks and answers, for every game."""

    theme: str = "dark"
    letters: bool = False
    ascii: bool = False
    animations: bool = True
    hints: bool = True
    purist: bool = False
    """No help at all: no marked cells, no points before Enter, no unseen pane, no hints."""
    thinking: bool = False
    """Whether the candidates of a strong bot are shown, where its hand is no secret."""
    bell: bool = False
    """Whether the terminal's bell rings for a Qwirkle."""
    pace: str = "normal"
    """How long bots and forced rolls take."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys by the id of a binding, several parted by commas."""


class SettingsError(ValueError):
    """The file holds something that is not a setting; the text is one sentence."""


def settings_path() -> Path:
    """The file that holds the settings."""
    return settings_folder() / "settings.json"


def settings_from_table(table: object) -> Settings:
    """Settings from what a file held; raises SettingsError with the key and what it allows."""
    if not isinstance(table, dict):
        raise SettingsError(tr("The settings are not a table of keys and values."))
    known = {each.name for each in fields(Settings)}
    for key, value in table.items():
        if key not in known:
            raise SettingsError(
                tr(
                    "There is no setting {key}; there are {known}.",
                    key=_shown(key),
                    known=", ".join(sorted(known)),
                )
            )
        if key in CHOICES and value not in CHOICES[key]:
            raise SettingsError(
                tr(
                    "The setting {key} is {found}; it can be {allowed}.",
                    key=key,
                    found=_shown(value),
                    allowed=", ".join(CHOICES[key]),
                )
            )
        if key == "keys":
            _check_keys(value)
        if key not in (*CHOICES, "keys") and not isinstance(value, bool):
            raise SettingsError(
                tr(
                    "The setting {key} is {found}; it can be true or false.",
                    key=key,
                    found=_shown(value),
                )
            )
    return Settings(**table)


def _check_keys(keys: object) -> None:
    if not isinstance(keys, dict):
        raise SettingsError(
            tr("The setting keys is {found}; it must be a table.", found=_shown(keys))
        )
    for name, key in keys.items():
        if not isinstance(key, str) or not 0 < len(key) <= LONGEST_KEYS or not key.isprintable():
            raise SettingsError(
                tr(
                    "The key for {name} is {found}; it must be a name of a key such as ctrl+t.",
                    name=_shown(name),
                    found=_shown(key),
                )
            )


def _shown(value: object) -> str:
    """What was found, short and without anything that could upset a terminal."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


def load_settings(path: Path | None = None) -> tuple[Settings, str | None]:
    """The settings and a sentence about what is wrong with the file, if anything is."""
    path = path or settings_path()
    try:
        if not path.exists():
            return Settings(), None
        if not path.is_file():
            raise SettingsError(tr("It is not a file."))
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise SettingsError(tr("It is too large to be settings."))
        return settings_from_table(json.loads(data.decode("utf-8"))), None
    except (OSError, UnicodeDecodeError, RecursionError, ValueError) as error:
        reason = str(error) if isinstance(error, SettingsError) else tr("It cannot be read.")
        return Settings(), tr(
            "The settings in {path} are not used: {reason}", path=path, reason=reason
        )


def save_settings(settings: Settings, path: Path | None = None) -> str | None:
    """Write the settings whole or not at all; returns a sentence when it cannot be done."""
    import tempfile  # slow to load, and seldom needed

    path = path or settings_path()
    text = json.dumps(asdict(settings), indent=1, sort_keys=True) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix="settings-", suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        return tr(
            "The settings cannot be saved in {path}: {reason}.",
            path=path,
            reason=error.strerror or str(error),
        )
    return None
