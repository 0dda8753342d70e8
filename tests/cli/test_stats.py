"""The command `stats`: tables and JSON of all finished games."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from qwirkle.paths import games_folder
from qwirkle.records.players import Player
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
    """Save two games of tiles, one of cubes, an unfinished one and a damaged file."""
    save_game(random_game_of((ANA, BOT), 1), "a")
    save_game(random_game_of((ANA, BEN), 2), "b")
    save_game(random_game_of((ANA, BEN, BOT), 3, "cubes"), "c")
    save_game(random_game_of((ANA, BEN), 4, events=20), "d")
    save_damaged()


@pytest.mark.usefixtures("saved")
def test_every_player_has_a_row(run: Run) -> None:
    """Without filters there's a row per player, and one line about damaged files."""
    result = run("stats")
    assert result.status == 0
    heading, *rows, footer = result.out.splitlines()
    assert heading.split()[:5] == ["player", "games", "wins", "rate", "mean"]
    assert [row.split("  ")[0] for row in rows] == ["Ana", "Ben", "Bo (casual)"]
    assert rows[0].split()[1] == "3"
    assert footer.startswith("3 ")
    assert str(games_folder()) in footer
    assert result.err.startswith("qwirkle: 1 ")
    assert result.err.count("\n") == 1
    assert run("stats") == result


@pytest.mark.usefixtures("saved")
def test_a_player_has_a_row_per_opponent(run: Run) -> None:
    """`--player` ignores case and adds a row per opponent."""
    out = run("stats", "--player", "ANA").out
    assert out.count("Ana") == 2
    assert "\nopponent" in out
    assert [row.split()[:1] for row in out.splitlines()[-2:]] == [["Ben"], ["Bo"]]


@pytest.mark.usefixtures("saved")
def test_json_has_all_players_and_opponents(run: Run) -> None:
    """`--json` prints one object with all players, opponents and excluded games."""
    (stats,) = run("stats", "--json").objects()
    assert (stats["games"], stats["unfinished"], stats["damaged"]) == (3, 1, 1)
    ana = stats["players"][0]
    game = random_game_of((ANA, BOT), 1)
    assert ana["name"] == "Ana"
    assert ana["games"] == 3
    (bo,) = [player for player in stats["players"] if player["name"] == "Bo"]
    assert bo["kind"] == "bot:casual"
    (cubes,) = run("stats", "--json", "--variant", "cubes").objects()
    assert cubes["games"] == 1
    mean = 2 * bo["mean"] - next(
        player["mean"] for player in cubes["players"] if player["name"] == "Bo"
    )
    assert mean == game.position.scores[1]
    assert set(ana["opponents"][0]) == set(ana) - {"opponents"}


def test_a_review_is_included(run: Run) -> None:
    """Once a saved game is reviewed, its results are in the statistics."""
    path = save_game(short_game())
    assert "lost a turn" not in run("stats").out
    (review,) = run("review", path, "--json").objects()
    (stats,) = run("stats", "--json", "--player", "Bo").objects()
    (bo,) = stats["players"]
    assert bo["reviewed"] == 1
    assert bo["lost_a_turn"] == pytest.approx(review["players"][1]["lost_a_turn"])
    assert bo["luck"] == pytest.approx(review["players"][1]["luck"])
    assert "lost a turn" in run("stats").out


def test_a_review_that_cannot_be_saved_is_still_printed(run: Run, home: Path) -> None:
    """If a review can't be saved, it's printed all the same, with a warning."""
    path = save_game(short_game()).rename(home.parent / "game.qwirkle")
    shutil.rmtree(home)
    home.write_text("")
    result = run("review", path, "--json")
    assert result.status == 0
    assert len(result.objects()) == 1
    assert result.err.startswith("qwirkle: ")
    assert result.err.count("\n") == 1


@pytest.mark.usefixtures("saved")
def test_since_filters_by_date(run: Run) -> None:
    """`--since` includes only games saved on or after that day."""
    os.utime(games_folder() / "a.qwirkle", (0, 0))
    (stats,) = run("stats", "--json", "--since", "2000-01-01").objects()
    assert stats["games"] == 2
    for date in ("1969-01-01", "0001-01-01"):
        assert run("stats", "--json", "--since", date).objects()[0]["games"] == 3


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--player", "Zed\x1b[2J", "Zed�[2J"),
        ("--variant", "chess", "chess"),
        ("--since", "yesterday", "yesterday"),
    ],
)
def test_unknown_filters_are_errors(run: Run, option: str, value: str, words: str) -> None:
    """Unknown players, unknown variants and invalid dates are errors."""
    assert words in run("stats", option, value).error_line()


def test_stats_without_games_are_no_error(run: Run) -> None:
    """An empty or missing folder isn't an error."""
    result = run("stats")
    assert (result.status, result.err) == (0, "")
    assert str(games_folder()) in result.out
    (stats,) = run("stats", "--json").objects()
    assert stats == {"games": 0, "unfinished": 0, "damaged": 0, "players": []}


def test_markup_in_names_is_printed_as_is(run: Run) -> None:
    save_game(random_game_of((Player("[bold]Ana[/]", 9), Player("[/]"))))
    assert "\n[bold]Ana[/]  " in run("stats").out
