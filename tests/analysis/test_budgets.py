"""Search budgets for a number of seconds."""

from __future__ import annotations

import pytest

from qwirkle import catalog
from qwirkle.analysis.budgets import budget_for, quick_budget
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loader


@pytest.mark.parametrize("variant", catalog.bundled_variants(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 4])
def test_more_seconds_buy_more_search(variant: Variant, players: int) -> None:
    """Determinizations and endgame positions grow with the seconds, from a sensible minimum."""
    budgets = [budget_for(variant, players, seconds) for seconds in (0.05, 0.5, 10, 60)]
    assert [budget.determinizations for budget in budgets] == sorted(
        budget.determinizations for budget in budgets
    )
    assert budgets[0].determinizations >= 16
    assert (
        budgets[-1].determinizations > 20 * budgets[0].determinizations
        or budgets[0].determinizations == 16
    )
    assert budgets[-1].batch_size <= 4096
    positions = [budget.endgame_limits[0].max_positions for budget in budgets]
    assert positions == sorted(positions)
    assert all(
        budget.endgame_limits[0].is_exact and not budget.endgame_limits[-1].is_exact
        for budget in budgets
    )


def test_the_quick_budget_skips_rollouts_without_the_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the kernel, hints and reviews use only the evaluation and exact endgames."""
    monkeypatch.setattr(loader, "playing_kernel", lambda _: None)
    budget = quick_budget(catalog.load_variant("tiles"), 2)
    assert budget.determinizations == 0
    assert [limits.is_exact for limits in budget.endgame_limits] == [True]
