"""Frames: everything that one screen shows of a game, including the result at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.engine.inventory import find_slots
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, PieceAt
from qwirkle.engine.view import View
from qwirkle.session.draft import Draft, HandOrder, TurnMode, sort_hand
from qwirkle.session.history import SeatHistory, placements_since
from qwirkle.session.turn import TurnState
from qwirkle.text.events import LogLine, build_log, ending_text, headline_text
from qwirkle.text.prompts import (
    banner_text,
    goal_text,
    hand_title_text,
    latest_events_text,
    points_preview_text,
)
from qwirkle.text.status import ControlLabels

FRAME_VERSION = 3
"""Version of the JSON format."""

MAX_CANDIDATES = 6
"""Maximum number of candidates shown; the best one for each choice of pieces."""


class SeatInfo(Struct, frozen=True):
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


class PieceCount(Struct, frozen=True):
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


class LegalCell(Struct, frozen=True):
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


class BotCandidate(Struct, frozen=True):
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


class DiceRoll(Struct, frozen=True):
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


class TurnScore(Struct, frozen=True):
    """The score of one turn."""

    turn: int
    """Turn number within the game."""
    points: int = 0
    qwirkles: int = 0
    faces: Faces = ()


class PlayerResult(Struct, frozen=True):
    """A player's result: rank, score and turns."""

    name: str
    kind: str
    seat: int
    place: int
    """Rank, from 1; shared by equal scores (J9)."""
    score: int
    turns: tuple[TurnScore, ...]

    @property
    def turn_points(self) -> tuple[int, ...]:
        return tuple(turn.points for turn in self.turns)

    @property
    def qwirkles(self) -> int:
        return sum(turn.qwirkles for turn in self.turns)

    @property
    def best_turn(self) -> TurnScore:
        """The best turn, the earliest of equal ones; its number is 0 if there were no turns."""
        return max(self.turns, key=lambda turn: turn.points, default=TurnScore(0))

    @property
    def best_points(self) -> int:
        return self.best_turn.points

    @property
    def average_points(self) -> float:
        """Points per turn, without the bonus and penalties at the end."""
        return sum(self.turn_points) / max(1, len(self.turns))


class GameResult(Struct, frozen=True):
    """The result of a finished game."""

    headline: str
    """Who won, in words."""
    ending: str
    """What ended the game, in words."""
    accounts: tuple[PlayerResult, ...]
    """All players, the best first."""
    scores: tuple[tuple[int, ...], ...]
    """Scores by seat: at the start, after each turn and at the end."""


class Frame(Struct, frozen=True):
    """Everything a screen shows, from the perspective of one seat or of a spectator."""

    body: str
    """`tile` or `die`."""
    seats: tuple[SeatInfo, ...]
    pieces: tuple[PieceAt, ...] = ()
    """The board, as (face, x, y)."""
    last: tuple[PieceAt, ...] = ()
    """The pieces of the last placement."""
    recent: tuple[tuple[PieceAt, ...], ...] = ()
    """The placements since the seat's own last turn, oldest first; the newest is also `last`."""
    flash: tuple[Cell, ...] = ()
    """Cells of Qwirkles that were just made; only in frames of an animation."""
    throws: tuple[DiceRoll, ...] = ()
    """Dice that were just rolled and may be seen here; only in frames of an animation."""
    stock: tuple[PieceCount, ...] = ()
    """Each kind of piece, and how many of it are unseen."""
    bag: int = 0
    """Number of pieces in the bag."""
    aim: str = ""
    """The round and the target score, if the game can end that way; usually empty."""
    log: tuple[LogLine, ...] = ()
    """Newest first."""
    news: str = ""
    """The latest events, in words."""
    banner: str = ""
    """Whose turn it is and what to do, or the result of the last action."""
    trouble: str = ""
    """Why the game can't be saved, or a warning about its file; usually empty."""
    hand: tuple[HandSlot, ...] = ()
    """Empty if no hand may be shown, as on the hand-off screen."""
    hand_title: str = ""
    hand_note: str = ""
    """The points preview, line by line."""
    points: int | None = None
    """Points of the placed pieces; None while they aren't a legal turn."""
    drafted: tuple[PieceAt, ...] = ()
    """Pieces that are placed but not played yet."""
    fits: tuple[LegalCell, ...] = ()
    """Legal cells for the picked piece."""
    refused: tuple[Cell, ...] = ()
    """Cells that an IllegalMove points at."""
    hinted: tuple[HintMark, ...] = ()
    odds: tuple[RollChoice, ...] = ()
    """The best choices of dice, while a hint for a roll is shown."""
    thinking: tuple[BotCandidate, ...] = ()
    """Turns that a bot considers, best first; empty if they're secret or not requested."""
    thinker: str = ""
    """Name of that bot."""
    cursor: Cell | None = None
    offers: tuple[str, ...] = ()
    """Ids of the available actions."""
    result: GameResult | None = None
    """None until the game is over."""
    version: int = FRAME_VERSION

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> Frame:
        """Convert a JSON object. Raises ValueError if it isn't a frame of this version."""
        frame: Frame = msgspec.convert(data, cls)
        if frame.version != FRAME_VERSION:
            raise ValueError(f"a frame of version {frame.version}, not {FRAME_VERSION}")
        return frame


def build_frame(
    history: SeatHistory,
    turn_state: TurnState | None,
    control_labels: ControlLabels | None = None,
    *,
    game_actions: Sequence[str] = (),
    error: str = "",
) -> Frame:
    """Build a frame from a seat's history and, if it's played here, its turn state.

    `game_actions` are the available actions besides those of the turn state.
    """
    fields: dict[str, Any] = {
        "banner": banner_text(history, turn_state, control_labels or {}),
        "trouble": error,
        "hand": _hand_slots(history, turn_state),
        "hand_title": hand_title_text(history, turn_state),
        "thinking": _bot_candidates(turn_state),
        "thinker": history.names[turn_state.searching_seat]
        if turn_state and turn_state.search_result
        else "",
        "offers": tuple(game_actions),
    }
    if turn_state is not None and turn_state.draft is not None:
        fields |= _turn_fields(turn_state, turn_state.draft) | {
            "offers": (*sorted(turn_state.available_actions), *game_actions)
        }
    return replace(_base_frame(history), **fields)


def _turn_fields(turn_state: TurnState, draft: Draft) -> dict[str, Any]:
    """Return the frame fields that depend on the draft."""
    fields: dict[str, Any] = {
        "drafted": draft.placed_pieces,
        "refused": turn_state.error_cells,
        "hinted": tuple(HintMark(cell, *hint) for cell, hint in turn_state.hint_marks.items()),
        "odds": _roll_choices(turn_state, draft),
        "cursor": turn_state.cursor,
    }
    if turn_state.purist:
        return fields
    return fields | {
        "hand_note": points_preview_text(draft),
        "points": draft.points if draft.is_complete else None,
        "fits": tuple(LegalCell(cell, points) for cell, points in draft.legal_cells.items()),
    }


_base_frames: WeakKeyDictionary[SeatHistory, Frame] = WeakKeyDictionary()
"""Base frames of the histories still in use."""


def _base_frame(history: SeatHistory) -> Frame:
    """Return the part of the frame that changes only with the game, from a cache."""
    if history not in _base_frames:
        _base_frames[history] = _build_base_frame(history)
    return _base_frames[history]


def _build_base_frame(history: SeatHistory) -> Frame:
    view, variant = history.view, history.view.variant
    winners = view.result.winners if view.result else ()
    hands = view.hands if variant.hand.open else ((),) * len(history.players)
    turn_points = last_turn_points(history)
    recent = placements_since(history, history.seat)
    return Frame(
        body=variant.pieces.look,
        seats=tuple(
            SeatInfo(
                name=player.name,
                kind=player.kind,
                score=view.scores[seat],
                gain=turn_points[seat],
                hand=hands[seat] or (),
                to_move=view.result is None and seat == view.seat_to_move,
                won=seat in winners,
            )
            for seat, player in enumerate(history.players)
        ),
        pieces=tuple((face, x, y) for (x, y), face in view.board.cells.items()),
        last=recent[-1] if recent else (),
        recent=recent,
        stock=tuple(
            PieceCount(kind.faces, kind.copies, unseen)
            for kind, unseen in zip(variant.kinds, view.unseen_counts, strict=True)
        ),
        bag=view.bag_size,
        aim=goal_text(view),
        log=build_log(history),
        news=latest_events_text(history),
        result=build_result(history),
    )


def last_turn_points(history: SeatHistory) -> tuple[int | None, ...]:
    """Return the points of each player's last turn; None before their first."""
    points_by_seat: list[int | None] = [None] * len(history.players)
    for entry in history.entries:
        match entry.event:
            case Placed(player, _, points):
                points_by_seat[player] = points
            case Traded(player, _, _):
                points_by_seat[player] = -entry.view.variant.trade.cost
            case Passed(player):
                points_by_seat[player] = 0
            case Finished(player, bonus, _, _):
                for seat, penalty in enumerate(entry.view.leftover_penalties):
                    out_bonus = bonus if seat == player else 0
                    if out_bonus != penalty:
                        points_by_seat[seat] = (points_by_seat[seat] or 0) + out_bonus - penalty
            case _:
                pass
    return tuple(points_by_seat)


def _hand_slots(history: SeatHistory, turn_state: TurnState | None) -> tuple[HandSlot, ...]:
    draft = turn_state.draft if turn_state else None
    if draft is not None:
        return tuple(
            HandSlot(
                face,
                slot + 1,
                picked=slot == draft.picked_slot,
                laid=slot in draft.placed_slots,
                marked=slot in draft.marked_slots,
                rolled=slot in draft.rolled_slots,
            )
            for slot, face in enumerate(draft.hand)
        )
    hand = sort_hand(
        _visible_hand(history.view, history.seat),
        turn_state.hand_order if turn_state else HandOrder.DRAWN,
    )
    return tuple(HandSlot(face, number) for number, face in enumerate(hand, start=1))


def _visible_hand(view: View, seat: int | None) -> Faces:
    """Return the hand to show between turns; spectators see open dice of the player to move."""
    if seat is None:
        return view.hands[view.seat_to_move] or () if view.variant.hand.open else ()
    return view.hand


def _bot_candidates(turn_state: TurnState | None) -> tuple[BotCandidate, ...]:
    if turn_state is None or turn_state.search_result is None:
        return ()
    candidates: dict[tuple[bool, Faces], BotCandidate] = {}
    for candidate in turn_state.search_result.candidates:
        move = candidate.move
        placed = move.pieces if isinstance(move, Place) else ()
        traded = move.faces if isinstance(move, Trade) else ()
        faces = tuple(face for face, _, _ in placed) or traded
        cells = tuple((x, y) for _, x, y in placed)
        shown_candidate = BotCandidate(
            faces,
            bool(traded),
            cells,
            candidate.value,
            candidate.win_probability,
            candidate.is_eliminated,
        )
        candidates.setdefault((shown_candidate.trade, tuple(sorted(faces))), shown_candidate)
    return tuple(candidates.values())[:MAX_CANDIDATES]


def _roll_choices(turn_state: TurnState, draft: Draft) -> tuple[RollChoice, ...]:
    if turn_state.hint_selection is None or draft.mode is not TurnMode.ROLL:
        return ()
    return tuple(
        RollChoice(tuple(sorted(slot + 1 for slot in find_slots(draft.hand, faces))), points)
        for faces, points in turn_state.hint_selection.roll_odds
    )


def build_result(history: SeatHistory) -> GameResult | None:
    """Return the result, or None if the game isn't over."""
    view = history.view
    if view.result is None:
        return None
    return GameResult(
        headline_text(view.result, history.players),
        ending_text(view, history.players),
        build_player_results(history),
        running_scores(history),
    )


def build_player_results(history: SeatHistory) -> tuple[PlayerResult, ...]:
    """Return the result of each player, the best first."""
    turns: list[list[TurnScore]] = [[] for _ in history.players]
    scores = history.view.scores
    number = 0
    for entry in history.entries:
        match entry.event:
            case Placed(player, pieces, points):
                number += 1
                faces = tuple(face for face, _, _ in pieces)
                turns[player].append(TurnScore(number, points, entry.qwirkle_count, faces))
            case Traded(player, _, _):
                number += 1
                turns[player].append(TurnScore(number, -entry.view.variant.trade.cost))
            case Passed(player):
                number += 1
                turns[player].append(TurnScore(number))
            case _:
                pass
    results = [
        PlayerResult(
            name=player.name,
            kind=player.kind,
            seat=seat,
            place=1 + sum(score > scores[seat] for score in scores),
            score=scores[seat],
            turns=tuple(turns[seat]),
        )
        for seat, player in enumerate(history.players)
    ]
    return tuple(sorted(results, key=lambda result: (result.place, result.seat)))


def running_scores(history: SeatHistory) -> tuple[tuple[int, ...], ...]:
    """Return the scores by seat: at the start, after each turn and at the end."""
    scores = [
        entry.view.scores
        for entry in history.entries
        if isinstance(entry.event, Placed | Traded | Passed | Finished)
    ]
    return ((0,) * len(history.players), *scores)
