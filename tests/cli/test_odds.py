"""The command `odds`."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Run, position_line


def test_every_choice_of_dice_is_told_once(run: Run) -> None:
    """Six dice give 64 choices, the best first, and keeping all is one of them."""
    board: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0]]
    hand = ["Rd", "Bs", "Gx", "Oc", "Yk", "Pb"]
    (answer,) = run("odds", "--variant", "cubes", given=position_line(board, hand)).objects()
    choices = answer["choices"]
    means = [choice["mean"] for choice in choices]
    assert len({tuple(choice["reroll"]) for choice in choices}) == 64
    assert all(before >= after - 1e-9 for before, after in pairwise(means))
    assert answer["keep_all"] == next(c["mean"] for c in choices if c["reroll"] == []) == 3.0


def test_one_die_has_two_choices_that_can_be_worked_out(run: Run) -> None:
    """A red die beside a lone red circle scores 2 unless it shows a circle and must roll again."""
    (answer,) = run(
        "odds", "--variant", "cubes", given=position_line([["Rc", 0, 0]], ["Rs"])
    ).objects()
    assert answer["keep_all"] == 2.0
    assert answer["choices"] == [
        {"reroll": [], "mean": pytest.approx(2.0)},
        {"reroll": [0], "mean": pytest.approx(2.0)},
    ]


def test_the_examples_in_the_records_page(run: Run) -> None:
    """The positions in docs/records.md get the answers that the page prints."""
    page = Path(__file__).parents[2] / "docs" / "records.md"
    examples = re.findall(
        r"^\$ echo '(.*)' \| qwirkle (\w+) --variant (\w+)\n(.*)$",
        page.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [command for _, command, _, _ in examples] == ["plays", "odds"]
    for position, command, variant, printed in examples:
        assert run(command, "--variant", variant, given=position.encode()).out == f"{printed}\n"


def test_a_roll_that_fits_nowhere_is_worth_nothing_if_a_redraw_comes_first(
    run: Run, tmp_path: Path
) -> None:
    """Forced rolls are part of a mean only if the ruleset rolls before it does anything else."""
    house = tmp_path / "redraw.toml"
    house.write_text(
        'extends = "cubes"\nname = "redraw"\ntitle = "Redraw"\n'
        '[[turn]]\nstep = "roll"\nfrom_turn = 2\n'
        '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["redraw", "roll", "pass"]\n'
        '[[turn]]\nstep = "refill"\n',
        encoding="utf-8",
    )
    given = position_line([["Rc", 0, 0]], ["Rc"])
    (answer,) = run("odds", "--variant", house, given=given).objects()
    assert answer["keep_all"] == 0.0
    assert answer["choices"][0] == {"reroll": [0], "mean": pytest.approx(2 * 5 / 6)}
    (answer,) = run("odds", "--variant", "cubes", given=given).objects()
    assert answer["keep_all"] == 2.0


def test_a_dead_hand_is_told_so(run: Run) -> None:
    """Where no face of the hand fits anywhere the answer is that the hand is dead (J7)."""
    square: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0], ["Rs", 0, 1], ["Rc", 1, 1]]
    answer = run("odds", "--variant", "cubes", given=position_line(square, ["Bc", "Gs"]))
    assert answer.objects() == [{"dead": True}]


def test_odds_need_a_free_roll(run: Run, tmp_path: Path) -> None:
    """Odds are refused if there are no dice, or if they are only rolled when nothing fits."""
    assert "tiles has no dice to roll" in run("odds", "--variant", "tiles").refusal()
    house = tmp_path / "forced.toml"
    house.write_text(
        'extends = "cubes"\nname = "forced"\ntitle = "Forced"\n'
        '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["roll", "redraw", "pass"]\n'
        '[[turn]]\nstep = "refill"\n',
        encoding="utf-8",
    )
    assert "forced has no free roll" in run("odds", "--variant", house).refusal()


def test_a_hand_without_dice_is_refused(run: Run) -> None:
    """There must be a die to roll."""
    run("odds", "--variant", "cubes", given=position_line([["Rc", 0, 0]], [])).refusal()


def test_there_is_no_roll_before_the_first_line(run: Run) -> None:
    """J1: odds of an empty table are refused, with the line they stand in."""
    given = position_line([["Rc", 0, 0]], ["Rs"]) + position_line([], ["Rs"])
    sentence = run("odds", "--variant", "cubes", given=given).refusal()
    assert "Line 2: The table is empty, and cubes has no free roll before turn 2." in sentence


def test_the_odds_of_an_american_opening(run: Run) -> None:
    """A2, A4: before the first line the largest set counts, and a lone die is rolled on."""
    given = position_line([], ["Rc", "Os"])
    (answer,) = run("odds", "--variant", "cubes-mindware", given=given).objects()
    assert answer["keep_all"] == 2.0
    assert {choice["mean"] for choice in answer["choices"]} == {2.0}
    (none,) = run("plays", "--variant", "cubes-mindware", given=given).objects()
    assert none == {"plays": []}
    (pair,) = run(
        "plays", "--variant", "cubes-mindware", given=position_line([], ["Rc", "Oc"])
    ).objects()
    assert pair["plays"] == [{"pieces": [["Rc", 0, 0], ["Oc", 1, 0]], "points": 2}]


def test_several_rolls_are_worth_more(run: Run, tmp_path: Path) -> None:
    """Where a turn has several free rolls, a position may say how many are left."""
    house = tmp_path / "twice.toml"
    steps = '[[turn]]\nstep = "roll"\nfrom_turn = 2\ntimes = 2\n'
    steps += '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["roll", "redraw", "pass"]\n'
    steps += '[[turn]]\nstep = "refill"\n'
    head = 'extends = "cubes"\nname = "twice"\ntitle = "Twice"\n'
    house.write_text(head + steps, encoding="utf-8")
    asked = {"board": [["Rc", 0, 0], ["Rs", 1, 0]], "hand": ["Rd", "Bs", "Gx"]}
    given = b"".join(
        json.dumps({**asked, **more}).encode() + b"\n" for more in ({}, {"rolls": 2}, {"rolls": 1})
    )
    both, two, one = run("odds", "--variant", house, given=given).objects()
    assert both == two
    assert two["choices"][0]["mean"] > one["choices"][0]["mean"]
    assert two["keep_all"] == one["keep_all"] == 3.0
    (plain,) = run("odds", "--variant", "cubes", given=json.dumps(asked).encode()).objects()
    assert plain == one
    asked["rolls"] = 3
    answer = run("odds", "--variant", house, given=json.dumps(asked).encode())
    assert "rolls must be a whole number from 1 to 2, not 3." in answer.refusal()


def test_dice_that_can_never_open_are_told_so(run: Run) -> None:
    """A4: a single die cannot give the two that open, and no roll changes that."""
    sentence = run("odds", "--variant", "cubes-mindware", given=position_line([], ["Rc"])).refusal()
    assert "Line 1: No roll of these dice has 2 that go together" in sentence
