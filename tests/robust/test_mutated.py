"""A thousand damaged records."""

from __future__ import annotations

from random import Random

import pytest

from tests.tools.mutate import MUTATORS, mutated, samples, try_record


@pytest.mark.parametrize("block", range(10))
def test_a_damaged_record_loads_or_is_rejected(block: int) -> None:
    """It loads as a legal game, or raises RecordError with one sentence."""
    for number in range(100):
        try_record(mutated(Random(block * 100 + number)))


def test_every_mutator_changes_a_record() -> None:
    """Each mutator has an effect for at least one of 20 seeds."""
    for mutate in MUTATORS:
        data = samples()[0]
        assert any(mutate(data, Random(seed)) != data for seed in range(20))


def test_undamaged_samples_load() -> None:
    """The records that these tests damage are valid."""
    assert [try_record(data) for data in samples()] == [""] * len(samples())
