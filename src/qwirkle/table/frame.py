"""The frame: everything that is shown at one moment, with its texts.

A frame holds plain values only. It goes to JSON and back, so that another process can draw it; the
shape is told in docs/frames.md.
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
"""The version of the shape of frames."""


class Seat(Struct, frozen=True):
    """A player, as everybody may see them."""

    name: str
    """Cleaned of control signs; still hostile as markup."""
    kind: str
    """`human` or `bot:NAME`."""
    score: int
    gain: int | None = None
    """What their last turn brought; None before the first."""
    hand: Faces = ()
    """What they hold, where hands are open."""
    to_move: bool = False
    won: bool = False


class Stock(Struct, frozen=True):
    """One kind of piece: the faces that it can show, and how many are left."""

    faces: Faces
    copies: int
    unseen: int
    """How many are neither on the table nor in a hand that is seen."""


class HandSlot(Struct, frozen=True):
    """One place in the hand, as sorted by the player."""

    face: Face
    number: int
    """The key that picks or marks it, from 1."""
    picked: bool = False
    laid: bool = False
    """It lies on the table in the half-built turn."""
    marked: bool = False
    """It is chosen for a trade or a roll."""
    rolled: bool = False
    """It was just rolled."""


class Fit(Struct, frozen=True):
    """A cell where the picked piece goes on with the turn, and the points with it there.

    Without points the turn is not whole yet.
    """

    cell: Cell
    points: int | None


class HintMark(Struct, frozen=True):
    """A cell of a hint: the letter of the hint, and the face that it lays there."""

    cell: Cell
    letter: str
    face: Face


class Thinking(Struct, frozen=True):
    """A turn that a bot thinks about, and how it stands."""

    faces: Faces
    """The pieces that it lays or trades."""
    trade: bool
    cells: tuple[Cell, ...]
    """Where they go; none for a trade."""
    value: float
    """By how many points more than the others the bot is thought to gain."""
    win: float | None
    """How likely it is to win; null where that is not known."""
    out: bool
    """Whether it is clearly behind."""


class Throw(Struct, frozen=True):
    """Dice that have just been rolled, or put back and drawn anew."""

    player: int
    before: Faces
    after: Faces
    anew: bool
    text: str
    """What is said while they tumble."""


class RollChoice(Struct, frozen=True):
    """Dice to roll, by their numbers in the hand, and the points of the turn on average."""

    rolled: tuple[int, ...]
    """None of them: to keep all."""
    points: float


class Frame(Struct, frozen=True):
    """What is shown, from the eyes of one seat."""

    body: str
    """What the pieces are: `tile` or `die`."""
    seats: tuple[Seat, ...]
    pieces: tuple[Laid, ...] = ()
    """What lies on the table: face, column, row."""
    last: tuple[Laid, ...] = ()
    """The last committed play."""
    recent: tuple[tuple[Laid, ...], ...] = ()
    """The plays since the seat's own last turn, in order; the last of them is `last`."""
    flash: tuple[Cell, ...] = ()
    """Cells of full lines, for the moment in which they are made."""
    throws: tuple[Throw, ...] = ()
    """Dice that everybody here may see tumble before they lie, for the same moment."""
    stock: tuple[Stock, ...] = ()
    bag: int = 0
    """How many pieces are in the bag."""
    aim: str = ""
    """What ends the game besides an empty hand, and how far that is; mostly nothing."""
    log: tuple[LogLine, ...] = ()
    """Newest first."""
    news: str = ""
    """What has happened last."""
    banner: str = ""
    """Whose turn it is and what to do, or what there is to say about what was tried."""
    trouble: str = ""
    """What is wrong with the record of the game, or was until just now."""
    hand: tuple[HandSlot, ...] = ()
    """Empty behind a curtain."""
    hand_title: str = ""
    hand_note: str = ""
    """The preview of the points, line by line."""
    points: int | None = None
    """What the half-built turn scores; None while it is not whole."""
    drafted: tuple[Laid, ...] = ()
    """Laid but not committed."""
    fits: tuple[Fit, ...] = ()
    """Where the picked piece fits."""
    refused: tuple[Cell, ...] = ()
    """Cells that a refusal names."""
    hinted: tuple[HintMark, ...] = ()
    odds: tuple[RollChoice, ...] = ()
    """What the best rolls make, where hints for one are shown."""
    thinking: tuple[Thinking, ...] = ()
    """What a bot thinks about, best first, where that may be seen and is wanted."""
    thinker: str = ""
    """Which bot that is."""
    cursor: Cell | None = None
    offers: tuple[str, ...] = ()
    """The actions that do something now."""
    result: Result | None = None
    """What the game came to, once it is over."""
    version: int = VERSION

    def to_json(self) -> dict[str, Any]:
        """The frame as a JSON object."""
        built: dict[str, Any] = msgspec.to_builtins(self)
        return built

    @classmethod
    def from_json(cls, shown: object) -> Frame:
        """The frame of a JSON object; raises ValueError where it is none."""
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
    """Everything that is shown of a story and, where its seat has one, of its desk.

    Texts name keys by `keys`, where they were moved. `others` are the actions offered besides those
    on the desk.
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
    """What is shown of a half-built turn."""
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
"""What was made of stories that are still told."""


def _table_of(story: Story) -> Frame:
    """What changes only when the game moves on; the cursor is moved far more often."""
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
"""How many of a bot's candidates are shown; of those with the same pieces the best."""


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
    """Without a turn of one's own: the hand of the seat, or the open dice of whoever plays."""
    if seat is None:
        return view.hands[view.player] or () if view.variant.hand.open else ()
    return view.hand


def gains_of(story: Story) -> tuple[int | None, ...]:
    """What each player got in their last turn; None before the first."""
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
