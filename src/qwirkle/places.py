"""Where the program keeps its things: in QWIRKLE_HOME, or where the system wants them."""

from __future__ import annotations

import os
from pathlib import Path

from qwirkle.texts import tr

HOME = "QWIRKLE_HOME"
"""The environment variable that names one folder for everything."""


class NoPlace(OSError):
    """There is no folder to keep anything in, said in one sentence."""


def data_folder() -> Path:
    """The folder for games and reports; raises NoPlace."""
    return _chosen() or _of_the_system("user_data_dir")


def settings_folder() -> Path:
    """The folder for settings and variants; raises NoPlace."""
    return _chosen() or _of_the_system("user_config_dir")


def cache_folder() -> Path:
    """The folder for what can be made again; raises NoPlace."""
    chosen = _chosen()
    return systems_cache_folder() if chosen is None else chosen / "cache"


def systems_cache_folder() -> Path:
    """The same, whatever QWIRKLE_HOME says."""
    return _of_the_system("user_cache_dir")


def _chosen() -> Path | None:
    home = os.environ.get(HOME)
    return Path(home) if home else None


def _of_the_system(kind: str) -> Path:
    import platformdirs  # slow to load

    try:
        folder = Path(getattr(platformdirs, kind)("qwirkle", appauthor=False))
    except RuntimeError:  # the system doesn't know this user, and HOME isn't set
        folder = Path()
    if not folder.is_absolute():  # the same, said by older versions of platformdirs
        raise NoPlace(tr("This user has no folder to keep anything in: set HOME or QWIRKLE_HOME."))
    return folder
