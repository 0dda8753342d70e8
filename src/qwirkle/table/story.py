"""What one seat has seen: every event as that seat may know it, with the view after it; pure.

Frames and texts are built only from a seat history, so no client can leak a hidden hand: of hidden
faces, it holds only the number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.board import Line
from qwirkle.engine.events import Dealt, Drawn, Happening, Opened, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.opening import Opening, opening_of
from qwirkle.engine.pieces import Face, Faces, Laid
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, View
from qwirkle.notation import Player

HIDDEN: Face = -1
"""Stands for a face that the seat may not know."""


class Scene(Struct, frozen=True):
    """One event, as the seat may know it, and the seat's view after it."""

    event: Happening
    view: View
    opening: Opening | None = None
    """Who starts and why. If sets decide, all players announce the size of theirs (R3)."""
    qwirkles: int = 0
    """Number of full lines that a placement completed (R10)."""


class Story(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """What a seat (None: a spectator) has seen of a game since the deal.

    Compared by identity, so that it can be a key in caches.
    """

    players: tuple[Player, ...]
    seat: int | None
    scenes: tuple[Scene, ...] = ()

    @property
    def view(self) -> View:
        return self.scenes[-1].view

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def continued(self, happened: Iterable[tuple[Happening, Position]]) -> Story:
        """Append events, each given with the position after it."""
        return replace(
            self,
            scenes=(
                *self.scenes,
                *(_scene(event, position, self.seat) for event, position in happened),
            ),
        )

    def until(self, count: int) -> Story:
        """Return the history with only its first `count` entries."""
        return replace(self, scenes=self.scenes[:count])


def view_of(position: Position, seat: int | None) -> View:
    """Return what a seat (None: a spectator, who sees no hidden hand) may know of a position."""
    if seat is not None:
        return position.view(seat)
    view = position.view(position.player)
    if view.variant.hand.open or not position.hands:
        return view
    unseen = list(view.unseen)
    for face in view.hand:
        unseen[view.variant.kind_of[face]] += 1
    return replace(view, hands=(None,) * len(view.hands), unseen=tuple(unseen), options=Options())


def event_for(event: Happening, variant: Variant, seat: int | None) -> Happening:
    """Return an event as a seat may know it, with HIDDEN_FACE for faces of other hidden hands."""
    if variant.hand.open:
        return event
    match event:
        case Opened(player, _) if player != seat and variant.opening.who != "set":
            return replace(event, matches=0)
        case Dealt(player, faces) | Drawn(player, faces) if player != seat:
            return replace(event, pieces=_hidden(faces))
        case Traded(player, gave, drew) | Redrawn(player, gave, drew) if player != seat:
            return replace(event, gave=_hidden(gave), drew=_hidden(drew))
        case Rolled(player, before, after, _) if player != seat:
            return replace(event, before=_hidden(before), after=_hidden(after))
    return event


def full_lines(view: View, pieces: tuple[Laid, ...]) -> tuple[Line, ...]:
    """Return the full lines that pieces on the board are part of (R10)."""
    lines = view.board.lines_of(pieces)
    return tuple(line for line in lines if line.is_full(view.variant))


def _scene(event: Happening, position: Position, seat: int | None) -> Scene:
    view = view_of(position, seat)
    return Scene(
        event_for(event, position.variant, seat),
        view,
        _opening(position, event) if isinstance(event, Opened) else None,
        len(full_lines(view, event.pieces)) if isinstance(event, Placed) else 0,
    )


def _opening(position: Position, event: Opened) -> Opening:
    """Return who starts and why; a random choice has been made by now."""
    opening = opening_of(position)
    if position.variant.opening.who != "set":
        opening = replace(opening, matches=0)  # players don't announce their sets
    return replace(opening, players=(event.player,)) if opening.by == "chance" else opening


def _hidden(faces: Faces) -> Faces:
    return (HIDDEN,) * len(faces)
