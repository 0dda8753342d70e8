"""The arena: fair seats, equal deals, the same games for any number of jobs, and bad bots."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.arena.game import Outcome
from qwirkle.arena.process_pool import ProcessPool
from qwirkle.arena.standings import Standings, wilson_interval
from qwirkle.arena.tournament import (
    Tournament,
    deal_seed,
    play_rounds,
    run_tournament,
    write_record,
)
from qwirkle.bots.registry import BotError, BotFailure
from qwirkle.cli.files import load_complete_game
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.records.codec import parse_header
from qwirkle.worker.move_codec import decode_move, encode_move

SOON = 120


def contest(*bots: str, games: int = 4, seed: int = 1, variant: str = "tiles") -> Tournament:
    """A short contest."""
    return Tournament(catalog.load_variant(variant), bots, games, seed, with_records=True)


def outcomes_of(
    wanted: Tournament, executor: Executor | None = None, workers: int = 1
) -> list[Outcome]:
    """All games of a contest in the order in which they are told."""
    told: list[Outcome] = []

    def hear(score: Standings, outcomes: list[Outcome]) -> bool:
        told.extend(outcomes)
        assert score.games == len(told)
        return True

    run_tournament(wanted, executor, workers, hear)
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
    games = outcomes_of(contest("simple", "random", "simple", games=6))
    first, second = games[:3], games[3:]
    assert [names_in(game) for game in first] == [
        ["simple", "random", "simple"],
        ["random", "simple", "simple"],
        ["simple", "simple", "random"],
    ]
    for round_ in (first, second):
        assert all(deals_in(game) == deals_in(round_[0]) for game in round_)
    assert deals_in(first[0]) != deals_in(second[0])


def test_the_games_are_the_same_on_every_executor() -> None:
    """One process, several threads or several processes play the very same games."""
    wanted = contest("simple", "random", games=7, seed=5, variant="cubes")
    alone = outcomes_of(wanted)
    assert [game.number for game in alone] == list(range(7))
    with ThreadPoolExecutor(3) as threads:
        assert outcomes_of(wanted, threads, 3) == alone
    with ProcessPool(2) as processes:
        assert outcomes_of(wanted, processes, 2) == alone


def test_another_seed_gives_other_games() -> None:
    """The seed settles the deals."""
    assert deals_in(outcomes_of(contest("simple", "simple", games=1, seed=1))[0]) != deals_in(
        outcomes_of(contest("simple", "simple", games=1, seed=2))[0]
    )
    assert deal_seed(1, 0) != deal_seed(1, 1)


def test_records_are_whole_and_right(tmp_path: Path) -> None:
    """Every game of an arena becomes a file that stands every check."""
    for game in outcomes_of(contest("simple", "random", variant="cubes")):
        write_record(tmp_path, game)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"00000{number}.qwirkle" for number in range(4)]
    assert all(load_complete_game(file).is_over for file in files)


def test_a_contest_can_be_ended_early() -> None:
    """When the listener has heard enough no further round is counted."""
    score = run_tournament(contest("simple", "random", games=50), None, 1, lambda score, new: False)
    assert score.games == 2


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_holds_the_rate(games: int, rate: float) -> None:
    """Wilson's interval lies between 0 and 1 and holds the rate that was seen."""
    low, high = wilson_interval(rate * games, games)
    assert -1e-12 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1 + 1e-12


def test_the_interval_of_nothing_and_of_everything() -> None:
    """Without a game anything is possible, and the ends are exact."""
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(0, 10)[0] == 0.0
    assert wilson_interval(10, 10)[1] == 1.0


def test_a_shared_win_counts_in_parts() -> None:
    """Three who share a win get a third each, and the parts make a whole (J9)."""
    score = Standings.for_bots(("a", "b", "c"))
    for _ in range(3):
        score.add(Outcome(0, (9, 9, 9), (0, 1, 2)))
    score.add(Outcome(1, (9, 9, 1), (0, 1)))
    assert [float(bot.wins) for bot in score.bots] == [1.5, 1.5, 1.0]
    assert sum(bot.wins for bot in score.bots) == score.games == 4
    assert score.bots[2].mean_score == 7.0
    assert 0 < score.max_interval_width < 1


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Cheat", "against the rules"),
        ("Passer", "against the rules"),
        ("Crasher", "RuntimeError"),
        ("Quitter", "process has ended"),
        ("Closer", "process has ended"),
        ("Scribbler", "process has ended"),
        ("Liar", "isn't a move"),
        ("Odd", "isn't a move"),
    ],
)
def test_a_bad_bot_loses_and_the_arena_goes_on(bad_bots: None, bot: str, why: str) -> None:
    """A bot that cheats, crashes, leaves or talks nonsense loses each game, with the reason."""
    games = outcomes_of(contest("simple", f"tests.arena.bad_bots:{bot}", games=2))
    assert [game.winners for game in games] == [(0,), (0,)]
    for game in games:
        assert game.forfeit is not None
        assert game.forfeit.bot == 1
        assert why in game.forfeit.reason


def test_a_bot_that_hangs_is_ended(bad_bots: None) -> None:
    """Once its patience is over, the arena ends the bot's process, and the others go on."""
    wanted = Tournament(
        catalog.load_variant("tiles"),
        ("simple", "tests.arena.bad_bots:Sleeper", "random"),
        1,
        3,
        timeout=0.2,
    )
    (game,) = play_rounds(wanted, range(1))
    assert game.forfeit is not None
    assert game.forfeit.bot == 1
    assert "0.2 seconds" in game.forfeit.reason
    assert 1 not in game.winners


def test_a_foreign_bot_may_print_and_plays_like_any_other(bad_bots: None) -> None:
    """What a bot prints or reads does not disturb its games, which are as a bundled bot's."""
    foreign = outcomes_of(contest("simple", "tests.arena.bad_bots:Chatty", games=2))
    bundled = outcomes_of(contest("simple", "simple", games=2))
    assert [game.scores for game in foreign] == [game.scores for game in bundled]
    assert all(game.forfeit is None for game in foreign)


@pytest.mark.parametrize("bot", ["Unborn", "broken", "Nobody"])
def test_bots_that_cannot_be_made_are_refused_at_once(bad_bots: None, bot: str) -> None:
    """Before the first game it is made sure that every bot can be had."""
    with pytest.raises(BotError):
        contest("simple", f"tests.arena.bad_bots:{bot}").check()


def test_a_bot_that_cannot_be_made_again_loses(bad_bots: None) -> None:
    """A bot that is gone when its game begins loses that game."""
    (game, _) = play_rounds(contest("simple", "tests.arena.bad_bots:Unborn", games=2), range(1))
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
    assert decode_move(encode_move(move)) == move


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"type": "win"},
        {"type": "place"},
        {"type": "place", "pieces": [[36, 0, 0]]},
        {"type": "place", "pieces": [[0, 0]]},
        {"type": "place", "pieces": [[0, 201, 0]]},
        {"type": "place", "pieces": [[0, True, 0]]},
        {"type": "place", "pieces": [[0, 0.5, 0]]},
        {"type": "place", "pieces": [[0, 0, 0]], "points": 100},
        {"type": "trade", "faces": [-1]},
        {"type": "trade", "faces": [0] * 37},
        {"type": "trade", "faces": "Rc"},
        {"type": "roll", "faces": [1], "forced": 2},
    ],
)
def test_nonsense_is_no_move(answer: dict[str, object]) -> None:
    """Whatever else a process answers is refused."""
    with pytest.raises(BotFailure, match="isn't a move"):
        decode_move(msgspec.json.encode(answer))


@pytest.mark.parametrize("move", [Trade((object(),)), Place(({1: 2},))])  # type: ignore[arg-type]
def test_a_move_of_odd_things_is_refused(move: Move) -> None:
    """A bot that puts objects into a move hasn't crashed; its answer isn't a move."""
    with pytest.raises(BotFailure, match="isn't a move"):
        decode_move(encode_move(move))


@pytest.mark.parametrize("answer", [b"", b"\xff", b'{"type"', b"[" * 100_000, b'{"x":' * 100_000])
def test_bytes_that_are_no_answer_are_no_move(answer: bytes) -> None:
    """Broken and deeply nested bytes are refused like any other nonsense."""
    with pytest.raises(BotFailure, match="isn't a move"):
        decode_move(answer)


def test_the_longest_answer_is_a_move() -> None:
    """The limits leave room for every placement on the table."""
    far = Place(tuple((35, 200, -200 + row) for row in range(36)))
    assert decode_move(encode_move(far)) == far
