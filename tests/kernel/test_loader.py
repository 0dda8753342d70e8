"""Machine code is loaded only from folders that no other user can write to."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from qwirkle.files import make_folder
from qwirkle.kernel import loader

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs user ids")

OTHER_USER = 12345


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A nested folder that only this user can access."""
    folder = tmp_path / "outer" / "inner"
    make_folder(folder, 0o700)
    return folder


def test_new_folders_are_private(folder: Path) -> None:
    """Every folder that is created is accessible to this user only."""
    assert loader.only_user_can_write(folder)
    for path in (folder, folder.parent):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert loader.only_user_can_write(folder / "not" / "there" / "yet")


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_can_write_to_is_not_safe(folder: Path, mode: int) -> None:
    """A folder isn't safe if others can write to it or to its parent, unless that is sticky."""
    folder.chmod(mode)
    assert not loader.only_user_can_write(folder)
    folder.chmod(0o700)
    folder.parent.chmod(mode)
    assert not loader.only_user_can_write(folder)
    folder.parent.chmod(mode | stat.S_ISVTX)
    assert loader.only_user_can_write(folder)


def test_a_link_is_judged_by_its_target(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder.parent)
    assert loader.only_user_can_write(link / "inner")
    folder.parent.chmod(0o777)
    assert not loader.only_user_can_write(link / "inner")


def test_a_path_that_cannot_be_a_folder_is_not_safe(tmp_path: Path) -> None:
    """Files, link loops and names that are too long aren't safe."""
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file", "file/below", "loop", "loop/below", "x" * 300, "a/" * 3000):
        assert not loader.only_user_can_write(tmp_path / name), name[:20]


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="needs to be root")
def test_another_users_folder_is_not_safe(folder: Path) -> None:
    """Folders of other users aren't safe, not even for root."""
    os.chown(folder, OTHER_USER, OTHER_USER)
    assert not loader.only_user_can_write(folder)
    assert not loader.only_user_can_write(folder / "below")
