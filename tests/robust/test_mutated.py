"""A thousand damaged records."""

from __future__ import annotations

from random import Random

import pytest

from tests.tools.mutate import MUTATORS, mutated, samples, try_record


@pytest.mark.parametrize("block", range(10))
def test_a_damaged_record_is_judged_or_refused_with_a_sentence(block: int) -> None:
    """A damaged record loads as a game that the rules allow, or is refused with one sentence."""
    for number in range(100):
        try_record(mutated(Random(block * 100 + number)))


def test_every_kind_of_damage_can_be_done() -> None:
    """Each kind of damage changes some record."""
    for mutate in MUTATORS:
        data = samples()[0]
        assert any(mutate(data, Random(seed)) != data for seed in range(20))


def test_sound_records_load() -> None:
    """The records that are damaged here were sound."""
    assert [try_record(data) for data in samples()] == [""] * len(samples())
