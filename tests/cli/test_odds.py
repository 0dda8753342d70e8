"""The command `odds`."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.cli.conftest import Run, line


def test_every_choice_of_dice_is_told_once(run: Run) -> None:
    """Six dice give 64 choices, the best first, and keeping all is one of them."""
    board: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0]]
    hand = ["Rd", "Bs", "Gx", "Oc", "Yk", "Pb"]
    (answer,) = run("odds", "--variant", "cubes", given=line(board, hand)).objects()
    choices = answer["choices"]
    means = [choice["mean"] for choice in choices]
    assert len({tuple(choice["reroll"]) for choice in choices}) == 64
    assert all(before >= after - 1e-9 for before, after in pairwise(means))
    assert answer["keep_all"] == next(c["mean"] for c in choices if c["reroll"] == []) == 3.0


def test_one_die_has_two_choices_that_can_be_worked_out(run: Run) -> None:
    """A red die beside a lone red circle scores 2 unless it shows a circle and must roll again."""
    (answer,) = run("odds", "--variant", "cubes", given=line([["Rc", 0, 0]], ["Rs"])).objects()
    assert answer["keep_all"] == 2.0
    assert answer["choices"] == [
        {"reroll": [], "mean": pytest.approx(2.0)},
        {"reroll": [0], "mean": pytest.approx(2.0)},
    ]


def test_a_dead_hand_is_told_so(run: Run) -> None:
    """Where no face of the hand fits anywhere the answer is that the hand is dead (J7)."""
    square: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0], ["Rs", 0, 1], ["Rc", 1, 1]]
    answer = run("odds", "--variant", "cubes", given=line(square, ["Bc", "Gs"]))
    assert answer.objects() == [{"dead": True}]


def test_nothing_is_rolled_with_tiles(run: Run) -> None:
    """A variant without rolls is refused."""
    assert "nothing is rolled" in run("odds", "--variant", "tiles").refusal()


def test_a_hand_without_dice_is_refused(run: Run) -> None:
    """There must be a die to roll."""
    run("odds", "--variant", "cubes", given=line([["Rc", 0, 0]], [])).refusal()
