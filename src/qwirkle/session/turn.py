"""The turn a player is building, and every action that changes it. No I/O.

`TurnState` holds what undo wouldn't restore: the draft, the order of the hand, the cursor
and the status. An action takes a state and returns a new one, or the move to play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.events import GameEvent, Rolled
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.view import View
from qwirkle.session.availability import Status, intended_action, unavailable_reason
from qwirkle.session.draft import Draft, HandOrder, TurnMode, new_draft, sort_hand

if TYPE_CHECKING:
    from qwirkle.analysis.review import TurnReview
    from qwirkle.analysis.search import SearchResult
    from qwirkle.session.hint_selection import HintSelection

IsVisible: TypeAlias = Callable[[Cell], bool]
"""Returns True if a cell is visible on the player's screen."""

MAX_CURSOR_DISTANCE = 8
"""Cells the cursor can be away from the outermost pieces."""

ALWAYS_AVAILABLE = frozenset(("sort", "move", "press_cell"))
"""Actions that are available even when it isn't the player's turn."""


class TurnState(Struct, frozen=True, dict=True):
    """A player's unfinished turn and its UI state; every change returns a new one."""

    view: View
    draft: Draft | None = None
    """None while it isn't the player's turn."""
    hand_order: HandOrder = HandOrder.DRAWN
    cursor: Cell = (0, 0)
    status: Status | Exception | None = None
    """Result of the last action; of an exception, its message is shown."""
    hint_selection: HintSelection | None = None
    """Hints for this turn, if the player asked for them."""
    explanation: TurnReview | None = None
    """The review shown with Status.EXPLANATION."""
    search_result: SearchResult | None = None
    """The latest search result of a bot, if people may see it."""
    searching_seat: int = 0
    """Seat of the bot that `search_result` belongs to; meaningless without one."""
    hints_enabled: bool = True
    purist: bool = False
    """True to hide legal cells and point previews."""
    rolled_hand: Faces = ()
    """The hand after the player's own roll, in the order shown before it."""
    rolled_slots: frozenset[int] = frozenset()
    """Slots of `rolled_hand` that were just rolled."""

    @property
    def error_cells(self) -> tuple[Cell, ...]:
        """Cells that an IllegalMove points at."""
        return self.status.cells if isinstance(self.status, IllegalMove) else ()

    @property
    def hint_marks(self) -> Mapping[Cell, tuple[str, Face]]:
        """Cell -> hint letter and face, for the hints shown on the board."""
        return self.hint_selection.cell_marks if self.hint_selection else {}

    # Start and end of a turn

    def started(self, view: View) -> TurnState:
        """Return the state at the start of a turn, or after a roll within it."""
        draft = new_draft(view, self.hand_order)
        if sorted(self.rolled_hand) == sorted(draft.hand):
            # Keep each die in its slot: of two equal dice the engine rolls the first (J10).
            draft = replace(draft, hand=self.rolled_hand, rolled_slots=self.rolled_slots)
            if self.hand_order is not HandOrder.DRAWN:
                draft = draft.with_reordered_hand(sort_hand(view.hand, self.hand_order))
        return replace(
            self,
            view=view,
            draft=draft,
            status=None,
            hint_selection=None,
            rolled_hand=(),
            rolled_slots=frozenset(),
        )

    def inactive(self, view: View) -> TurnState:
        """Return the state for when it isn't the player's turn."""
        return replace(self, view=view, draft=None, status=None, hint_selection=None)

    def after_commit(self, events: tuple[GameEvent, ...]) -> TurnState:
        """Return the state after the player's move and the events it caused."""
        after = replace(self.inactive(self.view), search_result=None)
        for event in events:
            if isinstance(event, Rolled) and not event.forced and self.draft is not None:
                hand = self.draft.hand_after_roll(event.before, event.after)
                after = replace(after, rolled_hand=hand, rolled_slots=self.draft.marked_slots)
        return after

    def with_status(self, status: Status | Exception) -> TurnState:
        new_status = status.with_traceback(None) if isinstance(status, Exception) else status
        return replace(self, status=new_status)

    def with_hints(self, selection: HintSelection) -> TurnState:
        return replace(self, hint_selection=selection, status=Status.HINTS)

    def with_explanation(self, review: TurnReview) -> TurnState:
        return replace(self, explanation=review, status=Status.EXPLANATION)

    # Availability

    def is_available(self, action: str) -> bool:
        return action in self.available_actions

    @cached_property
    def available_actions(self) -> frozenset[str]:
        draft = self.draft
        if draft is None:
            return ALWAYS_AVAILABLE
        view, marked = self.view, bool(draft.marked_slots)
        has_choice = view.forced_move is None
        placing = draft.mode is TurnMode.PLACE and has_choice
        trading, rolling = draft.mode is TurnMode.TRADE, draft.mode is TurnMode.ROLL
        options = view.options
        availability = {
            "redraw": isinstance(view.forced_move, Redraw),
            "pass": isinstance(view.forced_move, Pass),
            "take_hint": self.status is Status.HINTS and bool(self.hint_move) and not marked,
            "play": placing and draft.is_complete,
            "trade": trading and options.min_trade <= len(draft.marked_slots) <= options.max_trade,
            "roll": rolling and marked,
            "keep": rolling and not marked and options.can_place,
            "roll_all": rolling and not marked and not options.can_place,
            "pick": placing,
            "next_fit": placing and draft.picked_slot is not None and not self.purist,
            "lay": placing and draft.picked_slot is not None,
            "back": placing and not draft.is_untouched,
            "clear": has_choice and bool(marked or self.hint_marks or not draft.is_untouched),
            "mark": trading or rolling,
            "mark_all": trading or rolling,
            "hint": has_choice and self.hints_enabled,
            "stop_trade": trading and not marked and options.can_place,
            "start_trade": placing and options.max_trade > 0 and not draft.placed,
            "start_roll": placing and options.can_roll_free and not draft.placed,
            "press_slot": has_choice,
            "take_cell": draft.mode is TurnMode.PLACE,
        }
        return ALWAYS_AVAILABLE.union(
            [action for action, is_available in availability.items() if is_available]
        )

    def with_unavailable_reason(self, actions: Sequence[str]) -> TurnState:
        """Explain why none of a key's actions is available."""
        return self.with_status(unavailable_reason(self, intended_action(self, actions)))

    def act(
        self, action: str, *arguments: int, is_visible: IsVisible | None = None
    ) -> TurnState | Move:
        """Perform an action, or set a status that says why it isn't available.

        Picking a piece moves the cursor to a legal cell, a visible one if there is any.
        """
        if action not in TURN_ACTIONS:
            return self
        if not self.is_available(action):
            return self.with_status(unavailable_reason(self, action))
        after = TURN_ACTIONS[action](self, *arguments)
        if isinstance(after, TurnState) and after._picked_slot not in (None, self._picked_slot):
            return after._with_cursor_on_target(is_visible or _always_visible)
        return after

    @property
    def _picked_slot(self) -> int | None:
        return None if self.draft is None else self.draft.picked_slot

    def _with_cursor_on_target(self, is_visible: IsVisible) -> TurnState:
        """Move the cursor to a legal cell: one from a hint, else a visible one, else any."""
        draft, hint_marks = self._active_draft, self.hint_marks
        hinted_cells = [
            cell
            for cell in draft.legal_cells
            if cell in hint_marks and hint_marks[cell][1] == draft.picked_face
        ]
        if (
            self.purist
            or not draft.legal_cells
            or (self.cursor in draft.legal_cells and not hinted_cells)
        ):
            return self
        if not self.view.board.cells and not draft.placed:
            return self  # the first piece of a game can be placed on any cell
        visible_cells = [cell for cell in draft.legal_cells if is_visible(cell)]
        return replace(
            self,
            cursor=cursor_target((hinted_cells, visible_cells, draft.legal_cells), self.cursor),
        )

    @property
    def _active_draft(self) -> Draft:
        assert self.draft is not None, "these actions need a draft"
        return self.draft

    def _with_draft(self, draft: Draft) -> TurnState:
        """Replace the draft and clear the status, but keep hints while pieces are being marked."""
        shows_hints = self.status in (Status.HINTS, Status.FINDING_HINTS)
        keeps_status = (
            shows_hints
            and draft.mode is not TurnMode.PLACE
            and draft.mode is self._active_draft.mode
        )
        return replace(self, draft=draft, status=self.status if keeps_status else None)

    def find_legal_cells(self, slot: int) -> Mapping[Cell, int | None]:
        """Return the legal cells for the piece in a slot, with the points of the turn so far."""
        draft = self.draft or Draft(self.view, sort_hand(self.view.hand, self.hand_order))
        if draft.mode is not TurnMode.PLACE:
            draft = draft.switch_to(TurnMode.PLACE)
        is_free = 0 <= slot < len(draft.hand) and slot not in draft.placed_slots
        return replace(draft, picked_slot=slot).legal_cells if is_free else {}

    # The actions

    def _select_slot(self, slot: int) -> TurnState:
        draft = self._active_draft
        if slot >= len(draft.hand):
            return self.with_status(Status.NO_SUCH_PIECE)
        if slot in draft.placed_slots:
            return self.with_status(Status.ALREADY_PLACED)
        return self._with_draft(draft.toggle_slot(slot))

    def _toggle_all_marks(self) -> TurnState:
        return self._with_draft(self._active_draft.toggle_all_marks())

    def _place_at_cursor(self) -> TurnState:
        if (
            self.cursor in self._active_draft.board.cells
            and not self._active_draft.legal_cells
            and not self.purist
        ):
            return self.with_status(Status.FITS_NOWHERE)
        return self._place_at(*self.cursor)

    def _place_at(self, x: int, y: int) -> TurnState:
        state = replace(self, cursor=(x, y))
        if self._active_draft.picked_slot is None:
            return state.with_status(Status.PICK_FIRST)
        try:
            return state._with_draft(self._active_draft.place((x, y)))
        except IllegalMove as error:
            return state.with_status(error)

    def _press_cell(self, x: int, y: int) -> TurnState:
        if self.draft and self.draft.mode is TurnMode.PLACE and self.view.forced_move is None:
            return self._place_at(x, y)
        return replace(self, cursor=(x, y))

    def _return_from_cell(self, x: int, y: int) -> TurnState:
        """Return the piece on a cell and all placed after it to the hand.

        If there is none, return the last piece.
        """
        draft = self._active_draft
        returned = draft.return_from((x, y))
        return self._with_draft(draft.return_last() if returned is draft else returned)

    def _return_last(self) -> TurnState:
        return self._with_draft(self._active_draft.return_last())

    def _clear(self) -> TurnState:
        """Return all pieces to the hand; if there are none, hide the hints."""
        selection = None if self._active_draft.is_untouched else self.hint_selection
        return replace(self._with_draft(self._active_draft.clear()), hint_selection=selection)

    def _start_trade(self) -> TurnState:
        return self._with_draft(self._active_draft.switch_to(TurnMode.TRADE))

    def _start_roll(self) -> TurnState:
        return self._with_draft(self._active_draft.switch_to(TurnMode.ROLL))

    def _start_placing(self) -> TurnState:
        return self._with_draft(self._active_draft.switch_to(TurnMode.PLACE))

    def _roll_all(self) -> TurnState | Move:
        """Skip the free roll when no die fits, which forces a roll of all dice (J6).

        In custom variants, a trade, a redraw or a pass can follow instead.
        """
        forced_move = replace(self.view.options, can_roll_free=False).forced_move(self.view.hand)
        return self._start_trade() if forced_move is None else forced_move

    def _commit(self) -> TurnState | Move:
        return self._active_draft.move or self

    def _redraw(self) -> Move:
        return Redraw()

    def _pass(self) -> Move:
        return Pass()

    def _next_hint(self) -> TurnState:
        """Ask for hints, or select the next one.

        Clears the marks, so that Enter takes the hint instead of trading or rolling.
        """
        unmarked = replace(self, draft=replace(self._active_draft, marked_slots=frozenset()))
        if self.hint_selection is None:
            return unmarked.with_status(Status.FINDING_HINTS)
        selection = (
            self.hint_selection.with_next_selected
            if self.status is Status.HINTS
            else self.hint_selection
        )
        return unmarked.with_hints(selection)

    @property
    def hint_move(self) -> Move | None:
        """The move of the selected hint, or None."""
        return self.hint_selection.move if self.hint_selection else None

    def _take_hint(self) -> TurnState:
        """Place or mark the pieces of the selected hint, without playing it yet."""
        draft = self._active_draft
        match self.hint_move:
            case Place(pieces):
                draft = draft.place_all(pieces)
            case Trade(faces):
                draft = draft.mark_faces(TurnMode.TRADE, faces)
            case Roll(faces):
                draft = draft.mark_faces(TurnMode.ROLL, faces)
        cursor = draft.placed[-1][1] if draft.placed else self.cursor
        selection = self.hint_selection and self.hint_selection.with_only_selected
        return replace(self, draft=draft, cursor=cursor, status=None, hint_selection=selection)

    def _sort(self) -> TurnState:
        order = self.hand_order.next
        draft = self.draft and self.draft.with_reordered_hand(sort_hand(self.view.hand, order))
        return replace(self, hand_order=order, draft=draft)

    def _move_cursor(self, columns: int, rows: int) -> TurnState:
        cursor = move_cursor(self.cursor, columns, rows, self.view.board.cells)
        return replace(self, cursor=cursor, status=None)

    def _next_legal_cell(self, step: int) -> TurnState:
        cells = self._active_draft.legal_cells
        if not cells:
            return self.with_status(Status.FITS_NOWHERE)
        return replace(self, cursor=next_cell(cells, self.cursor, step), status=None)


TURN_ACTIONS: Mapping[str, Callable[..., TurnState | Move]] = {
    "take_hint": TurnState._take_hint,
    "play": TurnState._commit,
    "trade": TurnState._commit,
    "roll": TurnState._commit,
    "redraw": TurnState._redraw,
    "pass": TurnState._pass,
    "pick": TurnState._select_slot,
    "mark": TurnState._select_slot,
    "mark_all": TurnState._toggle_all_marks,
    "lay": TurnState._place_at_cursor,
    "next_fit": TurnState._next_legal_cell,
    "back": TurnState._return_last,
    "clear": TurnState._clear,
    "keep": TurnState._start_placing,
    "roll_all": TurnState._roll_all,
    "stop_trade": TurnState._start_placing,
    "start_trade": TurnState._start_trade,
    "start_roll": TurnState._start_roll,
    "hint": TurnState._next_hint,
    "sort": TurnState._sort,
    "move": TurnState._move_cursor,
    "press_cell": TurnState._press_cell,
    "press_slot": TurnState._select_slot,
    "take_cell": TurnState._return_from_cell,
}
"""Action id -> handler."""


def _always_visible(cell: Cell) -> bool:
    return True


# Cursor


def next_cell(cells: Iterable[Cell], cursor: Cell, step: int) -> Cell:
    """Return the next cell in reading order (previous if `step` is negative); wraps around.

    >>> next_cell([(0, 1), (5, 0)], (1, 0), 1), next_cell([(0, 1), (5, 0)], (5, 0), 1)
    ((5, 0), (0, 1))
    """
    order = sorted(cells, key=_reading_order)
    before = sum(_reading_order(cell) < _reading_order(cursor) for cell in order)
    if step > 0:
        return order[(before + (cursor in order)) % len(order)]
    return order[(before - 1) % len(order)]


def cursor_target(groups: Iterable[Collection[Cell]], cursor: Cell) -> Cell:
    """Return the next cell in reading order from the first group that isn't empty.

    >>> cursor_target([[], [(2, 3), (4, 0)]], (3, 1))
    (2, 3)
    """
    return next_cell(next(group for group in groups if group), cursor, 1)


def move_cursor(cursor: Cell, columns: int, rows: int, pieces: Collection[Cell]) -> Cell:
    """Move the cursor, at most MAX_CURSOR_DISTANCE away from the outermost pieces."""
    x, y = zip(*(pieces or [(0, 0)]), strict=True)
    return _clamp(cursor[0] + columns, x), _clamp(cursor[1] + rows, y)


def _clamp(coordinate: int, coordinates: tuple[int, ...]) -> int:
    return min(
        max(coordinate, min(coordinates) - MAX_CURSOR_DISTANCE),
        max(coordinates) + MAX_CURSOR_DISTANCE,
    )


def _reading_order(cell: Cell) -> Cell:
    return cell[1], cell[0]
