"""The command `play`: what it asks of the app."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from qwirkle.records.schema import Player
from qwirkle.tui.launch import LaunchOptions
from tests.cli.conftest import Run


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[LaunchOptions]:
    """What the app was asked for, with the app itself left out."""
    asked: list[LaunchOptions] = []

    def open_app(launch: LaunchOptions) -> int:
        asked.append(launch)
        return 0

    for module in ("play", "review"):
        monkeypatch.setattr(f"qwirkle.cli.{module}.open_app", open_app)
    return asked


def test_seats_are_taken_in_order(run: Run, launched: list[LaunchOptions]) -> None:
    """People and bots sit in the order in which they are given, each with a name of their own."""
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


def test_more_players_than_seats_are_refused(run: Run, launched: list[LaunchOptions]) -> None:
    """Too many for every variant are refused at once; one alone is asked for the others."""
    refusal = run("play", *("--player", "Ana") * 5).refusal()
    assert "None of the variants is for more than 4 players, and 5 are given." in refusal
    assert run("play", "--player", "Ana").status == 0
    assert len(launched) == 1


def test_a_game_is_resumed_or_watched(run: Run, launched: list[LaunchOptions]) -> None:
    """Both at once are refused."""
    run("play", "--resume", "a", "--watch", "b").refusal()
    assert not launched


def test_nothing_given_is_left_to_the_app(run: Run, launched: list[LaunchOptions]) -> None:
    """What is not said is None, so that the settings or a screen decide."""
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
def test_impossible_games_are_refused(
    run: Run, launched: list[LaunchOptions], arguments: list[str]
) -> None:
    """A game that cannot be played is refused before anything is drawn."""
    run("play", *arguments).refusal()
    assert not launched


@pytest.mark.parametrize("option", ["--resume", "--watch"])
def test_a_missing_record_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """A record that is not there is named before anything is drawn."""
    monkeypatch.setattr("qwirkle.cli.play.require_terminal", lambda: None)
    assert "missing.qwirkle" in run("play", option, "missing.qwirkle").refusal()


def test_resuming_takes_a_file_or_the_newest(
    run: Run, launched: list[LaunchOptions], unfinished_game: Path, home: Path
) -> None:
    """A saved game is found by its file, or is the newest of the folder."""
    assert run("play", "--resume", unfinished_game).status == 0
    (home / "games").mkdir(parents=True)
    shutil.copy(unfinished_game, home / "games")
    assert run("play", "--resume").status == 0
    assert [launch.resume for launch in launched] == [unfinished_game, "newest"]


def test_a_game_can_be_watched_and_reviewed(
    run: Run, launched: list[LaunchOptions], finished_game: Path
) -> None:
    """Watching and reviewing open the app with the record."""
    assert run("play", "--watch", finished_game).status == 0
    assert run("review", finished_game).status == 0
    assert launched == [LaunchOptions(watch=finished_game), LaunchOptions(review=finished_game)]


def test_a_review_can_be_had_as_json_and_as_text(
    run: Run, finished_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--json prints one object; --text a line per turn and player, with the same numbers."""
    monkeypatch.setattr("qwirkle.analysis.review.MAX_REVIEWED_TURNS", 6)
    (told,) = run("review", finished_game, "--json").objects()
    assert [turn["turn"] for turn in told["turns"]] == [1, 2, 3, 4, 5, 6]
    assert [player["name"] for player in told["players"]] == ["Ana", "Ben"]
    turns, players = (
        [line.split() for line in part.splitlines()]
        for part in run("review", finished_game, "--text").out.split("\n\n")
    )
    assert turns[0] == ["player", "did", "turn", "points", "lost", "luck"]
    assert len(turns) == 1 + len(told["turns"])
    for line, turn in zip(turns[1:], told["turns"], strict=True):
        luck = [] if turn["luck"] is None else [f"{turn['luck']['points']:+z.1f}"]
        assert line[2:] == [str(turn["turn"]), str(turn["points"]), f"{turn['lost']:.1f}", *luck]
    for line, player in zip(players[1:], told["players"], strict=True):
        assert line[0] == player["name"]
        assert line[-2:] == [f"{player['luck']:+z.1f}", f"{player['luck_a_turn']:+z.1f}"]
    assert "not allowed with" in run("review", finished_game, "--text", "--json").refusal()


def test_a_review_of_endless_turns_says_what_it_left_out(
    run: Run, unfinished_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of too many turns the first ones are judged; the object and a sentence tell of the others."""
    (whole,) = run("review", unfinished_game, "--json").objects()
    monkeypatch.setattr("qwirkle.analysis.review.MAX_REVIEWED_TURNS", 3)
    answer = run("review", unfinished_game, "--json")
    (told,) = answer.objects()
    assert answer.status == 0
    assert told["turns"] == whole["turns"][:3]
    assert (whole["left_out"], told["left_out"]) == (0, len(whole["turns"]) - 3)
    assert answer.err == (
        f"qwirkle: The first 3 turns are judged, and {told['left_out']} turns after them are "
        "left out.\n"
    )
