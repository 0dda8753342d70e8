"""A half-built turn: what is picked, laid and marked before anything is committed; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from qwirkle.engine import movegen, rules
from qwirkle.engine.board import Board, points_of
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, Laid, colour_of, mask_of, shape_of
from qwirkle.engine.placing import check_placement
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
        """The order that sorting once more gives."""
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


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-built turn; every change gives a new one."""

    hand: Faces = ()
    """The hand as it is shown; a slot is a place in it."""
    task: Task = Task.LAY
    picked: int | None = None
    laid: tuple[tuple[int, Cell], ...] = ()
    """Slots and the cells they were laid on, in the order in which they were laid."""
    marks: frozenset[int] = frozenset()
    """Slots to trade or to roll."""

    @property
    def pieces(self) -> tuple[Laid, ...]:
        """What is laid but not committed."""
        return tuple((self.hand[slot], x, y) for slot, (x, y) in self.laid)

    @property
    def used(self) -> frozenset[int]:
        """The slots whose piece lies on the table."""
        return frozenset(slot for slot, _ in self.laid)

    @property
    def picked_face(self) -> Face | None:
        """The face in the hand that the next cell gets."""
        return None if self.picked is None else self.hand[self.picked]

    @property
    def marked_faces(self) -> Faces:
        """The faces to trade or to roll, in the order of the hand."""
        return tuple(self.hand[slot] for slot in sorted(self.marks))

    def turned(self, before: Faces, after: Faces) -> Faces:
        """The hand once the marked dice have been rolled from these faces to those.

        >>> Draft((3, 8, 3), Task.ROLL, marks=frozenset({1, 2})).turned((3, 8), (5, 9))
        (3, 9, 5)
        """
        hand, slots = list(self.hand), sorted(self.marks)
        for old, new in zip(before, after, strict=True):
            slot = next(each for each in slots if self.hand[each] == old)
            slots.remove(slot)
            hand[slot] = new
        return tuple(hand)

    @property
    def untouched(self) -> bool:
        """Whether nothing has been picked, laid or marked."""
        return self.picked is None and not self.laid and not self.marks

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

    def lay(self, view: View, cell: Cell) -> Draft:
        """Lay the picked piece; raises the Refusal that tells why it cannot lie there."""
        if self.picked is None:
            return self
        if not self.takes(view, cell):
            pieces = (*self.pieces, (self.hand[self.picked], *cell))
            if view.stage is Stage.OPENING and self.fits(view):
                # The set is still growing, so only where it grows can be wrong.
                check_placement(view.board, view.hand, pieces)
            rules.check(view, Place(pieces))
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

    def move(self) -> Move | None:
        """What committing would ask for; None while there is nothing to commit."""
        if self.task is Task.TRADE:
            return Trade(self.marked_faces) if self.marks else None
        if self.task is Task.ROLL:
            return Roll(self.marked_faces) if self.marks else None
        return Place(self.pieces) if self.laid else None

    def board(self, view: View) -> Board:
        """The board with the laid pieces on it."""
        return view.board.lay(self.pieces)

    def points(self, view: View) -> int:
        """What the laid pieces would score."""
        return points_of(self.board(view), self.pieces, view.variant) if self.laid else 0

    def complete(self, view: View) -> bool:
        """Whether the laid pieces are a whole turn; an opener must lay a whole set (R3)."""
        if view.stage is Stage.OPENING:
            return bool(self.laid) and len(self.laid) == view.matches
        return bool(self.laid)

    def fits(self, view: View) -> Mapping[Cell, int]:
        """Every cell where the picked piece may lie, with the points of the turn so far."""
        face = self.picked_face
        return {} if face is None else fitting(view, self.pieces, face)

    def takes(self, view: View, cell: Cell) -> bool:
        """Whether the picked piece may be laid there; the first of a game may lie anywhere."""
        fits = self.fits(view)
        return cell in fits or (bool(fits) and self._starts(view))

    def playable(self, view: View) -> frozenset[int]:
        """The slots in hand of which a piece could be laid next."""
        return frozenset(
            slot
            for slot in range(len(self.hand))
            if slot not in self.used and fitting(view, self.pieces, self.hand[slot])
        )

    def _starts(self, view: View) -> bool:
        return not view.board.cells and not self.laid


def fitting(view: View, pieces: tuple[Laid, ...], face: Face) -> dict[Cell, int]:
    """Every cell where the face may join these pieces, with the points of all of them."""
    faces = tuple(piece[0] for piece in pieces)
    if view.stage is Stage.OPENING and not _opens(view.hand, (*faces, face)):
        return {}
    if not view.board.cells and not pieces:
        return {(0, 0): view.variant.lone_piece}
    board = view.board.lay(pieces)
    bit = 1 << face
    found = {}
    for cell, mask in board.fits.items():
        if mask & bit and (not pieces or _in_line(board, pieces, cell)):
            joined = (*pieces, (face, *cell))
            found[cell] = points_of(board.lay([joined[-1]]), joined, view.variant)
    return found


def _opens(hand: Faces, faces: Faces) -> bool:
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
