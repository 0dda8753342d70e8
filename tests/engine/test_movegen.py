"""Every way to lay pieces of a hand: openings, bridges, both ends, order, copies."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine import movegen
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.pieces import FACE_COUNT, PieceAt
from tests.sample_positions import (
    RULESET,
    DiceSource,
    TileSource,
    faces,
    parse_placement,
    random_position,
)
from tests.sample_rulesets import with_changes
from tests.test_oracle import compare_many


def placements(board: Board, hand: str) -> dict[frozenset[PieceAt], int]:
    """The plays of a hand as what lies where, with their points."""
    return {
        frozenset(pieces): points
        for pieces, points in movegen.generate_plays(board, faces(hand), RULESET)
    }


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("Rc Rs Rd Bc Gb Px", ["Rc Rs Rd"]),
        ("Rc Rs Bc Bs Gb Px", ["Rc Rs", "Rc Bc", "Rs Bs", "Bc Bs"]),
        ("Rc Rc Rc Rc Rc Rs", ["Rc Rs"]),
        ("Rc Rc Bs", ["Rc", "Bs"]),
        ("Rc Os Yd Gk Bb Px", ["Rc", "Os", "Yd", "Gk", "Bb", "Px"]),
        ("Rc Oc Yc Gc Bc Pc", ["Rc Oc Yc Gc Bc Pc"]),
    ],
)
def test_largest_sets_count_alike_pieces_once(hand: str, sets: list[str]) -> None:
    """Every largest set of one colour or one shape is named once, copies ignored (R3)."""
    assert movegen.largest_sets(faces(hand)) == tuple(map(faces, sets))


def test_an_empty_hand_has_no_set() -> None:
    """Where there are no pieces there is neither a set nor an opening."""
    assert movegen.largest_sets(()) == ()
    assert movegen.opening_plays((), RULESET) == []


def test_an_opening_is_a_row_from_the_middle() -> None:
    """Each largest set is played once, as a row that starts at 0, 0 (R3)."""
    found = movegen.opening_plays(faces("Rs Rc Bc"), RULESET)
    assert found == [
        (parse_placement("Rc 0,0 · Rs 1,0"), 2),
        (parse_placement("Rc 0,0 · Bc 1,0"), 2),
    ]


def test_openings_of_one_and_of_six_score_by_their_own_rules() -> None:
    """A lone opening piece has its own score (J3), a full line has the bonus (R10)."""
    (lone,) = movegen.opening_plays(faces("Gd"), RULESET)
    (full,) = movegen.opening_plays(faces("Rc Rs Rd Rk Rb Rx"), RULESET)
    assert lone == (parse_placement("Gd 0,0"), RULESET.scoring.lone_piece)
    assert full[1] == 6 + RULESET.scoring.qwirkle_bonus


def test_alike_pieces_give_no_second_play() -> None:
    """A play is what lies where, not which copy (J10)."""
    board = Board.of(parse_placement("Rc 0,0"))
    once = movegen.generate_plays(board, faces("Rs Bc"), RULESET)
    assert movegen.generate_plays(board, faces("Rs Bc Rs Bc Bc"), RULESET) == once


def test_a_piece_alone_is_met_once() -> None:
    """Laying one piece is one play, whichever axis one looks along (R5)."""
    assert (
        len(movegen.generate_plays(Board.of(parse_placement("Rc 0,0")), faces("Rs"), RULESET)) == 4
    )


def test_pieces_may_go_to_both_ends_of_a_line() -> None:
    """Two at the left and one at the right end is one turn (R5)."""
    found = placements(Board.of(parse_placement("Rc 0,0 · Rs 1,0")), "Rd Rk Rb")
    assert found[frozenset(parse_placement("Rd -2,0 · Rk -1,0 · Rb 2,0"))] == 5


def test_a_gap_may_be_bridged() -> None:
    """Pieces that lay there before may stand between those of the turn (R5)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 2,0 · Gc 0,1 · Gs 2,1 · Gd 1,1"))
    found = placements(board, "Rd Rk Rb Rx")
    assert found[frozenset(parse_placement("Rk -1,0 · Rd 1,0 · Rb 3,0"))] == 5 + 2
    assert found[frozenset(parse_placement("Rb -1,0 · Rd 1,0 · Rx 3,0 · Rk 4,0"))] == (
        6 + RULESET.scoring.qwirkle_bonus + 2
    )
    assert frozenset(parse_placement("Rk -1,0 · Rb 3,0")) not in found


def test_pieces_may_start_off_the_grid() -> None:
    """Pieces before the one that touches touch nothing themselves (R6)."""
    found = placements(Board.of(parse_placement("Gc 0,0")), "Rc Rs Rd")
    assert found[frozenset(parse_placement("Rs -2,1 · Rd -1,1 · Rc 0,1"))] == 3 + 2
    assert frozenset(parse_placement("Rs -2,1 · Rd -1,1")) not in found


def test_each_cell_obeys_the_line_across() -> None:
    """A purple circle beside a purple square may not also touch a yellow square (R7)."""
    board = Board.of(parse_placement("Ys 0,0 · Yd 1,0 · Ps 0,1"))
    assert frozenset(parse_placement("Pc 1,1")) not in placements(board, "Pc Pd")
    assert placements(board, "Pc Pd")[frozenset(parse_placement("Pd 1,1"))] == 4


def test_pieces_of_one_turn_share_something() -> None:
    """A red diamond and a blue circle are no one turn, wherever they fit (R5)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    assert max(len(pieces) for pieces in placements(board, "Rd Bc")) == 1


def test_nothing_to_lay_is_no_play() -> None:
    """A hand that fits nowhere, and an empty one, have no plays."""
    square = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    assert movegen.generate_plays(square, faces("Gb Bx"), RULESET) == []
    assert movegen.generate_plays(square, (), RULESET) == []
    assert movegen.best_play(square, faces("Gb Bx"), RULESET) is None


def test_the_best_play_is_the_first_in_order() -> None:
    """Most points go first, and among equals the smaller pieces (faces, then cells)."""
    board = Board.of(parse_placement("Rc 0,0"))
    found = movegen.generate_plays(board, faces("Rs Bc"), RULESET)
    ordered = movegen.sort_plays(found)
    assert ordered == sorted(found, key=lambda play: (-play[1], play[0]))
    assert movegen.best_play(board, faces("Rs Bc"), RULESET) == ordered[0]


@pytest.mark.parametrize("source", [TileSource, DiceSource])
@settings(max_examples=100)
@given(
    turns=st.integers(1, 40),
    size=st.integers(1, 8),
    bonus=st.sampled_from((6, 0, 100)),
    seed=st.integers(0, 2**32),
)
def test_the_best_play_needs_no_list(
    source: type[TileSource | DiceSource], turns: int, size: int, bonus: int, seed: int
) -> None:
    """The best play is the same whether one lists all plays or not, whatever the bonus (R10)."""
    random = Random(seed)
    board, hand = random_position(random, source(random), size, turns)
    ruleset = with_changes(RULESET, scoring__qwirkle_bonus=bonus)
    ordered = movegen.sort_plays(movegen.generate_plays(board, hand, ruleset))
    assert movegen.best_play(board, hand, ruleset) == (ordered[0] if ordered else None)


@settings(max_examples=30)
@given(turns=st.integers(1, 25), seed=st.integers(0, 2**32))
def test_plays_come_in_an_order_of_their_own(turns: int, seed: int) -> None:
    """Neither the history of a board nor the order of a hand changes the order of plays."""
    random = Random(seed)
    board, hand = random_position(random, DiceSource(random), 6, turns)
    pieces = [(face, x, y) for (x, y), face in board.cells.items()]
    random.shuffle(pieces)
    shuffled = tuple(random.sample(hand, len(hand)))
    expected = movegen.generate_plays(board, hand, RULESET)
    assert movegen.generate_plays(Board.of(pieces), shuffled, RULESET) == expected


def test_a_line_of_six_may_be_laid_at_once() -> None:
    """Five pieces that complete a line earn the bonus (R10)."""
    found = placements(Board.of(parse_placement("Rc 0,0")), "Rs Rd Rk Rb Rx")
    best = max(found.values())
    assert best == 6 + RULESET.scoring.qwirkle_bonus
    assert sum(points == best for points in found.values()) == 2 * 6 * 120


def test_an_empty_board_has_openings_only() -> None:
    """Plays grow from pieces on the table; without any there are none."""
    assert movegen.generate_plays(EMPTY_BOARD, tuple(range(FACE_COUNT))[:6], RULESET) == []


@pytest.mark.parametrize(
    ("board", "hand", "play", "points"),
    [
        ("Gc 0,-1 · Gs 2,-1 · Bs 2,-2 · Os 2,-3", "Rc Rd Rs", "Rc 0,0 · Rd 1,0 · Rs 2,0", 9),
        ("Gc 0,-1 · Yb 1,-2 · Rs 2,0 · Rk 3,0 · Rb 4,0", "Rc Rd", "Rc 0,0 · Rd 1,0", 7),
        ("Gc 0,0", "Rc Rs", "Rc -1,0 · Rs -1,1", 4),
        (
            "Yk -2,3 · Gd -1,1 · Bd -1,2 · Yd -1,3 · Rc 0,0 · Rd 0,1 · Bs 1,3",
            "Pd Pb Px",
            "Pd -1,4 · Pb 0,4",
            6,
        ),
    ],
    ids=["touching at both ends", "reaching a line", "two of the lowest faces", "first of equals"],
)
def test_the_best_play_is_seen_from_its_first_piece(
    board: str, hand: str, play: str, points: int
) -> None:
    """The best play, and the first of equals, is found even where other starts promise more."""
    found = movegen.best_play(Board.of(parse_placement(board)), faces(hand), RULESET)
    assert found == (parse_placement(play), points)


def test_plays_are_those_of_the_oracle() -> None:
    """The plays of some positions are those of a naive reading of the rules (R4 to R10)."""
    plays, _ = compare_many(25)
    assert plays > 25
