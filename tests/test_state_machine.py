"""Random games of every ruleset with random undos, driven by a Hypothesis state machine."""

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


class GameMachine(RuleBasedStateMachine):
    """A game with random legal moves and random undos."""

    ruleset: Variant = RULESETS[0]

    def __init__(self) -> None:
        super().__init__()
        self.game = Game(new_header(self.ruleset))

    @initialize(players=st.integers(2, 6), seed=st.integers(0, 2**32))
    def deal(self, players: int, seed: int) -> None:
        """Start a game."""
        max_players = self.ruleset.players.max
        self.game = Game(new_header(self.ruleset, min(players, max_players), seed))

    @precondition(lambda self: not self.game.is_over)
    @rule(moves=st.integers(1, 8), seed=st.integers(0, 2**16))
    def play(self, moves: int, seed: int) -> None:
        """Make some random moves."""
        random = Random(seed)
        for _ in range(moves):
            if self.game.is_over:
                break
            self.game.play(random_move(self.game.position, random))

    @rule()
    def play_and_undo_step(self) -> None:
        """Make a move and undo it, which restores the position before it."""
        before = self.game.position
        if rules.is_decision(before):
            self.game.play(random_move(before, Random(1)))
            assert self.game.undo_step() is not None
            assert self.game.position == before

    @rule()
    def undo_step(self) -> None:
        """Undo the last step, if there is one."""
        count = len(self.game.active_history)
        undone = self.game.undo_step()
        assert (undone is None) is (len(self.game.active_history) == count)

    @rule()
    def undo_turn(self) -> None:
        """Undo to the start of this turn, or of the latest one before it that had a decision."""
        decisions = [
            position for _, position in self.game.active_history[:-1] if rules.is_decision(position)
        ]
        if self.game.undo_turn() is None:
            assert not decisions
        else:
            turns = self.game.position.turns_played
            assert turns == decisions[-1].turns_played
            assert self.game.position is next(
                position for position in decisions if position.turns_played == turns
            )

    @rule(count=st.integers(-1, 400))
    def undo_events(self, count: int) -> None:
        """Undo this many events, which is legal only if that leads to a decision."""
        history = self.game.active_history
        if 0 < count <= self.game.max_undoable_events and rules.is_decision(history[-count - 1][1]):
            self.game.undo(count)
        else:
            with pytest.raises(IllegalMove):
                self.game.undo(count)

    @invariant()
    def position_and_scores_are_valid(self) -> None:
        """Check the current position and all scores."""
        check_position(self.game.position)
        check_scores(self.game)

    def teardown(self) -> None:
        """Check that the record replays to the same game."""
        check_replay(self.game)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_random_moves_and_undos_keep_the_game_valid(ruleset: Variant) -> None:
    """Any moves and undos leave a valid position, and the record replays to the same game."""
    machine = type("GameMachine", (GameMachine,), {"ruleset": ruleset})
    run_state_machine_as_test(
        machine, settings=settings(max_examples=8, stateful_step_count=20, deadline=None)
    )
