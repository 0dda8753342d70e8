"""Pieces, hands and the bag."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from qwirkle.engine import rng, rules
from qwirkle.engine.events import Dealt
from qwirkle.engine.inventory import add_to_bag, find_slots, remove_from_bag, remove_from_hand
from qwirkle.engine.pieces import (
    COLOUR_NAMES,
    FACE_COUNT,
    FACE_TEXTS,
    SHAPE_NAMES,
    colour_of,
    face_mask,
    shape_of,
)
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage
from tests.engine.game_builder import CUBES, MINDWARE, TILES, skip_automatic_steps
from tests.sample_positions import faces


def test_there_are_six_colours_and_six_shapes() -> None:
    """R1: six colours times six shapes make 36 faces."""
    assert COLOUR_NAMES == ("red", "orange", "yellow", "green", "blue", "purple")
    assert SHAPE_NAMES == ("circle", "square", "diamond", "clover", "starburst", "cross")
    assert {(colour_of(face), shape_of(face)) for face in range(FACE_COUNT)} == {
        (colour, shape) for colour in range(6) for shape in range(6)
    }
    assert len(set(FACE_TEXTS)) == FACE_COUNT == 36


@pytest.mark.parametrize("variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_starts_with_six_pieces(variant: Variant, players: int) -> None:
    """R2: two to four players get six pieces each."""
    assert variant.players.min <= players <= variant.players.max
    position = skip_automatic_steps(rules.initial_position(variant, (None,) * players))
    assert [len(hand) for hand in position.hands] == [6] * players
    assert sum(position.bag) == variant.piece_count - 6 * players


def test_hands_are_dealt_in_seat_order() -> None:
    """R2: hands are dealt one by one in seat order, and are empty before that."""
    position = rules.initial_position(TILES, (None, None, None))
    assert position.view(2).hand == ()
    for seat in range(3):
        assert position.stage is Stage.DEAL
        event = rules.resolve(position, None, Random(seat))
        assert isinstance(event, Dealt)
        assert event.player == seat
        position = rules.apply_event(position, event)
    assert position.stage is Stage.CHOOSE_OPENER


def test_there_are_108_tiles() -> None:
    """T1: there are 108 tiles, three of each of the 36 faces."""
    assert TILES.piece_count == 108
    assert [kind.faces for kind in TILES.kinds] == [(face,) for face in range(FACE_COUNT)]
    assert {kind.copies for kind in TILES.kinds} == {3}


def test_there_are_90_dice() -> None:
    """C1: there are 90 dice, fifteen per colour, each with all six shapes."""
    assert CUBES.piece_count == 90
    assert [kind.name for kind in CUBES.kinds] == list("ROYGBP")
    assert {kind.copies for kind in CUBES.kinds} == {15}
    for colour, kind in enumerate(CUBES.kinds):
        assert {colour_of(face) for face in kind.faces} == {colour}
        assert {shape_of(face) for face in kind.faces} == set(range(6))


def test_a_roll_keeps_the_colour() -> None:
    """C1: a roll can show any of the six shapes but never changes the colour."""
    random = Random(5)
    hand = faces("Rc Rc Os Pd Gx Bk")
    shapes: Counter[int] = Counter()
    for _ in range(200):
        rolled = rng.roll(CUBES, hand, random)
        assert [colour_of(face) for face in rolled] == [colour_of(face) for face in hand]
        shapes.update(map(shape_of, rolled))
    assert len(shapes) == 6


def test_a_draw_is_random_and_limited_to_the_bag() -> None:
    """R11: a draw takes pieces from the bag in random order, and no more than it holds."""
    bag = remove_from_bag(TILES, tuple([0] * FACE_COUNT), ())
    bag = add_to_bag(TILES, bag, faces("Rc Rc Px"))
    drawn = {rng.draw(TILES, bag, 6, Random(seed)) for seed in range(40)}
    assert {tuple(sorted(draw)) for draw in drawn} == {faces("Rc Rc Px")}
    assert len(drawn) == 3
    assert rng.draw(TILES, bag, 0, Random(1)) == ()


def test_a_drawn_die_is_rolled() -> None:
    """C2: a drawn die is rolled, so it can show any shape of its colour."""
    bag = add_to_bag(CUBES, (0,) * 6, faces("Gs"))
    drawn = {rng.draw(CUBES, bag, 1, Random(seed)) for seed in range(100)}
    assert drawn == {(face,) for face in faces("Gc Gs Gd Gk Gb Gx")}


def test_event_randomness_depends_on_seed_and_number() -> None:
    """Each event has its own random generator, determined by the seed and the event number."""
    first = [rng.rng_for_event(7, 3).random() for _ in range(2)]
    assert first[0] == first[1]
    assert len({rng.rng_for_event(seed, 10 - seed).random() for seed in range(10)}) == 10
    assert rng.rng_for_event(1, 11).random() != rng.rng_for_event(11, 1).random()


def test_copies_are_interchangeable() -> None:
    """J10: removing a piece removes one of its copies, no matter which."""
    hand = faces("Rc Gs Rc Gs Px Rc")
    assert remove_from_hand(hand, faces("Rc Gs")) == faces("Rc Gs Px Rc")
    assert find_slots(hand, faces("Rc Rc Gs")) == [0, 2, 1]
    assert face_mask(faces("Rc Rc Rs")) == 0b11
