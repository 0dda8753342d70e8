"""Statistics of every player, in total and against each opponent. No I/O."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from qwirkle.i18n import tr
from qwirkle.records.players import Player
from qwirkle.stats.finished_games import FinishedGame, SeatResult
from qwirkle.stats.saved_reviews import SeatReview

ReviewsByGame = Mapping[str, Sequence[SeatReview]]
"""Reviews by game key."""


class PlayerKey(NamedTuple):
    """Identity of a player; bots with the same name that play differently are different players."""

    name: str
    kind: str

    @property
    def bot(self) -> str | None:
        """Name of the bot; None for a person."""
        return Player(self.name, kind=self.kind).bot

    @property
    def label(self) -> str:
        """Display name, with the bot in parentheses."""
        bot = self.bot
        return self.name if bot is None else tr("{name} ({bot})", name=self.name, bot=bot)


class PlayerStats(Struct, frozen=True):
    """Statistics of one player over some games."""

    games: int
    wins: int
    """Including shared wins."""
    mean: float
    """Points per game."""
    best: int
    """Most points in a game."""
    best_turn: int
    """Most points in a turn."""
    qwirkles: int
    undone_turns: int = field(name="taken_back")
    """Turns this player undid."""
    reviewed: int
    """Number of reviewed games."""
    lost_a_turn: float | None
    """Loss per turn in reviewed games; None without any."""
    luck: float | None
    """Luck per reviewed game, in points; None without any."""

    @property
    def win_rate(self) -> float:
        """Share of games won."""
        return self.wins / self.games


class PlayerStatsBreakdown(Struct, frozen=True):
    """Statistics of a player, in total and against each opponent."""

    player: PlayerKey
    total: PlayerStats
    opponents: tuple[tuple[PlayerKey, PlayerStats], ...]
    """Most frequent opponents first."""


ReviewedSeatResult = tuple[SeatResult, SeatReview | None]


def compute_stats(
    games: Iterable[FinishedGame], reviews: ReviewsByGame
) -> tuple[PlayerStatsBreakdown, ...]:
    """Compute statistics for everyone with a finished game, most games first.

    A player with several seats in a game counts once per seat.
    """
    results: dict[PlayerKey, list[ReviewedSeatResult]] = defaultdict(list)
    results_by_opponent: dict[PlayerKey, dict[PlayerKey, list[ReviewedSeatResult]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for game in games:
        reviewed: Sequence[SeatReview | None] = reviews.get(game.key, ())
        if len(reviewed) != len(game.seats):
            reviewed = [None] * len(game.seats)
        players = [PlayerKey(seat.name, seat.kind) for seat in game.seats]
        for index, player in enumerate(players):
            result = game.seats[index], reviewed[index]
            results[player].append(result)
            for opponent in {*players[:index], *players[index + 1 :]}:
                results_by_opponent[player][opponent].append(result)
    return tuple(
        PlayerStatsBreakdown(player, total, _rank_players(results_by_opponent[player]))
        for player, total in _rank_players(results)
    )


def _rank_players(
    results: Mapping[PlayerKey, Sequence[ReviewedSeatResult]],
) -> tuple[tuple[PlayerKey, PlayerStats], ...]:
    stats = [
        (player, _stats_from_results(player_results)) for player, player_results in results.items()
    ]
    return tuple(sorted(stats, key=lambda entry: (-entry[1].games, entry[0])))


def _stats_from_results(results: Sequence[ReviewedSeatResult]) -> PlayerStats:
    seats = [seat for seat, _ in results]
    reviews = [review for _, review in results if review is not None]
    turns = sum(review.turns for review in reviews)
    return PlayerStats(
        games=len(seats),
        wins=sum(seat.won for seat in seats),
        mean=sum(seat.score for seat in seats) / len(seats),
        best=max(seat.score for seat in seats),
        best_turn=max(seat.best_turn for seat in seats),
        qwirkles=sum(seat.qwirkles for seat in seats),
        undone_turns=sum(seat.undone_turns for seat in seats),
        reviewed=len(reviews),
        lost_a_turn=sum(review.lost for review in reviews) / turns if turns else None,
        luck=sum(review.luck for review in reviews) / len(reviews) if reviews else None,
    )
