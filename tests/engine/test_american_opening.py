"""The opening in the American edition of Cubes: A1 to A5."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Opened, Placed, Rolled
from qwirkle.engine.movegen import largest_set_size, opening_plays
from qwirkle.engine.moves import Pass, Place, Redraw, Roll
from qwirkle.engine.pieces import SHAPE_COUNT
from qwirkle.engine.position import Position
from qwirkle.engine.rules import OpenerDecision, decide_opener
from qwirkle.engine.variant import OpeningRule
from qwirkle.engine.view import Options, Stage
from qwirkle.game import Game
from tests.engine.game_builder import AMERICAN, CUBES, apply_events, dealt_position
from tests.random_games import new_header
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

THREE_REDS = "Rc Rs Rd Ok Yb Gx"
ALL_APART = "Rc Os Yd Gk Bb Px"
TWO = "Rc Rs Yd Gk Bb Px"


def opening_position(hand: str) -> Position:
    """Position in which seat 0, the older player, opens with this hand."""
    return apply_events(
        dealt_position(AMERICAN, hand, THREE_REDS, ages=(40, 9)),
        Opened(0, largest_set_size(faces(hand))),
    )


def refusal_reason(position: Position, move: object) -> Reason:
    """Reason why the move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(position.seat_to_move), move)  # type: ignore[arg-type]
    return caught.value.reason


@pytest.mark.parametrize(
    ("ages", "opener", "tied", "by"),
    [
        ((30, 60, 9), 1, (1,), "oldest"),
        ((60, 60, 9), 0, (0, 1), "seat"),
        ((9, 60, 60), 1, (1, 2), "seat"),
        ((9, None, 60), 0, (0, 1, 2), "seat"),
        ((None, None, None), 0, (0, 1, 2), "seat"),
    ],
)
def test_the_oldest_opens(
    ages: tuple[int | None, ...], opener: int, tied: tuple[int, ...], by: str
) -> None:
    """A1: the oldest player opens whatever the hands; J2 decides if ages are equal or missing."""
    hands = (TWO, ALL_APART, THREE_REDS)
    position = dealt_position(AMERICAN, *hands, ages=ages)
    size = largest_set_size(faces(hands[opener]))
    assert decide_opener(position) == OpenerDecision((opener,), tied, tied, size, by)
    assert rules.resolve(position, None, Random(0)) == Opened(opener, size)
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Opened((opener + 1) % 3, size))
    assert (caught.value.reason, caught.value.rule) == (Reason.WRONG_OPENER, "A1")
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Opened(opener, size + 1))
    assert caught.value.reason is Reason.WRONG_OPENING


def test_the_opener_may_roll_first() -> None:
    """A2: the opener has one free roll before the first placement."""
    position = opening_position(THREE_REDS)
    assert (position.stage, position.free_rolls) == (Stage.ROLL, 1)
    assert rules.available_options(position) == Options(can_place=True, can_roll_free=True)
    rolled = apply_events(position, Rolled(0, faces("Ok Yb"), faces("Oc Yc"), False))
    assert (rolled.stage, rolled.free_rolls, rolled.turns_played) == (Stage.OPENING, 0, 0)
    assert refusal_reason(rolled, Roll(faces("Gx"))) is Reason.NO_ROLL
    assert refusal_reason(rolled, Pass()) is Reason.NO_PASS
    assert refusal_reason(rolled, Redraw()) is Reason.NO_REDRAW


def test_the_largest_set_counts_the_dice_after_the_free_roll() -> None:
    """A3: the opening set is judged by the dice after the free roll, not by those dealt."""
    rolled = apply_events(opening_position(TWO), Rolled(0, faces("Yd Gk"), faces("Yc Gc"), False))
    assert (
        refusal_reason(rolled, Place(parse_placement("Rc 0,0 · Rs 1,0")))
        is Reason.NOT_THE_LARGEST_SET
    )
    placed = apply_events(rolled, Placed(0, parse_placement("Rc 0,0 · Yc 1,0 · Gc 2,0"), 3))
    drawn = apply_events(placed, Drawn(0, faces("Bc Bs Bd")))
    assert (drawn.seat_to_move, drawn.stage, drawn.turns_played, drawn.scores) == (
        1,
        Stage.ROLL,
        1,
        (3, 0),
    )


def test_an_opener_without_a_pair_rerolls_all_dice() -> None:
    """A4: an opener without two matching dice rolls all dice until two match."""
    position = opening_position(ALL_APART)
    assert rules.available_options(position) == Options(can_roll_free=True, must_roll=True)
    assert refusal_reason(position, Place(parse_placement("Rc 0,0"))) is Reason.SET_TOO_SMALL
    assert refusal_reason(position, Roll(faces("Rc Os"), forced=True)) is Reason.ROLL_ALL
    rerolled = apply_events(position, Rolled(0, faces(ALL_APART), faces("Rs Oc Yk Gd Bx Pb"), True))
    assert rerolled.view(0).forced_move == Roll(rerolled.hands[0], forced=True)
    assert refusal_reason(rerolled, Roll(faces("Rs"))) is Reason.NO_ROLL
    lucky = apply_events(rerolled, Rolled(0, rerolled.hands[0], faces("Rs Os Yk Gd Bx Pb"), True))
    assert rules.available_options(lucky) == Options(can_place=True)
    assert refusal_reason(lucky, Roll(lucky.hands[0], forced=True)) is Reason.CAN_OPEN
    apply_events(lucky, Placed(0, parse_placement("Rs 0,0 · Os 1,0"), 2))


def test_an_opener_without_a_pair_may_use_the_free_roll_first() -> None:
    """A4, J6: an opener without a pair may use the free roll on some dice first."""
    with_pair = apply_events(
        opening_position(ALL_APART), Rolled(0, faces("Px"), faces("Pc"), False)
    )
    assert rules.available_options(with_pair) == Options(can_place=True)
    without_pair = apply_events(
        opening_position(ALL_APART), Rolled(0, faces("Px"), faces("Px"), False)
    )
    assert rules.available_options(without_pair) == Options(must_roll=True)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
def test_some_roll_always_makes_a_set(count: int) -> None:
    """A5: whatever their colours, any two dice can roll a pair, and any five a set of three."""
    min_size = 2 if count < 5 else 3
    random = Random(count)
    for _ in range(60):
        colours = [random.randrange(6) for _ in range(count)]
        best = max(len(set(colours)), *(min(colours.count(each), 6) for each in colours))
        assert best >= min_size
        if count == 2:
            rolls = product(range(SHAPE_COUNT), repeat=2)
            hands = (
                tuple(c * SHAPE_COUNT + s for c, s in zip(colours, each, strict=True))
                for each in rolls
            )
            assert max(map(largest_set_size, hands)) == 2


def test_every_opening_ends() -> None:
    """A5: with two-dice hands, where forced rolls are common, every opening ends."""
    variant = with_changes(AMERICAN, hand__size=2)
    forced = 0
    for seed in range(40):
        game = Game(new_header(variant, 2, seed))
        while not game.position.board.cells:
            view = game.view()
            move = view.forced_move or Roll(view.hand[:1])
            if view.forced_move is None and not view.options.must_roll:
                pieces = tuple((face, x, 0) for x, face in enumerate(view.hand))
                move = Place(pieces)
            game.play(move)
        forced += any(isinstance(event, Rolled) and event.forced for event in game.events)
        assert len(game.position.board) == 2
    assert forced


def test_a_ruleset_can_require_a_larger_opening_set() -> None:
    """A4: a ruleset may require a set of three even if the largest set decides who opens."""
    variant = with_changes(CUBES, opening=OpeningRule(tie=("youngest",), min_pieces=3))
    position = apply_events(dealt_position(variant, TWO, ALL_APART), Opened(0, 2))
    assert position.stage is Stage.OPENING
    assert rules.available_options(position) == Options(must_roll=True)
    assert opening_plays(faces(TWO), variant) == []
