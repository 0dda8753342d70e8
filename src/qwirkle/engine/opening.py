"""Decides who opens the game, and says why."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.movegen import largest_set_size
from qwirkle.engine.position import Position


class OpeningResult(Struct, frozen=True):
    """Who may start, and how that was decided."""

    candidates: tuple[int, ...]
    """The seat that starts, or several if one of them is picked at random."""
    tied: tuple[int, ...]
    """Seats tied at first; one seat if there was no tie."""
    contenders: tuple[int, ...]
    """Seats still tied before the deciding criterion."""
    largest_set_size: int
    """Size of the largest set of the opener, or of the first candidate."""
    decided_by: str
    """The deciding criterion: "set", "youngest", "oldest", "seat" or "chance"."""


def decide_opening(position: Position) -> OpeningResult:
    """Decide who starts: by set, age or seat, then by the tie-breakers of the variant."""
    rule = position.variant.opening
    seats = contenders = tied = _seats_first_by(
        position, tuple(range(position.player_count)), rule.who
    )
    decided_by: str = rule.who
    for criterion in (*rule.tie_breakers, "seat"):
        if len(seats) == 1 or decided_by == "chance":
            break
        contenders, decided_by = seats, criterion
        seats = seats if criterion == "chance" else _seats_first_by(position, seats, criterion)
    return OpeningResult(
        seats, tied, contenders, largest_set_size(position.hands[seats[0]]), decided_by
    )


def _seats_first_by(position: Position, seats: tuple[int, ...], criterion: str) -> tuple[int, ...]:
    """Return the seats that come first by this criterion."""
    if criterion == "seat":
        return seats[:1]
    if criterion == "set":
        sizes = {seat: largest_set_size(position.hands[seat]) for seat in seats}
        return tuple(seat for seat in seats if sizes[seat] == max(sizes.values()))
    ages = [position.ages[seat] for seat in seats]
    known = [age for age in ages if age is not None]
    if len(known) < len(ages):
        return seats  # J2: without all ages, age decides nothing
    best_age = min(known) if criterion == "youngest" else max(known)
    return tuple(seat for seat, age in zip(seats, ages, strict=True) if age == best_age)
