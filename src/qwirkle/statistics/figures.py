"""The figures of every player, in all and against each opponent; pure."""

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
"""What was found in the games that were reviewed, by the keys of the games."""


class Who(NamedTuple):
    """A player: a bot of the same name that plays otherwise is another one."""

    name: str
    kind: str

    @property
    def bot(self) -> str | None:
        """The name of the bot that plays, or None for a person."""
        return Player(self.name, kind=self.kind).bot

    @property
    def label(self) -> str:
        """The name, and of a bot how it plays."""
        bot = self.bot
        return self.name if bot is None else tr("{name} ({bot})", name=self.name, bot=bot)


class Figures(Struct, frozen=True):
    """What some games come to for one player."""

    games: int
    wins: int
    """Alone or shared."""
    mean: float
    """The points of a game on average."""
    best: int
    """The most points of a game."""
    best_turn: int
    """The most points of a turn."""
    qwirkles: int
    taken_back: int
    """How many turns were taken back in these games."""
    reviewed: int
    """How many of the games were reviewed."""
    lost_a_turn: float | None
    """What a turn of those cost against the best on average; None without any."""
    luck: float | None
    """What the rolls of a game brought beyond their average; None where nothing was rolled."""

    @property
    def win_rate(self) -> float:
        """The share of games that were won."""
        return self.wins / self.games


class PlayerFigures(Struct, frozen=True):
    """A player's figures in all and against each opponent."""

    who: Who
    total: Figures
    opponents: tuple[tuple[Who, Figures], ...]
    """Those who were met most often first."""


Result = tuple[Seat, ReviewedSeat | None]


def figures(games: Iterable[FinishedGame], reviews: Reviews) -> tuple[PlayerFigures, ...]:
    """Everybody who has finished a game, those with most games first.

    Who has several seats at a table has played so many games there.
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
