"""Random games of every variant, checked against all invariants."""

from __future__ import annotations

import pytest

from tests.tools.soak import soak


@pytest.mark.parametrize("seed", range(36))
def test_every_invariant_holds_in_a_random_game(seed: int) -> None:
    """Pieces are conserved, lines legal and scores right; replay and undo work."""
    assert soak(seed) > 0


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_every_invariant_holds_in_many_random_games(block: int) -> None:
    """The invariants hold in a thousand more games."""
    for seed in range(1000 + block * 50, 1050 + block * 50):
        soak(seed)
