"""The commands that tell the rules: `variants`, `compare`, `rules`, `schema`."""

from __future__ import annotations

import json
import re
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


def test_compare_marks_what_differs(run: Run) -> None:
    """A sign stands before each row that differs, and a line says so; one variant has none."""
    lines = run("compare", "tiles", "tiles-mindware").out.splitlines()
    marked = [line for line in lines if line.startswith("*")]
    assert [line.split()[1] for line in marked[:-1]] == ["Tie"]
    assert marked[-1] == "* marks what differs."
    assert not any(line.startswith("*") for line in run("compare", "tiles").out.splitlines())


def test_compare_folds_for_a_page(run: Run) -> None:
    """Without a terminal too no line is longer than 80 columns, however many variants there are."""
    names = catalog.bundled_names()
    out = run("compare", *names).out
    assert max(map(len, out.splitlines())) <= 80
    for name in names:
        assert sum(name in line.split() for line in out.splitlines()) == 1
    assert out.count("Bonus for a") == 2


def test_compare_tells_fingerprints(run: Run) -> None:
    """Rulesets that play alike have the same fingerprint, and others do not."""
    (told,) = run("compare", *catalog.bundled_names(), "--json").objects()
    assert len(set(told["fingerprints"])) == len(catalog.bundled_names())
    assert all(re.fullmatch("[0-9a-f]{8}", each) for each in told["fingerprints"])


def test_a_file_with_another_name_is_reported(run: Run, tmp_path: Path) -> None:
    """A variant that calls itself otherwise than its file is used, and every command says so."""
    path = tmp_path / "mine.toml"
    path.write_text('extends = "tiles"\nname = "ours"\ntitle = "Ours"\n', encoding="utf-8")
    for command in (("rules", path), ("compare", path), ("plays", "--variant", path)):
        answer = run(*command, given=b"")
        assert answer.status == 0
        assert "mine.toml" in answer.err
        assert '"ours"' in answer.err
        assert answer.err.count("\n") == 1
    path.rename(tmp_path / "ours.toml")
    assert run("rules", tmp_path / "ours.toml").err == ""


@pytest.mark.parametrize("what", ["variant", "record"])
def test_schemas_are_printed(run: Run, what: str) -> None:
    """A schema is one JSON object that names its dialect."""
    schema = json.loads(run("schema", what).out)
    assert schema["$schema"].endswith("2020-12/schema")
    assert "choose from" in run("schema", "chess").refusal()


def test_the_rules_have_an_example(run: Run) -> None:
    """Somebody who never saw the game sees pieces, what their letters mean, and some advice."""
    out = run("rules", "cubes").out
    assert "   1   Oc  Os" in out
    assert "R red, O orange" in out
    assert "Advice" in out


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
