"""Statistics of every player, in total and against each opponent. No I/O."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from qwirkle.notation import Player
from qwirkle.statistics.finished import FinishedGame, Seat
from qwirkle.statistics.reviews import ReviewedSeat
from qwirkle.texts import tr

Reviews = Mapping[str, Sequence[ReviewedSeat]]
"""Reviews by game key."""


class Who(NamedTuple):
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


class Figures(Struct, frozen=True):
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
    taken_back: int
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


class PlayerFigures(Struct, frozen=True):
    """Statistics of a player, in total and against each opponent."""

    who: Who
    total: Figures
    opponents: tuple[tuple[Who, Figures], ...]
    """Most frequent opponents first."""


Result = tuple[Seat, ReviewedSeat | None]


def figures(games: Iterable[FinishedGame], reviews: Reviews) -> tuple[PlayerFigures, ...]:
    """Compute statistics for everyone with a finished game, most games first.

    A player with several seats at a table has played that many games there.
    """
    results: dict[Who, list[Result]] = defaultdict(list)
    meetings: dict[Who, dict[Who, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        reviewed: Sequence[ReviewedSeat | None] = reviews.get(game.key, ())
        if len(reviewed) != len(game.seats):
            reviewed = [None] * len(game.seats)
        seated = [Who(seat.name, seat.kind) for seat in game.seats]
        for place, who in enumerate(seated):
            result = game.seats[place], reviewed[place]
            results[who].append(result)
            for other in {*seated[:place], *seated[place + 1 :]}:
                meetings[who][other].append(result)
    return tuple(
        PlayerFigures(who, total, _ranked(meetings[who])) for who, total in _ranked(results)
    )


def _ranked(results: Mapping[Who, Sequence[Result]]) -> tuple[tuple[Who, Figures], ...]:
    found = [(who, _figures_of(of_player)) for who, of_player in results.items()]
    return tuple(sorted(found, key=lambda each: (-each[1].games, each[0])))


def _figures_of(results: Sequence[Result]) -> Figures:
    seats = [seat for seat, _ in results]
    reviews = [review for _, review in results if review is not None]
    turns = sum(review.turns for review in reviews)
    return Figures(
        games=len(seats),
        wins=sum(seat.won for seat in seats),
        mean=sum(seat.score for seat in seats) / len(seats),
        best=max(seat.score for seat in seats),
        best_turn=max(seat.best_turn for seat in seats),
        qwirkles=sum(seat.qwirkles for seat in seats),
        taken_back=sum(seat.taken_back for seat in seats),
        reviewed=len(reviews),
        lost_a_turn=sum(review.lost for review in reviews) / turns if turns else None,
        luck=sum(review.luck for review in reviews) / len(reviews) if reviews else None,
    )
