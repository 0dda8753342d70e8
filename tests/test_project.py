"""The project itself: names in the code, links in the docs, and commands in the README."""

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
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def code_blocks(page: str) -> list[str]:
    """Return the fenced code blocks of a page."""
    return re.findall(r"^```\w*\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def test_no_source_file_names_a_variant() -> None:
    """Everything about a variant is in its file, so its name isn't in the source code."""
    names = "|".join(re.escape(name) for name in catalog.bundled_variant_names())
    assert [path for path in SOURCES if re.search(rf"\b(?:{names})\b", read(path))] == []


def test_every_module_has_a_docstring() -> None:
    """Each module in src and tests starts with a docstring."""
    assert [path for path in MODULES if not ast.get_docstring(ast.parse(read(path)))] == []


def test_the_readme_has_two_commands() -> None:
    """The README has two code blocks: a command that starts a game, and one that runs the tests."""
    assert code_blocks(read(ROOT / "README.md")) == [f"{PLAY}\n", f"{TEST}\n"]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    """The pattern in .ci/run matches the README's test command and nothing else."""
    pattern = re.search(r"grep -E '(.*)' README.md", read(ROOT / ".ci" / "run"))
    assert pattern is not None
    assert re.findall(pattern[1], read(ROOT / "README.md"), re.MULTILINE) == [TEST]


def linked_files(path: Path) -> Iterator[Path]:
    """Yield the files that a page links to."""
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", read(path)):
        if "://" not in target:
            yield (path.parent / target).resolve()


def test_every_page_is_linked_and_no_link_is_dead() -> None:
    """Every page in docs can be reached from the README, and every linked file exists."""
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for target in linked_files(page):
            assert target.exists(), f"{page.name} links to {target}"
            if target.suffix == ".md":
                waiting.append(target)
    assert set(PAGES) <= seen


def docstrings_of_tests() -> Iterator[tuple[Path, str, str]]:
    """Yield the file, name and docstring of every test."""
    for path in TESTS:
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith(
                "test_"
            ):
                yield path, node.name, ast.get_docstring(node) or ""


def test_every_rule_has_a_test() -> None:
    """Each numbered rule in docs/rules.md is named by a test."""
    rules = set(
        re.findall(r"^- \*\*([RTCJA]\d+)\*\*", read(ROOT / "docs" / "rules.md"), re.MULTILINE)
    )
    assert len(rules) == 37
    text = "\n".join(f"{name}\n{docstring}" for _, name, docstring in docstrings_of_tests())
    named_rules = set(re.findall(r"(?<![A-Za-z0-9])([RTCJA]\d+)(?!\d)", text))
    assert sorted(rules - named_rules) == []


def test_docstrings_of_tests_are_sentences() -> None:
    """A docstring adds what the name leaves out, and ends with a full stop."""
    assert [
        f"{path.name}:{name}"
        for path, name, docstring in docstrings_of_tests()
        if docstring and not docstring.rstrip().endswith(".")
    ] == []


def test_each_dependency_is_listed_once() -> None:
    """The dev extra includes the other extras, so pyproject.toml lists each dependency once."""
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
