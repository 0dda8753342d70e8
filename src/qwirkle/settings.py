"""User settings: their file and its validation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from qwirkle.decoding import PRINTABLE_PATTERN, SchemaError, decode
from qwirkle.files import atomic_write, read_limited
from qwirkle.i18n import tr
from qwirkle.paths import settings_folder

ThemeName: TypeAlias = Literal["dark", "light"]
PaceName: TypeAlias = Literal["slow", "normal", "quick", "at-once"]
KeyNames: TypeAlias = Annotated[str, msgspec.Meta(max_length=80, pattern=PRINTABLE_PATTERN)]

PACES: tuple[PaceName, ...] = get_args(PaceName)
MAX_FILE_BYTES = 65_536


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """User settings, saved as JSON."""

    theme: ThemeName = "dark"
    letters: bool = False
    """Show a colour letter on every piece."""
    ascii: bool = False
    """Draw with ASCII characters only."""
    animations: bool = True
    hints: bool = True
    purist: bool = False
    """Hide legal cells, point previews, unseen pieces and hints."""
    thinking: bool = False
    """Show which moves a strong bot considers, unless that would reveal its hand."""
    bell: bool = False
    """Ring the terminal bell when a Qwirkle is completed."""
    pace: PaceName = "normal"
    """Delay before bots' moves and forced rolls."""
    keys: Annotated[
        Mapping[str, KeyNames],
        msgspec.Meta(description="a table of action ids with keys such as ctrl+t"),
    ] = msgspec.field(default_factory=dict)
    """Remapped keys: binding id -> comma-separated keys."""


_decoder = msgspec.json.Decoder(Settings)


def settings_path() -> Path:
    """Return the path of the settings file."""
    return settings_folder() / "settings.json"


def load_settings() -> tuple[Settings, str | None]:
    """Return the saved settings, and an error message or None."""
    path = settings_path()
    try:
        return decode(read_limited(path, MAX_FILE_BYTES), _decoder), None
    except (FileNotFoundError, NotADirectoryError):
        return Settings(), None
    except SchemaError as error:
        reason = str(error)
    except OSError as error:
        reason = tr("It cannot be read ({reason}).", reason=error.strerror)
    return Settings(), tr("The settings in {path} are not used: {reason}", path=path, reason=reason)


def save_settings(settings: Settings) -> str | None:
    """Write the settings atomically; return an error message or None."""
    path = settings_path()
    text = msgspec.json.format(msgspec.json.encode(settings, order="sorted"), indent=1)
    try:
        atomic_write(path, text + b"\n")
    except OSError as error:
        return tr(
            "The settings cannot be saved in {path}: {reason}.", path=path, reason=error.strerror
        )
    return None
