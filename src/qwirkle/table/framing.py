"""From a game, a half-built turn and a seat to the frame that the panes show; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.engine.moves import Roll
from qwirkle.engine.pieces import Cell, Face, Faces, Laid
from qwirkle.engine.position import Position
from qwirkle.engine.view import Options, Stage, View
from qwirkle.notation import Player
from qwirkle.table.draft import Draft, Order, Task, arrange
from qwirkle.table.frame import Frame, HandSlot
from qwirkle.table.telling import due_text, turn_so_far
from qwirkle.table.words import (
    Standing,
    hand_title,
    log_lines,
    opening_text,
    preview_text,
    task_text,
)
from qwirkle.texts import tr


@dataclass(frozen=True, slots=True)
class Glance:
    """What a screen adds to a game: whose eyes, what is begun, and what is marked."""

    seat: int | None = None
    """Whose hand is shown; None shows no hidden hand at all."""
    draft: Draft | None = None
    """The half-built turn of the person to move; None while there is none."""
    order: Order = Order.DRAWN
    cursor: Cell | None = None
    refused: tuple[Cell, ...] = ()
    hinted: Mapping[Cell, tuple[int, Face]] = field(default_factory=dict)
    notice: str = ""
    """What the banner says instead of what can be done."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys that were moved, by their ids."""


def onlooker(position: Position) -> View:
    """What somebody may know who holds no seat: no hidden hand, and no trace of one."""
    view = position.view(position.player)
    if view.variant.hand_open or not position.hands:
        return view
    unseen = list(view.unseen)
    for face in view.hand:
        unseen[view.variant.kind_of[face]] += 1
    return replace(view, hands=(None,) * len(view.hands), unseen=tuple(unseen), options=Options())


def fresh_draft(view: View, order: Order) -> Draft:
    """The half-built turn with which the person to move begins."""
    hand = arrange(view.hand, order)
    options = view.options
    if view.forced is None and options.free_roll:
        return Draft(hand, Task.ROLL)
    if options.trade and not options.place:
        return Draft(hand, Task.TRADE)
    return Draft(hand)


def frame_of(standing: Standing, players: Sequence[Player], glance: Glance) -> Frame:
    """Everything that the panes show now."""
    position = standing[-1][1]
    names = tuple(player.name for player in players)
    view = onlooker(position) if glance.seat is None else position.view(glance.seat)
    draft = glance.draft
    return Frame(
        view=view,
        names=names,
        kinds=tuple(player.kind for player in players),
        hand=_slots(view, glance),
        hand_title=_title(view, glance, names),
        hand_note=preview_text(view, draft) if draft else "",
        drafted=draft.pieces if draft else (),
        last=last_play(standing),
        fitting=draft.fits(view) if draft else {},
        refused=glance.refused,
        hinted=glance.hinted,
        cursor=glance.cursor,
        gains=_gains(standing, len(names)),
        log=log_lines(standing, names),
        banner=glance.notice or _banner(standing, view, glance, players),
    )


def _slots(view: View, glance: Glance) -> tuple[HandSlot, ...]:
    if glance.draft is not None:
        draft = glance.draft
        return tuple(
            HandSlot(face, slot + 1, slot == draft.picked, slot in draft.used, slot in draft.marks)
            for slot, face in enumerate(draft.hand)
        )
    hand = _shown_hand(view, glance)
    return tuple(HandSlot(face, slot + 1) for slot, face in enumerate(arrange(hand, glance.order)))


def _shown_hand(view: View, glance: Glance) -> Faces:
    """Without a turn of one's own: the hand of the seat, or the open dice of whoever plays."""
    if glance.seat is None:
        return view.hands[view.player] or () if view.variant.hand_open else ()
    return view.hand


def _title(view: View, glance: Glance, names: tuple[str, ...]) -> str:
    if glance.draft is not None:
        return hand_title(names[view.player], glance.draft)
    if glance.seat is not None:
        return tr("{name} – your hand", name=names[glance.seat])
    if view.variant.hand_open and view.hands:
        return names[view.player]
    return tr("No hand is shown")


def last_play(standing: Standing) -> tuple[Laid, ...]:
    """The pieces that were committed last."""
    for event, _ in reversed(standing):
        if isinstance(event, Placed):
            return event.pieces
    return ()


def _gains(standing: Standing, seats: int) -> tuple[int | None, ...]:
    """What each player got in their last turn; None before the first."""
    gains: list[int | None] = [None] * seats
    for event, _ in standing:
        match event:
            case Placed(player, _, points):
                gains[player] = points
            case Traded(player, _, _) | Passed(player):
                gains[player] = 0
            case Finished(player, bonus, _, _) if player is not None:
                gains[player] = (gains[player] or 0) + bonus
    return tuple(gains)


def _banner(standing: Standing, view: View, glance: Glance, players: Sequence[Player]) -> str:
    draft = glance.draft
    names = tuple(player.name for player in players)
    name = names[view.player]
    if view.stage is Stage.OVER:
        return tr("The game is over.")
    so_far = turn_so_far(standing, names)
    due = due_text(view.forced, so_far, name)
    if due and (draft is None or isinstance(view.forced, Roll)):
        return due
    if draft is not None:
        doing = task_text(view, draft, name, glance.keys)
        if view.stage is Stage.OPENING and draft.untouched:
            so_far = opening_text(standing, names)
        return (
            tr("{news} {doing}", news=so_far, doing=doing) if so_far and draft.untouched else doing
        )
    if players[view.player].kind != "human":
        doing = tr("{name} is thinking…", name=name)
        return tr("{news} {doing}", news=so_far, doing=doing) if so_far else doing
    return tr("It is the turn of {name}.", name=name)
