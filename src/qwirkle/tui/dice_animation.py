"""The dice animation: frames with random-looking faces, shown before the result of a roll."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import structs
from msgspec.structs import replace

from qwirkle.engine.pieces import Faces, colour_of
from qwirkle.presenter.frame import DiceRoll, Frame

ROLL_FRAMES = 8


def find_rolled_slots(before: Faces, hand: Faces, marked: Collection[int]) -> tuple[int, ...]:
    """Return the slots of the rolled dice: the marked ones if they match, else the first that do.

    >>> find_rolled_slots((3,), (3, 8, 3), {2})
    (2,)
    >>> find_rolled_slots((3,), (3, 8, 3), ())
    (0,)
    """
    if sorted(hand[slot] for slot in marked) == sorted(before):
        return tuple(sorted(marked))
    remaining = list(before)
    slots = []
    for slot, face in enumerate(hand):
        if face in remaining:
            remaining.remove(face)
            slots.append(slot)
    return tuple(slots)


def roll_animation_hands(
    shown: Faces, rolled_slots: Collection[int], faces_by_colour: Mapping[int, Faces]
) -> Iterator[Faces]:
    """Yield the hands to show in turn; only rolled dice change, and never their colour (C1).

    `faces_by_colour` holds the faces that the dice of each colour have.
    """
    for step in range(1, ROLL_FRAMES + 1):
        hand = list(shown)
        for slot in rolled_slots:
            faces = faces_by_colour[colour_of(shown[slot])]
            hand[slot] = faces[(shown[slot] + step * (slot + 1) * 5 + slot) % len(faces)]
        yield tuple(hand)


def roll_animation_frames(frame: Frame, roll: DiceRoll) -> Iterator[Frame]:
    """Yield the frames that animate a roll: who rolls, and which dice."""
    if roll.anew:
        shown, rolled_slots = roll.after, tuple(range(len(roll.after)))
    else:
        shown = tuple(slot.face for slot in frame.hand)
        marked = [index for index, slot in enumerate(frame.hand) if slot.marked]
        rolled_slots = find_rolled_slots(roll.before, shown, marked)
    faces_by_colour = {colour_of(stock.faces[0]): stock.faces for stock in frame.stock}
    for faces in roll_animation_hands(shown, rolled_slots, faces_by_colour):
        slots = tuple(
            structs.replace(slot, face=face, marked=index in rolled_slots)
            for index, (slot, face) in enumerate(zip(frame.hand, faces, strict=True))
        )
        yield replace(frame, hand=slots, banner=roll.text)
