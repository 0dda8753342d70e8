"""A turn before it's played: which pieces are picked, placed and marked. No I/O."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine import movegen, rules
from qwirkle.engine.board import Board, score_placement
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.inventory import find_slots
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces, PieceAt, colour_of, face_mask, shape_of
from qwirkle.engine.validation import validate_piece
from qwirkle.engine.view import View


class TurnMode(StrEnum):
    """What the player is doing with the pieces in hand."""

    PLACE = "place"
    TRADE = "trade"
    ROLL = "roll"


class HandOrder(StrEnum):
    """The order in which a hand is shown."""

    DRAWN = "drawn"
    COLOUR = "colour"
    SHAPE = "shape"

    @property
    def next(self) -> HandOrder:
        """The order after this one; wraps around."""
        orders = tuple(HandOrder)
        return orders[(orders.index(self) + 1) % len(orders)]


def sort_hand(hand: Faces, order: HandOrder) -> Faces:
    """Sort a hand for display.

    >>> sort_hand((6, 1, 0), HandOrder.COLOUR)
    (0, 1, 6)
    """
    if order is HandOrder.COLOUR:
        return tuple(sorted(hand))
    if order is HandOrder.SHAPE:
        return tuple(sorted(hand, key=lambda face: (shape_of(face), colour_of(face))))
    return hand


class Draft(Struct, frozen=True, dict=True):
    """A turn before it's played; every change returns a new one."""

    view: View
    hand: Faces
    """The hand in display order; slots are indices into it."""
    mode: TurnMode = TurnMode.PLACE
    picked_slot: int | None = None
    placed: tuple[tuple[int, Cell], ...] = ()
    """Slots and their cells, in the order of placement."""
    marked_slots: frozenset[int] = frozenset()
    """Slots to trade or roll."""
    rolled_slots: frozenset[int] = frozenset()
    """Slots that were just rolled; empty again once a piece is picked or marked."""

    # Derived values

    @cached_property
    def placed_pieces(self) -> tuple[PieceAt, ...]:
        """The placed pieces with their cells."""
        return tuple((self.hand[slot], x, y) for slot, (x, y) in self.placed)

    @property
    def placed_slots(self) -> frozenset[int]:
        return frozenset(slot for slot, _ in self.placed)

    @property
    def picked_face(self) -> Face | None:
        return None if self.picked_slot is None else self.hand[self.picked_slot]

    @property
    def marked_faces(self) -> Faces:
        return tuple(self.hand[slot] for slot in sorted(self.marked_slots))

    @property
    def is_untouched(self) -> bool:
        """True if nothing is picked, placed or marked."""
        return self.picked_slot is None and not self.placed and not self.marked_slots

    @property
    def move(self) -> Move | None:
        """The move to play, or None if nothing is placed or marked."""
        if self.mode is TurnMode.TRADE:
            return Trade(self.marked_faces) if self.marked_slots else None
        if self.mode is TurnMode.ROLL:
            return Roll(self.marked_faces) if self.marked_slots else None
        return Place(self.placed_pieces) if self.placed else None

    @cached_property
    def board(self) -> Board:
        """The board including the placed pieces."""
        return self.view.board.place(self.placed_pieces)

    @cached_property
    def points(self) -> int:
        """Points for the placed pieces."""
        return (
            score_placement(self.board, self.placed_pieces, self.view.variant) if self.placed else 0
        )

    @cached_property
    def incomplete_reason(self) -> IllegalMove | None:
        """Why the placed pieces aren't a legal turn yet, or None if they are."""
        try:
            rules.validate_move(self.view, Place(self.placed_pieces))
        except IllegalMove as error:
            return error.with_traceback(None)  # it would keep the frames and their objects alive
        return None

    @property
    def is_complete(self) -> bool:
        """True if the placed pieces are a legal turn."""
        return bool(self.placed) and self.incomplete_reason is None

    @cached_property
    def legal_cells(self) -> Mapping[Cell, int | None]:
        """Cell -> points of the turn with the picked piece there.

        The points are None if the turn needs another piece to become legal.
        """
        face = self.picked_face
        return {} if face is None else self._find_legal_cells(face)

    # Changes

    def toggle_slot(self, slot: int) -> Draft:
        """Pick or mark the piece in a slot, or undo that if it's picked or marked already."""
        if not 0 <= slot < len(self.hand):
            return self
        if self.mode is not TurnMode.PLACE:
            return replace(self, marked_slots=self.marked_slots ^ {slot}, rolled_slots=frozenset())
        if slot in self.placed_slots:
            return self
        return replace(
            self, picked_slot=None if self.picked_slot == slot else slot, rolled_slots=frozenset()
        )

    def toggle_all_marks(self) -> Draft:
        """Mark every piece, or none if all are marked."""
        if self.mode is TurnMode.PLACE:
            return self
        all_slots = frozenset(range(len(self.hand)))
        return replace(
            self, marked_slots=frozenset() if self.marked_slots == all_slots else all_slots
        )

    def place(self, cell: Cell) -> Draft:
        """Place the picked piece on a cell. Raises IllegalMove.

        Checks only the lines it joins (R4, R7); the whole turn is checked when it's played.
        """
        face = self.picked_face
        if self.picked_slot is None or face is None:
            return self
        validate_piece(self.board, (face, *cell), self.view.variant)
        if self.view.is_opening and not self._can_open_with(face):
            size = movegen.largest_set_size(self.view.hand)
            raise IllegalMove(Reason.NOT_THE_LARGEST_SET, (cell,), expected=size)
        return replace(self, picked_slot=None, placed=(*self.placed, (self.picked_slot, cell)))

    def place_all(self, pieces: tuple[PieceAt, ...]) -> Draft:
        """Place all these pieces in an order in which each touches one on the board."""
        draft = replace(self.switch_to(TurnMode.PLACE), rolled_slots=frozenset())
        order = in_placement_order(self.view.board, pieces)
        slots = find_slots(self.hand, tuple(face for face, _, _ in order))
        cells = ((x, y) for _, x, y in order)
        return replace(draft, placed=tuple(zip(slots, cells, strict=True)))

    def mark_faces(self, mode: TurnMode, faces: Faces) -> Draft:
        """Mark a piece of the hand for each of these faces, to trade or roll."""
        slots = find_slots(self.hand, faces)
        return replace(
            self.switch_to(mode), marked_slots=frozenset(slots), rolled_slots=frozenset()
        )

    def return_last(self) -> Draft:
        """Return the last placed piece to the hand and pick it."""
        if not self.placed:
            return replace(self, picked_slot=None)
        *rest, (slot, _) = self.placed
        return replace(self, placed=tuple(rest), picked_slot=slot)

    def return_from(self, cell: Cell) -> Draft:
        """Return the piece on this cell and all placed after it to the hand, and pick it."""
        for index, (slot, placed_cell) in enumerate(self.placed):
            if placed_cell == cell:
                return replace(self, placed=self.placed[:index], picked_slot=slot)
        return self

    def clear(self) -> Draft:
        """Return all pieces to the hand and clear all marks."""
        return replace(self, picked_slot=None, placed=(), marked_slots=frozenset())

    def switch_to(self, mode: TurnMode) -> Draft:
        """Clear the draft and start over in another mode."""
        return replace(self.clear(), mode=mode)

    def with_reordered_hand(self, hand: Faces) -> Draft:
        """Return the same draft with the hand in another order."""
        free_slots = list(range(len(hand)))

        def new_slot(slot: int) -> int:
            new = next(candidate for candidate in free_slots if hand[candidate] == self.hand[slot])
            free_slots.remove(new)
            return new

        placed = tuple((new_slot(slot), cell) for slot, cell in self.placed)
        picked_slot = None if self.picked_slot is None else new_slot(self.picked_slot)
        return replace(
            self,
            hand=hand,
            placed=placed,
            picked_slot=picked_slot,
            marked_slots=frozenset(map(new_slot, self.marked_slots)),
            rolled_slots=frozenset(map(new_slot, self.rolled_slots)),
        )

    def hand_after_roll(self, before: Faces, after: Faces) -> Faces:
        """Return the hand after a roll of the marked dice; every die keeps its slot."""
        hand, slots = list(self.hand), sorted(self.marked_slots)
        for old, new in zip(before, after, strict=True):
            slot = next(candidate for candidate in slots if self.hand[candidate] == old)
            slots.remove(slot)
            hand[slot] = new
        return tuple(hand)

    def _can_open_with(self, face: Face) -> bool:
        """Return True if the placed pieces and this face belong to a largest set (R3)."""
        faces = (*(self.hand[slot] for slot, _ in self.placed), face)
        mask = face_mask(faces)
        return len(set(faces)) == len(faces) and any(
            mask & face_mask(largest) == mask for largest in movegen.largest_sets(self.view.hand)
        )

    def _find_legal_cells(self, face: Face) -> dict[Cell, int | None]:
        """Return the cells where a face can join the placed pieces, with their points."""
        view, pieces = self.view, self.placed_pieces
        if view.is_opening and not self._can_open_with(face):
            return {}
        if not view.board.cells and not pieces:
            return {(0, 0): view.variant.scoring.lone_piece}
        board, bit = self.board, 1 << face
        legal_cells: dict[Cell, int | None] = {}
        for cell, mask in board.allowed_faces.items():
            with_face = (*pieces, (face, *cell))
            if not mask & bit or not _in_one_line(with_face):
                continue
            if _is_connected(board, view.board, with_face):
                legal_cells[cell] = score_placement(
                    board.place([with_face[-1]]), with_face, view.variant
                )
            else:
                legal_cells[cell] = None
        return legal_cells


def new_draft(view: View, order: HandOrder) -> Draft:
    """Return an empty draft in the mode in which the player's turn starts."""
    hand = sort_hand(view.hand, order)
    options = view.options
    if view.forced_move is None and options.can_roll_free:
        return Draft(view, hand, TurnMode.ROLL)
    if options.max_trade and not options.can_place:
        return Draft(view, hand, TurnMode.TRADE)
    return Draft(view, hand)


def in_placement_order(board: Board, pieces: tuple[PieceAt, ...]) -> tuple[PieceAt, ...]:
    """Sort the pieces of a turn so that each touches one that is placed before it.

    >>> in_placement_order(Board.of([(0, 0, 0)]), ((3, -3, 0), (2, -2, 0), (1, -1, 0)))
    ((1, -1, 0), (2, -2, 0), (3, -3, 0))
    """
    remaining, order = list(pieces), []
    while remaining:
        piece = next(
            (each for each in remaining if (each[1], each[2]) in board.allowed_faces), remaining[0]
        )
        remaining.remove(piece)
        order.append(piece)
        board = board.place([piece])
    return tuple(order)


def _in_one_line(pieces: tuple[PieceAt, ...]) -> bool:
    """Return True if the pieces are in one row or one column, even with gaps."""
    _, columns, rows = zip(*pieces, strict=True)
    return len(set(columns)) == 1 or len(set(rows)) == 1


def _is_connected(board: Board, before: Board, pieces: tuple[PieceAt, ...]) -> bool:
    """Return True if pieces in one line have no gap (R5) and touch the earlier board (R6)."""
    cells = {(x, y) for _, x, y in pieces}
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    unbroken = all(
        (x, y) in cells or (x, y) in board.cells
        for x in range(min(columns), max(columns) + 1)
        for y in range(min(rows), max(rows) + 1)
    )
    return unbroken and (not before.cells or any(cell in before.allowed_faces for cell in cells))
