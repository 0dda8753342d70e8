"""Decides who opens the game, and says why."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.movegen import set_size
from qwirkle.engine.position import Position


class Opening(Struct, frozen=True):
    """Who may start, and how that was decided."""

    players: tuple[int, ...]
    """The seat that starts, or several if one of them is picked at random."""
    tied: tuple[int, ...]
    """Seats tied at first; one seat if there was no tie."""
    among: tuple[int, ...]
    """Seats still tied before the deciding criterion."""
    matches: int
    """Size of the largest set of the opener, or of the first candidate."""
    by: str
    """The deciding criterion: "set", "youngest", "oldest", "seat" or "chance"."""


def opening_of(position: Position) -> Opening:
    """Decide who starts: by set, age or seat, then by the tie-breakers of the variant."""
    rule = position.variant.opening
    left = among = tied = _first_in(position, tuple(range(position.players)), rule.who)
    by: str = rule.who
    for way in (*rule.ties, "seat"):
        if len(left) == 1 or by == "chance":
            break
        among, by = left, way
        left = left if way == "chance" else _first_in(position, left, way)
    return Opening(left, tied, among, set_size(position.hands[left[0]]), by)


def _first_in(position: Position, seats: tuple[int, ...], by: str) -> tuple[int, ...]:
    """Return the seats that come first by this criterion."""
    if by == "seat":
        return seats[:1]
    if by == "set":
        sizes = {seat: set_size(position.hands[seat]) for seat in seats}
        return tuple(seat for seat in seats if sizes[seat] == max(sizes.values()))
    ages = [position.ages[seat] for seat in seats]
    known = [age for age in ages if age is not None]
    if len(known) < len(ages):
        return seats  # J2: without all ages, age decides nothing
    wanted = min(known) if by == "youngest" else max(known)
    return tuple(seat for seat, age in zip(seats, ages, strict=True) if age == wanted)
