"""What one seat has seen: each event as that seat may know it, with its view after it; pure.

Whatever is shown of a game is made from a story, so that no screen can leak what its seat may not
know: hidden faces are not in it, only how many there are.
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
"""A face that the seat may not know."""


class Scene(Struct, frozen=True):
    """One thing that happened, as far as the seat may know, and what it knew after that."""

    event: Happening
    view: View
    opening: Opening | None = None
    """Who starts and why: where sets decide, everybody says aloud how large theirs is (R3)."""
    qwirkles: int = 0
    """How many full lines a placement has made or gone into (R10)."""


class Story(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """What a seat has seen of a game since the deal; without a seat, what an onlooker has.

    Two stories are equal only if they are the same one, so that what is made of a story can be kept
    with it.
    """

    players: tuple[Player, ...]
    seat: int | None
    scenes: tuple[Scene, ...] = ()

    @property
    def view(self) -> View:
        """What the seat may know now."""
        return self.scenes[-1].view

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody, by seat."""
        return tuple(player.name for player in self.players)

    def continued(self, happened: Iterable[tuple[Happening, Position]]) -> Story:
        """The story with more that happened, each with the position after it."""
        return replace(
            self,
            scenes=(
                *self.scenes,
                *(_scene(event, position, self.seat) for event, position in happened),
            ),
        )

    def until(self, count: int) -> Story:
        """The story of the first scenes only."""
        return replace(self, scenes=self.scenes[:count])


def view_of(position: Position, seat: int | None) -> View:
    """What a seat may know of a position; without a seat, no hidden hand and no trace of one."""
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
    """An event as a seat may know it: of what goes to and from another hidden hand, the count."""
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
    """The full lines that these pieces, which lie on the table, are part of (R10)."""
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
    """Why somebody starts; a lot, where there is one, has been drawn by now."""
    opening = opening_of(position)
    if position.variant.opening.who != "set":
        opening = replace(opening, matches=0)  # nobody has to tell
    return replace(opening, players=(event.player,)) if opening.by == "chance" else opening


def _hidden(faces: Faces) -> Faces:
    return (HIDDEN,) * len(faces)
