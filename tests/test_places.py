"""Where things are kept."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from qwirkle import places

FOLDERS = {
    "DATA": (places.data_folder, platformdirs.user_data_dir),
    "STATE": (places.state_folder, platformdirs.user_state_dir),
    "CONFIG": (places.settings_folder, platformdirs.user_config_dir),
    "CACHE": (places.cache_folder, platformdirs.user_cache_dir),
}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
@pytest.mark.parametrize("name", list(FOLDERS))
@pytest.mark.parametrize("chosen", [None, "", " ", "relative", "~", "/", "/chosen", " /chosen "])
def test_folders_are_where_the_system_wants_them(
    name: str, chosen: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The folders are those of platformdirs, whatever the environment says."""
    monkeypatch.delenv(places.HOME)
    monkeypatch.setenv("HOME", str(tmp_path))
    variable = f"XDG_{name}_HOME"
    monkeypatch.delenv(variable, raising=False)
    if chosen is not None:
        monkeypatch.setenv(variable, chosen)
    ours, theirs = FOLDERS[name]
    assert ours() == Path(theirs("qwirkle", appauthor=False))
