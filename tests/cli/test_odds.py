"""The command `odds`."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Run, position_line


def test_every_choice_of_dice_is_listed_once(run: Run) -> None:
    """Six dice have 64 choices, best first, one of which keeps all dice."""
    board: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0]]
    hand = ["Rd", "Bs", "Gx", "Oc", "Yk", "Pb"]
    (result,) = run("odds", "--variant", "cubes", stdin=position_line(board, hand)).objects()
    choices = result["choices"]
    means = [choice["mean"] for choice in choices]
    assert len({tuple(choice["reroll"]) for choice in choices}) == 64
    assert all(before >= after - 1e-9 for before, after in pairwise(means))
    assert result["keep_all"] == next(c["mean"] for c in choices if c["reroll"] == []) == 3.0


def test_odds_include_forced_rolls(run: Run) -> None:
    """A red die beside a red circle scores 2; a rolled circle doesn't fit and is rolled again."""
    (result,) = run(
        "odds", "--variant", "cubes", stdin=position_line([["Rc", 0, 0]], ["Rs"])
    ).objects()
    assert result["keep_all"] == 2.0
    assert result["choices"] == [
        {"reroll": [], "mean": pytest.approx(2.0)},
        {"reroll": [0], "mean": pytest.approx(2.0)},
    ]


def test_the_examples_of_the_docs_print_their_results(run: Run) -> None:
    """The positions in docs/records.md give the printed results."""
    page = Path(__file__).parents[2] / "docs" / "records.md"
    examples = re.findall(
        r"^\$ echo '(.*)' \| qwirkle (\w+) --variant (\w+)\n(.*)$",
        page.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [command for _, command, _, _ in examples] == ["plays", "odds"]
    for position, command, variant, printed in examples:
        assert run(command, "--variant", variant, stdin=position.encode()).out == f"{printed}\n"


def test_an_unplayable_roll_scores_nothing_if_a_redraw_comes_first(
    run: Run, tmp_path: Path
) -> None:
    """The mean includes forced rolls only if the variant rolls before it redraws."""
    house = tmp_path / "redraw.toml"
    house.write_text(
        'extends = "cubes"\nname = "redraw"\ntitle = "Redraw"\n'
        '[[turn]]\nstep = "roll"\nfrom_turn = 2\n'
        '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["redraw", "roll", "pass"]\n'
        '[[turn]]\nstep = "refill"\n',
        encoding="utf-8",
    )
    stdin = position_line([["Rc", 0, 0]], ["Rc"])
    (result,) = run("odds", "--variant", house, stdin=stdin).objects()
    assert result["keep_all"] == 0.0
    assert result["choices"][0] == {"reroll": [0], "mean": pytest.approx(2 * 5 / 6)}
    (result,) = run("odds", "--variant", "cubes", stdin=stdin).objects()
    assert result["keep_all"] == 2.0


def test_an_unplayable_hand_has_no_odds(run: Run) -> None:
    """J7: an unplayable hand is reported instead of odds."""
    square: list[list[object]] = [["Rc", 0, 0], ["Rs", 1, 0], ["Rs", 0, 1], ["Rc", 1, 1]]
    result = run("odds", "--variant", "cubes", stdin=position_line(square, ["Bc", "Gs"]))
    assert result.objects() == [{"dead": True}]


def test_odds_need_a_free_roll(run: Run, tmp_path: Path) -> None:
    """Variants without dice or without a free roll have no odds."""
    assert "tiles" in run("odds", "--variant", "tiles").error_line()
    house = tmp_path / "forced.toml"
    house.write_text(
        'extends = "cubes"\nname = "forced"\ntitle = "Forced"\n'
        '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["roll", "redraw", "pass"]\n'
        '[[turn]]\nstep = "refill"\n',
        encoding="utf-8",
    )
    assert "forced" in run("odds", "--variant", house).error_line()


def test_odds_need_a_die(run: Run) -> None:
    """A hand without dice is an error."""
    run("odds", "--variant", "cubes", stdin=position_line([["Rc", 0, 0]], [])).error_line()


def test_there_are_no_odds_before_the_opening(run: Run) -> None:
    """J1: an empty board is an error that names its line of input."""
    stdin = position_line([["Rc", 0, 0]], ["Rs"]) + position_line([], ["Rs"])
    error = run("odds", "--variant", "cubes", stdin=stdin).error_line()
    assert error.startswith("qwirkle: Line 2: ")


def test_opening_odds_count_the_largest_set_first(run: Run) -> None:
    """A2, A4: the largest set counts before the opening, and dice are rolled until two match."""
    stdin = position_line([], ["Rc", "Os"])
    (result,) = run("odds", "--variant", "cubes-mindware", stdin=stdin).objects()
    assert result["keep_all"] == 2.0
    assert {choice["mean"] for choice in result["choices"]} == {2.0}
    (no_pair,) = run("plays", "--variant", "cubes-mindware", stdin=stdin).objects()
    assert no_pair == {"plays": []}
    (pair,) = run(
        "plays", "--variant", "cubes-mindware", stdin=position_line([], ["Rc", "Oc"])
    ).objects()
    assert pair["plays"] == [{"pieces": [["Rc", 0, 0], ["Oc", 1, 0]], "points": 2}]


def test_more_free_rolls_score_more(run: Run, tmp_path: Path) -> None:
    """If a turn has several free rolls, `rolls` says how many are left."""
    house = tmp_path / "twice.toml"
    steps = '[[turn]]\nstep = "roll"\nfrom_turn = 2\ntimes = 2\n'
    steps += '[[turn]]\nstep = "place"\ninstead = []\nstuck = ["roll", "redraw", "pass"]\n'
    steps += '[[turn]]\nstep = "refill"\n'
    head = 'extends = "cubes"\nname = "twice"\ntitle = "Twice"\n'
    house.write_text(head + steps, encoding="utf-8")
    position = {"board": [["Rc", 0, 0], ["Rs", 1, 0]], "hand": ["Rd", "Bs", "Gx"]}
    stdin = b"".join(
        json.dumps({**position, **extra}).encode() + b"\n"
        for extra in ({}, {"rolls": 2}, {"rolls": 1})
    )
    default, two_left, one_left = run("odds", "--variant", house, stdin=stdin).objects()
    assert default == two_left
    assert two_left["choices"][0]["mean"] > one_left["choices"][0]["mean"]
    assert two_left["keep_all"] == one_left["keep_all"] == 3.0
    (cubes_result,) = run(
        "odds", "--variant", "cubes", stdin=json.dumps(position).encode()
    ).objects()
    assert cubes_result == one_left
    position["rolls"] = 3
    result = run("odds", "--variant", house, stdin=json.dumps(position).encode())
    error = result.error_line()
    assert error.startswith("qwirkle: Line 1: rolls ")
    assert "1 to 2" in error


def test_dice_that_can_never_open_are_an_error(run: Run) -> None:
    """A4: one die can't open, whatever it shows."""
    error = run("odds", "--variant", "cubes-mindware", stdin=position_line([], ["Rc"])).error_line()
    assert error.startswith("qwirkle: Line 1: ")
