"""Statistics of players, in total and against each opponent."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qwirkle.stats.finished_games import FinishedGame, SeatResult
from qwirkle.stats.players import PlayerKey, PlayerStats, compute_stats
from qwirkle.stats.saved_reviews import SeatReview
from qwirkle.text.stats import (
    review_columns,
    review_stats_text,
    row_cells,
    stats_columns,
    undone_turns_text,
)

ANA, BEN, BOT = PlayerKey("Ana", "human"), PlayerKey("Ben", "human"), PlayerKey("Bo", "bot:casual")


def seat(
    who: PlayerKey, score: int, *, won: bool = False, best: int = 10, back: int = 0
) -> SeatResult:
    """Return a seat's result with one Qwirkle."""
    return SeatResult(who.name, who.kind, score, won, best, 1, back)


THREE = seat(BOT, 50), seat(ANA, 90, won=True), seat(BEN, 90, won=True)
GAMES = [
    FinishedGame("1" * 32, "v", "V", (seat(ANA, 100, won=True, best=24), seat(BOT, 80))),
    FinishedGame("2" * 32, "v", "V", (seat(ANA, 60, back=2), seat(BEN, 70, won=True))),
    FinishedGame(
        "3" * 32, "w", "W", (seat(BOT, 50), seat(ANA, 90, won=True), seat(BEN, 90, won=True))
    ),
]
REVIEWS = {
    "1" * 32: (SeatReview(10, 5.0, 2.0), SeatReview(10, 40.0, 1.0)),
    "3" * 32: (SeatReview(5, 1.0, 3.0), SeatReview(30, 15.0, -4.0), SeatReview(0, 0.0, 1.0)),
    "4" * 32: (SeatReview(1, 99.0, 9.0), SeatReview(1, 99.0, 9.0)),
}


def test_totals_are_listed_most_games_first() -> None:
    """Games, wins, scores, best turns and Qwirkles are totalled, most games first."""
    ana, ben, bo = compute_stats(GAMES, {})
    assert [each.player for each in (ana, ben, bo)] == [ANA, BEN, BOT]
    assert ana.total == PlayerStats(3, 2, 250 / 3, 100, 24, 3, 2, 0, None, None)
    assert bo.total == PlayerStats(2, 0, 65.0, 80, 10, 2, 0, 0, None, None)
    assert ben.total.win_rate == 1.0


def test_a_game_of_three_counts_against_both_opponents() -> None:
    """A game with three_files players counts against both opponents."""
    ana = compute_stats(GAMES, {})[0]
    assert [(who, each.games, each.wins, each.mean) for who, each in ana.opponents] == [
        (BEN, 2, 1, 75.0),
        (BOT, 2, 2, 95.0),
    ]


def test_reviews_count_only_for_their_own_games() -> None:
    """Loss is the mean per reviewed turn, luck the mean per reviewed game."""
    ana, ben, bo = compute_stats(GAMES, REVIEWS)
    assert (ana.total.reviewed, ana.total.lost_a_turn, ana.total.luck) == (2, 0.5, -1.0)
    assert (bo.total.reviewed, bo.total.lost_a_turn, bo.total.luck) == (2, 41 / 15, 2.0)
    assert (ben.total.reviewed, ben.total.lost_a_turn) == (1, None)


def test_a_review_with_a_different_number_of_seats_does_not_count() -> None:
    """Such a review can't be of this game."""
    ana = compute_stats(GAMES[:1], {"1" * 32: REVIEWS["3" * 32]})[0]
    assert ana.total.reviewed == 0


def test_a_player_with_two_seats_plays_against_themselves() -> None:
    """Two seats with the same name are two games, also against each other."""
    (bo,) = compute_stats(
        [FinishedGame("5" * 32, "v", "V", (seat(BOT, 1), seat(BOT, 2, won=True)))], {}
    )
    assert (bo.total.games, bo.total.wins) == (2, 1)
    assert bo.opponents == ((BOT, bo.total),)


def test_a_bot_label_says_how_the_bot_plays() -> None:
    """A person's label is just the name."""
    assert (ANA.label, BOT.label) == ("Ana", "Bo (casual)")


def test_columns_without_values_are_hidden() -> None:
    """Reviews and undone turns appear only if a player has some."""
    plain = PlayerStats(3, 2, 250 / 3, 100, 24, 3, 0, 0, None, None)
    assert row_cells(stats_columns([plain]), plain) == ["3", "2", "67%", "83.3", "100", "24", "3"]
    assert review_columns([plain]) == []
    assert review_stats_text(plain) == undone_turns_text(0) == ""
    full = replace(plain, undone_turns=2, reviewed=1, lost_a_turn=1.25, luck=-0.5)
    assert row_cells(stats_columns([plain, full]), plain)[-2:] == ["3", "0"]
    assert row_cells(stats_columns([plain, full]), full)[-2:] == ["3", "2"]
    columns = review_columns([plain, full])
    assert row_cells(columns, full) == ["1", "1.2", "-0.5"]
    assert row_cells(columns, plain) == ["0", "–", "–"]
    assert "2" in undone_turns_text(2)
    text = review_stats_text(full).replace("−", "-")
    assert re.findall(r"-?\d+(?:\.\d+)?", text) == ["1", "1.2", "-0.5"]
