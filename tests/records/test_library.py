"""Saved games: loading, resuming, verifying and listing."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.cli.loading import InvalidRecord, load_untruncated_game
from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.reader import RecordError
from qwirkle.records.writer import write_record
from tests.random_games import new_header, play_random_moves, random_game
from tests.tools.mutate import bytes_of, sentence_of


def test_a_game_is_saved_from_its_first_event(home: Path) -> None:
    """A new game is in the games folder and loads in its current state."""
    for variant in bundled_variants():
        game, file = library.create_game(new_header(variant))
        play_random_moves(game, Random(1), 0.1, max_events=25)
        assert file.path.parent == games_folder()
        assert library.load_game(file.path).active_history == game.active_history
        file.close()


def test_a_game_resumes_where_it_stopped(tmp_path: Path) -> None:
    """A game resumed after any event continues with the same random draws and rolls."""
    for variant in bundled_variants():
        whole = random_game(variant, 2, 5, max_events=25)
        lines = bytes_of(whole).splitlines(keepends=True)
        for count in range(len(lines)):
            path = tmp_path / f"{variant.name}-{count}.qwirkle"
            path.write_bytes(b"".join(lines[: count + 1]))
            game, file = library.resume_game(path)
            assert game.events[: len(whole.events)] == whole.events[: len(game.events)]
            assert library.load_game(path).events == game.events
            assert file.unsaved_event_count == 0
            file.close()


def test_an_illegal_event_is_an_error_with_its_line(tmp_path: Path) -> None:
    """The error has the line number of the first event that breaks the rules."""
    path = tmp_path / "a.qwirkle"
    for variant in bundled_variants():
        game = random_game(variant, 2, 5, max_events=12)
        lines = bytes_of(game).splitlines(keepends=True)
        for number, line in enumerate(lines, start=1):
            changed = re.sub(rb'"points":', rb'"points":1', line)
            if number == 1 or changed == line:
                continue
            path.write_bytes(b"".join([*lines[: number - 1], changed, *lines[number:]]))
            with pytest.raises(RecordError) as caught:
                library.load_game(path)
            assert caught.value.line == number
            assert sentence_of(caught.value)


def test_a_record_loads_without_its_truncated_line(tmp_path: Path) -> None:
    """`load_game` ignores a truncated last line; `load_untruncated_game` rejects the file."""
    path = tmp_path / "a.qwirkle"
    game = random_game(bundled_variants()[0], 2, 5, max_events=12)
    path.write_bytes(bytes_of(game)[:-3])
    assert library.load_game(path).events == game.events[:-1]
    with pytest.raises(InvalidRecord) as caught:
        load_untruncated_game(path)
    assert f" {len(game.events) + 1}:" in caught.value.problem


def test_a_file_that_is_not_a_record_is_an_error(tmp_path: Path) -> None:
    """The error has the line number, or 0 if the file can't be read."""
    path = tmp_path / "a.qwirkle"
    path.write_text("hello\n")
    for file, line in ((path, 1), (tmp_path / "none.qwirkle", 0)):
        with pytest.raises(RecordError) as caught:
            library.load_game(file)
        assert caught.value.line == line
        assert sentence_of(caught.value)


def test_unfinished_games_are_listed_newest_first(home: Path) -> None:
    """Finished games and other files are left out; damaged files are included."""
    assert library.unfinished_games() == []
    folder = games_folder()
    folder.mkdir(parents=True)
    for number, variant in enumerate(bundled_variants()):
        game = random_game(variant, 2, number, max_events=15)
        path = folder / f"{number}.qwirkle"
        write_record(path, game.header, game.events)
        os.utime(path, (1000 + number, 1000 + number))
        whole = random_game(variant, 2, number)
        write_record(folder / f"whole-{number}.qwirkle", whole.header, whole.events)
    (folder / "damaged.qwirkle").write_text("hello\n")
    os.utime(folder / "damaged.qwirkle", (1, 1))
    (folder / "notes.txt").write_text("hello\n")
    (folder / "folder.qwirkle").mkdir()
    os.utime(folder / "folder.qwirkle", (2, 2))
    (folder / "nowhere.qwirkle").symlink_to(folder / "none")
    listed = library.unfinished_games()
    names = [f"{number}.qwirkle" for number in reversed(range(len(bundled_variants())))]
    assert [game.path.name for game in listed] == [*names, "folder.qwirkle", "damaged.qwirkle"]
    assert [bool(game.problem) for game in listed] == [False] * len(names) + [True, True]
    newest = listed[0]
    expected = library.load_game(newest.path)
    assert newest.players == expected.header.players
    assert newest.title == expected.header.variant.title
    assert newest.scores == expected.position.scores
    assert newest.turns == expected.position.turns_played
    assert newest.mtime == 1000 + len(names) - 1
