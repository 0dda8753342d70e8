"""The Python samples in the documentation run, and docs/architecture.md matches the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qwirkle.records.writer import write_record
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
from tests.tui.conftest import CUBES

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "qwirkle"
ARCHITECTURE = ROOT / "docs" / "architecture.md"


def python_samples(page: str) -> list[str]:
    """Return the Python blocks of a page."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["arena.md", "frames.md", "records.md"])
def test_python_samples_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every Python sample runs, though with fewer games."""
    monkeypatch.chdir(tmp_path)
    samples = python_samples(page)
    assert samples
    for sample in samples:
        for name in re.findall(r'Path\("(.*?)"\)', sample):
            game = random_game(with_changes(CUBES, pieces__copies=5), 2, seed=1)
            write_record(tmp_path / name, game.header, game.events)
        exec(sample.replace("games=200", "games=2"), {})
    capsys.readouterr()


def test_the_architecture_page_names_real_files() -> None:
    """Every module and folder on the page exists."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    names = re.findall(r"`([\w/]+(?:\.py|\.js|/))`", text)
    assert len(names) > 40
    for name in names:
        paths = [*SOURCE.rglob(name)] if "/" not in name.rstrip("/") else [SOURCE / name]
        assert any(path.exists() for path in [*paths, ROOT / name]), name


def test_the_architecture_page_names_every_package() -> None:
    """The page names every package directly below src/qwirkle."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert not {name for name in packages if f"`{name}/`" not in text}


def test_the_architecture_page_is_short() -> None:
    """The page has at most 1,500 words."""
    assert len(ARCHITECTURE.read_text(encoding="utf-8").split()) <= 1500
