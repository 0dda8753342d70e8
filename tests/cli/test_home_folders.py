"""Users without a home, and homes that are none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import position_line
from tests.cli.subprocesses import env_of_unknown_user, error_sentence, run_qwirkle

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="homes of Unix")

DEEP = "/".join(["a"] * 2000)


def test_a_user_without_a_home_can_use_all_that_keeps_nothing(tmp_path: Path) -> None:
    """Whom the system does not know can read rules, list, compare, ask, and let bots play."""
    nobody = env_of_unknown_user(tmp_path / "site")
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
        done = run_qwirkle(
            *words, env=nobody | {"QWIRKLE_HOME": "", "HOME": ""}, before=_without_home()
        )
        assert (done.returncode, done.stderr) == (0, b""), words
    assert not list(tmp_path.glob("~*"))


def _without_home() -> list[str]:
    return ["env", "-u", "HOME", "-u", "QWIRKLE_HOME"]


def test_a_user_without_a_home_is_told_what_is_missing(tmp_path: Path) -> None:
    """What would keep something says in one sentence that there is no place for it."""
    done = run_qwirkle("games", env=env_of_unknown_user(tmp_path / "site"), before=_without_home())
    assert done.returncode == 2
    assert "set HOME or QWIRKLE_HOME" in error_sentence(done)


@pytest.mark.parametrize(
    "name", [DEEP, "file", "file/below", os.fsdecode(b"\xff\xfe"), "b" * 300, "."]
)
def test_an_odd_home_does_not_keep_anybody_from_the_rules(tmp_path: Path, name: str) -> None:
    """Commands that only read work wherever QWIRKLE_HOME leads; others work or say one sentence."""
    (tmp_path / "file").write_text("")
    odd = {"QWIRKLE_HOME": f"{tmp_path}/{name}"}
    assert run_qwirkle("rules", "tiles", env=odd).returncode == 0
    games = run_qwirkle("games", env=odd)
    if games.returncode:
        assert games.returncode == 2
        error_sentence(games)
