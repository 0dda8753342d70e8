"""The command `stats`: tables and JSON of all finished games."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from qwirkle.paths import games_folder
from qwirkle.records.schema import Player
from tests.cli.conftest import Run
from tests.stats.saved_games import (
    ANA,
    BEN,
    BOT,
    random_game_of,
    save_damaged,
    save_game,
    short_game,
)


@pytest.fixture
def saved() -> None:
    """Two games of tiles and one of cubes, one game that goes on, and a damaged file."""
    save_game(random_game_of((ANA, BOT), 1), "a")
    save_game(random_game_of((ANA, BEN), 2), "b")
    save_game(random_game_of((ANA, BEN, BOT), 3, "cubes"), "c")
    save_game(random_game_of((ANA, BEN), 4, events=20), "d")
    save_damaged()


@pytest.mark.usefixtures("saved")
def test_everybody_is_listed(run: Run) -> None:
    """Without filters there is a line for each player, and one sentence on damaged files."""
    answer = run("stats")
    assert answer.status == 0
    heads, *rows, end = answer.out.splitlines()
    assert heads.split()[:5] == ["player", "games", "wins", "rate", "mean"]
    assert [row.split("  ")[0] for row in rows] == ["Ana", "Ben", "Bo (casual)"]
    assert rows[0].split()[1] == "3"
    assert end == f"3 finished games in {games_folder()}."
    assert answer.err == "qwirkle: 1 file is damaged and does not count.\n"
    assert run("stats") == answer


@pytest.mark.usefixtures("saved")
def test_a_player_is_told_against_each_opponent(run: Run) -> None:
    """The name of a player may be written in any case; opponents follow."""
    out = run("stats", "--player", "ANA").out
    assert out.count("Ana") == 2
    assert "\nAna against\nopponent" in out
    assert [row.split()[:1] for row in out.splitlines()[-2:]] == [["Ben"], ["Bo"]]


@pytest.mark.usefixtures("saved")
def test_programs_get_one_object(run: Run) -> None:
    """The object has all figures by player and by opponent, and what does not count."""
    (told,) = run("stats", "--json").objects()
    assert (told["games"], told["unfinished"], told["damaged"]) == (3, 1, 1)
    ana = told["players"][0]
    game = random_game_of((ANA, BOT), 1)
    assert ana["name"] == "Ana"
    assert ana["games"] == 3
    (bo,) = [each for each in told["players"] if each["name"] == "Bo"]
    assert bo["kind"] == "bot:casual"
    (cubes,) = run("stats", "--json", "--variant", "cubes").objects()
    assert cubes["games"] == 1
    mean = 2 * bo["mean"] - next(each["mean"] for each in cubes["players"] if each["name"] == "Bo")
    assert mean == game.position.scores[1]
    assert set(ana["opponents"][0]) == set(ana) - {"opponents"}


def test_a_review_is_counted(run: Run) -> None:
    """What `qwirkle review` finds in a saved game is in the statistics from then on."""
    path = save_game(short_game())
    assert "lost a turn" not in run("stats").out
    (review,) = run("review", path, "--json").objects()
    (told,) = run("stats", "--json", "--player", "Bo").objects()
    (bo,) = told["players"]
    assert bo["reviewed"] == 1
    assert bo["lost_a_turn"] == pytest.approx(review["players"][1]["lost_a_turn"])
    assert bo["luck"] == pytest.approx(review["players"][1]["luck"])
    assert "lost a turn" in run("stats").out


def test_a_review_that_cannot_be_kept_is_told_all_the_same(run: Run, home: Path) -> None:
    """Where the home is a file, the review is printed, and a sentence says what is missing."""
    path = save_game(short_game()).rename(home.parent / "game.qwirkle")
    shutil.rmtree(home)
    home.write_text("")
    answer = run("review", path, "--json")
    assert answer.status == 0
    assert len(answer.objects()) == 1
    assert answer.err.startswith("qwirkle: The review is not kept for the statistics: ")


@pytest.mark.usefixtures("saved")
def test_games_since_a_day(run: Run) -> None:
    """Only games saved since then count."""
    os.utime(games_folder() / "a.qwirkle", (0, 0))
    (told,) = run("stats", "--json", "--since", "2000-01-01").objects()
    assert told["games"] == 2
    for ever in ("1969-01-01", "0001-01-01"):
        assert run("stats", "--json", "--since", ever).objects()[0]["games"] == 3


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--player", "Zed\x1b[2J", "There is no finished game of a player “Zed�[2J”."),
        ("--variant", "chess", "There is no finished game of a variant “chess”."),
        ("--since", "yesterday", "'yesterday' is no day such as 2026-01-31"),
    ],
)
def test_what_nobody_played_is_refused(run: Run, option: str, value: str, sentence: str) -> None:
    """Unknown names and days that are none are refused in one sentence."""
    assert sentence in run("stats", option, value).refusal()


def test_without_games_it_says_so(run: Run) -> None:
    """An empty folder, or none, is no failure."""
    answer = run("stats")
    assert answer == (0, f"There are no finished games in {games_folder()}.\n", "")
    (told,) = run("stats", "--json").objects()
    assert told == {"games": 0, "unfinished": 0, "damaged": 0, "players": []}


def test_hostile_names_are_text(run: Run) -> None:
    """Markup in a name is printed as it is."""
    save_game(random_game_of((Player("[bold]Ana[/]", 9), Player("[/]"))))
    assert "\n[bold]Ana[/]  " in run("stats").out
