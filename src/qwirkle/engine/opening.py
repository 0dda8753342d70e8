"""The opening: who starts, with how large a set, and why."""

from __future__ import annotations

from msgspec import Struct

from qwirkle.engine.movegen import set_size
from qwirkle.engine.position import Position


class Opening(Struct, frozen=True):
    """Who may start, and what settled it."""

    players: tuple[int, ...]
    """One seat, or all of which chance takes one."""
    tied: tuple[int, ...]
    """Those among whom a tie had to be broken; one seat where there was none."""
    among: tuple[int, ...]
    """Those who were left when the last thing decided."""
    matches: int
    """The size of the opener's largest set, or of the first of those who may start."""
    by: str
    """The last thing that decided: "set", "youngest", "oldest", "seat" or "chance"."""


def opening_of(position: Position) -> Opening:
    """Who starts: by the set, the age or the seat, and among equals by what the rules name next."""
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
    """Those of some seats who come first in this."""
    if by == "seat":
        return seats[:1]
    if by == "set":
        sizes = {seat: set_size(position.hands[seat]) for seat in seats}
        return tuple(seat for seat in seats if sizes[seat] == max(sizes.values()))
    ages = [position.ages[seat] for seat in seats]
    known = [age for age in ages if age is not None]
    if len(known) < len(ages):
        return seats  # J2: all of them must have told
    wanted = min(known) if by == "youngest" else max(known)
    return tuple(seat for seat, age in zip(seats, ages, strict=True) if age == wanted)
