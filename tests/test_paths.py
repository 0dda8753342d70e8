"""Folders for data, settings and caches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle import paths

FOLDERS = [
    ("XDG_DATA_HOME", ".local/share", paths.data_folder),
    ("XDG_CONFIG_HOME", ".config", paths.settings_folder),
    ("XDG_CACHE_HOME", ".cache", paths.cache_folder),
]


@pytest.mark.skipif(sys.platform != "linux", reason="XDG folders are for Linux")
@pytest.mark.parametrize(("variable", "default", "folder"), FOLDERS)
def test_folders_follow_the_xdg_specification(
    variable: str,
    default: str,
    folder: Callable[[], Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """An XDG variable sets the folder if it's an absolute path; otherwise it's below HOME."""
    monkeypatch.delenv(paths.HOME_VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(variable, raising=False)
    assert folder() == tmp_path / default / "qwirkle"
    for ignored in ("", " ", "relative", "~"):
        monkeypatch.setenv(variable, ignored)
        assert folder() == tmp_path / default / "qwirkle"
    for chosen in ("/", "/chosen"):
        monkeypatch.setenv(variable, chosen)
        assert folder() == Path(chosen, "qwirkle")


def test_qwirkle_home_overrides_the_xdg_folders(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """QWIRKLE_HOME sets all folders except the platform's cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", "/chosen")
    assert paths.data_folder() == paths.settings_folder() == home
    assert paths.cache_folder() == home / "cache"
    assert paths.platform_cache_folder() != home / "cache"
