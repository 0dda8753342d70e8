"""From a turn of a game and its judgement to the frame that the panes show; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from qwirkle.analysis.judging import Taken, Turn
from qwirkle.engine.events import Passed, Placed, Traded
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import Cell, Face, Laid
from qwirkle.engine.view import View
from qwirkle.game import Game
from qwirkle.table.frame import Frame, HandSlot
from qwirkle.table.framing import onlooker
from qwirkle.texts import tr


class Side(StrEnum):
    """What lies on the table of a turn."""

    PLAYED = "played"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A game and its turns; hidden hands are shown only once it is over."""

    game: Game
    taken: tuple[Taken, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, by seat."""
        return tuple(player.name for player in self.game.header.players)

    @property
    def hands_shown(self) -> bool:
        """Whether hands may be seen."""
        return self.game.over or self.game.header.variant.hand_open


def best_pieces(turn: Turn | None) -> tuple[Laid, ...]:
    """The pieces of a better placement; none where the turn was the best or a trade was."""
    if turn is None or turn.best is None or turn.best is turn.played or turn.best == turn.played:
        return ()
    return turn.best.move.pieces if isinstance(turn.best.move, Place) else ()


def frame_of_turn(reviewed: Reviewed, index: int, turn: Turn | None, side: Side) -> Frame:
    """A turn with what was played marked as last, and the best as a hint or laid in its place."""
    taken = reviewed.taken[index]
    best = best_pieces(turn)
    placed = taken.last.event.pieces if isinstance(taken.last.event, Placed) else ()
    view = _view(reviewed, taken)
    hinted: dict[Cell, tuple[int, Face]] = {(x, y): (1, face) for face, x, y in best}
    drafted: tuple[Laid, ...] = ()
    if side is Side.BEST and best:
        view = replace(view, board=taken.last.before.board)
        placed, hinted, drafted = (), {}, best
    return Frame(
        view=view,
        names=reviewed.names,
        kinds=tuple(player.kind for player in reviewed.game.header.players),
        hand=_slots(taken) if reviewed.hands_shown else (),
        hand_title=tr("{name} – the hand of this turn", name=reviewed.names[taken.player]),
        drafted=drafted,
        last=placed,
        hinted=hinted,
        gains=_gains(reviewed.taken[: index + 1], len(reviewed.names)),
    )


def _view(reviewed: Reviewed, taken: Taken) -> View:
    position = taken.settled
    return position.view(taken.player) if reviewed.hands_shown else onlooker(position)


def _slots(taken: Taken) -> tuple[HandSlot, ...]:
    """The hand of the turn; what was laid is faded, what was traded is marked."""
    hand = taken.last.before.hands[taken.player]
    match taken.last.event:
        case Placed(_, pieces, _):
            laid, traded = [face for face, _, _ in pieces], []
        case Traded(_, gave, _):
            laid, traded = [], list(gave)
        case _:
            laid, traded = [], []
    return tuple(
        HandSlot(face, number, laid=_take(laid, face), marked=_take(traded, face))
        for number, face in enumerate(hand, start=1)
    )


def _take(faces: list[Face], face: Face) -> bool:
    """Whether the face is among these; it is then so no more."""
    if face in faces:
        faces.remove(face)
        return True
    return False


def _gains(taken: Sequence[Taken], seats: int) -> tuple[int | None, ...]:
    """What each player got in their last turn so far; None before the first."""
    gains: list[int | None] = [None] * seats
    for turn in taken[-seats:]:
        match turn.last.event:
            case Placed(player, _, points):
                gains[player] = points
            case Traded(player, _, _) | Passed(player):
                gains[player] = 0
            case _:
                pass
    result = taken[-1].settled.result if taken else None
    if result is not None and result.player is not None:
        gains[result.player] = (gains[result.player] or 0) + result.bonus
    return tuple(gains)
