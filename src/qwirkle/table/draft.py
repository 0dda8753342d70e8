"""A half-built turn: what is picked, laid and marked before anything is committed; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from qwirkle.engine import movegen, rules
from qwirkle.engine.board import Board, points_of
from qwirkle.engine.checking import check_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, Laid, colour_of, mask_of, shape_of
from qwirkle.engine.view import Stage, View


class Task(StrEnum):
    """What the person at the table is busy with."""

    LAY = "lay"
    TRADE = "trade"
    ROLL = "roll"


class Order(StrEnum):
    """How a hand is shown."""

    DRAWN = "drawn"
    COLOUR = "colour"
    SHAPE = "shape"

    @property
    def next(self) -> Order:
        """The order after this one, round and round."""
        orders = tuple(Order)
        return orders[(orders.index(self) + 1) % len(orders)]


def arrange(hand: Faces, order: Order) -> Faces:
    """The hand in the order in which it is shown.

    >>> arrange((6, 1, 0), Order.COLOUR)
    (0, 1, 6)
    """
    if order is Order.COLOUR:
        return tuple(sorted(hand))
    if order is Order.SHAPE:
        return tuple(sorted(hand, key=lambda face: (shape_of(face), colour_of(face))))
    return hand


@dataclass(frozen=True)
class Draft:
    """A half-built turn on what its player sees; every change returns a new one."""

    view: View
    hand: Faces
    """The hand as it is shown; a slot is a place in it."""
    task: Task = Task.LAY
    picked: int | None = None
    laid: tuple[tuple[int, Cell], ...] = ()
    """Slots and the cells they were laid on, in the order in which they were laid."""
    marks: frozenset[int] = frozenset()
    """Slots to trade or to roll."""

    # What it amounts to

    @cached_property
    def pieces(self) -> tuple[Laid, ...]:
        """What is laid but not committed."""
        return tuple((self.hand[slot], x, y) for slot, (x, y) in self.laid)

    @property
    def used(self) -> frozenset[int]:
        """The slots whose piece lies on the table."""
        return frozenset(slot for slot, _ in self.laid)

    @property
    def picked_face(self) -> Face | None:
        """The face in the hand that is laid next."""
        return None if self.picked is None else self.hand[self.picked]

    @property
    def marked_faces(self) -> Faces:
        """The faces to trade or to roll, in the order of the hand."""
        return tuple(self.hand[slot] for slot in sorted(self.marks))

    @property
    def untouched(self) -> bool:
        """Whether nothing has been picked, laid or marked."""
        return self.picked is None and not self.laid and not self.marks

    @property
    def move(self) -> Move | None:
        """What committing would ask for; None while there is nothing to commit."""
        if self.task is Task.TRADE:
            return Trade(self.marked_faces) if self.marks else None
        if self.task is Task.ROLL:
            return Roll(self.marked_faces) if self.marks else None
        return Place(self.pieces) if self.laid else None

    @cached_property
    def board(self) -> Board:
        """The board with the laid pieces on it."""
        return self.view.board.lay(self.pieces)

    @cached_property
    def points(self) -> int:
        """What the laid pieces would score."""
        return points_of(self.board, self.pieces, self.view.variant) if self.laid else 0

    @property
    def complete(self) -> bool:
        """Whether the laid pieces are a whole turn; an opener must lay a whole set (R3)."""
        if self.view.stage is Stage.OPENING:
            return bool(self.laid) and len(self.laid) == self.view.matches
        return bool(self.laid)

    @cached_property
    def fits(self) -> Mapping[Cell, int]:
        """Every cell where the picked piece may lie, with the points of the turn so far."""
        face = self.picked_face
        return {} if face is None else self._cells_for(face)

    def takes(self, cell: Cell) -> bool:
        """Whether the picked piece may be laid there; the first of a game may lie anywhere."""
        first = not self.view.board.cells and not self.laid
        return cell in self.fits or (first and bool(self.fits))

    # How it changes

    def choose(self, slot: int) -> Draft:
        """Pick or mark the piece in this slot; once more puts it back."""
        if not 0 <= slot < len(self.hand):
            return self
        if self.task is not Task.LAY:
            return replace(self, marks=self.marks ^ {slot})
        if slot in self.used:
            return self
        return replace(self, picked=None if self.picked == slot else slot)

    def choose_all(self) -> Draft:
        """Mark every piece; once more marks none."""
        if self.task is Task.LAY:
            return self
        every = frozenset(range(len(self.hand)))
        return replace(self, marks=frozenset() if self.marks == every else every)

    def lay(self, cell: Cell) -> Draft:
        """Lay the picked piece; raises the Refusal that tells why it cannot lie there."""
        if self.picked is None:
            return self
        if not self.takes(cell):
            pieces = (*self.pieces, (self.hand[self.picked], *cell))
            if self.view.stage is Stage.OPENING and self.fits:
                # The set is still growing, so only where it grows can be wrong.
                check_placement(self.view.board, self.view.hand, pieces)
            rules.check(self.view, Place(pieces))
        return replace(self, picked=None, laid=(*self.laid, (self.picked, cell)))

    def back(self) -> Draft:
        """Take the last laid piece back into the hand, picked."""
        if not self.laid:
            return replace(self, picked=None)
        *laid, (slot, _) = self.laid
        return replace(self, laid=tuple(laid), picked=slot)

    def take(self, cell: Cell) -> Draft:
        """Take the piece that was laid on this cell and every later one back."""
        for number, (slot, at) in enumerate(self.laid):
            if at == cell:
                return replace(self, laid=self.laid[:number], picked=slot)
        return self

    def clear(self) -> Draft:
        """Take everything back."""
        return replace(self, picked=None, laid=(), marks=frozenset())

    def turn_to(self, task: Task) -> Draft:
        """Drop what was begun and start with this instead."""
        return replace(self.clear(), task=task)

    def arranged(self, hand: Faces) -> Draft:
        """The same turn with the hand shown in another order."""
        free = list(range(len(hand)))

        def moved(slot: int) -> int:
            found = next(new for new in free if hand[new] == self.hand[slot])
            free.remove(found)
            return found

        laid = tuple((moved(slot), cell) for slot, cell in self.laid)
        picked = None if self.picked is None else moved(self.picked)
        return replace(
            self, hand=hand, laid=laid, picked=picked, marks=frozenset(map(moved, self.marks))
        )

    def hand_after_roll(self, before: Faces, after: Faces) -> Faces:
        """The hand once the marked dice have been rolled from these faces to those."""
        hand, slots = list(self.hand), sorted(self.marks)
        for old, new in zip(before, after, strict=True):
            slot = next(each for each in slots if self.hand[each] == old)
            slots.remove(slot)
            hand[slot] = new
        return tuple(hand)

    def _cells_for(self, face: Face) -> dict[Cell, int]:
        """Every cell where the face may join the laid pieces, with the points of all of them."""
        view, pieces = self.view, self.pieces
        laid = tuple(piece[0] for piece in pieces)
        if view.stage is Stage.OPENING and not _opens(view.hand, (*laid, face)):
            return {}
        if not view.board.cells and not pieces:
            return {(0, 0): view.variant.lone_piece}
        board, bit = self.board, 1 << face
        found = {}
        for cell, mask in board.fits.items():
            if mask & bit and (not pieces or _in_line(board, pieces, cell)):
                joined = (*pieces, (face, *cell))
                found[cell] = points_of(board.lay([joined[-1]]), joined, view.variant)
        return found


def fresh_draft(view: View, order: Order) -> Draft:
    """The half-built turn with which the person to move begins."""
    hand = arrange(view.hand, order)
    options = view.options
    if view.forced is None and options.free_roll:
        return Draft(view, hand, Task.ROLL)
    if options.trade and not options.place:
        return Draft(view, hand, Task.TRADE)
    return Draft(view, hand)


def _opens(hand: Faces, faces: Faces) -> bool:
    """Whether these faces are part of a set that may open (R3)."""
    wanted = mask_of(faces)
    return len(set(faces)) == len(faces) and any(
        wanted & mask_of(largest) == wanted for largest in movegen.largest_sets(hand)
    )


def _in_line(board: Board, pieces: tuple[Laid, ...], cell: Cell) -> bool:
    """Whether a piece on this cell would lie in one unbroken line with these (R5, R8)."""
    x, y = cell
    if all(piece[2] == y for piece in pieces):
        ends = [piece[1] for piece in pieces] + [x]
        if all((at, y) in board.cells or at == x for at in range(min(ends), max(ends) + 1)):
            return True
    if all(piece[1] == x for piece in pieces):
        ends = [piece[2] for piece in pieces] + [y]
        return all((x, at) in board.cells or at == y for at in range(min(ends), max(ends) + 1))
    return False
