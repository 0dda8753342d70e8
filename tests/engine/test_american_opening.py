"""The opening of Cubes as the American edition has it."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Opened, Placed, Rolled
from qwirkle.engine.movegen import largest_set_size, opening_plays
from qwirkle.engine.moves import Pass, Place, Redraw, Roll
from qwirkle.engine.opening import OpeningResult, decide_opening
from qwirkle.engine.pieces import SHAPE_COUNT
from qwirkle.engine.position import Position
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


def opened(hand: str) -> Position:
    """The moment in which the first seat, the older one, is to open with this hand."""
    return apply_events(
        dealt_position(AMERICAN, hand, THREE_REDS, ages=(40, 9)),
        Opened(0, largest_set_size(faces(hand))),
    )


def refused(position: Position, move: object) -> Reason:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as found:
        rules.validate_move(position.view(position.player), move)  # type: ignore[arg-type]
    return found.value.reason


@pytest.mark.parametrize(
    ("ages", "starts", "tied", "by"),
    [
        ((30, 60, 9), 1, (1,), "oldest"),
        ((60, 60, 9), 0, (0, 1), "seat"),
        ((9, 60, 60), 1, (1, 2), "seat"),
        ((9, None, 60), 0, (0, 1, 2), "seat"),
        ((None, None, None), 0, (0, 1, 2), "seat"),
    ],
)
def test_the_oldest_opens(
    ages: tuple[int | None, ...], starts: int, tied: tuple[int, ...], by: str
) -> None:
    """A1: the oldest opens, whatever the hands; where ages are equal or missing, J2 decides."""
    hands = (TWO, ALL_APART, THREE_REDS)
    position = dealt_position(AMERICAN, *hands, ages=ages)
    size = largest_set_size(faces(hands[starts]))
    assert decide_opening(position) == OpeningResult((starts,), tied, tied, size, by)
    assert rules.resolve(position, None, Random(0)) == Opened(starts, size)
    with pytest.raises(IllegalMove) as found:
        rules.validate_event(position, Opened((starts + 1) % 3, size))
    assert (found.value.reason, found.value.rule) == (Reason.WRONG_OPENER, "A1")
    with pytest.raises(IllegalMove) as found:
        rules.validate_event(position, Opened(starts, size + 1))
    assert found.value.reason is Reason.WRONG_OPENING


def test_the_opener_may_roll_first() -> None:
    """A2: the free roll comes before the first placement too, once."""
    position = opened(THREE_REDS)
    assert (position.stage, position.free_rolls) == (Stage.ROLL, 1)
    assert rules.available_options(position) == Options(can_place=True, can_roll_free=True)
    rolled = apply_events(position, Rolled(0, faces("Ok Yb"), faces("Oc Yc"), False))
    assert (rolled.stage, rolled.free_rolls, rolled.turns_played) == (Stage.OPENING, 0, 0)
    assert refused(rolled, Roll(faces("Gx"))) is Reason.NO_ROLL
    assert refused(rolled, Pass()) is Reason.NO_PASS
    assert refused(rolled, Redraw()) is Reason.NO_REDRAW


def test_the_largest_set_is_that_of_the_hand_as_it_lies() -> None:
    """A3: what opens is judged by the dice after the roll, not by those that were dealt."""
    rolled = apply_events(opened(TWO), Rolled(0, faces("Yd Gk"), faces("Yc Gc"), False))
    assert refused(rolled, Place(parse_placement("Rc 0,0 · Rs 1,0"))) is Reason.NOT_THE_LARGEST_SET
    placed = apply_events(rolled, Placed(0, parse_placement("Rc 0,0 · Yc 1,0 · Gc 2,0"), 3))
    drawn = apply_events(placed, Drawn(0, faces("Bc Bs Bd")))
    assert (drawn.player, drawn.stage, drawn.turns_played, drawn.scores) == (
        1,
        Stage.ROLL,
        1,
        (3, 0),
    )


def test_who_could_lay_only_one_rolls_until_two_go_together() -> None:
    """A4: all dice are rolled, and again, until two can be laid; then they are laid."""
    position = opened(ALL_APART)
    assert rules.available_options(position) == Options(can_roll_free=True, must_roll=True)
    assert refused(position, Place(parse_placement("Rc 0,0"))) is Reason.SET_TOO_SMALL
    assert refused(position, Roll(faces("Rc Os"), forced=True)) is Reason.ROLL_ALL
    again = apply_events(position, Rolled(0, faces(ALL_APART), faces("Rs Oc Yk Gd Bx Pb"), True))
    assert again.view(0).forced_move == Roll(again.hands[0], forced=True)
    assert refused(again, Roll(faces("Rs"))) is Reason.NO_ROLL
    lucky = apply_events(again, Rolled(0, again.hands[0], faces("Rs Os Yk Gd Bx Pb"), True))
    assert rules.available_options(lucky) == Options(can_place=True)
    assert refused(lucky, Roll(lucky.hands[0], forced=True)) is Reason.CAN_OPEN
    apply_events(lucky, Placed(0, parse_placement("Rs 0,0 · Os 1,0"), 2))


def test_the_free_roll_may_be_tried_before_the_forced_one() -> None:
    """A4, J6: who could lay only one may first use the free roll on some dice."""
    helped = apply_events(opened(ALL_APART), Rolled(0, faces("Px"), faces("Pc"), False))
    assert rules.available_options(helped) == Options(can_place=True)
    useless = apply_events(opened(ALL_APART), Rolled(0, faces("Px"), faces("Px"), False))
    assert rules.available_options(useless) == Options(must_roll=True)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
def test_some_roll_always_gives_a_set(count: int) -> None:
    """A5: whatever colours dice have, some roll has two that go together; of five, three."""
    least = 2 if count < 5 else 3
    random = Random(count)
    for _ in range(60):
        colours = [random.randrange(6) for _ in range(count)]
        best = max(len(set(colours)), *(min(colours.count(each), 6) for each in colours))
        assert best >= least
        if count == 2:
            throws = product(range(SHAPE_COUNT), repeat=2)
            hands = (
                tuple(c * SHAPE_COUNT + s for c, s in zip(colours, each, strict=True))
                for each in throws
            )
            assert max(map(largest_set_size, hands)) == 2


def test_whole_openings_come_to_an_end() -> None:
    """A5: with two dice each, where every second opener has to roll, all games are opened."""
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


def test_a_larger_least_with_the_largest_set_first() -> None:
    """A4: a ruleset may ask for three, and leave it to the largest set who opens."""
    variant = with_changes(CUBES, opening=OpeningRule(tie=("youngest",), least=3))
    position = apply_events(dealt_position(variant, TWO, ALL_APART), Opened(0, 2))
    assert position.stage is Stage.OPENING
    assert rules.available_options(position) == Options(must_roll=True)
    assert opening_plays(faces(TWO), variant) == []
