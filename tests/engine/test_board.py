"""The board: its pieces, lines, legal faces and scores."""

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


def test_the_twelve_turn_example_scores_as_in_the_book() -> None:
    """R9: every turn of the rule book's example game scores the points printed there."""
    board = EMPTY_BOARD
    for text, points in TWELVE_TURNS:
        pieces = parse_placement(text)
        board = board.place(pieces)
        assert score_placement(board, pieces, BY_THE_BOOK) == points, text
    assert len(board) == sum(len(parse_placement(text)) for text, _ in TWELVE_TURNS)


def test_a_column_rejects_a_second_red_square() -> None:
    """R4: below three squares, one of them red, no second red square fits."""
    board = EMPTY_BOARD
    for text, _ in TWELVE_TURNS[:5]:
        board = board.place(parse_placement(text))
    assert not board.allowed_faces[3, 3] >> FACE_BY_TEXT["Rs"] & 1
    assert board.allowed_faces[3, 3] >> FACE_BY_TEXT["Os"] & 1


@pytest.mark.parametrize(
    ("before", "placed", "points"),
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
def test_rule_book_examples_score_as_printed(before: str, placed: str, points: int) -> None:
    """R9, R10: a piece in two lines counts in both, and a line of six earns the bonus."""
    board = Board.of(parse_placement(before))
    pieces = parse_placement(placed)
    assert oracle.is_legal(board.cells, pieces)
    assert score_placement(board.place(pieces), pieces, BY_THE_BOOK) == points


def test_a_lone_first_piece_scores_what_the_ruleset_says() -> None:
    """J3: a single first piece makes no line and has its own score."""
    pieces = parse_placement("Rc 0,0")
    assert score_placement(EMPTY_BOARD.place(pieces), pieces, RULESET) == RULESET.scoring.lone_piece


def test_every_face_fits_on_an_empty_board() -> None:
    """R3: every face may be placed on an empty board."""
    assert EMPTY_BOARD.playable_faces == ALL_FACES
    assert len(EMPTY_BOARD) == 0
    assert EMPTY_BOARD.allowed_faces == {}


def test_a_lone_piece_accepts_its_colour_or_its_shape() -> None:
    """R4: beside a lone piece, faces that share its colour or its shape, but not both, fit."""
    face = FACE_BY_TEXT["Gs"]
    board = Board.of([(face, 5, -7)])
    expected = face_mask(faces("Gc Gd Gk Gb Gx Rs Os Ys Bs Ps"))
    assert board.allowed_faces == dict.fromkeys(((4, -7), (6, -7), (5, -8), (5, -6)), expected)
    assert board.playable_faces == COMPATIBLE[face] == expected


def test_two_pieces_fix_the_kind_of_a_line() -> None:
    """R4: a line of two reds accepts only the other red shapes at its ends."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    assert (
        board.allowed_faces[-1, 0] == board.allowed_faces[2, 0] == face_mask(faces("Rd Rk Rb Rx"))
    )


def test_nothing_extends_a_line_of_six() -> None:
    """R4: no face fits at the ends of a full line, but its end cells stay listed."""
    board = Board.of(parse_placement("Yc 0,0 · Ys 1,0 · Yd 2,0 · Yk 3,0 · Yb 4,0 · Yx 5,0"))
    assert board.allowed_faces[-1, 0] == board.allowed_faces[6, 0] == 0


@pytest.mark.parametrize("right", ["Bs", "Rc", "Bc"])
def test_no_piece_joins_incompatible_runs(right: str) -> None:
    """R7: no face fits between runs that share no attribute or contain identical pieces."""
    board = Board.of(parse_placement(f"Rc 0,0 · Rs 1,0 · {right} 3,0"))
    assert board.allowed_faces[2, 0] == 0


def test_a_piece_between_two_runs_must_be_missing_from_both() -> None:
    """R4, R5: only a face that both runs lack fits between them."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 3,0 · Rk 4,0"))
    assert board.allowed_faces[2, 0] == face_mask(faces("Rb Rx"))


def test_place_returns_a_new_board() -> None:
    """`Board.place` leaves the old board unchanged."""
    before = Board.of(parse_placement("Rc 0,0"))
    allowed_before = dict(before.allowed_faces)
    after = before.place(parse_placement("Rs 1,0"))
    assert len(before) == 1
    assert before.allowed_faces == allowed_before
    assert len(after) == 2
    assert before != after


def test_cached_answers_stay_correct() -> None:
    """Caching the last answers never changes later ones, and the cache isn't pickled."""
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


def test_a_board_caches_its_last_answer() -> None:
    """Repeating a query returns the same object, except on the shared empty board."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    pieces = parse_placement("Rd 2,0")
    assert board.place(pieces) is board.place(pieces)
    assert board.lines_through(parse_placement("Rc 0,0")) is board.lines_through(
        parse_placement("Rc 0,0")
    )
    assert EMPTY_BOARD.place(pieces) is not EMPTY_BOARD.place(pieces)


def test_lines_through_distant_pieces_are_all_returned() -> None:
    """Skipping a line already returned doesn't hide the lines of later pieces."""
    pieces = parse_placement("Rc 0,0 · Rs 1,0 · Bs 9,9 · Bd 10,9")
    assert [line.faces for line in Board.of(pieces).lines_through(pieces)] == [
        faces("Rc Rs"),
        faces("Bs Bd"),
    ]


def test_each_line_is_returned_once() -> None:
    """R4: two pieces of one line return it once; a single piece isn't a line."""
    pieces = parse_placement("Rc 0,0 · Rs 1,0")
    lines = Board.of((*pieces, *parse_placement("Bs 1,1 · Gd 9,9"))).lines_through(
        (*pieces, *parse_placement("Gd 9,9"))
    )
    assert [line.cells for line in lines] == [((0, 0), (1, 0)), ((1, 0), (1, 1))]
    assert [line.faces for line in lines] == [faces("Rc Rs"), faces("Rs Bs")]


@settings(max_examples=40)
@given(turns=st.integers(1, 25), seed=st.integers(0, 2**32))
def test_placement_order_does_not_matter(turns: int, seed: int) -> None:
    """The same pieces placed in any order make equal boards with equal allowed faces."""
    random = Random(seed)
    board, _ = random_position(random, DiceSource(random), 6, turns)
    pieces = [(face, x, y) for (x, y), face in board.cells.items()]
    random.shuffle(pieces)
    other = Board.of(pieces)
    assert other == board
    assert hash(other) == hash(board) != hash(EMPTY_BOARD)
    assert other.allowed_faces == board.allowed_faces
    assert other.row_slots == board.row_slots
    assert other.column_slots == board.column_slots
    assert other.playable_faces == board.playable_faces


@settings(max_examples=20)
@given(turns=st.integers(1, 15), seed=st.integers(0, 2**32))
def test_allowed_faces_covers_every_adjacent_empty_cell(turns: int, seed: int) -> None:
    """R4, R7: every empty cell beside a piece is listed with the faces that fit there."""
    random = Random(seed)
    board, _ = random_position(random, DiceSource(random), 6, turns)
    beside = {
        cell
        for x, y in board.cells
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        if cell not in board.cells
    }
    assert set(board.allowed_faces) == beside
    for cell, mask in board.allowed_faces.items():
        legal = [f for f in range(FACE_COUNT) if oracle.is_legal(board.cells, ((f, *cell),))]
        assert mask == face_mask(tuple(legal))


def test_a_board_survives_pickling_and_repr() -> None:
    """A pickled board, and one rebuilt from its repr, equal the original."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Bs 1,1"))
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert copy.allowed_faces == board.allowed_faces
    assert eval(repr(board), {"Board": Board}) == board


@pytest.mark.parametrize(("x", "y"), [(200, 0), (-200, 3), (0, 200), (9, -200), (200, -200)])
def test_no_piece_fits_beyond_the_edge(x: int, y: int) -> None:
    """Beside a piece at the edge of the board, only cells on the board accept a face."""
    board = Board.of([(0, x, y)])
    beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}
    filled = {cell for cell, mask in board.allowed_faces.items() if mask}
    assert filled == {cell for cell in beside if max(map(abs, cell)) <= MAX_COORDINATE}
