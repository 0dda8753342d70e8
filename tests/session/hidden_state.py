"""What a seat may not know, changed at random."""

from __future__ import annotations

from collections import Counter
from random import Random

from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.engine.events import Dealt, Drawn, GameEvent, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from tests.sample_rulesets import with_changes

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")
HIDDEN_DICE = with_changes(DICE, name="hidden-dice", hand__open=False)


def shuffled(position: Position, seat: int | None, random: Random) -> Position:
    """Return a position that looks the same to a seat: hidden pieces change places."""
    variant = position.variant
    kinds = [kind for kind, count in enumerate(position.bag) for _ in range(count)]
    others = [other for other in range(len(position.hands)) if other != seat]
    kinds += [variant.kind_by_face[face] for other in others for face in position.hands[other]]
    random.shuffle(kinds)
    hands = list(position.hands)
    for other in others:
        hands[other] = tuple(
            random.choice(variant.kinds[kinds.pop()].faces) for _ in position.hands[other]
        )
    bag_counts = Counter(kinds)
    bag = tuple(bag_counts[kind] for kind in range(len(position.bag)))
    return replace(position, hands=tuple(hands), bag=bag)


def other_event(event: GameEvent, seat: int | None, random: Random) -> GameEvent:
    """Return the same event with random pieces wherever the seat can't see them."""

    def any_faces(faces: Faces) -> Faces:
        return tuple(random.randrange(36) for _ in faces)

    match event:
        case Dealt(player, faces) | Drawn(player, faces) if player != seat:
            return replace(event, pieces=any_faces(faces))
        case Traded(player, gave, drew) | Redrawn(player, gave, drew) if player != seat:
            return replace(event, gave=any_faces(gave), drew=any_faces(drew))
        case Rolled(player, before, after, _) if player != seat:
            return replace(event, before=any_faces(before), after=any_faces(after))
    return event
