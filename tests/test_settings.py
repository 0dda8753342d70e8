"""Saving and loading settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qwirkle.settings import MAX_FILE_BYTES, Settings, load_settings, save_settings, settings_path


def test_saved_settings_are_loaded_unchanged(home: Path) -> None:
    """Settings are saved in the folder that QWIRKLE_HOME names."""
    settings = Settings(theme="light", letters=True, animations=False, keys={"table.trade": "f2"})
    assert save_settings(settings) is None
    assert settings_path().parent == home
    assert load_settings() == (settings, None)
    assert [path.name for path in home.iterdir()] == ["settings.json"]


def test_without_a_file_the_settings_are_the_defaults() -> None:
    """A missing file isn't an error."""
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
def test_an_invalid_file_means_defaults_and_one_error(text: str) -> None:
    """An invalid file is rejected as a whole, with a sentence that is safe to show."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    settings, error = load_settings()
    assert settings == Settings()
    assert error is not None
    assert error.endswith(".")
    assert error.isprintable()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"theme":"pink"}', 'theme must be "dark" or "light", not "pink"'),
        ('{"bell":1}', "bell must be true or false, not 1"),
        ('{"keys":{"table.trade":7}}', "ctrl+t"),
        ('{"colour":true}', "Allowed: theme, letters, ascii,"),
        ("[]", "not a list"),
    ],
)
def test_the_error_names_the_setting_and_its_allowed_values(text: str, reason: str) -> None:
    """If you edited the file by hand, the error says what to fix."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    settings, error = load_settings()
    assert settings == Settings()
    assert error is not None
    assert str(path) in error
    assert reason in error


def test_a_file_that_is_not_text_is_rejected() -> None:
    """Bytes that aren't UTF-8, or a folder in place of the file, are an error."""
    path = settings_path()
    path.parent.mkdir(parents=True)
    for data in (b"\xff\xfe\x00", b'{"\xff":1}', b'{"theme":"\xff"}', b'{"keys":{"x":"\xff"}}'):
        path.write_bytes(data)
        settings, error = load_settings()
        assert settings == Settings()
        assert error is not None
    path.unlink()
    path.mkdir()
    settings, error = load_settings()
    assert settings == Settings()
    assert error is not None
    assert save_settings(Settings()) is not None
    assert [each.name for each in path.parent.iterdir()] == ["settings.json"]


def test_a_failed_save_returns_an_error(home: Path) -> None:
    """If the folder can't be created, saving returns one sentence and raises nothing."""
    home.write_text("in the way", encoding="utf-8")
    error = save_settings(Settings())
    assert error is not None
    assert error.endswith(".")
