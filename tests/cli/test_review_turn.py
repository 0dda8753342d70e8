"""The command `review --turn`: one turn at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.analysis.review import completed_turns
from qwirkle.engine.events import Passed
from qwirkle.records.writer import write_record
from tests.bots.bot_games import BOTS, play_bots, rulesets
from tests.cli.conftest import Run

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
QUICKLY = ("--time", "0.01")


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_candidates_and_what_was_played(run: Run, name: str) -> None:
    """Every candidate has its value and parts, and just one of them is what was played."""
    path = str(GOLDEN / f"{name}.qwirkle")
    (told,) = run("review", path, "--turn", "6", *QUICKLY, "--json").objects()
    candidates = told["candidates"]
    assert (told["turn"], told["how"]) == (6, "rollouts")
    assert sum(candidate["played"] for candidate in candidates) == 1
    for candidate in candidates:
        assert ("place" in candidate) != ("trade" in candidate)
        assert (candidate["win"] is None) == (candidate["futures"] == 0)
    text = run("review", path, "--turn", "6", *QUICKLY).out
    assert "played" in text
    assert "The best candidates were played on in the same futures." in text


def test_an_end_is_searched(run: Run) -> None:
    """The last turns of a game of two have their margin, and a win that is sure or not at all."""
    path = str(GOLDEN / "tiles.qwirkle")
    (told,) = run("review", path, "--turn", "45", "--time", "1", "--json").objects()
    assert told["how"] == "exact"
    assert {candidate["win"] for candidate in told["candidates"]} <= {0.0, 0.5, 1.0}
    assert "searched to the end" in run("review", path, "--turn", "45", "--time", "1").out


def test_choices_of_dice(run: Run) -> None:
    """Each free roll is told with its choices, the one that was made among them."""
    path = str(GOLDEN / "cubes.qwirkle")
    (told,) = run("review", path, "--turn", "9", *QUICKLY, "--json").objects()
    (roll,) = told["rolls"]
    assert len(roll["hand"]) == 6
    values = [choice["value"] for choice in roll["choices"]]
    assert values == sorted(values, reverse=True)
    assert sum(choice["chosen"] for choice in roll["choices"]) == 1
    assert "chosen" in run("review", path, "--turn", "9", *QUICKLY).out


def test_a_turn_that_is_not_there(run: Run) -> None:
    """A turn that the game does not have, or a wrong or lonely time, is refused in a sentence."""
    path = str(GOLDEN / "tiles.qwirkle")
    for turn in ("0", "46", "-3"):
        assert f"There is no turn {turn}" in run("review", path, "--turn", turn).refusal()
    assert "--time needs --turn" in run("review", path, "--time", "2").refusal()
    assert (
        "not a number of seconds" in run("review", path, "--turn", "1", "--time", "soon").refusal()
    )


def test_a_hidden_hand_stays_secret(run: Run, tmp_path: Path) -> None:
    """While a game with hidden hands is on, nobody is told what a hand could have done."""
    path = tmp_path / "game.qwirkle"
    lines = (GOLDEN / "tiles.qwirkle").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:40]), encoding="utf-8")
    assert "stays secret" in run("review", path, "--turn", "3").refusal()


def test_a_turn_without_a_choice(run: Run, tmp_path: Path) -> None:
    """A turn in which nothing could be chosen is told so."""
    path = tmp_path / "game.qwirkle"
    for seed in range(30):
        game = play_bots(rulesets()["no-trade"], [BOTS["simple"]] * 2, seed)
        passed = [
            turn.number for turn in completed_turns(game) if isinstance(turn.last.event, Passed)
        ]
        if passed:
            write_record(path, game.header, game.events)
            told = run("review", path, "--turn", passed[0], *QUICKLY).refusal()
            assert f"In turn {passed[0]} there was nothing to choose." in told
            return
    pytest.fail("no game had a pass")
