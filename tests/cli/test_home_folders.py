"""Users without a home folder, and unusable home folders."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import position_line
from tests.cli.subprocesses import env_of_unknown_user, error_line, run_qwirkle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="homes of Unix")

DEEP = "/".join(["a"] * 2000)


def test_commands_that_save_nothing_need_no_home(tmp_path: Path) -> None:
    """Without a home folder, commands that save nothing still work."""
    unknown_user = env_of_unknown_user(tmp_path / "site")
    positions = tmp_path / "positions"
    positions.write_bytes(position_line([["Rc", 0, 0]], ["Rs"]))
    arena = "arena --variant tiles --bots simple,random --games 1 --seed 1"
    for words in (
        ["rules", "tiles"],
        ["variants"],
        ["compare", "tiles", "cubes"],
        ["plays", "--variant", "tiles", str(positions)],
        arena.split(),
    ):
        completed = run_qwirkle(
            *words, env=unknown_user | {"QWIRKLE_HOME": "", "HOME": ""}, before=_without_home()
        )
        assert (completed.returncode, completed.stderr) == (0, b""), words
    assert not list(tmp_path.glob("~*"))


def _without_home() -> list[str]:
    return ["env", "-u", "HOME", "-u", "QWIRKLE_HOME"]


def test_saved_games_need_a_home(tmp_path: Path) -> None:
    """Without a home folder, `games` exits with 2 and names QWIRKLE_HOME."""
    completed = run_qwirkle(
        "games", env=env_of_unknown_user(tmp_path / "site"), before=_without_home()
    )
    assert completed.returncode == 2
    assert "QWIRKLE_HOME" in error_line(completed)


@pytest.mark.parametrize(
    "name", [DEEP, "file", "file/below", os.fsdecode(b"\xff\xfe"), "b" * 300, "."]
)
def test_an_odd_home_never_breaks_the_rules_command(tmp_path: Path, name: str) -> None:
    """With any QWIRKLE_HOME, `rules` works, and `games` works or prints one line."""
    (tmp_path / "file").write_text("")
    odd = {"QWIRKLE_HOME": f"{tmp_path}/{name}"}
    assert run_qwirkle("rules", "tiles", env=odd).returncode == 0
    games = run_qwirkle("games", env=odd)
    if games.returncode:
        assert games.returncode == 2
        error_line(games)
