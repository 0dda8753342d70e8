"""What a seat has seen: never what it may not know, and always all that it may."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.engine.events import Dealt, Drawn, GameEvent, Opened, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.presenter.frame import build_frame, build_player_results, running_scores
from qwirkle.session.history import HIDDEN_FACE, SeatHistory, redact_event, seat_view
from qwirkle.session.turn import TurnState
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
from tests.tui.conftest import small_variant

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")
HIDDEN_DICE = with_changes(DICE, name="hidden-dice", hand__open=False)


def shuffled(position: Position, seat: int | None, random: Random) -> Position:
    """Another position that the seat cannot tell from this one: hidden pieces change places."""
    variant = position.variant
    kinds = [kind for kind, count in enumerate(position.bag) for _ in range(count)]
    others = [each for each in range(len(position.hands)) if each != seat]
    kinds += [variant.kind_by_face[face] for each in others for face in position.hands[each]]
    random.shuffle(kinds)
    hands = list(position.hands)
    for each in others:
        hands[each] = tuple(
            random.choice(variant.kinds[kinds.pop()].faces) for _ in position.hands[each]
        )
    left = Counter(kinds)
    bag = tuple(left[kind] for kind in range(len(position.bag)))
    return replace(position, hands=tuple(hands), bag=bag)


def other_event(event: GameEvent, seat: int | None, random: Random) -> GameEvent:
    """The same event with other pieces where the seat cannot see them."""

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


@settings(max_examples=30)
@given(
    st.sampled_from([TILES, HIDDEN_DICE]),
    st.integers(2, 4),
    st.integers(0, 200),
    st.sampled_from([None, 0, 1]),
    st.randoms(use_true_random=False),
)
def test_hidden_pieces_leave_no_trace(
    variant: Variant, players: int, seed: int, seat: int | None, random: Random
) -> None:
    """T1: whatever the others hold and draw, a seat sees, reads and is shown the same."""
    game = random_game(small_variant(variant), players, seed)
    people = game.header.players
    opened = len(people) + 1  # who starts is said aloud, with the size of their set
    other = [
        (other_event(event, seat, random), shuffled(position, seat, random))
        for event, position in game.active_history[opened:]
    ]
    start = SeatHistory(people, seat).with_events(game.active_history[:opened])
    one, two = start.with_events(game.active_history[opened:]), start.with_events(other)
    if variant is TILES and len(other) > 1:
        assert other != game.active_history[opened:]
    assert one.entries == two.entries
    assert build_player_results(one) == build_player_results(two)
    assert running_scores(one) == running_scores(two)
    for count in (opened, (opened + len(one.entries)) // 2, len(one.entries)):
        here, there = one.up_to(count), two.up_to(count)
        assert build_frame(here, None) == build_frame(there, None)
        if seat == here.view.player:
            desks = [TurnState(story.view).started(story.view) for story in (here, there)]
            assert build_frame(here, desks[0]) == build_frame(there, desks[1])


@pytest.mark.parametrize("variant", [TILES, HIDDEN_DICE, DICE], ids=lambda each: each.name)
def test_a_story_has_a_scene_for_every_event(variant: Variant) -> None:
    """Nothing that happened is left out, and each scene ends with what the seat then knew."""
    game = random_game(small_variant(variant), 3, seed=5)
    for seat in (None, 0, 1, 2):
        story = SeatHistory(game.header.players, seat).with_events(game.active_history)
        assert [type(scene.event) for scene in story.entries] == [
            type(event) for event, _ in game.active_history
        ]
        for scene, (_, position) in zip(story.entries, game.active_history, strict=True):
            assert scene.view == seat_view(position, seat)
        assert story.view.result == game.position.result
        parts = SeatHistory(game.header.players, seat)
        for happened in game.active_history:
            parts = parts.with_events([happened])
        assert parts.entries == story.entries
        assert story.up_to(7).entries == story.entries[:7]


def test_hidden_faces_are_counted() -> None:
    """T1: of a draw or a trade of another one knows how many pieces it was."""
    for event in (Drawn(0, (3, 4)), Dealt(0, (3, 4)), Traded(0, (3, 4), (5, 6))):
        assert redact_event(event, TILES, 0) == event
        for seat in (1, None):
            shown = repr(redact_event(event, TILES, seat))
            assert shown.count(str(HIDDEN_FACE)) == sum(map(repr(event).count, "3456"))
            assert not any(face in shown for face in "3456")
        assert redact_event(event, DICE, 1) == event
    rolled = redact_event(Rolled(0, (3,), (4,), True), HIDDEN_DICE, 1)
    assert rolled == Rolled(0, (HIDDEN_FACE,), (HIDDEN_FACE,), True)


def test_who_starts_is_known_to_all() -> None:
    """R3: everybody says aloud how large their set is, so every story tells who starts and why."""
    game = random_game(TILES, 3, seed=4, most_events=4)
    openings = [
        [
            scene.opening
            for scene in SeatHistory(game.header.players, seat)
            .with_events(game.active_history)
            .entries
        ]
        for seat in (None, 0, 1, 2)
    ]
    assert openings[0][3] is not None
    assert all(each == openings[0] for each in openings)


@pytest.mark.parametrize("who", ["oldest", "seat"])
def test_nobody_tells_a_set_that_does_not_decide(who: str) -> None:
    """T1: where age or seat opens the game, only the opener knows how large the set is."""
    variant = with_changes(TILES, opening__who=who)
    game = random_game(variant, 3, seed=4, most_events=4)
    event, _ = game.active_history[3]
    assert isinstance(event, Opened)
    for seat in (None, 0, 1, 2):
        scene = SeatHistory(game.header.players, seat).with_events(game.active_history).entries[3]
        own = seat == event.player
        assert scene.event == (event if own else replace(event, set_size=0))
        assert scene.opening is not None
        assert scene.opening.largest_set_size == 0
