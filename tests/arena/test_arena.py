"""The arena: seats, deals, executors, scores and misbehaving bots."""

from __future__ import annotations

from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.arena.game import Outcome
from qwirkle.arena.process_pool import ProcessPool
from qwirkle.arena.standings import Standings, wilson_interval
from qwirkle.arena.tournament import (
    Tournament,
    deal_seed_for_round,
    play_rounds,
    run_tournament,
    write_outcome_record,
)
from qwirkle.bots.registry import BotLoadError
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.records.codec import parse_header


def short_tournament(
    *bots: str, games: int = 4, seed: int = 1, variant: str = "tiles"
) -> Tournament:
    """A tournament of a few games."""
    return Tournament(catalog.load_variant(variant), bots, games, seed, with_records=True)


def outcomes_of(
    tournament: Tournament, executor: Executor | None = None, workers: int = 1
) -> list[Outcome]:
    """Play all games; return their outcomes in the order in which they are reported."""
    received: list[Outcome] = []

    def collect(standings: Standings, outcomes: list[Outcome]) -> bool:
        received.extend(outcomes)
        assert standings.games == len(received)
        return True

    run_tournament(tournament, executor, workers, collect)
    return received


def seat_names(outcome: Outcome) -> list[str]:
    """Names of the bots in seat order."""
    assert outcome.record is not None
    return [player.name for player in parse_header(outcome.record.decode().split("\n")[0]).players]


def deal_lines(outcome: Outcome) -> list[str]:
    """Record lines with the first hands."""
    assert outcome.record is not None
    return [text for text in outcome.record.decode().split("\n") if '"deal"' in text]


def test_seats_rotate_and_a_round_shares_its_deal() -> None:
    """In each round, every bot sits in every seat once, with the same deal."""
    games = outcomes_of(short_tournament("simple", "random", "simple", games=6))
    first, second = games[:3], games[3:]
    assert [seat_names(game) for game in first] == [
        ["simple", "random", "simple"],
        ["random", "simple", "simple"],
        ["simple", "simple", "random"],
    ]
    for round_ in (first, second):
        assert all(deal_lines(game) == deal_lines(round_[0]) for game in round_)
    assert deal_lines(first[0]) != deal_lines(second[0])


def test_the_games_are_the_same_on_every_executor() -> None:
    """One process, several threads and several processes play identical games."""
    tournament = short_tournament("simple", "random", games=7, seed=5, variant="cubes")
    single = outcomes_of(tournament)
    assert [game.number for game in single] == list(range(7))
    with ThreadPoolExecutor(3) as threads:
        assert outcomes_of(tournament, threads, 3) == single
    with ProcessPool(2) as processes:
        assert outcomes_of(tournament, processes, 2) == single


def test_another_seed_gives_another_deal() -> None:
    assert deal_lines(
        outcomes_of(short_tournament("simple", "simple", games=1, seed=1))[0]
    ) != deal_lines(outcomes_of(short_tournament("simple", "simple", games=1, seed=2))[0])
    assert deal_seed_for_round(1, 0) != deal_seed_for_round(1, 1)


def test_records_are_complete_and_valid(tmp_path: Path) -> None:
    """Every arena game can be saved as a complete, valid record."""
    for game in outcomes_of(short_tournament("simple", "random", variant="cubes")):
        write_outcome_record(tmp_path, game)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"00000{number}.qwirkle" for number in range(4)]
    assert all(load_untruncated_game(file).is_over for file in files)


def test_a_tournament_can_end_early() -> None:
    """If the progress callback returns False, no further round counts."""
    standings = run_tournament(
        short_tournament("simple", "random", games=50), None, 1, lambda standings, new: False
    )
    assert standings.games == 2


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_wilson_interval_contains_the_rate(games: int, rate: float) -> None:
    """The Wilson interval lies within 0 to 1 and contains the observed rate."""
    low, high = wilson_interval(rate * games, games)
    assert -1e-12 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1 + 1e-12


def test_the_wilson_interval_has_exact_ends() -> None:
    """Without games, the interval is 0 to 1; no wins or only wins give exact ends."""
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(0, 10)[0] == 0.0
    assert wilson_interval(10, 10)[1] == 1.0


def test_a_shared_win_is_split() -> None:
    """J9: three bots that share a win get a third each."""
    standings = Standings.for_bots(("a", "b", "c"))
    for _ in range(3):
        standings.add(Outcome(0, (9, 9, 9), (0, 1, 2)))
    standings.add(Outcome(1, (9, 9, 1), (0, 1)))
    assert [float(bot.wins) for bot in standings.bots] == [1.5, 1.5, 1.0]
    assert sum(bot.wins for bot in standings.bots) == standings.games == 4
    assert standings.bots[2].mean_score == 7.0
    assert 0 < standings.max_interval_width < 1


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Cheat", "(R5)"),
        ("Passer", "(J5)"),
        ("Crasher", "RuntimeError"),
        ("Quitter", "process has ended"),
        ("Closer", "process has ended"),
        ("Scribbler", "process has ended"),
        ("Liar", "isn't a move"),
        ("Odd", "isn't a move"),
    ],
)
def test_a_bad_bot_forfeits_and_the_arena_continues(bad_bots: None, bot: str, reason: str) -> None:
    """A bot that cheats, crashes, exits or answers nonsense forfeits, with the reason."""
    games = outcomes_of(short_tournament("simple", f"tests.arena.bad_bots:{bot}", games=2))
    assert [game.winners for game in games] == [(0,), (0,)]
    for game in games:
        assert game.forfeit is not None
        assert game.forfeit.bot == 1
        assert reason in game.forfeit.reason


def test_a_bot_that_hangs_forfeits(bad_bots: None) -> None:
    """After the timeout, the arena ends the bot's process and the others play on."""
    tournament = Tournament(
        catalog.load_variant("tiles"),
        ("simple", "tests.arena.bad_bots:Sleeper", "random"),
        1,
        3,
        timeout=0.2,
    )
    (game,) = play_rounds(tournament, range(1))
    assert game.forfeit is not None
    assert game.forfeit.bot == 1
    assert "0.2 seconds" in game.forfeit.reason
    assert 1 not in game.winners


def test_an_external_bot_may_print(bad_bots: None) -> None:
    """An external bot's output and input don't affect its games."""
    external = outcomes_of(short_tournament("simple", "tests.arena.bad_bots:Chatty", games=2))
    bundled = outcomes_of(short_tournament("simple", "simple", games=2))
    assert [game.scores for game in external] == [game.scores for game in bundled]
    assert all(game.forfeit is None for game in external)


@pytest.mark.parametrize("bot", ["Unborn", "broken", "Nobody"])
def test_bots_that_cannot_be_created_are_refused_at_once(bad_bots: None, bot: str) -> None:
    """The tournament checks before the first game that every bot can be created."""
    with pytest.raises(BotLoadError):
        short_tournament("simple", f"tests.arena.bad_bots:{bot}").validate()


def test_a_bot_that_cannot_be_created_later_forfeits(bad_bots: None) -> None:
    """A bot that can't be created when its game starts forfeits that game."""
    (game, _) = play_rounds(
        short_tournament("simple", "tests.arena.bad_bots:Unborn", games=2), range(1)
    )
    assert game.winners == (0,)
    assert game.forfeit is not None
