"""Move generation: openings, gaps, both ends of a line, order and copies."""

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


def generated_plays(board: Board, hand: str) -> dict[frozenset[PieceAt], int]:
    """Legal plays of a hand as sets of placed pieces, with their points."""
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
def test_largest_sets_ignore_copies(hand: str, sets: list[str]) -> None:
    """R3: every largest set of one colour or shape is returned once, ignoring copies."""
    assert movegen.largest_sets(faces(hand)) == tuple(map(faces, sets))


def test_an_empty_hand_has_no_set() -> None:
    """An empty hand has neither a set nor an opening."""
    assert movegen.largest_sets(()) == ()
    assert movegen.opening_plays((), RULESET) == []


def test_an_opening_is_a_row_from_the_origin() -> None:
    """R3: each largest set is played once, as a row that starts at 0, 0."""
    plays = movegen.opening_plays(faces("Rs Rc Bc"), RULESET)
    assert plays == [
        (parse_placement("Rc 0,0 · Rs 1,0"), 2),
        (parse_placement("Rc 0,0 · Bc 1,0"), 2),
    ]


def test_openings_of_one_and_six_pieces_score_specially() -> None:
    """J3, R10: a lone opening piece has its own score; a full line earns the bonus."""
    (lone,) = movegen.opening_plays(faces("Gd"), RULESET)
    (full,) = movegen.opening_plays(faces("Rc Rs Rd Rk Rb Rx"), RULESET)
    assert lone == (parse_placement("Gd 0,0"), RULESET.scoring.lone_piece)
    assert full[1] == 6 + RULESET.scoring.qwirkle_bonus


def test_copies_make_no_extra_plays() -> None:
    """J10: plays that use different copies of a piece are the same play."""
    board = Board.of(parse_placement("Rc 0,0"))
    once = movegen.generate_plays(board, faces("Rs Bc"), RULESET)
    assert movegen.generate_plays(board, faces("Rs Bc Rs Bc Bc"), RULESET) == once


def test_a_single_piece_is_generated_once_per_cell() -> None:
    """R5: placing one piece is one play, not one per axis."""
    assert (
        len(movegen.generate_plays(Board.of(parse_placement("Rc 0,0")), faces("Rs"), RULESET)) == 4
    )


def test_a_play_may_extend_both_ends_of_a_line() -> None:
    """R5: one turn may add two pieces at one end of a line and one at the other."""
    plays = generated_plays(Board.of(parse_placement("Rc 0,0 · Rs 1,0")), "Rd Rk Rb")
    assert plays[frozenset(parse_placement("Rd -2,0 · Rk -1,0 · Rb 2,0"))] == 5


def test_a_play_may_bridge_a_gap() -> None:
    """R5: older pieces may lie between those of one turn."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 2,0 · Gc 0,1 · Gs 2,1 · Gd 1,1"))
    plays = generated_plays(board, "Rd Rk Rb Rx")
    assert plays[frozenset(parse_placement("Rk -1,0 · Rd 1,0 · Rb 3,0"))] == 5 + 2
    assert plays[frozenset(parse_placement("Rb -1,0 · Rd 1,0 · Rx 3,0 · Rk 4,0"))] == (
        6 + RULESET.scoring.qwirkle_bonus + 2
    )
    assert frozenset(parse_placement("Rk -1,0 · Rb 3,0")) not in plays


def test_a_play_may_start_away_from_the_board() -> None:
    """R6: only one piece of a play needs to touch an older piece."""
    plays = generated_plays(Board.of(parse_placement("Gc 0,0")), "Rc Rs Rd")
    assert plays[frozenset(parse_placement("Rs -2,1 · Rd -1,1 · Rc 0,1"))] == 3 + 2
    assert frozenset(parse_placement("Rs -2,1 · Rd -1,1")) not in plays


def test_each_piece_must_fit_the_line_across() -> None:
    """R7: a purple circle beside a purple square may not also touch a yellow square."""
    board = Board.of(parse_placement("Ys 0,0 · Yd 1,0 · Ps 0,1"))
    assert frozenset(parse_placement("Pc 1,1")) not in generated_plays(board, "Pc Pd")
    assert generated_plays(board, "Pc Pd")[frozenset(parse_placement("Pd 1,1"))] == 4


def test_pieces_of_one_turn_share_an_attribute() -> None:
    """R5: a red diamond and a blue circle can't be placed in one turn, even if both fit."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    assert max(len(pieces) for pieces in generated_plays(board, "Rd Bc")) == 1


def test_an_unplayable_hand_has_no_plays() -> None:
    """A hand that fits nowhere, or an empty one, has no plays."""
    square = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    assert movegen.generate_plays(square, faces("Gb Bx"), RULESET) == []
    assert movegen.generate_plays(square, (), RULESET) == []
    assert movegen.best_play(square, faces("Gb Bx"), RULESET) is None


def test_the_best_play_is_the_first_in_order() -> None:
    """Plays sort by points, then by faces and cells; the best play comes first."""
    board = Board.of(parse_placement("Rc 0,0"))
    plays = movegen.generate_plays(board, faces("Rs Bc"), RULESET)
    ordered = movegen.sort_plays(plays)
    assert ordered == sorted(plays, key=lambda play: (-play[1], play[0]))
    assert movegen.best_play(board, faces("Rs Bc"), RULESET) == ordered[0]


@pytest.mark.parametrize("source", [TileSource, DiceSource])
@settings(max_examples=100)
@given(
    turns=st.integers(1, 40),
    size=st.integers(1, 8),
    bonus=st.sampled_from((6, 0, 100)),
    seed=st.integers(0, 2**32),
)
def test_best_play_matches_the_sorted_list(
    source: type[TileSource | DiceSource], turns: int, size: int, bonus: int, seed: int
) -> None:
    """R10: `best_play` equals the first of all sorted plays, whatever the bonus."""
    random = Random(seed)
    board, hand = random_position(random, source(random), size, turns)
    ruleset = with_changes(RULESET, scoring__qwirkle_bonus=bonus)
    ordered = movegen.sort_plays(movegen.generate_plays(board, hand, ruleset))
    assert movegen.best_play(board, hand, ruleset) == (ordered[0] if ordered else None)


@settings(max_examples=30)
@given(turns=st.integers(1, 25), seed=st.integers(0, 2**32))
def test_play_order_is_independent_of_board_and_hand_order(turns: int, seed: int) -> None:
    """Neither the order of placement nor the order of a hand changes the order of plays."""
    random = Random(seed)
    board, hand = random_position(random, DiceSource(random), 6, turns)
    pieces = [(face, x, y) for (x, y), face in board.cells.items()]
    random.shuffle(pieces)
    shuffled = tuple(random.sample(hand, len(hand)))
    expected = movegen.generate_plays(board, hand, RULESET)
    assert movegen.generate_plays(Board.of(pieces), shuffled, RULESET) == expected


def test_a_play_may_complete_a_line_with_five_pieces() -> None:
    """R10: five pieces that complete a line earn the bonus."""
    plays = generated_plays(Board.of(parse_placement("Rc 0,0")), "Rs Rd Rk Rb Rx")
    best = max(plays.values())
    assert best == 6 + RULESET.scoring.qwirkle_bonus
    assert sum(points == best for points in plays.values()) == 2 * 6 * 120


def test_an_empty_board_has_no_ordinary_plays() -> None:
    """On an empty board, `generate_plays` finds nothing; openings are generated separately."""
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
def test_the_best_play_is_found_despite_more_promising_starts(
    board: str, hand: str, play: str, points: int
) -> None:
    """`best_play` returns the best play, the first of equals, even if other starts look better."""
    best = movegen.best_play(Board.of(parse_placement(board)), faces(hand), RULESET)
    assert best == (parse_placement(play), points)


def test_plays_match_the_oracle() -> None:
    """R4 to R10: generated plays equal those of the oracle, a naive reading of the rules."""
    plays, _ = compare_many(25)
    assert plays > 25
