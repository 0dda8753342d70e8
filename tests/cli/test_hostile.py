"""Malicious files and arguments are one-line errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.catalog import MAX_EXTENDS_DEPTH
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder for games and variants."""
    monkeypatch.setenv("QWIRKLE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("scores", ["[1]", "[1,2,3]", "[]"])
def test_a_result_with_the_wrong_number_of_scores_is_damaged(
    run: Run, home: Path, finished_game: Path, scores: str
) -> None:
    """A result with too few or too many scores is listed as damaged."""
    lines = finished_game.read_text(encoding="utf-8").splitlines()
    lines[-1] = f'{{"type":"finish","player":0,"bonus":6,"scores":{scores},"winners":[0]}}'
    (home / "games").mkdir()
    (home / "games" / "odd.qwirkle").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("games").status == 0
    (game,) = run("games", "--json").objects()
    assert game["players"] == ""
    assert f"Line {len(lines)}: " in game["state"]


def test_too_long_a_chain_of_variant_files_is_an_error(run: Run, home: Path) -> None:
    """Too long a chain of variant files is an error, but `variants` still works."""
    folder = home / "variants"
    folder.mkdir()
    for number in range(3 * MAX_EXTENDS_DEPTH):
        text = f'name = "c{number}"\ntitle = "Chain"\nextends = "c{number + 1}"\n'
        (folder / f"c{number}.toml").write_text(text, encoding="utf-8")
    assert str(MAX_EXTENDS_DEPTH) in run("rules", "c0").error_line()
    assert run("variants").status == 0


def test_a_chain_of_variant_files_may_have_the_maximum_length(run: Run, home: Path) -> None:
    folder = home / "variants"
    folder.mkdir()
    for number in range(MAX_EXTENDS_DEPTH):
        base = "tiles" if number + 1 == MAX_EXTENDS_DEPTH else f"c{number + 1}"
        text = f'name = "c{number}"\ntitle = "Chain"\nextends = "{base}"\n'
        (folder / f"c{number}.toml").write_text(text, encoding="utf-8")
    assert run("rules", "c0").out.startswith("Chain\n")


@pytest.mark.parametrize("age", ["-1", "-0001", "151", "99999999999999999999"])
def test_an_invalid_age_is_an_error(run: Run, age: str) -> None:
    """A number after the colon is an age and must be in range."""
    assert "150" in run("play", "--player", f"Ana:{age}").error_line()
