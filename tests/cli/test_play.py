"""The command `play`: the options it passes to the app."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from qwirkle.records.players import Player
from qwirkle.tui.launch import LaunchOptions
from tests.cli.conftest import Run


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[LaunchOptions]:
    """Replace the app by a list of the options it's launched with."""
    launches: list[LaunchOptions] = []

    def open_app(launch: LaunchOptions) -> int:
        launches.append(launch)
        return 0

    for module in ("play", "review"):
        monkeypatch.setattr(f"qwirkle.cli.{module}.open_app", open_app)
    return launches


def test_seats_are_taken_in_order(run: Run, launched: list[LaunchOptions]) -> None:
    """People and bots sit in the given order, and equal names get a number."""
    seats = [
        "--player",
        "Ana:9",
        "--player",
        "=casual",
        "--player",
        "Ana",
        "--player",
        "Bo:3=greedy",
    ]
    assert run("play", "--variant", "cubes", *seats, "--seed", "7", "--zoom", "3").status == 0
    (launch,) = launched
    assert launch.players == (
        Player("Ana", 9),
        Player("Casual", None, "bot:casual"),
        Player("Ana 2"),
        Player("Bo", 3, "bot:greedy"),
    )
    assert launch.variant is not None
    assert (launch.variant.name, launch.seed, launch.zoom) == ("cubes", 7, 3)


def test_too_many_players_are_an_error(run: Run, launched: list[LaunchOptions]) -> None:
    """Five players are an error; a single player goes to the setup screen."""
    error = run("play", *("--player", "Ana") * 5).error_line()
    assert "4" in error
    assert "5" in error
    assert run("play", "--player", "Ana").status == 0
    assert len(launched) == 1


def test_resume_and_watch_exclude_each_other(run: Run, launched: list[LaunchOptions]) -> None:
    """`--resume` and `--watch` can't be combined."""
    run("play", "--resume", "a", "--watch", "b").error_line()
    assert not launched


def test_missing_options_are_left_to_the_app(run: Run, launched: list[LaunchOptions]) -> None:
    """Options that aren't given are None."""
    assert run("play").status == 0
    assert run().status == 0
    assert launched == [LaunchOptions(), LaunchOptions(show_start_screen=True)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--variant", "cubes", "--player", "Ana"],
        ["--player", "\x1b\x07"],
        ["--player", "Ana:151"],
        ["--player", "Bo=nobody"],
        ["--player", "Bo="],
        ["--player", "=\x1b"],
        ["--seed", "-1"],
        ["--resume"],
        ["--resume", "missing.qwirkle", "--variant", "cubes"],
    ],
)
def test_invalid_games_are_errors(
    run: Run, launched: list[LaunchOptions], arguments: list[str]
) -> None:
    """An invalid game is an error before the app starts."""
    run("play", *arguments).error_line()
    assert not launched


@pytest.mark.parametrize("option", ["--resume", "--watch"])
def test_a_missing_record_is_an_error(
    run: Run, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """The error for a missing record names the file."""
    monkeypatch.setattr("qwirkle.cli.play.require_terminal", lambda: None)
    assert "missing.qwirkle" in run("play", option, "missing.qwirkle").error_line()


def test_resume_takes_a_file_or_the_latest_game(
    run: Run, launched: list[LaunchOptions], unfinished_game: Path, home: Path
) -> None:
    """`--resume` opens the given file, or the latest saved game."""
    assert run("play", "--resume", unfinished_game).status == 0
    (home / "games").mkdir(parents=True)
    shutil.copy(unfinished_game, home / "games")
    assert run("play", "--resume").status == 0
    assert [launch.resume for launch in launched] == [unfinished_game, "latest"]


def test_a_game_can_be_watched_and_reviewed(
    run: Run, launched: list[LaunchOptions], finished_game: Path
) -> None:
    """`--watch` and `review` start the app with the record."""
    assert run("play", "--watch", finished_game).status == 0
    assert run("review", finished_game).status == 0
    assert launched == [LaunchOptions(watch=finished_game), LaunchOptions(review=finished_game)]


def test_a_review_can_be_json_or_text(
    run: Run, finished_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--json` prints one object; `--text` prints the same numbers per turn and player."""
    monkeypatch.setattr("qwirkle.analysis.review.MAX_REVIEWED_TURNS", 6)
    (review,) = run("review", finished_game, "--json").objects()
    assert [turn["turn"] for turn in review["turns"]] == [1, 2, 3, 4, 5, 6]
    assert [player["name"] for player in review["players"]] == ["Ana", "Ben"]
    turns, players = (
        [line.split() for line in part.splitlines()]
        for part in run("review", finished_game, "--text").out.split("\n\n")
    )
    assert turns[0] == ["player", "did", "turn", "points", "lost", "luck"]
    assert len(turns) == 1 + len(review["turns"])
    for line, turn in zip(turns[1:], review["turns"], strict=True):
        luck = [] if turn["luck"] is None else [f"{turn['luck']['points']:+z.1f}"]
        assert line[2:] == [str(turn["turn"]), str(turn["points"]), f"{turn['lost']:.1f}", *luck]
    for line, player in zip(players[1:], review["players"], strict=True):
        assert line[0] == player["name"]
        assert line[-2:] == [f"{player['luck']:+z.1f}", f"{player['luck_a_turn']:+z.1f}"]
    assert "--json" in run("review", finished_game, "--text", "--json").error_line()


def test_a_review_reports_turns_left_out(
    run: Run, unfinished_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there are too many turns, the first are reviewed and the others are counted."""
    (complete,) = run("review", unfinished_game, "--json").objects()
    monkeypatch.setattr("qwirkle.analysis.review.MAX_REVIEWED_TURNS", 3)
    result = run("review", unfinished_game, "--json")
    (shortened,) = result.objects()
    assert result.status == 0
    assert shortened["turns"] == complete["turns"][:3]
    assert (complete["left_out"], shortened["left_out"]) == (0, len(complete["turns"]) - 3)
    assert result.err.startswith("qwirkle: ")
    assert result.err.count("\n") == 1
    assert re.findall(r"\d+", result.err) == ["3", str(shortened["left_out"])]
