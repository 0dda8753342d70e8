"""The turn a player is building, and every action that changes it; pure.

`TurnState` holds everything that undo would not restore: the draft, the order of the hand, the
cursor and the status. An action takes a state and returns a new one, or the move to play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.events import Happening, Rolled
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.refusal import Refusal
from qwirkle.engine.view import View
from qwirkle.table.draft import Draft, Order, Task, arrange, fresh_draft
from qwirkle.table.notes import Note
from qwirkle.table.resting import meant_by, why_not

if TYPE_CHECKING:
    from qwirkle.analysis.judging import JudgedTurn
    from qwirkle.analysis.thinking import Thought
    from qwirkle.table.advice import Advice

Sees: TypeAlias = Callable[[Cell], bool]
"""Tells whether a cell is visible on the player's screen."""


FARTHEST_FROM_PIECES = 8
"""Cells the cursor can be away from the outermost pieces."""

ALWAYS = frozenset(("sort", "move", "press_cell"))
"""Actions that are available even when it isn't the player's turn."""


class Desk(Struct, frozen=True, dict=True):
    """A player's unfinished turn and its UI state; every change returns a new one."""

    view: View
    draft: Draft | None = None
    """None while it isn't the player's turn."""
    order: Order = Order.DRAWN
    cursor: Cell = (0, 0)
    said: Note | Exception | None = None
    """Result of the last action; of an exception, its message is shown."""
    advice: Advice | None = None
    """Hints for this turn, if the player asked for them."""
    explained: JudgedTurn | None = None
    """The turn that Status.EXPLANATION is about."""
    thought: Thought | None = None
    """The latest search result of a bot, if people may see it."""
    thinker: int = 0
    hints: bool = True
    purist: bool = False
    """True to hide legal cells and point previews."""
    lying: Faces = ()
    """The hand after the player's own roll, in the order shown before it."""
    rolled: frozenset[int] = frozenset()
    """Slots of `rolled_hand` that were just rolled."""

    @property
    def refused(self) -> tuple[Cell, ...]:
        """Cells that an IllegalMove points at."""
        return self.said.cells if isinstance(self.said, Refusal) else ()

    @property
    def hinted(self) -> Mapping[Cell, tuple[str, Face]]:
        """Cell -> hint letter and face, for the hints shown on the board."""
        return self.advice.marks if self.advice else {}

    # Start and end of a turn

    def begun(self, view: View) -> Desk:
        """Return the state at the start of a turn, or after a roll within it."""
        draft = fresh_draft(view, self.order)
        if sorted(self.lying) == sorted(draft.hand):
            # Keep each die in its slot: of two equal dice the engine rolls the first (J10).
            draft = replace(draft, hand=self.lying, rolled=self.rolled)
            if self.order is not Order.DRAWN:
                draft = draft.arranged(arrange(view.hand, self.order))
        return replace(
            self, view=view, draft=draft, said=None, advice=None, lying=(), rolled=frozenset()
        )

    def resting(self, view: View) -> Desk:
        """Return the state for when it isn't the player's turn."""
        return replace(self, view=view, draft=None, said=None, advice=None)

    def committed(self, happened: tuple[Happening, ...]) -> Desk:
        """Return the state after the player's move and the events it caused."""
        after = replace(self.resting(self.view), thought=None)
        for event in happened:
            if isinstance(event, Rolled) and not event.forced and self.draft is not None:
                lying = self.draft.hand_after_roll(event.before, event.after)
                after = replace(after, lying=lying, rolled=self.draft.marks)
        return after

    def saying(self, said: Note | Exception) -> Desk:
        kept = said.with_traceback(None) if isinstance(said, Exception) else said
        return replace(self, said=kept)

    def advised(self, advice: Advice) -> Desk:
        return replace(self, advice=advice, said=Note.HINTS)

    def explained_by(self, turn: JudgedTurn) -> Desk:
        return replace(self, explained=turn, said=Note.WHY)

    # Availability

    def offers(self, action: str) -> bool:
        return action in self.offered

    @cached_property
    def offered(self) -> frozenset[str]:
        draft = self.draft
        if draft is None:
            return ALWAYS
        view, marked = self.view, bool(draft.marks)
        free = view.forced is None
        laying = draft.task is Task.LAY and free
        trading, rolling = draft.task is Task.TRADE, draft.task is Task.ROLL
        options = view.options
        offered = {
            "redraw": isinstance(view.forced, Redraw),
            "pass": isinstance(view.forced, Pass),
            "take_hint": self.said is Note.HINTS and bool(self.advised_move) and not marked,
            "play": laying and draft.complete,
            "trade": trading and options.trade_from <= len(draft.marks) <= options.trade,
            "roll": rolling and marked,
            "keep": rolling and not marked and options.place,
            "roll_all": rolling and not marked and not options.place,
            "pick": laying,
            "next_fit": laying and draft.picked is not None and not self.purist,
            "lay": laying and draft.picked is not None,
            "back": laying and not draft.untouched,
            "clear": free and bool(marked or self.hinted or not draft.untouched),
            "mark": trading or rolling,
            "mark_all": trading or rolling,
            "hint": free and self.hints,
            "stop_trade": trading and not marked and options.place,
            "start_trade": laying and options.trade > 0 and not draft.laid,
            "start_roll": laying and options.free_roll and not draft.laid,
            "press_slot": free,
            "take_cell": draft.task is Task.LAY,
        }
        return ALWAYS.union([action for action, is_offered in offered.items() if is_offered])

    def resting_key(self, actions: Sequence[str]) -> Desk:
        """Explain why none of a key's actions is available."""
        return self.saying(why_not(self, meant_by(self, actions)))

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> Desk | Move:
        """Perform an action, or set a status that says why it isn't available.

        Picking a piece moves the cursor to a legal cell, a visible one if there is any.
        """
        if action not in ACTIONS:
            return self
        if not self.offers(action):
            return self.saying(why_not(self, action))
        after = ACTIONS[action](self, *arguments)
        if isinstance(after, Desk) and after._picked not in (None, self._picked):
            return after._aimed(sees or _everywhere)
        return after

    @property
    def _picked(self) -> int | None:
        return None if self.draft is None else self.draft.picked

    def _aimed(self, sees: Sees) -> Desk:
        """Move the cursor to a legal cell: one from a hint, else a visible one, else any."""
        draft, hinted = self._turn, self.hinted
        wanted = [
            cell for cell in draft.fits if cell in hinted and hinted[cell][1] == draft.picked_face
        ]
        if self.purist or not draft.fits or (self.cursor in draft.fits and not wanted):
            return self
        if not self.view.board.cells and not draft.laid:
            return self  # the first piece of a game can be placed on any cell
        seen = [cell for cell in draft.fits if sees(cell)]
        return replace(self, cursor=landing((wanted, seen, draft.fits), self.cursor))

    @property
    def _turn(self) -> Draft:
        assert self.draft is not None, "nothing is offered without a draft"
        return self.draft

    def _with(self, draft: Draft) -> Desk:
        """Replace the draft and clear the status, but keep hints while pieces are being marked."""
        hints = self.said in (Note.HINTS, Note.LOOKING)
        stays = hints and draft.task is not Task.LAY and draft.task is self._turn.task
        return replace(self, draft=draft, said=self.said if stays else None)

    def where(self, slot: int) -> Mapping[Cell, int | None]:
        """Return the legal cells for the piece in a slot, with the points of the turn so far."""
        draft = self.draft or Draft(self.view, arrange(self.view.hand, self.order))
        if draft.task is not Task.LAY:
            draft = draft.turn_to(Task.LAY)
        free = 0 <= slot < len(draft.hand) and slot not in draft.used
        return replace(draft, picked=slot).fits if free else {}

    # The actions

    def _choose(self, slot: int) -> Desk:
        draft = self._turn
        if slot >= len(draft.hand):
            return self.saying(Note.NO_SUCH_PIECE)
        if slot in draft.used:
            return self.saying(Note.LIES_ALREADY)
        return self._with(draft.choose(slot))

    def _mark_all(self) -> Desk:
        return self._with(self._turn.choose_all())

    def _lay(self) -> Desk:
        if self.cursor in self._turn.board.cells and not self._turn.fits and not self.purist:
            return self.saying(Note.FITS_NOWHERE)
        return self._lay_at(*self.cursor)

    def _lay_at(self, x: int, y: int) -> Desk:
        at = replace(self, cursor=(x, y))
        if self._turn.picked is None:
            return at.saying(Note.PICK_FIRST)
        try:
            return at._with(self._turn.lay((x, y)))
        except Refusal as refusal:
            return at.saying(refusal)

    def _press_cell(self, x: int, y: int) -> Desk:
        if self.draft and self.draft.task is Task.LAY and self.view.forced is None:
            return self._lay_at(x, y)
        return replace(self, cursor=(x, y))

    def _take_cell(self, x: int, y: int) -> Desk:
        draft = self._turn
        taken = draft.take((x, y))
        return self._with(draft.back() if taken is draft else taken)

    def _back(self) -> Desk:
        return self._with(self._turn.back())

    def _clear(self) -> Desk:
        """Return all pieces to the hand; if there are none, hide the hints."""
        advice = None if self._turn.untouched else self.advice
        return replace(self._with(self._turn.clear()), advice=advice)

    def _start_trade(self) -> Desk:
        return self._with(self._turn.turn_to(Task.TRADE))

    def _start_roll(self) -> Desk:
        return self._with(self._turn.turn_to(Task.ROLL))

    def _start_laying(self) -> Desk:
        return self._with(self._turn.turn_to(Task.LAY))

    def _roll_all(self) -> Desk | Move:
        """Skip the free roll when no die fits, which forces a roll of all dice (J6).

        In custom variants, a trade, a redraw or a pass can follow instead.
        """
        due = replace(self.view.options, free_roll=False).forced(self.view.hand)
        return self._start_trade() if due is None else due

    def _commit(self) -> Desk | Move:
        return self._turn.move or self

    def _redraw(self) -> Move:
        return Redraw()

    def _pass(self) -> Move:
        return Pass()

    def _hint(self) -> Desk:
        """Ask for hints, or select the next one.

        Clears the marks, so that Enter takes the hint instead of trading or rolling.
        """
        unmarked = replace(self, draft=replace(self._turn, marks=frozenset()))
        if self.advice is None:
            return unmarked.saying(Note.LOOKING)
        advice = self.advice.next if self.said is Note.HINTS else self.advice
        return unmarked.advised(advice)

    @property
    def advised_move(self) -> Move | None:
        """The move of the selected hint, or None."""
        return self.advice.move if self.advice else None

    def _take_hint(self) -> Desk:
        """Place or mark the pieces of the selected hint, without playing it yet."""
        draft = self._turn
        match self.advised_move:
            case Place(pieces):
                draft = draft.lay_all(pieces)
            case Trade(faces):
                draft = draft.mark_all(Task.TRADE, faces)
            case Roll(faces):
                draft = draft.mark_all(Task.ROLL, faces)
        cursor = draft.laid[-1][1] if draft.laid else self.cursor
        advice = self.advice and self.advice.chosen_alone
        return replace(self, draft=draft, cursor=cursor, said=None, advice=advice)

    def _sort(self) -> Desk:
        order = self.order.next
        draft = self.draft and self.draft.arranged(arrange(self.view.hand, order))
        return replace(self, order=order, draft=draft)

    def _move(self, columns: int, rows: int) -> Desk:
        cursor = moved(self.cursor, columns, rows, self.view.board.cells)
        return replace(self, cursor=cursor, said=None)

    def _next_fit(self, step: int) -> Desk:
        cells = self._turn.fits
        if not cells:
            return self.saying(Note.FITS_NOWHERE)
        return replace(self, cursor=next_cell(cells, self.cursor, step), said=None)


ACTIONS: Mapping[str, Callable[..., Desk | Move]] = {
    "take_hint": Desk._take_hint,
    "play": Desk._commit,
    "trade": Desk._commit,
    "roll": Desk._commit,
    "redraw": Desk._redraw,
    "pass": Desk._pass,
    "pick": Desk._choose,
    "mark": Desk._choose,
    "mark_all": Desk._mark_all,
    "lay": Desk._lay,
    "next_fit": Desk._next_fit,
    "back": Desk._back,
    "clear": Desk._clear,
    "keep": Desk._start_laying,
    "roll_all": Desk._roll_all,
    "stop_trade": Desk._start_laying,
    "start_trade": Desk._start_trade,
    "start_roll": Desk._start_roll,
    "hint": Desk._hint,
    "sort": Desk._sort,
    "move": Desk._move,
    "press_cell": Desk._press_cell,
    "press_slot": Desk._choose,
    "take_cell": Desk._take_cell,
}
"""Action id -> handler."""


def _everywhere(cell: Cell) -> bool:
    return True


# Cursor


def next_cell(cells: Iterable[Cell], cursor: Cell, step: int) -> Cell:
    """Return the next cell in reading order (previous if `step` is negative); wraps around.

    >>> next_cell([(0, 1), (5, 0)], (1, 0), 1), next_cell([(0, 1), (5, 0)], (5, 0), 1)
    ((5, 0), (0, 1))
    """
    order = sorted(cells, key=_reading)
    before = sum(_reading(cell) < _reading(cursor) for cell in order)
    if step > 0:
        return order[(before + (cursor in order)) % len(order)]
    return order[(before - 1) % len(order)]


def landing(groups: Iterable[Collection[Cell]], cursor: Cell) -> Cell:
    """Return the next cell in reading order from the first group that isn't empty.

    >>> landing([[], [(2, 3), (4, 0)]], (3, 1))
    (2, 3)
    """
    return next_cell(next(group for group in groups if group), cursor, 1)


def moved(cursor: Cell, columns: int, rows: int, pieces: Collection[Cell]) -> Cell:
    """Move the cursor, at most MAX_CURSOR_DISTANCE away from the outermost pieces."""
    x, y = zip(*(pieces or [(0, 0)]), strict=True)
    return _held(cursor[0] + columns, x), _held(cursor[1] + rows, y)


def _held(at: int, places: tuple[int, ...]) -> int:
    return min(max(at, min(places) - FARTHEST_FROM_PIECES), max(places) + FARTHEST_FROM_PIECES)


def _reading(cell: Cell) -> Cell:
    return cell[1], cell[0]
