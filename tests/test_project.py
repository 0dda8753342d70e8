"""The project itself: names, links, and the lines that the README promises."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from qwirkle import catalog

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
MODULES = SOURCES + sorted((ROOT / "tests").rglob("*.py"))
PAGES = sorted((ROOT / "docs").rglob("*.md"))

PLAY = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/qwirkle play --variant cubes"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"


def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def blocks_of(page: str) -> list[str]:
    """The fenced blocks of a page."""
    return re.findall(r"^```\w*\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_no_source_names_a_variant() -> None:
    """What makes a variant is in its file alone, so no source has its name in it."""
    names = "|".join(re.escape(name) for name in catalog.bundled_names())
    guilty = [path for path in SOURCES if re.search(rf"\b(?:{names})\b", read(path))]
    assert guilty == []


def test_modules_say_what_they_own() -> None:
    """A module begins with a docstring."""
    assert [path for path in MODULES if not ast.get_docstring(ast.parse(read(path)))] == []


def test_the_readme_has_the_two_lines() -> None:
    """The README sets the program up with two lines, each in a block of its own."""
    assert blocks_of(read(ROOT / "README.md")) == [f"{PLAY}\n", f"{TEST}\n"]


def test_ci_takes_its_test_line_from_the_readme() -> None:
    """The pattern with which .ci/run finds the test line finds that line and no other."""
    pattern = re.search(r"grep -E '(.*)' README.md", read(ROOT / ".ci" / "run"))
    assert pattern is not None
    found = re.findall(pattern[1], read(ROOT / "README.md"), re.MULTILINE)
    assert found == [TEST]


def links_in(path: Path) -> Iterator[Path]:
    """The files that a page links to."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(path)):
        if "://" not in target:
            yield (path.parent / target).resolve()


def test_every_page_is_linked_and_every_link_leads_somewhere() -> None:
    """From the README one reaches every page in docs, and no link is dead."""
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for target in links_in(page):
            assert target.exists(), f"{page.name} links to {target}"
            if target.suffix == ".md":
                waiting.append(target)
    assert set(PAGES) <= seen


def facts_in_tests() -> str:
    """The names and docstrings of all tests."""
    found = []
    for path in TESTS:
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                found += [node.name, ast.get_docstring(node) or ""]
    return "\n".join(found)


def test_every_rule_has_a_test() -> None:
    """Each numbered rule of docs/rules.md is named by a test."""
    rules = set(
        re.findall(r"^- \*\*([RTCJA]\d+)\*\*", read(ROOT / "docs" / "rules.md"), re.MULTILINE)
    )
    assert len(rules) == 37
    named = set(re.findall(r"(?<![A-Za-z0-9])([RTCJA]\d+)(?!\d)", facts_in_tests()))
    assert sorted(rules - named) == []


def test_every_test_states_a_fact() -> None:
    """Each test has a docstring of one sentence that ends in a full stop."""
    wordless = []
    for path in TESTS:
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                fact = ast.get_docstring(node)
                if not fact or not fact.rstrip().endswith("."):
                    wordless.append(f"{path.name}:{node.name}")
    assert wordless == []


def test_extras_do_not_repeat_themselves() -> None:
    """The dev extra is made of the others, so that each dependency stands once."""
    project = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    assert extras["dev"][0] == "qwirkle[test,fast,cluster]"
    names = [
        re.split(r"[<>=\[]", line)[0]
        for lines in (project["dependencies"], *extras.values())
        for line in lines
        if not line.startswith("qwirkle[")
    ]
    assert len(names) == len(set(names))
