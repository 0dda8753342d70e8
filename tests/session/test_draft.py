"""The half-built turn, without a screen."""

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
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def view_of(hand: str, *laid: tuple[str, int, int]) -> View:
    """What a player sees who holds this hand and is to place."""
    board = Board.of((FACE_BY_TEXT[text], x, y) for text, x, y in laid)
    return View(
        variant=VARIANT,
        board=board,
        seat=0,
        player=0,
        stage=Stage.PLACE if laid else Stage.OPENING,
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


def test_a_picked_piece_shows_every_cell_where_it_fits_with_its_points() -> None:
    """A red square fits at both ends of a red line and beside it, each with the turn's points."""
    view = view_of("Rs Yx", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0)
    assert draft.fits == {
        (-1, 0): 3,
        (2, 0): 3,
        (0, -1): 2,
        (0, 1): 2,
        (1, -1): 2,
        (1, 1): 2,
    }


def test_laying_one_piece_narrows_the_next() -> None:
    """R5: after the first piece the next must go on in one of its lines."""
    view = view_of("Rs Rb Bc", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1)
    assert draft.fits == {(-1, 0): 4, (3, 0): 4, (2, 1): 5, (2, -1): 5}
    assert draft.toggle_slot(2).fits == {}


def test_a_piece_that_does_not_fit_is_refused_with_its_rule_and_cells() -> None:
    """A refusal names the reason and the cells, and the draft stays as it was."""
    view = view_of("Yx Rc", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0)
    with pytest.raises(IllegalMove) as refused:
        draft.place((2, 0))
    assert refused.value.reason is Reason.LINE_MIXED
    assert set(refused.value.cells) == {(0, 0), (1, 0), (2, 0)}
    with pytest.raises(IllegalMove) as refused:
        draft.place((1, 0))
    assert refused.value.reason is Reason.CELL_TAKEN
    with pytest.raises(IllegalMove) as refused:
        draft.place((201, 0))
    assert refused.value.reason is Reason.OFF_BOARD


def test_pieces_may_lie_apart_until_the_turn_is_played() -> None:
    """R5, R6: while a turn is built only R4 and R7 hold; what it lacks is known all the time."""
    view = view_of("Rs Rb Rx Yk", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((4, 0))
    assert draft.incomplete_reason is not None
    assert draft.incomplete_reason.reason is Reason.TOUCHES_NOTHING
    assert not draft.is_complete
    second = draft.toggle_slot(1)
    assert second.fits[3, 0] is None
    assert second.fits[2, 0] is None
    assert (0, 1) not in second.fits
    draft = second.place((2, 0))
    assert draft.incomplete_reason is not None
    assert draft.incomplete_reason.reason is Reason.GAP
    assert draft.incomplete_reason.cells == ((3, 0),)
    third = draft.toggle_slot(2)
    assert third.fits == {(3, 0): 5, (5, 0): None, (-1, 0): None}
    whole = third.place((3, 0))
    assert whole.is_complete
    assert whole.points == 5
    across = draft.toggle_slot(2).place((0, 1))
    assert across.incomplete_reason is not None
    assert across.incomplete_reason.reason is Reason.NOT_ONE_LINE


def test_the_pieces_of_a_turn_have_an_order_to_lay_them_in() -> None:
    """Each touches what lies there already, whatever order they are given in."""
    view = view_of("Rs Rb Rx", ("Rc", 0, 0), ("Rd", 1, 0))
    rs, rb, rx = faces("Rs Rb Rx")
    laid = Draft(view, view.hand).place_all(((rb, 4, 0), (rx, 3, 0), (rs, 2, 0)))
    assert laid.placed == ((0, (2, 0)), (2, (3, 0)), (1, (4, 0)))
    step = Draft(view, view.hand)
    for slot, cell in laid.placed:
        step = step.toggle_slot(slot)
        assert step.fits[cell] is not None
        step = step.place(cell)
    assert step == laid
    assert laid.is_complete


def test_an_opener_lays_a_whole_largest_set_and_nothing_else() -> None:
    """R3: only pieces of one largest set can be laid, and the turn is whole when all lie."""
    view = view_of("Rc Rs Rd Bc Bx Yk")
    draft = Draft(view, view.hand)
    assert playable_slots(draft) == {0, 1, 2}
    with pytest.raises(IllegalMove) as refused:
        draft.toggle_slot(5).place((0, 0))
    assert refused.value.reason is Reason.NOT_THE_LARGEST_SET
    draft = draft.toggle_slot(0).place((3, 3)).toggle_slot(1)
    assert not draft.is_complete
    assert draft.place((6, 3)).incomplete_reason is not None
    draft = draft.place((4, 3)).toggle_slot(2).place((2, 3))
    assert draft.is_complete
    assert draft.points == 3


def test_pieces_are_taken_back_one_by_one_or_all_at_once() -> None:
    """Backspace gives the last piece back, picked; Esc gives all back; a click that one."""
    view = view_of("Rs Rb", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1).place((3, 0))
    assert draft.return_last().placed == ((0, (2, 0)),)
    assert draft.return_last().picked_slot == 1
    assert draft.clear() == Draft(view, view.hand)
    assert draft.return_from((2, 0)) == Draft(view, view.hand, picked_slot=0)
    assert draft.return_from((9, 9)) == draft
    assert Draft(view, view.hand).return_last() == Draft(view, view.hand)


def test_marks_become_a_trade_or_a_roll() -> None:
    """What is marked is what is traded or rolled; nothing marked asks for nothing."""
    draft = Draft(view_of("Rc Rs Rd"), faces("Rc Rs Rd"), TurnMode.TRADE)
    assert draft.move is None
    assert draft.toggle_slot(0).toggle_slot(2).move == Trade(faces("Rc Rd"))
    assert draft.toggle_slot(0).toggle_slot(0).move is None
    rolls = draft.switch_to(TurnMode.ROLL)
    assert rolls.toggle_all_marks().move == Roll(faces("Rc Rs Rd"))
    assert rolls.toggle_all_marks().toggle_all_marks().move is None
    assert rolls.toggle_slot(7) == rolls


def test_sorting_keeps_what_was_begun() -> None:
    """The same pieces stay laid, picked and marked when the hand is shown in another order."""
    view = view_of("Rs Gc Rb Rs", ("Rc", 0, 0), ("Rd", 1, 0))
    draft = Draft(view, view.hand).toggle_slot(3).place((2, 0)).toggle_slot(2)
    sorted_hand = sort_hand(view.hand, HandOrder.COLOUR)
    moved = draft.with_hand_order(sorted_hand)
    assert moved.placed_pieces == draft.placed_pieces
    assert moved.picked_face == draft.picked_face
    assert moved.hand == sorted_hand
    assert HandOrder.SHAPE.next is HandOrder.DRAWN


@settings(max_examples=40)
@given(st.data())
def test_every_legal_play_can_be_laid_piece_by_piece(data: st.DataObject) -> None:
    """Each play that the rules allow can be built from pieces that each fit when they are laid."""
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
    draft, left = Draft(view, hand), list(pieces)
    while left:
        for piece in left:
            face, x, y = piece
            slot = next(s for s, f in enumerate(hand) if f == face and s not in draft.placed_slots)
            picked = draft.toggle_slot(slot)
            if (x, y) in picked.fits:
                draft = picked.place((x, y))
                left.remove(piece)
                break
        else:
            raise AssertionError("no piece of a legal play fits")
    assert draft.points == points
    move = draft.move
    assert isinstance(move, Place)
    assert sorted(move.pieces) == sorted(pieces)
