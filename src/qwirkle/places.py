"""Where the program keeps its things: in QWIRKLE_HOME, or where the system wants them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from qwirkle.texts import tr

HOME = "QWIRKLE_HOME"
"""The environment variable that names one folder for everything."""

DEEPEST = 200
"""Folders inside each other; Python makes them one inside the other, and gives up at a thousand."""


_LINUX = {
    "user_data_dir": ("XDG_DATA_HOME", "~/.local/share"),
    "user_state_dir": ("XDG_STATE_HOME", "~/.local/state"),
    "user_config_dir": ("XDG_CONFIG_HOME", "~/.config"),
    "user_cache_dir": ("XDG_CACHE_HOME", "~/.cache"),
}
"""The environment variable for each kind of folder, and where it is without."""


class NoPlace(OSError):
    """There is no folder to keep anything in, said in one sentence."""


def data_folder() -> Path:
    """The folder for games and reports; raises NoPlace."""
    return _chosen() or _of_the_system("user_data_dir")


def state_folder() -> Path:
    """The folder for what is kept only until somebody has looked at it; raises NoPlace."""
    return _chosen() or _of_the_system("user_state_dir")


def settings_folder() -> Path:
    """The folder for settings and variants; raises NoPlace."""
    return _chosen() or _of_the_system("user_config_dir")


def cache_folder() -> Path:
    """The folder for what can be made anew; raises NoPlace."""
    chosen = _chosen()
    return systems_cache_folder() if chosen is None else chosen / "cache"


def systems_cache_folder() -> Path:
    """The same, whatever QWIRKLE_HOME says."""
    return _of_the_system("user_cache_dir")


def check_depth(folder: Path) -> None:
    """Refuse a folder that lies too deep to be made; raises NoPlace."""
    if len(folder.parts) > DEEPEST:
        raise NoPlace(
            tr(
                "{folder}… is more than {most} folders deep, and nothing is kept there.",
                folder=str(folder)[:40],
                most=DEEPEST,
            )
        )


def _chosen() -> Path | None:
    home = os.environ.get(HOME)
    if not home:
        return None
    folder = Path(home)
    check_depth(folder)
    return folder


def _of_the_system(kind: str) -> Path:
    try:
        folder = _of_linux(kind) if sys.platform == "linux" else _of_platformdirs(kind)
    except RuntimeError:  # a user whom the system does not know, without HOME
        folder = Path()
    if not folder.is_absolute():
        raise NoPlace(tr("This user has no folder to keep anything in: set HOME or QWIRKLE_HOME."))
    check_depth(folder)
    return folder


def _of_platformdirs(kind: str) -> Path:
    import platformdirs

    return Path(getattr(platformdirs, kind)("qwirkle", appauthor=False))


def _of_linux(kind: str) -> Path:
    """As platformdirs says, which takes as long to load as the rules of a game to be printed."""
    variable, usual = _LINUX[kind]
    chosen = Path(os.environ.get(variable, ""))
    return (chosen if chosen.is_absolute() else Path(usual).expanduser()) / "qwirkle"
