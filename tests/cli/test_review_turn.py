"""The command `review --turn`: one turn in detail."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.analysis.review import completed_turns
from qwirkle.engine.events import Passed
from qwirkle.records.writer import write_record
from tests.bots.bot_games import BOTS, play_bots, rulesets
from tests.cli.conftest import Run

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
QUICK = ("--time", "0.01")


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_candidates_include_the_turn_played(run: Run, name: str) -> None:
    """Each candidate has its value and parts, and exactly one was played."""
    path = str(GOLDEN / f"{name}.qwirkle")
    (review,) = run("review", path, "--turn", "6", *QUICK, "--json").objects()
    candidates = review["candidates"]
    assert (review["turn"], review["how"]) == (6, "rollouts")
    assert sum(candidate["played"] for candidate in candidates) == 1
    for candidate in candidates:
        assert ("place" in candidate) != ("trade" in candidate)
        assert (candidate["win"] is None) == (candidate["futures"] == 0)
    text = run("review", path, "--turn", "6", *QUICK).out
    assert "played" in text
    assert "same futures" in text


def test_the_last_turns_are_searched_to_the_end(run: Run) -> None:
    """The last turns of a two-player game are searched exactly, with a certain outcome."""
    path = str(GOLDEN / "tiles.qwirkle")
    (review,) = run("review", path, "--turn", "45", "--time", "1", "--json").objects()
    assert review["how"] == "exact"
    assert {candidate["win"] for candidate in review["candidates"]} <= {0.0, 0.5, 1.0}
    assert "to the end" in run("review", path, "--turn", "45", "--time", "1").out


def test_free_rolls_list_the_choices_of_dice(run: Run) -> None:
    """Each free roll lists its choices, best first, including the one made."""
    path = str(GOLDEN / "cubes.qwirkle")
    (review,) = run("review", path, "--turn", "9", *QUICK, "--json").objects()
    (roll,) = review["rolls"]
    assert len(roll["hand"]) == 6
    values = [choice["value"] for choice in roll["choices"]]
    assert values == sorted(values, reverse=True)
    assert sum(choice["chosen"] for choice in roll["choices"]) == 1
    assert "chosen" in run("review", path, "--turn", "9", *QUICK).out


def test_an_invalid_turn_or_time_is_an_error(run: Run) -> None:
    """A missing turn, an invalid time, or a time without a turn is an error."""
    path = str(GOLDEN / "tiles.qwirkle")
    for turn in ("0", "46", "-3"):
        assert turn in run("review", path, "--turn", turn).error_line()
    assert "--turn" in run("review", path, "--time", "2").error_line()
    assert "soon" in run("review", path, "--turn", "1", "--time", "soon").error_line()


def test_a_hidden_hand_stays_secret(run: Run, tmp_path: Path) -> None:
    """Turns of an unfinished game with hidden hands can't be reviewed."""
    path = tmp_path / "game.qwirkle"
    lines = (GOLDEN / "tiles.qwirkle").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:40]), encoding="utf-8")
    assert "hidden hand" in run("review", path, "--turn", "3").error_line()


def test_a_turn_without_a_choice_is_an_error(run: Run, tmp_path: Path) -> None:
    """A turn without a choice can't be reviewed."""
    path = tmp_path / "game.qwirkle"
    for seed in range(30):
        game = play_bots(rulesets()["no-trade"], [BOTS["simple"]] * 2, seed)
        passes = [
            turn.number for turn in completed_turns(game) if isinstance(turn.last.event, Passed)
        ]
        if passes:
            write_record(path, game.header, game.events)
            assert str(passes[0]) in run("review", path, "--turn", passes[0], *QUICK).error_line()
            return
    pytest.fail("no game had a pass")
