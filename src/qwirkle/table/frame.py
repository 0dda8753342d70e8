"""The frame: everything a screen shows at one moment, with its texts.

A frame holds plain values only. It converts to JSON and back, so that another process can draw it;
docs/frames.md describes the format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.engine.holding import places_in
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, Laid
from qwirkle.engine.view import View
from qwirkle.table.chronicle import LogLine, log_of, lost_for_left
from qwirkle.table.desk import Desk
from qwirkle.table.draft import Draft, Order, Task, arrange
from qwirkle.table.notes import Keys
from qwirkle.table.prompts import aim_text, banner_text, news_text, preview_text, title_text
from qwirkle.table.results import Result, result_of
from qwirkle.table.rounds import plays_since
from qwirkle.table.story import Story

VERSION = 3
"""Version of the JSON format."""


class Seat(Struct, frozen=True):
    """Public information about a player."""

    name: str
    """Free of control characters, but not safe as markup."""
    kind: str
    """`human` or `bot:NAME`."""
    score: int
    gain: int | None = None
    """Points of their last turn; None before the first."""
    hand: Faces = ()
    """Empty unless hands are open."""
    to_move: bool = False
    won: bool = False


class Stock(Struct, frozen=True):
    """How many pieces of one kind there are, and how many of them are unseen."""

    faces: Faces
    """The faces that a piece of this kind can show."""
    copies: int
    unseen: int
    """Number of pieces that aren't on the board or in a visible hand."""


class HandSlot(Struct, frozen=True):
    """A piece in the hand, in the order chosen by the player."""

    face: Face
    number: int
    """Number key that picks or marks it, from 1."""
    picked: bool = False
    laid: bool = False
    """True if it's placed on the board but not played yet."""
    marked: bool = False
    """True if it's marked for a trade or a roll."""
    rolled: bool = False


class Fit(Struct, frozen=True):
    """A cell where the picked piece can be placed, with the points of the turn including it.

    The points are None if the turn needs another piece to become legal.
    """

    cell: Cell
    points: int | None


class HintMark(Struct, frozen=True):
    """A cell of a hint: its letter, and the face to place there."""

    cell: Cell
    letter: str
    face: Face


class Thinking(Struct, frozen=True):
    """A turn that a bot considers, with its evaluation."""

    faces: Faces
    """The pieces to place or trade."""
    trade: bool
    cells: tuple[Cell, ...]
    """Empty for a trade."""
    value: float
    """Estimated gain in points over the opponents."""
    win: float | None
    """Chance to win, from 0 to 1; None if unknown."""
    out: bool
    """True if it's clearly worse than the best candidate."""


class Throw(Struct, frozen=True):
    """Dice that were just rolled or redrawn, for the animation."""

    player: int
    before: Faces
    after: Faces
    anew: bool
    """True for a redraw."""
    text: str
    """Sentence to show during the animation."""


class RollChoice(Struct, frozen=True):
    """A choice of dice to roll and the average points of the turn after it."""

    rolled: tuple[int, ...]
    """Numbers of the dice in the hand; empty to keep all."""
    points: float


class Frame(Struct, frozen=True):
    """Everything a screen shows, from the perspective of one seat or of a spectator."""

    body: str
    """`tile` or `die`."""
    seats: tuple[Seat, ...]
    pieces: tuple[Laid, ...] = ()
    """The board, as (face, x, y)."""
    last: tuple[Laid, ...] = ()
    """The pieces of the last placement."""
    recent: tuple[tuple[Laid, ...], ...] = ()
    """The placements since the seat's own last turn, oldest first; the newest is also `last`."""
    flash: tuple[Cell, ...] = ()
    """Cells of Qwirkles that were just made; only in frames of an animation."""
    throws: tuple[Throw, ...] = ()
    """Dice that were just rolled and may be seen here; only in frames of an animation."""
    stock: tuple[Stock, ...] = ()
    bag: int = 0
    """Number of pieces in the bag."""
    aim: str = ""
    """The round and the target score, if the game can end that way; usually empty."""
    log: tuple[LogLine, ...] = ()
    """Newest first."""
    news: str = ""
    """The latest events, in words."""
    banner: str = ""
    """Whose turn it is and what to do, or the answer to the last action."""
    trouble: str = ""
    """Why the game can't be saved, or a warning about its file; usually empty."""
    hand: tuple[HandSlot, ...] = ()
    """Empty if no hand may be shown, as on the hand-off screen."""
    hand_title: str = ""
    hand_note: str = ""
    """The points preview, line by line."""
    points: int | None = None
    """Points of the placed pieces; None while they aren't a legal turn."""
    drafted: tuple[Laid, ...] = ()
    """Pieces that are placed but not played yet."""
    fits: tuple[Fit, ...] = ()
    """Legal cells for the picked piece."""
    refused: tuple[Cell, ...] = ()
    """Cells that an IllegalMove points at."""
    hinted: tuple[HintMark, ...] = ()
    odds: tuple[RollChoice, ...] = ()
    """The best choices of dice, while a hint for a roll is shown."""
    thinking: tuple[Thinking, ...] = ()
    """Turns that a bot considers, best first; empty if they're secret or not requested."""
    thinker: str = ""
    """Name of that bot."""
    cursor: Cell | None = None
    offers: tuple[str, ...] = ()
    """Ids of the available actions."""
    result: Result | None = None
    """None until the game is over."""
    version: int = VERSION

    def to_json(self) -> dict[str, Any]:
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built

    @classmethod
    def from_json(cls, shown: object) -> Frame:
        """Convert a JSON object. Raises ValueError if it isn't a frame of this version."""
        frame: Frame = msgspec.convert(shown, cls)
        if frame.version != VERSION:
            raise ValueError(f"a frame of version {frame.version}, not {VERSION}")
        return frame


def frame(
    story: Story,
    desk: Desk | None,
    keys: Keys | None = None,
    *,
    others: Sequence[str] = (),
    trouble: str = "",
) -> Frame:
    """Build a frame from a seat's history and, if it's played here, its turn state.

    `game_actions` are the available actions besides those of the turn state.
    """
    shown: dict[str, Any] = {
        "banner": banner_text(story, desk, keys or {}),
        "trouble": trouble,
        "hand": _slots(story, desk),
        "hand_title": title_text(story, desk),
        "thinking": _thinking(desk),
        "thinker": story.names[desk.thinker] if desk and desk.thought else "",
        "offers": tuple(others),
    }
    if desk is not None and desk.draft is not None:
        shown |= _turn_of(desk, desk.draft) | {"offers": (*sorted(desk.offered), *others)}
    return replace(_table_of(story), **shown)


def _turn_of(desk: Desk, draft: Draft) -> dict[str, Any]:
    """Return the frame fields that depend on the draft."""
    shown: dict[str, Any] = {
        "drafted": draft.pieces,
        "refused": desk.refused,
        "hinted": tuple(HintMark(cell, *hint) for cell, hint in desk.hinted.items()),
        "odds": _odds(desk, draft),
        "cursor": desk.cursor,
    }
    if desk.purist:
        return shown
    return shown | {
        "hand_note": preview_text(draft),
        "points": draft.points if draft.complete else None,
        "fits": tuple(Fit(cell, points) for cell, points in draft.fits.items()),
    }


_tables: WeakKeyDictionary[Story, Frame] = WeakKeyDictionary()
"""Base frames of the histories still in use."""


def _table_of(story: Story) -> Frame:
    """Return the part of the frame that changes only with the game, from a cache."""
    if story not in _tables:
        _tables[story] = _made_of(story)
    return _tables[story]


def _made_of(story: Story) -> Frame:
    view, variant = story.view, story.view.variant
    winners = view.result.winners if view.result else ()
    hands = view.hands if variant.hand.open else ((),) * len(story.players)
    gains = gains_of(story)
    recent = plays_since(story, story.seat)
    return Frame(
        body=variant.pieces.look,
        seats=tuple(
            Seat(
                name=player.name,
                kind=player.kind,
                score=view.scores[seat],
                gain=gains[seat],
                hand=hands[seat] or (),
                to_move=view.result is None and seat == view.player,
                won=seat in winners,
            )
            for seat, player in enumerate(story.players)
        ),
        pieces=tuple((face, x, y) for (x, y), face in view.board.cells.items()),
        last=recent[-1] if recent else (),
        recent=recent,
        stock=tuple(
            Stock(kind.faces, kind.copies, unseen)
            for kind, unseen in zip(variant.kinds, view.unseen, strict=True)
        ),
        bag=view.bag_size,
        aim=aim_text(view),
        log=log_of(story),
        news=news_text(story),
        result=result_of(story),
    )


def _slots(story: Story, desk: Desk | None) -> tuple[HandSlot, ...]:
    draft = desk.draft if desk else None
    if draft is not None:
        return tuple(
            HandSlot(
                face,
                slot + 1,
                picked=slot == draft.picked,
                laid=slot in draft.used,
                marked=slot in draft.marks,
                rolled=slot in draft.rolled,
            )
            for slot, face in enumerate(draft.hand)
        )
    hand = arrange(_shown_hand(story.view, story.seat), desk.order if desk else Order.DRAWN)
    return tuple(HandSlot(face, number) for number, face in enumerate(hand, start=1))


MOST_THOUGHTS = 6
"""Number of candidates shown; of those with the same pieces, only the best counts."""


def _thinking(desk: Desk | None) -> tuple[Thinking, ...]:
    if desk is None or desk.thought is None:
        return ()
    shown: dict[tuple[bool, Faces], Thinking] = {}
    for candidate in desk.thought.candidates:
        move = candidate.move
        laid = move.pieces if isinstance(move, Place) else ()
        traded = move.faces if isinstance(move, Trade) else ()
        faces = tuple(face for face, _, _ in laid) or traded
        cells = tuple((x, y) for _, x, y in laid)
        told = Thinking(faces, bool(traded), cells, candidate.value, candidate.win, candidate.out)
        shown.setdefault((told.trade, tuple(sorted(faces))), told)
    return tuple(shown.values())[:MOST_THOUGHTS]


def _odds(desk: Desk, draft: Draft) -> tuple[RollChoice, ...]:
    if desk.advice is None or draft.task is not Task.ROLL:
        return ()
    return tuple(
        RollChoice(tuple(sorted(slot + 1 for slot in places_in(draft.hand, faces))), points)
        for faces, points in desk.advice.odds
    )


def _shown_hand(view: View, seat: int | None) -> Faces:
    """Return the hand to show between turns; spectators see open dice of the player to move."""
    if seat is None:
        return view.hands[view.player] or () if view.variant.hand.open else ()
    return view.hand


def gains_of(story: Story) -> tuple[int | None, ...]:
    """Return the points of each player's last turn; None before their first."""
    gains: list[int | None] = [None] * len(story.players)
    for scene in story.scenes:
        match scene.event:
            case Placed(player, _, points):
                gains[player] = points
            case Traded(player, _, _):
                gains[player] = -scene.view.variant.trade.cost
            case Passed(player):
                gains[player] = 0
            case Finished(player, bonus, _, _):
                for seat, lost in enumerate(lost_for_left(scene.view)):
                    won = bonus if seat == player else 0
                    if won != lost:
                        gains[seat] = (gains[seat] or 0) + won - lost
            case _:
                pass
    return tuple(gains)
