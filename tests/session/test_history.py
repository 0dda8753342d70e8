"""What a seat has seen: everything public, and no hidden piece."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle.engine.events import Dealt, Drawn, Opened, Rolled, Traded
from qwirkle.engine.variant import Variant
from qwirkle.presenter.frame import build_frame, build_player_results, running_scores
from qwirkle.session.history import HIDDEN_FACE, SeatHistory, redact_event, replay_stops, seat_view
from qwirkle.session.turn import TurnState
from tests.engine.game_builder import CUBES
from tests.random_games import random_game
from tests.sample_rulesets import with_changes
from tests.session.hidden_state import DICE, HIDDEN_DICE, TILES, other_event, shuffled
from tests.tui.conftest import human_players, small_variant


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
    """T1: a seat's history and frames don't depend on other players' hidden pieces."""
    game = random_game(small_variant(variant), players, seed)
    people = game.header.players
    opening = len(people) + 1  # the opener and the size of their set are public
    altered = [
        (other_event(event, seat, random), shuffled(position, seat, random))
        for event, position in game.active_history[opening:]
    ]
    start = SeatHistory(people, seat).with_events(game.active_history[:opening])
    real_history, altered_history = (
        start.with_events(game.active_history[opening:]),
        start.with_events(altered),
    )
    if variant is TILES and len(altered) > 1:
        assert altered != game.active_history[opening:]
    assert real_history.entries == altered_history.entries
    assert build_player_results(real_history) == build_player_results(altered_history)
    assert running_scores(real_history) == running_scores(altered_history)
    for count in (opening, (opening + len(real_history.entries)) // 2, len(real_history.entries)):
        real_part, altered_part = real_history.up_to(count), altered_history.up_to(count)
        assert build_frame(real_part, None) == build_frame(altered_part, None)
        if seat == real_part.view.seat_to_move:
            turn_states = [
                TurnState(history.view).started(history.view)
                for history in (real_part, altered_part)
            ]
            assert build_frame(real_part, turn_states[0]) == build_frame(
                altered_part, turn_states[1]
            )


@pytest.mark.parametrize("variant", [TILES, HIDDEN_DICE, DICE], ids=lambda each: each.name)
def test_a_history_has_an_entry_per_event(variant: Variant) -> None:
    """Each event has an entry with the seat's view after it."""
    game = random_game(small_variant(variant), 3, seed=5)
    for seat in (None, 0, 1, 2):
        history = SeatHistory(game.header.players, seat).with_events(game.active_history)
        assert [type(entry.event) for entry in history.entries] == [
            type(event) for event, _ in game.active_history
        ]
        for entry, (_, position) in zip(history.entries, game.active_history, strict=True):
            assert entry.view == seat_view(position, seat)
        assert history.view.result == game.position.result
        incremental = SeatHistory(game.header.players, seat)
        for occurrence in game.active_history:
            incremental = incremental.with_events([occurrence])
        assert incremental.entries == history.entries
        assert history.up_to(7).entries == history.entries[:7]


def test_hidden_faces_are_redacted_but_counted() -> None:
    """T1: in another player's draw or trade only the number of pieces is visible."""
    for event in (Drawn(0, (3, 4)), Dealt(0, (3, 4)), Traded(0, (3, 4), (5, 6))):
        assert redact_event(event, TILES, 0) == event
        for seat in (1, None):
            text = repr(redact_event(event, TILES, seat))
            assert text.count(str(HIDDEN_FACE)) == sum(map(repr(event).count, "3456"))
            assert not any(face in text for face in "3456")
        assert redact_event(event, DICE, 1) == event
    rolled = redact_event(Rolled(0, (3,), (4,), True), HIDDEN_DICE, 1)
    assert rolled == Rolled(0, (HIDDEN_FACE,), (HIDDEN_FACE,), True)


def test_everyone_sees_the_opening_decision() -> None:
    """R3: players announce their largest set, so every history has the same opening decision."""
    game = random_game(TILES, 3, seed=4, max_events=4)
    openings = [
        [
            entry.opening
            for entry in SeatHistory(game.header.players, seat)
            .with_events(game.active_history)
            .entries
        ]
        for seat in (None, 0, 1, 2)
    ]
    assert openings[0][3] is not None
    assert all(each == openings[0] for each in openings)


@pytest.mark.parametrize("who", ["oldest", "seat"])
def test_set_sizes_stay_hidden_if_they_decide_nothing(who: str) -> None:
    """T1: if age or seat decides the opening, only the opener sees the size of their set."""
    variant = with_changes(TILES, opening__who=who)
    game = random_game(variant, 3, seed=4, max_events=4)
    event, _ = game.active_history[3]
    assert isinstance(event, Opened)
    for seat in (None, 0, 1, 2):
        entry = SeatHistory(game.header.players, seat).with_events(game.active_history).entries[3]
        is_own = seat == event.player
        assert entry.event == (event if is_own else replace(event, set_size=0))
        assert entry.opening is not None
        assert entry.opening.largest_set_size == 0


def test_a_replay_stops_at_every_move_but_at_no_draw() -> None:
    """A draw belongs to the play before it."""
    game = random_game(small_variant(CUBES), 2, seed=3)
    history = SeatHistory(human_players(2), None).with_events(game.active_history)
    stops = replay_stops(history)
    events = [event for event, _ in game.active_history]
    assert isinstance(events[stops[0] - 1], Opened)
    assert stops[-1] == len(game.active_history)
    steps = [events[start:end] for start, end in pairwise(stops)]
    assert sum(steps, events[: stops[0]]) == events
    moves = [step[0] for step in steps]
    assert not any(isinstance(event, Drawn) for event in moves)
    assert all(isinstance(event, Drawn) for step in steps for event in step[1:])
    assert any(isinstance(event, Rolled) for event in moves)
    assert replay_stops(history.up_to(stops[0] - 1)) == ()
    cut_off = history.up_to(stops[1] - 1)
    assert replay_stops(cut_off) == (stops[0], len(cut_off.entries))
