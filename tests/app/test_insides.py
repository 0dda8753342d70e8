"""What is used of Textual beyond its documented interface is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.app import App

from qwirkle.app.insides import NAMES

APP = Path(__file__).resolve().parents[2] / "src" / "qwirkle" / "app"


@pytest.mark.parametrize(("owner", "name"), NAMES, ids=str)
def test_textual_has_what_is_used_of_its_insides(owner: type, name: str) -> None:
    """A version of Textual that has moved one of these names is noticed here."""
    assert hasattr(owner() if owner is App else owner, name)


def test_nothing_else_of_textual_is_private() -> None:
    """No other module imports a private module of Textual."""
    guilty = [
        path
        for path in APP.rglob("*.py")
        if path.name != "insides.py"
        and re.search(r"(from|import) textual\._", path.read_text(encoding="utf-8"))
    ]
    assert guilty == []
