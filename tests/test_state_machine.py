"""Whole games of every variant in which anything legal may happen, and anything be taken back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.variant import PlaceStep, RefillStep, RollStep, Variant, variant_from_dict
from qwirkle.game import Game
from tests.invariants import check_position, check_replay, check_scores
from tests.random_games import new_header, random_move
from tests.sample_rulesets import random_ruleset_table, with_changes

TILES, CUBES = (
    next(variant for variant in catalog.bundled_variants() if variant.name == name)
    for name in ("tiles", "cubes")
)
RULESETS = (
    *catalog.bundled_variants(),
    *(variant_from_dict({**random_ruleset_table(Random(n)), "name": f"any-{n}"}) for n in range(6)),
    with_changes(TILES, name="scarce-tiles", pieces__copies=1, hand__size=3, players__max=3),
    with_changes(CUBES, name="scarce-dice", pieces__copies=4, hand__size=3),
    with_changes(
        CUBES,
        name="hidden-dice-with-trade",
        pieces__copies=5,
        hand__open=False,
        hand__size=4,
        turn=(RollStep(5), PlaceStep(("trade",), ("roll", "trade", "pass")), RefillStep()),
    ),
)


class Table(RuleBasedStateMachine):
    """A game at which players do what is legal and take back what they please."""

    ruleset: Variant = RULESETS[0]

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(new_header(self.ruleset))

    @initialize(players=st.integers(2, 6), seed=st.integers(0, 2**32))
    def deal(self, players: int, seed: int) -> None:
        """Begin a game."""
        most = self.ruleset.players.max
        self.game = Game(new_header(self.ruleset, min(players, most), seed))

    @precondition(lambda self: not self.game.is_over)
    @rule(moves=st.integers(1, 8), seed=st.integers(0, 2**16))
    def play(self, moves: int, seed: int) -> None:
        """Make some moves; replaying their events gives the very same position."""
        random = Random(seed)
        for _ in range(moves):
            if self.game.is_over:
                break
            self.game.play(random_move(self.game.position, random))

    @rule()
    def play_and_take_back_the_step(self) -> None:
        """Undoing a decision restores the position before it."""
        before = self.game.position
        if rules.is_decision(before):
            self.game.play(random_move(before, Random(1)))
            assert self.game.undo_step() is not None
            assert self.game.position == before

    @rule()
    def take_back_a_step(self) -> None:
        """Go back to where the last step began."""
        count = len(self.game.active_history)
        undone = self.game.undo_step()
        assert (undone is None) is (len(self.game.active_history) == count)

    @rule()
    def take_back_a_turn(self) -> None:
        """Undo to the start of this turn, or of the latest one before it that had a decision."""
        past = [
            position for _, position in self.game.active_history[:-1] if rules.is_decision(position)
        ]
        if self.game.undo_turn() is None:
            assert not past
        else:
            turns = self.game.position.turns_played
            assert turns == past[-1].turns_played
            assert self.game.position is next(each for each in past if each.turns_played == turns)

    @rule(count=st.integers(-1, 400))
    def take_back_events(self, count: int) -> None:
        """Take back so many events, if there are so many and a player decides there."""
        standing = self.game.active_history
        if 0 < count <= self.game.undoable_event_count and rules.is_decision(
            standing[-count - 1][1]
        ):
            self.game.undo(count)
        else:
            with pytest.raises(IllegalMove):
                self.game.undo(count)

    @invariant()
    def everything_holds(self) -> None:
        """What is true of every position is true of this one."""
        check_position(self.game.position)
        check_scores(self.game)

    def teardown(self) -> None:
        """The whole record leads to the same game."""
        check_replay(self.game)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_any_game(ruleset: Variant) -> None:
    """Whatever is played and taken back, the rules hold and the record replays to the same."""
    machine = type("Table", (Table,), {"ruleset": ruleset})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=8, stateful_step_count=20, deadline=None)
    )
