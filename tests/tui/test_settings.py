"""Settings that last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qwirkle.tui.settings import (
    MAX_FILE_BYTES,
    Settings,
    load_settings,
    save_settings,
    settings_path,
)


def test_settings_come_back_as_they_were_saved(home: Path) -> None:
    """What is saved is read again, in the folder that QWIRKLE_HOME names."""
    chosen = Settings(theme="light", letters=True, animations=False, keys={"table.trade": "f2"})
    assert save_settings(chosen) is None
    assert settings_path().parent == home
    assert load_settings() == (chosen, None)
    assert [path.name for path in home.iterdir()] == ["settings.json"]


def test_no_file_is_no_trouble() -> None:
    """Without a file the settings are the usual ones."""
    assert load_settings() == (Settings(), None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        "[" * 100_000,
        '{"theme":"pink"}',
        '{"theme":["dark"]}',
        '{"letters":1}',
        '{"colour":true}',
        '{"keys":[]}',
        '{"keys":{"table.trade":7}}',
        '{"keys":{"table.trade":""}}',
        '{"keys":{"table.trade":"\\u001b[31m"}}',
        json.dumps({"keys": {"x": "a" * 1000}}),
        '{"animations":NaN}',
        '{"theme":"' + "\\u202e" * 50 + '"}',
        " " * (MAX_FILE_BYTES + 1),
    ],
)
def test_a_hostile_file_gives_the_usual_settings_and_one_sentence(text: str) -> None:
    """Anything that is not settings is refused whole, with a sentence that is safe to show."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    found, trouble = load_settings()
    assert found == Settings()
    assert trouble is not None
    assert trouble.endswith(".")
    assert trouble.isprintable()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"theme":"pink"}', 'theme must be "dark" or "light", not "pink".'),
        ('{"bell":1}', "bell must be true or false, not 1."),
        ('{"keys":{"table.trade":7}}', "keys must be a table of keys such as ctrl+t"),
        ('{"colour":true}', "colour isn't a key here. Allowed: theme, letters, ascii,"),
        ("[]", "This must be a table, not a list."),
    ],
)
def test_the_sentence_names_the_setting_and_what_it_allows(text: str, reason: str) -> None:
    """Whoever wrote the file by hand can put it right."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    found, trouble = load_settings()
    assert found == Settings()
    assert trouble is not None
    assert trouble.startswith(f"The settings in {path} are not used: {reason}")


def test_a_file_that_is_no_text_is_refused() -> None:
    """Bytes that are not UTF-8, and a folder in place of the file, do no harm."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    for data in (b"\xff\xfe\x00", b'{"\xff":1}', b'{"theme":"\xff"}', b'{"keys":{"x":"\xff"}}'):
        path.write_bytes(data)
        found, trouble = load_settings()
        assert found == Settings()
        assert trouble is not None
    path.unlink()
    path.mkdir()
    found, trouble = load_settings()
    assert found == Settings()
    assert trouble is not None
    assert save_settings(Settings()) is not None
    assert [each.name for each in path.parent.iterdir()] == ["settings.json"]


def test_settings_that_cannot_be_saved_are_told_of(home: Path) -> None:
    """A folder that cannot be made gives one sentence, not an exception."""
    home.write_text("in the way", encoding="utf-8")
    trouble = save_settings(Settings())
    assert trouble is not None
    assert trouble.endswith(".")
