"""The opening: who starts, with which set, and why."""

from __future__ import annotations

from dataclasses import dataclass

from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.position import Position


@dataclass(frozen=True, slots=True)
class Opening:
    """Who starts with a set of how many pieces; `by` is what settled it: set, age or seat."""

    player: int
    matches: int
    tied: tuple[int, ...]
    """Everybody who holds a set of that size."""
    by: str


def opening_of(position: Position) -> Opening:
    """Who starts: the largest set, then the age, then the seat (R3, J2)."""
    sizes = [len(largest_sets(hand)[0]) for hand in position.hands]
    matches = max(sizes)
    tied = tuple(seat for seat, size in enumerate(sizes) if size == matches)
    if len(tied) == 1:
        return Opening(tied[0], matches, tied, "set")
    ages = [position.ages[seat] for seat in tied]
    known = [age for age in ages if age is not None]
    if len(known) == len(ages):
        wanted = min(known) if position.variant.opening_tie == "youngest" else max(known)
        if known.count(wanted) == 1:
            return Opening(tied[known.index(wanted)], matches, tied, "age")
        tied_in_age = tuple(seat for seat, age in zip(tied, known, strict=True) if age == wanted)
        return Opening(tied_in_age[0], matches, tied, "seat")
    return Opening(tied[0], matches, tied, "seat")
