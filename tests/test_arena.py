"""The arena: fair seats, equal deals, the same games for any number of jobs, and bad bots."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.bots.arena import (
    Contest,
    deal_seed,
    play_rounds,
    process_executor,
    run_contest,
    write_outcome,
)
from qwirkle.bots.arena_game import Failure, Outcome
from qwirkle.bots.arena_score import Score, wilson
from qwirkle.bots.arena_wire import decode_move, encode_move
from qwirkle.bots.base import BotError
from qwirkle.cli import main
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.notation import parse_event, parse_header
from qwirkle.saving import verify

SOON = 120

BAD_BOTS = '''
"""Bots that do everything wrong."""

import os
import sys
import time

from qwirkle.bots.casual import Casual
from qwirkle.engine.moves import Pass, Place


class Cheat:
    def choose(self, view, random, stop):
        return Place(((0, 0, 0), (7, 5, 5)))


class Passer:
    def choose(self, view, random, stop):
        return Pass()


class Crasher:
    def choose(self, view, random, stop):
        raise RuntimeError("\\x1b[2J boom")


class Quitter:
    def choose(self, view, random, stop):
        os._exit(3)


class Sleeper:
    def choose(self, view, random, stop):
        while True:
            time.sleep(1000)


class Liar:
    def choose(self, view, random, stop):
        return "the best move"


class Odd:
    def choose(self, view, random, stop):
        return Place((("Rc", 0.5, None),))


class Chatty(Casual):
    def choose(self, view, random, stop):
        print("I think", flush=True)
        sys.stdin.read()
        return super().choose(view, random, stop)


class Unborn:
    def __init__(self):
        raise RuntimeError("not today")


def broken():
    return 7
'''


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of bots that does not come with the program."""
    folder = tmp_path / "bots"
    folder.mkdir()
    (folder / "bad_bots.py").write_text(BAD_BOTS)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return "bad_bots"


def contest(*bots: str, games: int = 4, seed: int = 1, variant: str = "tiles") -> Contest:
    """A short contest."""
    return Contest(catalog.load(variant), bots, games, seed, recorded=True)


def outcomes_of(
    wanted: Contest, executor: Executor | None = None, workers: int = 1
) -> list[Outcome]:
    """All games of a contest in the order in which they are told."""
    told: list[Outcome] = []

    def hear(score: Score, outcomes: list[Outcome]) -> bool:
        told.extend(outcomes)
        assert score.games == len(told)
        return True

    run_contest(wanted, executor, workers, hear)
    return told


def names_in(outcome: Outcome) -> list[str]:
    """The bots of a game in the order of seats."""
    assert outcome.record is not None
    return [player.name for player in parse_header(outcome.record.decode().split("\n")[0]).players]


def deals_in(outcome: Outcome) -> list[str]:
    """The lines of a record that tell the first hands."""
    assert outcome.record is not None
    return [text for text in outcome.record.decode().split("\n") if '"deal"' in text]


def test_seats_rotate_and_a_round_shares_its_deal() -> None:
    """In each round every bot sits in every seat once, with the same hands on the table."""
    games = outcomes_of(contest("casual", "random", "casual", games=6))
    first, second = games[:3], games[3:]
    assert [names_in(game) for game in first] == [
        ["casual", "random", "casual"],
        ["random", "casual", "casual"],
        ["casual", "casual", "random"],
    ]
    for round_ in (first, second):
        assert all(deals_in(game) == deals_in(round_[0]) for game in round_)
    assert deals_in(first[0]) != deals_in(second[0])


@pytest.mark.parametrize("variant", catalog.bundled_names())
def test_the_games_are_the_same_on_every_executor(variant: str) -> None:
    """One process, several threads or several processes play the very same games."""
    wanted = contest("casual", "random", games=7, seed=5, variant=variant)
    alone = outcomes_of(wanted)
    assert [game.number for game in alone] == list(range(7))
    with ThreadPoolExecutor(3) as threads:
        assert outcomes_of(wanted, threads, 3) == alone
    with process_executor(2) as processes:
        assert outcomes_of(wanted, processes, 2) == alone


def test_another_seed_gives_other_games() -> None:
    """The seed settles the deals."""
    assert deals_in(outcomes_of(contest("casual", "casual", games=1, seed=1))[0]) != deals_in(
        outcomes_of(contest("casual", "casual", games=1, seed=2))[0]
    )
    assert deal_seed(1, 0) != deal_seed(1, 1)


def test_records_are_whole_and_right(tmp_path: Path) -> None:
    """Every game of an arena becomes a file that stands every check."""
    for game in outcomes_of(contest("casual", "random", variant="cubes")):
        write_outcome(tmp_path, game)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"00000{number}.qwirkle" for number in range(4)]
    assert all(verify(file).finished and verify(file).ok for file in files)


def test_a_contest_can_be_ended_early() -> None:
    """When the listener has heard enough no further round is counted."""
    score = run_contest(contest("casual", "random", games=50), None, 1, lambda score, new: False)
    assert score.games == 2


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_holds_the_rate(games: int, rate: float) -> None:
    """Wilson's interval lies between 0 and 1 and holds the rate that was seen."""
    low, high = wilson(rate * games, games)
    assert -1e-12 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1 + 1e-12


def test_the_interval_of_nothing_and_of_everything() -> None:
    """Without a game anything is possible, and the ends are exact."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


def test_a_shared_win_counts_in_parts() -> None:
    """Three who share a win get a third each, and the parts make a whole (J9)."""
    score = Score.of(("a", "b", "c"))
    for _ in range(3):
        score.add(Outcome(0, (9, 9, 9), (0, 1, 2)))
    score.add(Outcome(1, (9, 9, 1), (0, 1)))
    assert [float(bot.wins) for bot in score.bots] == [1.5, 1.5, 1.0]
    assert sum(bot.wins for bot in score.bots) == score.games == 4
    assert score.bots[2].mean_score == 7.0
    assert 0 < score.width < 1


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Cheat", "against the rules"),
        ("Passer", "against the rules"),
        ("Crasher", "RuntimeError"),
        ("Quitter", "process has ended"),
        ("Liar", "no move"),
        ("Odd", "no move"),
    ],
)
def test_a_bad_bot_loses_and_the_arena_goes_on(bad_bots: str, bot: str, why: str) -> None:
    """A bot that cheats, crashes, leaves or talks nonsense loses each game, with the reason."""
    games = outcomes_of(contest("casual", f"{bad_bots}:{bot}", games=2))
    assert [game.winners for game in games] == [(0,), (0,)]
    for game in games:
        assert game.forfeit is not None
        assert game.forfeit.bot == 1
        assert why in game.forfeit.reason


def test_a_bot_that_hangs_is_ended(bad_bots: str) -> None:
    """Once its patience is over, the arena ends the bot's process, and the others go on."""
    wanted = Contest(
        catalog.load("tiles"), ("casual", f"{bad_bots}:Sleeper", "random"), 1, 3, patience=0.2
    )
    (game,) = play_rounds(wanted, range(1))
    assert game.forfeit is not None
    assert game.forfeit.bot == 1
    assert "0.2 seconds" in game.forfeit.reason
    assert 1 not in game.winners


def test_a_foreign_bot_may_print_and_plays_like_any_other(bad_bots: str) -> None:
    """What a bot prints or reads does not disturb its games, which are as a bundled bot's."""
    foreign = outcomes_of(contest("casual", f"{bad_bots}:Chatty", games=2))
    bundled = outcomes_of(contest("casual", "casual", games=2))
    assert [game.scores for game in foreign] == [game.scores for game in bundled]
    assert all(game.forfeit is None for game in foreign)


@pytest.mark.parametrize("bot", ["Unborn", "broken", "Nobody"])
def test_bots_that_cannot_be_made_are_refused_at_once(bad_bots: str, bot: str) -> None:
    """Before the first game it is made sure that every bot can be had."""
    with pytest.raises(BotError):
        contest("casual", f"{bad_bots}:{bot}").check()


def test_a_bot_that_cannot_be_made_again_loses(bad_bots: str) -> None:
    """A bot that is gone when its game begins loses that game."""
    (game, _) = play_rounds(contest("casual", f"{bad_bots}:Unborn", games=2), range(1))
    assert game.winners == (0,)
    assert game.forfeit is not None


MOVES: list[Move] = [
    Place(((0, -1, 2), (3, 4, 5))),
    Trade((1, 2)),
    Roll((3,)),
    Roll((3, 4), forced=True),
    Redraw(),
    Pass(),
]


@pytest.mark.parametrize("move", MOVES)
def test_moves_travel_unchanged(move: Move) -> None:
    """A move that goes to another process and back is the same move."""
    assert decode_move(json.loads(json.dumps(encode_move(move)))) == move


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"move": "win"},
        {"move": "place"},
        {"move": "place", "pieces": [[36, 0, 0]]},
        {"move": "place", "pieces": [[0, 0]]},
        {"move": "trade", "faces": [-1]},
        {"move": "trade", "faces": "Rc"},
        {"move": "roll", "faces": [1], "forced": 2},
    ],
)
def test_nonsense_is_no_move(answer: dict[str, object]) -> None:
    """Whatever else a process answers is refused."""
    with pytest.raises(Failure):
        decode_move(answer)


def test_the_command_prints_a_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With --json the result is one object with the bots in the order given, whatever the jobs."""
    arguments = "arena --variant tiles --bots random,casual --games 5 --seed 4242 --json".split()
    assert main([*arguments, "--records", str(tmp_path / "a" / "b")]) == 0
    alone = capsys.readouterr().out
    assert main([*arguments, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    result = json.loads(alone)
    assert list(result) == ["variant", "games", "seed", "bots"]
    assert (result["variant"], result["games"], result["seed"]) == ("tiles", 5, 4242)
    assert [bot["name"] for bot in result["bots"]] == ["random", "casual"]
    for bot in result["bots"]:
        assert list(bot) == ["name", "games", "wins", "win_rate", "interval", "mean_score"]
        assert bot["games"] == 5
        assert bot["win_rate"] == bot["wins"] / 5
        assert bot["interval"][0] <= bot["win_rate"] <= bot["interval"][1]
    assert len(list((tmp_path / "a" / "b").iterdir())) == 5


def test_the_command_prints_a_table_with_the_reasons(
    capsys: pytest.CaptureFixture[str], bad_bots: str
) -> None:
    """For people the result is a table, and lost games are told on standard error."""
    bots = f"casual,{bad_bots}:Crasher"
    arguments = f"arena --variant cubes --bots {bots} --games 14 --seed 1".split()
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert "100.0%" in told.out
    assert told.err.count("was lost by") == 10
    assert "4 more games" in told.err
    assert "\x1b" not in told.out + told.err
    assert main([*arguments, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["forfeits"]) == 14


def test_until_stops_when_the_rates_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """With --until the arena stops at the same game however many jobs there are."""
    arguments = "arena --variant tiles --bots casual,random --games 400 --seed 1 --json --until 0.6"
    assert main(arguments.split()) == 0
    alone = capsys.readouterr().out
    assert 2 <= json.loads(alone)["games"] < 40
    assert main([*arguments.split(), "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_there_is(tmp_path: Path, jobs: str) -> None:
    """An arena that is interrupted prints the games so far and gives status 130."""
    arena = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "arena", "--variant", "tiles", "--bots", "casual,casual"]
        + ["--games", "1000000", "--seed", "1", "--jobs", jobs, "--records", tmp_path, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while not any(tmp_path.glob("000001.qwirkle")):
            assert arena.poll() is None
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=SOON)
    finally:
        arena.kill()
    assert arena.returncode == 130
    assert json.loads(out)["games"] >= 2
    assert err == b""
    for file in tmp_path.glob("*.qwirkle"):
        header, *events = file.read_text(encoding="utf-8").splitlines()
        assert parse_header(header)
        assert all(map(parse_event, events))


def test_a_folder_that_cannot_be_made_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where records cannot be written, one sentence says so."""
    (tmp_path / "file").write_text("")
    arguments = "arena --variant tiles --bots casual,casual --games 1 --seed 1".split()
    assert main([*arguments, "--records", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
