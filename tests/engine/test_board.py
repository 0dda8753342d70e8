"""The board: what lies where, which lines there are, what fits, what scores."""

from __future__ import annotations

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine.board import COMPATIBLE, EMPTY_BOARD, MAX_COORDINATE, Board, score_placement
from qwirkle.engine.pieces import ALL_FACES, FACE_BY_TEXT, FACE_COUNT, face_mask
from tests import oracle
from tests.sample_positions import RULESET, DiceSource, faces, parse_placement, random_position
from tests.sample_rulesets import with_changes

BY_THE_BOOK = with_changes(RULESET, scoring__lone_piece=1, scoring__qwirkle_bonus=6)

TWELVE_TURNS = (
    ("Rk 0,0 · Rd 1,0 · Rc 2,0", 3),
    ("Rs 3,0 · Bs 3,1 · Ps 3,2", 7),
    ("Bc 2,1", 4),
    ("Gk 0,-1 · Gd 1,-1", 6),
    ("Gb -1,-1 · Gc 2,-1", 7),
    ("Os 3,3 · Rs 4,3", 6),
    ("Yb -1,-2 · Ob -1,-3", 3),
    ("Ok 0,-3 · Od 1,-3", 3),
    ("Yd 1,-2 · Yc 2,-2", 10),
    ("Rb -1,0", 9),
    ("Gx 4,-1 · Rx 4,0 · Bx 4,1", 18),
    ("Ys 3,4 · Bs 4,4", 9),
)


def test_twelve_turns_score_as_the_book_says() -> None:
    """The example game of the rule book scores as printed there (R9)."""
    board = EMPTY_BOARD
    for text, points in TWELVE_TURNS:
        pieces = parse_placement(text)
        board = board.place(pieces)
        assert score_placement(board, pieces, BY_THE_BOOK) == points, text
    assert len(board) == sum(len(parse_placement(text)) for text, _ in TWELVE_TURNS)


def test_no_red_square_joins_a_column_that_has_one() -> None:
    """Below three squares, one of them red, no red square fits (R4)."""
    board = EMPTY_BOARD
    for text, _ in TWELVE_TURNS[:5]:
        board = board.place(parse_placement(text))
    assert not board.allowed_faces[3, 3] >> FACE_BY_TEXT["Rs"] & 1
    assert board.allowed_faces[3, 3] >> FACE_BY_TEXT["Os"] & 1


@pytest.mark.parametrize(
    ("before", "laid_now", "points"),
    [
        ("Ys 0,0 · Gc 1,1", "Yc 1,0", 4),
        (
            "Oc 0,1 · Gc 0,2 · Rc 0,3 · Ob 1,-1 · Od 3,1 · Gd 3,2 · Rd 3,3",
            "Bc 0,0 · Bb 1,0 · Bk 2,0 · Bd 3,0",
            14,
        ),
        (
            "Rc 0,0 · Rs 1,0 · Rk 2,0 · Rb 3,0 · Bd 4,1 · Gd 4,2 · Yx 5,1",
            "Rd 4,0 · Rx 5,0",
            17,
        ),
    ],
)
def test_examples_of_the_books_score_as_told(before: str, laid_now: str, points: int) -> None:
    """A piece in two lines counts in both, and six in a line earn the bonus (R9, R10)."""
    board = Board.of(parse_placement(before))
    pieces = parse_placement(laid_now)
    assert oracle.is_legal(board.cells, pieces)
    assert score_placement(board.place(pieces), pieces, BY_THE_BOOK) == points


def test_lone_first_piece_scores_what_the_ruleset_says() -> None:
    """A single piece makes no line and has a score of its own (J3)."""
    pieces = parse_placement("Rc 0,0")
    assert score_placement(EMPTY_BOARD.place(pieces), pieces, RULESET) == RULESET.scoring.lone_piece


def test_every_face_fits_on_an_empty_board() -> None:
    """With nothing on the table every face may be laid (R3)."""
    assert EMPTY_BOARD.playable_faces == ALL_FACES
    assert len(EMPTY_BOARD) == 0
    assert EMPTY_BOARD.allowed_faces == {}


def test_one_piece_leaves_colour_and_shape_open() -> None:
    """Beside a lone piece fits what shares its colour or its shape but not both (R4)."""
    face = FACE_BY_TEXT["Gs"]
    board = Board.of([(face, 5, -7)])
    expected = face_mask(faces("Gc Gd Gk Gb Gx Rs Os Ys Bs Ps"))
    assert board.allowed_faces == dict.fromkeys(((4, -7), (6, -7), (5, -8), (5, -6)), expected)
    assert board.playable_faces == COMPATIBLE[face] == expected


def test_two_pieces_decide_what_a_line_is() -> None:
    """Two pieces of a colour leave only the other shapes of that colour at their ends (R4)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    assert (
        board.allowed_faces[-1, 0] == board.allowed_faces[2, 0] == face_mask(faces("Rd Rk Rb Rx"))
    )


def test_nothing_extends_a_line_of_six() -> None:
    """A line of six takes no seventh (R4), and the cell at its end stays listed."""
    board = Board.of(parse_placement("Yc 0,0 · Ys 1,0 · Yd 2,0 · Yk 3,0 · Yb 4,0 · Yx 5,0"))
    assert board.allowed_faces[-1, 0] == board.allowed_faces[6, 0] == 0


@pytest.mark.parametrize("right", ["Bs", "Rc", "Bc"])
def test_nothing_joins_runs_that_do_not_go_together(right: str) -> None:
    """Between runs of two kinds, or with alike pieces, no face fits (R7)."""
    board = Board.of(parse_placement(f"Rc 0,0 · Rs 1,0 · {right} 3,0"))
    assert board.allowed_faces[2, 0] == 0


def test_joined_runs_stay_within_six() -> None:
    """A piece between two runs is one of what both lack (R4, R5)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 3,0 · Rk 4,0"))
    assert board.allowed_faces[2, 0] == face_mask(faces("Rb Rx"))


def test_lay_leaves_the_old_board_as_it_was() -> None:
    """Laying gives a new board and changes none."""
    before = Board.of(parse_placement("Rc 0,0"))
    fits = dict(before.allowed_faces)
    after = before.place(parse_placement("Rs 1,0"))
    assert len(before) == 1
    assert before.allowed_faces == fits
    assert len(after) == 2
    assert before != after


def test_what_was_asked_before_changes_no_answer() -> None:
    """A board that keeps its last answers gives the right one to every question."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    for text in ("Rd 2,0", "Rd 2,0", "Bc 0,1", "Rd 2,0"):
        after = board.place(list(parse_placement(text)))
        assert after == Board.of(parse_placement(f"Rc 0,0 · Rs 1,0 · {text}"))
        assert len(after.lines_through(parse_placement("Rc 0,0"))) == (2 if text == "Bc 0,1" else 1)
        assert [len(line.cells) for line in after.lines_through(parse_placement(text))] == [
            2 if text == "Bc 0,1" else 3
        ]
    assert len(pickle.dumps(board)) == len(
        pickle.dumps(Board.of(parse_placement("Rc 0,0 · Rs 1,0")))
    )


def test_the_last_answer_of_a_board_is_kept() -> None:
    """Asked the same again, a board gives the same thing; only the empty one keeps no other."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    pieces = parse_placement("Rd 2,0")
    assert board.place(pieces) is board.place(pieces)
    assert board.lines_through(parse_placement("Rc 0,0")) is board.lines_through(
        parse_placement("Rc 0,0")
    )
    assert EMPTY_BOARD.place(pieces) is not EMPTY_BOARD.place(pieces)


def test_lines_of_far_pieces_are_all_told() -> None:
    """A piece of a line that was named already hides none of the lines of those after it."""
    pieces = parse_placement("Rc 0,0 · Rs 1,0 · Bs 9,9 · Bd 10,9")
    assert [line.faces for line in Board.of(pieces).lines_through(pieces)] == [
        faces("Rc Rs"),
        faces("Bs Bd"),
    ]


def test_lines_are_told_once_each() -> None:
    """Two pieces of one line name it once, and a line of one piece is none (R4)."""
    pieces = parse_placement("Rc 0,0 · Rs 1,0")
    lines = Board.of((*pieces, *parse_placement("Bs 1,1 · Gd 9,9"))).lines_through(
        (*pieces, *parse_placement("Gd 9,9"))
    )
    assert [line.cells for line in lines] == [((0, 0), (1, 0)), ((1, 0), (1, 1))]
    assert [line.faces for line in lines] == [faces("Rc Rs"), faces("Rs Bs")]


@settings(max_examples=40)
@given(turns=st.integers(1, 25), seed=st.integers(0, 2**32))
def test_order_of_laying_does_not_matter(turns: int, seed: int) -> None:
    """The same pieces make the same board, with the same fitting faces, in any order."""
    random = Random(seed)
    board, _ = random_position(random, DiceSource(random), 6, turns)
    pieces = [(face, x, y) for (x, y), face in board.cells.items()]
    random.shuffle(pieces)
    other = Board.of(pieces)
    assert other == board
    assert hash(other) == hash(board) != hash(EMPTY_BOARD)
    assert other.allowed_faces == board.allowed_faces
    assert other.rows == board.rows
    assert other.columns == board.columns
    assert other.playable_faces == board.playable_faces


@settings(max_examples=20)
@given(turns=st.integers(1, 15), seed=st.integers(0, 2**32))
def test_fits_names_every_cell_that_touches_a_piece(turns: int, seed: int) -> None:
    """The cells with a mask are the empty ones beside a piece, and the masks are R4 and R7."""
    random = Random(seed)
    board, _ = random_position(random, DiceSource(random), 6, turns)
    beside = {
        cell
        for x, y in board.cells
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if cell not in board.cells
    }
    assert set(board.allowed_faces) == beside
    for cell, fit in board.allowed_faces.items():
        alone = [f for f in range(FACE_COUNT) if oracle.is_legal(board.cells, ((f, *cell),))]
        assert fit == face_mask(tuple(alone))


def test_a_board_survives_pickling_and_repr() -> None:
    """A board that went to another process, or through its repr, is the same board."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Bs 1,1"))
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert copy.allowed_faces == board.allowed_faces
    assert eval(repr(board), {"Board": Board}) == board


@pytest.mark.parametrize(("x", "y"), [(200, 0), (-200, 3), (0, 200), (9, -200), (200, -200)])
def test_nothing_fits_off_the_table(x: int, y: int) -> None:
    """Beside a piece at the end of the table only the cells that are on it can be filled."""
    board = Board.of([(0, x, y)])
    beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
    filled = {cell for cell, mask in board.allowed_faces.items() if mask}
    assert filled == {cell for cell in beside if max(map(abs, cell)) <= MAX_COORDINATE}
