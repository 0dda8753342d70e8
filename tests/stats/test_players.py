"""The figures of players and of players against each other."""

from __future__ import annotations

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
    """What a game was for a player, with one Qwirkle."""
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


def test_figures_of_everybody() -> None:
    """Games, wins, scores, best turns and Qwirkles are summed up, most games first."""
    ana, ben, bo = compute_stats(GAMES, {})
    assert [each.player for each in (ana, ben, bo)] == [ANA, BEN, BOT]
    assert ana.total == PlayerStats(3, 2, 250 / 3, 100, 24, 3, 2, 0, None, None)
    assert bo.total == PlayerStats(2, 0, 65.0, 80, 10, 2, 0, 0, None, None)
    assert ben.total.win_rate == 1.0


def test_figures_against_each_opponent() -> None:
    """A game at a table of three counts against both others."""
    ana = compute_stats(GAMES, {})[0]
    assert [(who, each.games, each.wins, each.mean) for who, each in ana.opponents] == [
        (BEN, 2, 1, 75.0),
        (BOT, 2, 2, 95.0),
    ]


def test_reviews_count_for_their_games_alone() -> None:
    """Losses are a turn's mean over all reviewed turns, luck a game's mean."""
    ana, ben, bo = compute_stats(GAMES, REVIEWS)
    assert (ana.total.reviewed, ana.total.lost_a_turn, ana.total.luck) == (2, 0.5, -1.0)
    assert (bo.total.reviewed, bo.total.lost_a_turn, bo.total.luck) == (2, 41 / 15, 2.0)
    assert (ben.total.reviewed, ben.total.lost_a_turn) == (1, None)


def test_a_review_for_other_seats_does_not_count() -> None:
    """What is kept for another number of players is not believed."""
    ana = compute_stats(GAMES[:1], {"1" * 32: REVIEWS["3" * 32]})[0]
    assert ana.total.reviewed == 0


def test_who_sits_twice_meets_themself() -> None:
    """Two seats of one name at a table are two games of that player, also against each other."""
    (bo,) = compute_stats(
        [FinishedGame("5" * 32, "v", "V", (seat(BOT, 1), seat(BOT, 2, won=True)))], {}
    )
    assert (bo.total.games, bo.total.wins) == (2, 1)
    assert bo.opponents == ((BOT, bo.total),)


def test_a_bot_that_plays_otherwise_is_another_player() -> None:
    """The name of a bot is told with how it plays."""
    assert (ANA.label, BOT.label) == ("Ana", "Bo (casual)")


def test_columns_tell_only_what_there_is() -> None:
    """Nothing is said of reviews, dice or turns taken back where there are none."""
    plain = PlayerStats(3, 2, 250 / 3, 100, 24, 3, 0, 0, None, None)
    assert row_cells(stats_columns([plain]), plain) == ["3", "2", "67%", "83.3", "100", "24", "3"]
    assert review_columns([plain]) == []
    assert review_stats_text(plain) == undone_turns_text(0) == ""
    full = replace(plain, taken_back=2, reviewed=1, lost_a_turn=1.25, luck=-0.5)
    assert stats_columns([plain, full])[-1].heading == "taken back"
    assert row_cells(stats_columns([plain, full]), full)[-1] == "2"
    columns = review_columns([plain, full])
    assert [column.heading for column in columns] == ["reviewed", "lost a turn", "luck"]
    assert row_cells(columns, full) == ["1", "1.2", "-0.5"]
    assert row_cells(columns, plain) == ["0", "–", "–"]
    assert undone_turns_text(2) == "2 turns taken back."
    assert "a turn lost 1.2 points, and chance brought -0.5" in review_stats_text(full)
