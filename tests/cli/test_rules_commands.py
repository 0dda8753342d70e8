"""The commands `variants`, `compare`, `rules` and `schema`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qwirkle import catalog
from tests.cli.conftest import Run


def test_variants_are_listed(run: Run) -> None:
    """`variants` lists every bundled variant; `--json` prints the complete rulesets."""
    names = list(catalog.bundled_variant_names())
    assert run("variants", "--names").out.split() == names
    assert [table["name"] for table in run("variants", "--json").objects()] == names
    assert all(name in run("variants").out for name in names)


def test_a_broken_variant_file_is_skipped_and_named(run: Run, home: Path) -> None:
    """A broken variant file is skipped, with one line that names it."""
    folder = home / "variants"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text("nonsense")
    result = run("variants")
    assert result.status == 0
    assert result.err.count("\n") == 1
    assert "mine.toml" in result.err


def test_compare_has_a_value_per_variant(run: Run) -> None:
    """Each row has a value per variant and says if they're equal."""
    (comparison,) = run("compare", "tiles", "cubes", "--json").objects()
    assert comparison["variants"] == ["tiles", "cubes"]
    rows = {row["key"]: row for row in comparison["rows"]}
    assert rows["hands"]["values"] == ["hidden", "open"]
    assert rows["hands"]["same"] is False
    assert rows["players"]["same"] is True
    assert "hidden" in run("compare", "tiles", "cubes").out


def test_compare_marks_rows_that_differ(run: Run) -> None:
    """Rows that differ are marked, with a note; with a single variant there are no marks."""
    lines = run("compare", "tiles", "tiles-mindware").out.splitlines()
    marked = [line for line in lines if line.startswith("*")]
    assert [line.split()[1] for line in marked[:-1]] == ["Tie"]
    assert marked[-1].startswith("* ")
    assert not any(line.startswith("*") for line in run("compare", "tiles").out.splitlines())


def test_compare_wraps_at_80_columns(run: Run) -> None:
    """Without a terminal, no line is longer than 80 columns."""
    names = catalog.bundled_variant_names()
    out = run("compare", *names).out
    assert max(map(len, out.splitlines())) <= 80
    for name in names:
        assert sum(name in line.split() for line in out.splitlines()) == 1
    assert out.count("Bonus for a") == 2


def test_compare_has_fingerprints(run: Run) -> None:
    """Every bundled variant has its own fingerprint."""
    (comparison,) = run("compare", *catalog.bundled_variant_names(), "--json").objects()
    assert len(set(comparison["fingerprints"])) == len(catalog.bundled_variant_names())
    assert all(re.fullmatch("[0-9a-f]{8}", each) for each in comparison["fingerprints"])


def test_a_variant_named_unlike_its_file_is_reported(run: Run, tmp_path: Path) -> None:
    """If a variant's name differs from its file's, it's used, with a warning."""
    path = tmp_path / "mine.toml"
    path.write_text('extends = "tiles"\nname = "ours"\ntitle = "Ours"\n', encoding="utf-8")
    for command in (("rules", path), ("compare", path), ("plays", "--variant", path)):
        result = run(*command, stdin=b"")
        assert result.status == 0
        assert "mine.toml" in result.err
        assert '"ours"' in result.err
        assert result.err.count("\n") == 1
    path.rename(tmp_path / "ours.toml")
    assert run("rules", tmp_path / "ours.toml").err == ""


@pytest.mark.parametrize("what", ["variant", "record"])
def test_schemas_are_printed(run: Run, what: str) -> None:
    """A schema is one JSON object that names its dialect."""
    schema = json.loads(run("schema", what).out)
    assert schema["$schema"].endswith("2020-12/schema")
    assert "chess" in run("schema", "chess").error_line()


def test_the_rules_have_an_example(run: Run) -> None:
    """The rules have an example, a legend and advice."""
    out = run("rules", "cubes").out
    assert "   1   Oc  Os" in out
    assert "R red, O orange" in out
    assert "Advice" in out


@pytest.mark.parametrize("name", catalog.bundled_variant_names())
def test_rules_wrap_at_80_columns(run: Run, name: str) -> None:
    """No line of any variant's rules is longer than 80 columns."""
    result = run("rules", name)
    assert result.status == 0
    assert max(map(len, result.out.splitlines())) <= 80


def test_unknown_variants_are_errors(run: Run) -> None:
    """The error for an unknown variant lists the existing ones."""
    for command in (("rules", "chess"), ("compare", "tiles", "chess")):
        assert "cubes" in run(*command).error_line()
