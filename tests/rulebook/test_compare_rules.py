"""The same situations under each variant: what must be equal, and what must differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from qwirkle.engine import rules
from qwirkle.engine.events import Placed
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.opening import opening_of
from qwirkle.engine.position import Position
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options
from tests.engine.tables import (
    BUNDLED,
    CUBES,
    MINDWARE,
    RED_SQUARE,
    TILES,
    after,
    dealt,
    table,
)
from tests.positions import faces, laid

T = TypeVar("T")

RED_ROW = "Rc 0,0 · Rs 1,0"
FITS = "Rd Rk Oc Ys Gb Px"
STUCK = "Ob Yk Gb Bx Px Ox"


def under_each(ask: Callable[[Variant], T]) -> dict[str, T]:
    """The answer under each bundled variant."""
    return {name: ask(variant) for name, variant in BUNDLED.items()}


def agree(ask: Callable[[Variant], T]) -> T:
    """The answer that all bundled variants give."""
    first, *others = under_each(ask).values()
    assert others == [first] * len(others)
    return first


def refusal(position: Position, move: Move) -> Reason | None:
    """Why a move is refused; None if it is not."""
    try:
        rules.check(position.view(position.player), move)
    except Refusal as refused:
        return refused.reason
    return None


def test_the_variants_that_are_compared() -> None:
    """These comparisons know all bundled variants."""
    assert set(BUNDLED) == {"tiles", "tiles-mindware", "cubes"}


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        (RED_ROW, "Rd 2,0"),
        (RED_ROW, "Oc 0,1"),
        (RED_ROW, "Rd -1,0 · Rk 2,0"),
        (RED_ROW, "Oc 2,0"),
        (RED_ROW, "Rd 2,0 · Rk 4,0"),
        (RED_ROW, "Px 5,5"),
        (RED_SQUARE, "Ys 2,0"),
    ],
)
def test_lines_and_points_are_equal(board: str, pieces: str) -> None:
    """R4 to R10: what may be laid, and what it scores, is the same in all variants."""

    def ask(variant: Variant) -> object:
        position = table(variant, board, FITS, "Gx")
        reason = refusal(position, Place(laid(pieces)))
        if reason is not None:
            return reason
        for points in range(30):
            try:
                return after(position, Placed(0, laid(pieces), points)).scores
            except Refusal:
                continue
        return None

    assert agree(ask) is not None


def test_hands_and_seats_are_equal() -> None:
    """R2, R12: two to four players, six pieces, six points for going out and for a full line."""
    assert agree(
        lambda v: (v.fewest_players, v.most_players, v.hand_size, v.out_bonus, v.qwirkle_bonus)
    ) == (2, 4, 6, 6, 6)


def test_the_largest_set_is_equal() -> None:
    """R3: without a tie all variants agree on who starts."""
    hands = ("Rc Os Yd Gk Bb Px", "Rc Rs Rd Gk Bb Px", "Rc Rs Yd Gk Bb Px")
    assert agree(lambda v: opening_of(dealt(v, *hands, ages=(7, 30, 60))).player) == 1


def test_the_opening_tie_differs() -> None:
    """R3: the youngest of those who tie starts, but the oldest in the American edition."""
    hand = "Rc Rs Rd Gk Bb Px"
    assert under_each(
        lambda v: opening_of(dealt(v, hand, hand, hand, ages=(30, 7, 60))).player
    ) == {
        "tiles": 1,
        "cubes": 1,
        "tiles-mindware": 2,
    }


def test_a_tie_without_ages_is_equal() -> None:
    """J2: without ages the first of the tied starts everywhere."""
    hand = "Rc Rs Rd Gk Bb Px"
    assert agree(lambda v: opening_of(dealt(v, "Rc Os", hand, hand)).player) == 1


def test_hands_are_hidden_or_open() -> None:
    """T1, C2: tiles are hidden from the others, and dice lie open."""
    assert under_each(lambda v: table(v, RED_ROW, FITS, STUCK).view(0).hands[1]) == {
        "tiles": None,
        "tiles-mindware": None,
        "cubes": faces(STUCK),
    }


def test_before_placing() -> None:
    """C3: only dice may be rolled before placing."""
    assert under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Px"), Roll(faces("Oc Px")))) == {
        "tiles": Reason.NO_ROLL,
        "tiles-mindware": Reason.NO_ROLL,
        "cubes": None,
    }


def test_instead_of_placing() -> None:
    """T2, C5: only tiles may be traded instead of placing."""
    assert under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Px"), Trade(faces("Oc Px")))) == {
        "tiles": None,
        "tiles-mindware": None,
        "cubes": Reason.NO_TRADE,
    }


def test_nobody_passes_who_can_place() -> None:
    """J5: who can place may not pass, in no variant."""
    assert agree(lambda v: refusal(table(v, RED_ROW, FITS, "Px"), Pass())) is Reason.NO_PASS


def test_cannot_place() -> None:
    """T4, C4: who cannot place must trade tiles, or roll all dice."""
    assert under_each(lambda v: rules.options_of(table(v, RED_ROW, STUCK, "Px"))) == {
        "tiles": Options(trade=6),
        "tiles-mindware": Options(trade=6),
        "cubes": Options(free_roll=True, forced_roll=True),
    }


def test_cannot_place_with_an_empty_bag() -> None:
    """J5, C4: with an empty bag tiles pass, and dice are rolled all the same."""
    assert under_each(lambda v: rules.options_of(table(v, RED_ROW, STUCK, "Px", bag=""))) == {
        "tiles": Options(pass_=True, dead=True),
        "tiles-mindware": Options(pass_=True, dead=True),
        "cubes": Options(free_roll=True, forced_roll=True),
    }


def test_a_hand_of_which_nothing_can_fit() -> None:
    """T4, J7: beside a red square a hand without red trades tiles, and draws dice anew."""
    assert under_each(lambda v: refusal(table(v, RED_SQUARE, STUCK, "Px"), Redraw())) == {
        "tiles": Reason.NO_REDRAW,
        "tiles-mindware": Reason.NO_REDRAW,
        "cubes": None,
    }
    assert under_each(lambda v: table(v, RED_SQUARE, STUCK, "Px").view(0).forced) == {
        "tiles": None,
        "tiles-mindware": None,
        "cubes": Redraw(),
    }


def test_when_neither_hand_nor_bag_can_help() -> None:
    """J7, J11: with no red anywhere everybody passes; a red in another hand helps tiles only."""
    assert agree(lambda v: table(v, RED_SQUARE, STUCK, "Px", bag="Gs").view(0).forced) == Pass()
    assert under_each(lambda v: table(v, RED_SQUARE, STUCK, "Rb", bag="Gs").view(0).forced) == {
        "tiles": None,
        "tiles-mindware": None,
        "cubes": Pass(),
    }


def test_copies() -> None:
    """T1, C1: of one face there are three tiles, but up to fifteen dice can show it."""
    assert under_each(lambda v: v.kinds[v.kind_of[0]].copies) == {
        "tiles": 3,
        "tiles-mindware": 3,
        "cubes": 15,
    }
    assert under_each(lambda v: v.piece_count) == {
        "tiles": 108,
        "tiles-mindware": 108,
        "cubes": 90,
    }


def test_what_can_be_counted() -> None:
    """T1, C1: one counts unseen tiles of each face, and unseen dice of each colour."""
    unseen = under_each(lambda v: table(v, RED_ROW, "Rd Oc", "Rd Px").view(0).unseen)
    assert {name: len(kinds) for name, kinds in unseen.items()} == {
        "tiles": 36,
        "tiles-mindware": 36,
        "cubes": 6,
    }
    red_diamond = faces("Rd")[0]
    assert unseen["tiles"][red_diamond] == 2
    assert unseen["tiles"] == unseen["tiles-mindware"]
    assert unseen["cubes"] == (11, 14, 15, 15, 15, 14)


def test_the_american_edition_differs_in_one_thing() -> None:
    """R3: but for the tie, the American rules are those of the German tiles."""
    assert MINDWARE.steps == TILES.steps != CUBES.steps
    assert MINDWARE.kinds == TILES.kinds
    assert (TILES.opening_tie, MINDWARE.opening_tie) == ("youngest", "oldest")
