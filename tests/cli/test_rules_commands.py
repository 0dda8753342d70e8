"""The commands that tell the rules: `variants`, `compare`, `rules`."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle import catalog
from tests.cli.conftest import Run


def test_variants_are_listed(run: Run) -> None:
    """The list has every bundled variant, and programs get the whole rulesets."""
    names = list(catalog.bundled_names())
    assert run("variants", "--names").out.split() == names
    assert [table["name"] for table in run("variants", "--json").objects()] == names
    assert all(name in run("variants").out for name in names)


def test_a_broken_file_of_the_user_is_named(run: Run, home: Path) -> None:
    """A variant that cannot be used is left out with one sentence about it."""
    folder = home / "variants"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("nonsense")
    answer = run("variants")
    assert answer.status == 0
    assert answer.err.count("\n") == 1
    assert "mine.toml" in answer.err


def test_compare_puts_a_row_beside_a_row(run: Run) -> None:
    """Each topic has a value for each variant, and says whether they agree."""
    (told,) = run("compare", "tiles", "cubes", "--json").objects()
    assert told["variants"] == ["tiles", "cubes"]
    rows = {row["key"]: row for row in told["rows"]}
    assert rows["hands"]["values"] == ["hidden", "open"]
    assert rows["hands"]["same"] is False
    assert rows["players"]["same"] is True
    assert "hidden" in run("compare", "tiles", "cubes").out


@pytest.mark.parametrize("name", catalog.bundled_names())
def test_rules_are_told_in_lines_that_fit(run: Run, name: str) -> None:
    """The rules of every variant fit a page of 80 columns."""
    answer = run("rules", name)
    assert answer.status == 0
    assert max(map(len, answer.out.splitlines())) <= 80


def test_unknown_variants_are_refused(run: Run) -> None:
    """A name that is no variant's is refused, with those that there are."""
    for command in (("rules", "chess"), ("compare", "tiles", "chess")):
        assert "cubes" in run(*command).refusal()
