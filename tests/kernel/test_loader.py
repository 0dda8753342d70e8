"""Machine code is taken only from where nobody but this user can have written it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from qwirkle.files import make_folder
from qwirkle.kernel import loader

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users' numbers")

SOMEBODY = 12345


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder below another one, for this user alone."""
    folder = tmp_path / "outer" / "inner"
    make_folder(folder, 0o700)
    return folder


def test_a_new_folder_is_for_this_user_alone(folder: Path) -> None:
    """Every folder that has to be made can be entered by this user only."""
    assert loader.only_user_can_write(folder)
    for place in (folder, folder.parent):
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert loader.only_user_can_write(folder / "not" / "there" / "yet")


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_can_write_to_is_not_safe(folder: Path, mode: int) -> None:
    """Neither the folder nor any above it may be for others to write."""
    folder.chmod(mode)
    assert not loader.only_user_can_write(folder)
    folder.chmod(0o700)
    folder.parent.chmod(mode)
    assert not loader.only_user_can_write(folder)
    folder.parent.chmod(mode | stat.S_ISVTX)
    assert loader.only_user_can_write(folder)


def test_a_link_is_judged_by_where_it_leads(folder: Path, tmp_path: Path) -> None:
    """What a link leads to is what has to be safe."""
    link = tmp_path / "link"
    link.symlink_to(folder.parent)
    assert loader.only_user_can_write(link / "inner")
    folder.parent.chmod(0o777)
    assert not loader.only_user_can_write(link / "inner")


def test_a_place_that_cannot_be_a_folder_is_not_safe(tmp_path: Path) -> None:
    """Files, loops of links and names that are too long are no folders."""
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("file", "file/below", "loop", "loop/below", "x" * 300, "a/" * 3000):
        assert not loader.only_user_can_write(tmp_path / name), name[:20]


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="needs to be root")
def test_what_belongs_to_somebody_else_is_not_taken(folder: Path) -> None:
    """Folders of other users are not trusted, and least by root."""
    os.chown(folder, SOMEBODY, SOMEBODY)
    assert not loader.only_user_can_write(folder)
    assert not loader.only_user_can_write(folder / "below")
