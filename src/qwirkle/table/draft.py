"""A turn before it's played: which pieces are picked, placed and marked; pure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine import movegen, rules
from qwirkle.engine.board import Board, points_of
from qwirkle.engine.checking import check_lying
from qwirkle.engine.holding import places_in
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, Laid, colour_of, mask_of, shape_of
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.view import View


class Task(StrEnum):
    """What the player is doing with the pieces in hand."""

    LAY = "lay"
    TRADE = "trade"
    ROLL = "roll"


class Order(StrEnum):
    """The order in which a hand is shown."""

    DRAWN = "drawn"
    COLOUR = "colour"
    SHAPE = "shape"

    @property
    def next(self) -> Order:
        """The order after this one; wraps around."""
        orders = tuple(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


def arrange(hand: Faces, order: Order) -> Faces:
    """Sort a hand for display.

    >>> arrange((6, 1, 0), Order.COLOUR)
    (0, 1, 6)
    """
    if order is Order.COLOUR:
        return tuple(sorted(hand))
    if order is Order.SHAPE:
        return tuple(sorted(hand, key=lambda face: (shape_of(face), colour_of(face))))
    return hand


class Draft(Struct, frozen=True, dict=True):
    """A turn before it's played; every change returns a new one."""

    view: View
    hand: Faces
    """The hand in display order; slots are indices into it."""
    task: Task = Task.LAY
    picked: int | None = None
    laid: tuple[tuple[int, Cell], ...] = ()
    """Slots and their cells, in the order of placement."""
    marks: frozenset[int] = frozenset()
    """Slots to trade or roll."""
    rolled: frozenset[int] = frozenset()
    """Slots that were just rolled; empty again once a piece is picked or marked."""

    # Derived values

    @cached_property
    def pieces(self) -> tuple[Laid, ...]:
        """The placed pieces with their cells."""
        return tuple((self.hand[slot], x, y) for slot, (x, y) in self.laid)

    @property
    def used(self) -> frozenset[int]:
        return frozenset(slot for slot, _ in self.laid)

    @property
    def picked_face(self) -> Face | None:
        return None if self.picked is None else self.hand[self.picked]

    @property
    def marked_faces(self) -> Faces:
        return tuple(self.hand[slot] for slot in sorted(self.marks))

    @property
    def untouched(self) -> bool:
        """True if nothing is picked, placed or marked."""
        return self.picked is None and not self.laid and not self.marks

    @property
    def move(self) -> Move | None:
        """The move to play, or None if nothing is placed or marked."""
        if self.task is Task.TRADE:
            return Trade(self.marked_faces) if self.marks else None
        if self.task is Task.ROLL:
            return Roll(self.marked_faces) if self.marks else None
        return Place(self.pieces) if self.laid else None

    @cached_property
    def board(self) -> Board:
        """The board including the placed pieces."""
        return self.view.board.lay(self.pieces)

    @cached_property
    def points(self) -> int:
        """Points for the placed pieces."""
        return points_of(self.board, self.pieces, self.view.variant) if self.laid else 0

    @cached_property
    def missing(self) -> Refusal | None:
        """Why the placed pieces aren't a legal turn yet, or None if they are."""
        try:
            rules.check(self.view, Place(self.pieces))
        except Refusal as refusal:
            return refusal.with_traceback(None)  # it would keep the frames and their objects alive
        return None

    @property
    def complete(self) -> bool:
        """True if the placed pieces are a legal turn."""
        return bool(self.laid) and self.missing is None

    @cached_property
    def fits(self) -> Mapping[Cell, int | None]:
        """Cell -> points of the turn with the picked piece there.

        The points are None if the turn needs another piece to become legal.
        """
        face = self.picked_face
        return {} if face is None else self._cells_for(face)

    # Changes

    def choose(self, slot: int) -> Draft:
        """Pick or mark the piece in a slot, or undo that if it's picked or marked already."""
        if not 0 <= slot < len(self.hand):
            return self
        if self.task is not Task.LAY:
            return replace(self, marks=self.marks ^ {slot}, rolled=frozenset())
        if slot in self.used:
            return self
        return replace(self, picked=None if self.picked == slot else slot, rolled=frozenset())

    def choose_all(self) -> Draft:
        """Mark every piece, or none if all are marked."""
        if self.task is Task.LAY:
            return self
        every = frozenset(range(len(self.hand)))
        return replace(self, marks=frozenset() if self.marks == every else every)

    def lay(self, cell: Cell) -> Draft:
        """Place the picked piece on a cell. Raises IllegalMove.

        Checks only the lines it joins (R4, R7); the whole turn is checked when it's played.
        """
        face = self.picked_face
        if self.picked is None or face is None:
            return self
        check_lying(self.board, (face, *cell), self.view.variant)
        if self.view.opening and not self._opens_with(face):
            size = movegen.set_size(self.view.hand)
            raise Refusal(Reason.NOT_THE_LARGEST_SET, (cell,), expected=size)
        return replace(self, picked=None, laid=(*self.laid, (self.picked, cell)))

    def lay_all(self, pieces: tuple[Laid, ...]) -> Draft:
        """Place all these pieces in an order in which each touches one on the board."""
        draft = replace(self.turn_to(Task.LAY), rolled=frozenset())
        order = in_laying_order(self.view.board, pieces)
        slots = places_in(self.hand, tuple(face for face, _, _ in order))
        cells = ((x, y) for _, x, y in order)
        return replace(draft, laid=tuple(zip(slots, cells, strict=True)))

    def mark_all(self, task: Task, faces: Faces) -> Draft:
        """Mark a piece of the hand for each of these faces, to trade or roll."""
        slots = places_in(self.hand, faces)
        return replace(self.turn_to(task), marks=frozenset(slots), rolled=frozenset())

    def back(self) -> Draft:
        """Return the last placed piece to the hand and pick it."""
        if not self.laid:
            return replace(self, picked=None)
        *laid, (slot, _) = self.laid
        return replace(self, laid=tuple(laid), picked=slot)

    def take(self, cell: Cell) -> Draft:
        """Return the piece on this cell and all placed after it to the hand, and pick it."""
        for number, (slot, at) in enumerate(self.laid):
            if at == cell:
                return replace(self, laid=self.laid[:number], picked=slot)
        return self

    def clear(self) -> Draft:
        """Return all pieces to the hand and clear all marks."""
        return replace(self, picked=None, laid=(), marks=frozenset())

    def turn_to(self, task: Task) -> Draft:
        """Clear the draft and start over in another mode."""
        return replace(self.clear(), task=task)

    def arranged(self, hand: Faces) -> Draft:
        """Return the same draft with the hand in another order."""
        free = list(range(len(hand)))

        def moved(slot: int) -> int:
            found = next(new for new in free if hand[new] == self.hand[slot])
            free.remove(found)
            return found

        laid = tuple((moved(slot), cell) for slot, cell in self.laid)
        picked = None if self.picked is None else moved(self.picked)
        return replace(
            self,
            hand=hand,
            laid=laid,
            picked=picked,
            marks=frozenset(map(moved, self.marks)),
            rolled=frozenset(map(moved, self.rolled)),
        )

    def hand_after_roll(self, before: Faces, after: Faces) -> Faces:
        """Return the hand after a roll of the marked dice; every die keeps its slot."""
        hand, slots = list(self.hand), sorted(self.marks)
        for old, new in zip(before, after, strict=True):
            slot = next(each for each in slots if self.hand[each] == old)
            slots.remove(slot)
            hand[slot] = new
        return tuple(hand)

    def _opens_with(self, face: Face) -> bool:
        """Return True if the placed pieces and this face belong to a largest set (R3)."""
        faces = (*(self.hand[slot] for slot, _ in self.laid), face)
        wanted = mask_of(faces)
        return len(set(faces)) == len(faces) and any(
            wanted & mask_of(largest) == wanted for largest in movegen.largest_sets(self.view.hand)
        )

    def _cells_for(self, face: Face) -> dict[Cell, int | None]:
        """Return the cells where a face can join the placed pieces, with their points."""
        view, pieces = self.view, self.pieces
        if view.opening and not self._opens_with(face):
            return {}
        if not view.board.cells and not pieces:
            return {(0, 0): view.variant.scoring.lone_piece}
        board, bit = self.board, 1 << face
        found: dict[Cell, int | None] = {}
        for cell, mask in board.fits.items():
            joined = (*pieces, (face, *cell))
            if not mask & bit or not _in_a_row(joined):
                continue
            if _goes_on(board, view.board, joined):
                found[cell] = points_of(board.lay([joined[-1]]), joined, view.variant)
            else:
                found[cell] = None
        return found


def fresh_draft(view: View, order: Order) -> Draft:
    """Return an empty draft in the mode in which the player's turn starts."""
    hand = arrange(view.hand, order)
    options = view.options
    if view.forced is None and options.free_roll:
        return Draft(view, hand, Task.ROLL)
    if options.trade and not options.place:
        return Draft(view, hand, Task.TRADE)
    return Draft(view, hand)


def in_laying_order(board: Board, pieces: tuple[Laid, ...]) -> tuple[Laid, ...]:
    """Sort the pieces of a turn so that each touches one that is placed before it.

    >>> in_laying_order(Board.of([(0, 0, 0)]), ((3, -3, 0), (2, -2, 0), (1, -1, 0)))
    ((1, -1, 0), (2, -2, 0), (3, -3, 0))
    """
    left, order = list(pieces), []
    while left:
        piece = next((each for each in left if (each[1], each[2]) in board.fits), left[0])
        left.remove(piece)
        order.append(piece)
        board = board.lay([piece])
    return tuple(order)


def _in_a_row(pieces: tuple[Laid, ...]) -> bool:
    """Return True if the pieces are in one row or one column, even with gaps."""
    _, columns, rows = zip(*pieces, strict=True)
    return len(set(columns)) == 1 or len(set(rows)) == 1


def _goes_on(board: Board, before: Board, joined: tuple[Laid, ...]) -> bool:
    """Return True if pieces in one line have no gap (R5) and touch the earlier board (R6)."""
    cells = {(x, y) for _, x, y in joined}
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    unbroken = all(
        (x, y) in cells or (x, y) in board.cells
        for x in range(min(columns), max(columns) + 1)
        for y in range(min(rows), max(rows) + 1)
    )
    return unbroken and (not before.cells or any(cell in before.fits for cell in cells))
