"""Cleaning player names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle.records.players import MAX_NAME_LENGTH, clean_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana", "Ana"),
        (" Ana \t Maria\n", "Ana Maria"),
        ("A\u200bn\u2066a\u2028", "Ana"),
        ("Zoe\u0308", "Zoë"),
        ("\u0301Ana", "Ana"),
        ("q" + "\u0303" * 9, "q\u0303\u0303"),
        ("李小龍", "李小龍"),
        ("x" * 19 + "q\u0303", "x" * 19),
        ("x" * 19 + "👍🏽", "x" * 19),
        ("\ud800Ana\ue000", "Ana"),
    ],
)
def test_a_name_is_cleaned(text: str, name: str) -> None:
    """Invisible characters are removed, whitespace is collapsed, and 20 characters are kept."""
    assert clean_name(text) == name


@pytest.mark.parametrize("text", ["", "  ", "\u200b\u202e", "\x1b", "\u3164", "\u0301"])
def test_a_name_without_visible_characters_is_rejected(text: str) -> None:
    """A name needs at least one visible character."""
    with pytest.raises(ValueError, match="at least one"):
        clean_name(text)


@given(st.text(alphabet=st.characters(codec=None), max_size=60))
def test_cleaning_is_idempotent(text: str) -> None:
    """A clean name is printable, short and stripped, and cleaning it again changes nothing."""
    try:
        name = clean_name(text)
    except ValueError:
        return
    assert clean_name(name) == name
    assert name.isprintable()
    assert 0 < len(name) <= MAX_NAME_LENGTH
    assert name == " ".join(name.split())
    assert all(unicodedata.category(char)[0] != "C" for char in name)
