"""Hints on the board and in words."""

from __future__ import annotations

import re

from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, HintReason
from qwirkle.engine.moves import Roll
from qwirkle.game import Game
from qwirkle.records.schema import Header
from qwirkle.session.hint_selection import HintSelection, points_without_roll
from qwirkle.text.hints import hint_prompt_text
from tests.engine.game_builder import CUBES
from tests.engine.game_builder import table as table_position
from tests.sample_positions import faces
from tests.text.sample_hints import HAND, HINTS, hint, hint_numbers
from tests.tui.conftest import human_players

RED_ROW = "Rc 0,0 · Rs 1,0"


def test_hints_that_share_a_cell_are_shown_one_at_a_time() -> None:
    """Each hint is shown alone; after the last comes the first again."""
    first = replace(HintSelection(HINTS), shows_selected_only=True)
    second = first.with_next_selected
    third = second.with_next_selected
    rs, rb = faces("Rs Rb")
    assert first.cell_marks == {(2, 0): ("A", rs)}
    assert second.cell_marks == {(2, 0): ("B", rb)}
    assert third.cell_marks == {(-1, 0): ("C", rs), (-2, 0): ("C", rb)}
    assert third.with_next_selected == first


def test_hints_without_common_cells_are_shown_together() -> None:
    """At first all hints are shown and A is selected; then B alone, then all again."""
    both = HintSelection(HINTS[1:])
    assert set(both.cell_marks.values()) == {("A", HAND[1]), ("B", HAND[0]), ("B", HAND[1])}
    assert both.move == HINTS[1].move
    second = both.with_next_selected
    assert {letter for letter, _ in second.cell_marks.values()} == {"B"}
    assert second.move == HINTS[2].move
    assert second.with_next_selected == both


def test_the_prompt_describes_the_hints_on_the_board() -> None:
    """It lists all hints or the one shown, with the keys that take it and show the next."""
    both = HintSelection(HINTS[1:])
    prompt = hint_prompt_text(both, HAND, {})
    assert hint_numbers(prompt) == {"A": ["2", "+3"], "B": ["1+2", "+4"]}
    assert "Enter" in prompt
    assert "f5" in hint_prompt_text(both, HAND, {"table.hint": "f5"})
    assert hint_numbers(hint_prompt_text(both.with_next_selected, HAND, {})) == {"B": ["1+2", "+4"]}


def test_some_hints_mark_no_cells() -> None:
    """Rolls mark no cells; without any hint there is no move to take."""
    rolls = HintSelection((hint(Roll(faces("Rs"))), hint(Roll(faces("Rs Gc")))), 4)
    assert "+4" in hint_prompt_text(rolls, HAND, {})
    assert rolls.cell_marks == {}
    assert HintSelection(()).move is None
    assert hint_prompt_text(HintSelection(()), HAND, {})


def test_roll_hints_include_the_points_for_keeping() -> None:
    """If all hints are rolls, the prompt adds the best score of the dice as they are."""
    hand = (0, 1, 2)
    roll = Hint(Roll((1, 0)), 6.1, 6.1, 0, 0, 0, 0, (HintReason.MORE_ON_AVERAGE,))
    for selection, points_shown in (
        (HintSelection((roll,), 4), ["1+2", "+6.1", "+4"]),
        (HintSelection((roll,)), ["1+2", "+6.1"]),
    ):
        prompt = hint_prompt_text(selection, hand, {})
        assert re.findall(r"[\d.]*\+[\d.]*\d", prompt) == points_shown
        assert "Enter" in prompt
    view = Game(Header(CUBES, human_players(2), 7)).view(0)
    assert points_without_roll(view) == 2
    assert points_without_roll(table_position(CUBES, RED_ROW, "Ob Yk", "Px").view(0)) is None
