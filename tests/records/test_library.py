"""Saved games: loading, going on, verifying and listing."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.cli.files import InvalidRecord, load_complete_game
from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.reader import RecordError
from qwirkle.records.writer import write_record
from tests.random_games import new_header, play_random_moves, random_game
from tests.tools.mutate import bytes_of, sentence_of


def test_a_game_is_saved_from_its_first_event_on(home: Path) -> None:
    """A game that is begun is in the games folder, and loads as it stands."""
    for variant in bundled_variants():
        game, file = library.create_game(new_header(variant))
        play_random_moves(game, Random(1), 0.1, most_events=25)
        assert file.path.parent == games_folder()
        assert library.load_game(file.path).active_history == game.active_history
        file.close()


def test_a_game_goes_on_where_it_stopped_and_rolls_the_same(tmp_path: Path) -> None:
    """A game that is stopped and resumed after any event is the same game in the end."""
    for variant in bundled_variants():
        whole = random_game(variant, 2, 5, most_events=25)
        lines = bytes_of(whole).splitlines(keepends=True)
        for count in range(len(lines)):
            path = tmp_path / f"{variant.name}-{count}.qwirkle"
            path.write_bytes(b"".join(lines[: count + 1]))
            game, file = library.resume_game(path)
            assert game.events[: len(whole.events)] == whole.events[: len(game.events)]
            assert library.load_game(path).events == game.events
            assert file.unsaved_event_count == 0
            file.close()


def test_an_illegal_event_is_named_with_its_line(tmp_path: Path) -> None:
    """The line of the first event that the rules forbid is told."""
    path = tmp_path / "a.qwirkle"
    for variant in bundled_variants():
        game = random_game(variant, 2, 5, most_events=12)
        lines = bytes_of(game).splitlines(keepends=True)
        for number, line in enumerate(lines, start=1):
            wrong = re.sub(rb'"points":', rb'"points":1', line)
            if number == 1 or wrong == line:
                continue
            path.write_bytes(b"".join([*lines[: number - 1], wrong, *lines[number:]]))
            with pytest.raises(RecordError) as caught:
                library.load_game(path)
            assert caught.value.line == number
            assert sentence_of(caught.value)


def test_a_torn_record_loads_without_its_last_line(tmp_path: Path) -> None:
    """What comes before a last line that is cut off is a game; `verify` refuses the file."""
    path = tmp_path / "a.qwirkle"
    game = random_game(bundled_variants()[0], 2, 5, most_events=12)
    path.write_bytes(bytes_of(game)[:-3])
    assert library.load_game(path).events == game.events[:-1]
    with pytest.raises(InvalidRecord, match=f"Line {len(game.events) + 1}: "):
        load_complete_game(path)


def test_a_file_that_is_no_record_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """The error names the line, or the whole file if it can't be read."""
    path = tmp_path / "a.qwirkle"
    path.write_text("hello\n")
    for file, line in ((path, 1), (tmp_path / "none.qwirkle", 0)):
        with pytest.raises(RecordError) as caught:
            library.load_game(file)
        assert caught.value.line == line
        assert sentence_of(caught.value)


def test_unfinished_games_are_listed_newest_first(home: Path) -> None:
    """Finished games and other files are left out, and damaged ones are told."""
    assert library.unfinished_games() == []
    folder = games_folder()
    folder.mkdir(parents=True)
    for number, variant in enumerate(bundled_variants()):
        game = random_game(variant, 2, number, most_events=15)
        path = folder / f"{number}.qwirkle"
        write_record(path, game.header, game.events)
        os.utime(path, (1000 + number, 1000 + number))
        whole = random_game(variant, 2, number)
        write_record(folder / f"whole-{number}.qwirkle", whole.header, whole.events)
    (folder / "broken.qwirkle").write_text("hello\n")
    os.utime(folder / "broken.qwirkle", (1, 1))
    (folder / "notes.txt").write_text("hello\n")
    (folder / "folder.qwirkle").mkdir()
    os.utime(folder / "folder.qwirkle", (2, 2))
    (folder / "nowhere.qwirkle").symlink_to(folder / "none")
    found = library.unfinished_games()
    names = [f"{number}.qwirkle" for number in reversed(range(len(bundled_variants())))]
    assert [game.path.name for game in found] == [*names, "folder.qwirkle", "broken.qwirkle"]
    assert [bool(game.problem) for game in found] == [False] * len(names) + [True, True]
    newest = found[0]
    expected = library.load_game(newest.path)
    assert newest.players == expected.header.players
    assert newest.title == expected.header.variant.title
    assert newest.scores == expected.position.scores
    assert newest.turns == expected.position.turns_played
    assert newest.mtime == 1000 + len(names) - 1
