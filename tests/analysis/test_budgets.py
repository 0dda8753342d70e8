"""What a number of seconds buys."""

from __future__ import annotations

import pytest

from qwirkle import catalog
from qwirkle.analysis.budgets import budget_for, quick_budget
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loading


@pytest.mark.parametrize("variant", catalog.bundled(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 4])
def test_more_time_buys_more(variant: Variant, players: int) -> None:
    """Futures and positions grow with the seconds, and never fall below what makes sense."""
    budgets = [budget_for(variant, players, seconds) for seconds in (0.05, 0.5, 10, 60)]
    assert [budget.worlds for budget in budgets] == sorted(budget.worlds for budget in budgets)
    assert budgets[0].worlds >= 16
    assert budgets[-1].worlds > 20 * budgets[0].worlds or budgets[0].worlds == 16
    assert budgets[-1].batch <= 4096
    positions = [budget.ending[0].positions for budget in budgets]
    assert positions == sorted(positions)
    assert all(budget.ending[0].exact and not budget.ending[-1].exact for budget in budgets)


def test_without_the_kernel_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and reviews then rest on the estimate, and on the exact end."""
    monkeypatch.setattr(loading, "tools_for_turns", lambda _: None)
    budget = quick_budget(catalog.load("tiles"), 2)
    assert budget.worlds == 0
    assert [attempt.exact for attempt in budget.ending] == [True]
