"""Files and arguments made to do harm get one sentence from the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.catalog import MAX_EXTENDS_DEPTH
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own for games and variants."""
    monkeypatch.setenv("QWIRKLE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("scores", ["[1]", "[1,2,3]", "[]"])
def test_a_result_for_other_players_is_listed_as_damaged(
    run: Run, home: Path, finished_game: Path, scores: str
) -> None:
    """A result with scores for more or fewer players than there are does not stop the list."""
    lines = finished_game.read_text(encoding="utf-8").splitlines()
    lines[-1] = f'{{"type":"finish","player":0,"bonus":6,"scores":{scores},"winners":[0]}}'
    (home / "games").mkdir()
    (home / "games" / "odd.qwirkle").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert f"damaged: Line {len(lines)}: " in run("games").out
    (told,) = run("games", "--json").objects()
    assert told["players"] == ""


def test_files_that_extend_each_other_without_end_are_refused(run: Run, home: Path) -> None:
    """A long chain of files is refused, and the list of variants goes on without it."""
    folder = home / "variants"
    folder.mkdir()
    for number in range(3 * MAX_EXTENDS_DEPTH):
        text = f'name = "c{number}"\ntitle = "Chain"\nextends = "c{number + 1}"\n'
        (folder / f"c{number}.toml").write_text(text, encoding="utf-8")
    assert f"more than {MAX_EXTENDS_DEPTH} files" in run("rules", "c0").refusal()
    assert run("variants").status == 0


def test_a_short_chain_of_files_is_a_variant(run: Run, home: Path) -> None:
    """As many files as are allowed may build on each other."""
    folder = home / "variants"
    folder.mkdir()
    for number in range(MAX_EXTENDS_DEPTH):
        base = "tiles" if number + 1 == MAX_EXTENDS_DEPTH else f"c{number + 1}"
        text = f'name = "c{number}"\ntitle = "Chain"\nextends = "{base}"\n'
        (folder / f"c{number}.toml").write_text(text, encoding="utf-8")
    assert run("rules", "c0").out.startswith("Chain\n")


@pytest.mark.parametrize("age", ["-1", "-0001", "151", "99999999999999999999"])
def test_an_impossible_age_is_not_taken_for_a_name(run: Run, age: str) -> None:
    """What stands as a number after the colon is an age, and must be one."""
    assert "An age is from 0 to 150" in run("play", "--player", f"Ana:{age}").refusal()
