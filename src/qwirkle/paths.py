"""The folders for data, settings and caches: in QWIRKLE_HOME, or the platform's default."""

from __future__ import annotations

import os
from pathlib import Path

from qwirkle.i18n import tr

HOME_VARIABLE = "QWIRKLE_HOME"
"""Environment variable for one folder that holds everything."""


class NoHomeFolder(OSError):
    """No folder can be determined for this user; the message is one sentence to show the user."""


def data_folder() -> Path:
    """Return the folder for games and crash reports. Raises NoHomeFolder."""
    return _custom_home() or _platform_folder("user_data_dir")


def settings_folder() -> Path:
    """Return the folder for settings and variants. Raises NoHomeFolder."""
    return _custom_home() or _platform_folder("user_config_dir")


def cache_folder() -> Path:
    """Return the folder for caches. Raises NoHomeFolder."""
    home = _custom_home()
    return platform_cache_folder() if home is None else home / "cache"


def platform_cache_folder() -> Path:
    """Return the platform's cache folder, ignoring QWIRKLE_HOME. Raises NoHomeFolder."""
    return _platform_folder("user_cache_dir")


def _custom_home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else None


def _platform_folder(kind: str) -> Path:
    import platformdirs  # slow to load

    try:
        folder = Path(getattr(platformdirs, kind)("qwirkle", appauthor=False))
    except RuntimeError:  # the system doesn't know this user, and HOME isn't set
        folder = Path()
    if not folder.is_absolute():  # older versions of platformdirs don't raise
        raise NoHomeFolder(
            tr("This user has no folder to keep anything in: set HOME or QWIRKLE_HOME.")
        )
    return folder


def games_folder() -> Path:
    """Return the folder for records. Raises NoHomeFolder."""
    return data_folder() / "games"
