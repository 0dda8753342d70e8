"""The draft of a turn: picking, placing and returning pieces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces
from qwirkle.engine.view import Options, Stage, View
from qwirkle.session.draft import Draft, HandOrder, TurnMode, sort_hand
from tests.tui.game_setup import playable_slots

VARIANT = catalog.load_variant("tiles")


def faces(text: str) -> Faces:
    """Parse faces such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def view_of(hand: str, *placed: tuple[str, int, int]) -> View:
    """View of a player with this hand whose turn it is to place."""
    board = Board.of((FACE_BY_TEXT[text], x, y) for text, x, y in placed)
    return View(
        variant=VARIANT,
        board=board,
        seat=0,
        seat_to_move=0,
        stage=Stage.PLACE if placed else Stage.OPENING,
        hands=(faces(hand), None),
        hand_sizes=(len(faces(hand)), 6),
        bag_size=90,
        unseen_counts=(3,) * 36,
        scores=(0, 0),
        free_rolls=0,
        consecutive_passes=0,
        turns_played=1,
        options=Options(can_place=True, max_trade=6),
        result=None,
    )


def test_a_picked_piece_has_its_legal_cells_and_their_points() -> None:
    """Picking a red square lists its cells around a red line, each with the points of the turn."""
    view = view_of("Rs Yx", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0)
    assert draft.legal_cells == {
        (-1, 0): 3,
        (2, 0): 3,
        (0, -1): 2,
        (0, 1): 2,
        (1, -1): 2,
        (1, 1): 2,
    }


def test_a_placed_piece_limits_the_cells_of_the_next() -> None:
    """R5: after the first piece, the next one must continue one of its lines."""
    view = view_of("Rs Rb Bc", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1)
    assert draft.legal_cells == {(-1, 0): 4, (3, 0): 4, (2, 1): 5, (2, -1): 5}
    assert draft.toggle_slot(2).legal_cells == {}


def test_an_illegal_cell_raises_its_reason_and_cells() -> None:
    """Placing on an illegal cell raises IllegalMove with the reason and the cells of the line."""
    view = view_of("Yx Rc", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0)
    with pytest.raises(IllegalMove) as error:
        draft.place((2, 0))
    assert error.value.reason is Reason.LINE_MIXED
    assert set(error.value.cells) == {(0, 0), (1, 0), (2, 0)}
    with pytest.raises(IllegalMove) as error:
        draft.place((1, 0))
    assert error.value.reason is Reason.CELL_TAKEN
    with pytest.raises(IllegalMove) as error:
        draft.place((201, 0))
    assert error.value.reason is Reason.OFF_BOARD


def test_a_draft_may_be_incomplete() -> None:
    """R5, R6: a draft may have gaps, though R4 and R7 apply; it knows what it still lacks."""
    view = view_of("Rs Rb Rx Yk", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((4, 0))
    assert draft.incomplete_reason is not None
    assert draft.incomplete_reason.reason is Reason.TOUCHES_NOTHING
    assert not draft.is_complete
    second_picked = draft.toggle_slot(1)
    assert second_picked.legal_cells[3, 0] is None
    assert second_picked.legal_cells[2, 0] is None
    assert (0, 1) not in second_picked.legal_cells
    draft = second_picked.place((2, 0))
    assert draft.incomplete_reason is not None
    assert draft.incomplete_reason.reason is Reason.GAP
    assert draft.incomplete_reason.cells == ((3, 0),)
    third_picked = draft.toggle_slot(2)
    assert third_picked.legal_cells == {(3, 0): 5, (5, 0): None, (-1, 0): None}
    complete = third_picked.place((3, 0))
    assert complete.is_complete
    assert complete.points == 5
    across = draft.toggle_slot(2).place((0, 1))
    assert across.incomplete_reason is not None
    assert across.incomplete_reason.reason is Reason.NOT_ONE_LINE


def test_place_all_finds_a_valid_order() -> None:
    """`place_all` orders pieces so that each touches a piece that's already on the board."""
    view = view_of("Rs Rb Rx", ("Rc", 0, 0), ("Rd", 1, 0))
    rs, rb, rx = faces("Rs Rb Rx")
    draft = Draft(view, view.hand).place_all(((rb, 4, 0), (rx, 3, 0), (rs, 2, 0)))
    assert draft.placed == ((0, (2, 0)), (2, (3, 0)), (1, (4, 0)))
    step = Draft(view, view.hand)
    for slot, cell in draft.placed:
        step = step.toggle_slot(slot)
        assert step.legal_cells[cell] is not None
        step = step.place(cell)
    assert step == draft
    assert draft.is_complete


def test_the_opening_must_use_a_whole_largest_set() -> None:
    """R3: the opener can only place pieces of one largest set, and must place all of them."""
    view = view_of("Rc Rs Rd Bc Bx Yk")
    draft = Draft(view, view.hand)
    assert playable_slots(draft) == {0, 1, 2}
    with pytest.raises(IllegalMove) as error:
        draft.toggle_slot(5).place((0, 0))
    assert error.value.reason is Reason.NOT_THE_LARGEST_SET
    draft = draft.toggle_slot(0).place((3, 3)).toggle_slot(1)
    assert not draft.is_complete
    assert draft.place((6, 3)).incomplete_reason is not None
    draft = draft.place((4, 3)).toggle_slot(2).place((2, 3))
    assert draft.is_complete
    assert draft.points == 3


def test_pieces_return_to_hand_singly_or_together() -> None:
    """Return the last piece and pick it, return all pieces, or return the piece on one cell."""
    view = view_of("Rs Rb", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1).place((3, 0))
    assert draft.return_last().placed == ((0, (2, 0)),)
    assert draft.return_last().picked_slot == 1
    assert draft.clear() == Draft(view, view.hand)
    assert draft.return_from((2, 0)) == Draft(view, view.hand, picked_slot=0)
    assert draft.return_from((9, 9)) == draft
    assert Draft(view, view.hand).return_last() == Draft(view, view.hand)


def test_marks_become_a_trade_or_a_roll() -> None:
    """Marked pieces are traded or rolled; without marks there's no move."""
    draft = Draft(view_of("Rc Rs Rd"), faces("Rc Rs Rd"), TurnMode.TRADE)
    assert draft.move is None
    assert draft.toggle_slot(0).toggle_slot(2).move == Trade(faces("Rc Rd"))
    assert draft.toggle_slot(0).toggle_slot(0).move is None
    roll_draft = draft.switch_to(TurnMode.ROLL)
    assert roll_draft.toggle_all_marks().move == Roll(faces("Rc Rs Rd"))
    assert roll_draft.toggle_all_marks().toggle_all_marks().move is None
    assert roll_draft.toggle_slot(7) == roll_draft


def test_sorting_the_hand_keeps_the_draft() -> None:
    """Placed, picked and marked pieces stay so when the hand is sorted."""
    view = view_of("Rs Gc Rb Rs", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(3).place((2, 0)).toggle_slot(2)
    sorted_hand = sort_hand(view.hand, HandOrder.COLOUR)
    resorted = draft.with_reordered_hand(sorted_hand)
    assert resorted.placed_pieces == draft.placed_pieces
    assert resorted.picked_face == draft.picked_face
    assert resorted.hand == sorted_hand
    assert HandOrder.SHAPE.next is HandOrder.DRAWN


@settings(max_examples=40)
@given(st.data())
def test_every_legal_play_can_be_built_piece_by_piece(data: st.DataObject) -> None:
    """Any legal play can be built piece by piece, with each piece legal when it's placed."""
    board = Board.of([(data.draw(st.integers(0, 35)), 0, 0)])
    for _ in range(data.draw(st.integers(0, 6))):
        hand = tuple(data.draw(st.lists(st.integers(0, 35), min_size=4, max_size=6)))
        plays = movegen.generate_plays(board, hand, VARIANT)
        if plays:
            board = board.place(data.draw(st.sampled_from(plays))[0])
    hand = tuple(data.draw(st.lists(st.integers(0, 35), min_size=1, max_size=6)))
    plays = movegen.generate_plays(board, hand, VARIANT)
    if not plays:
        return
    text = " ".join(text for face in hand for text, each in FACE_BY_TEXT.items() if each == face)
    view = view_of(
        text,
        *(
            (t, x, y)
            for (x, y), f in board.cells.items()
            for t, g in FACE_BY_TEXT.items()
            if g == f
        ),
    )
    pieces, points = data.draw(st.sampled_from(plays))
    draft, remaining = Draft(view, hand), list(pieces)
    while remaining:
        for piece in remaining:
            face, x, y = piece
            slot = next(s for s, f in enumerate(hand) if f == face and s not in draft.placed_slots)
            with_pick = draft.toggle_slot(slot)
            if (x, y) in with_pick.legal_cells:
                draft = with_pick.place((x, y))
                remaining.remove(piece)
                break
        else:
            raise AssertionError("no piece of a legal play fits")
    assert draft.points == points
    move = draft.move
    assert isinstance(move, Place)
    assert sorted(move.pieces) == sorted(pieces)
