"""Hints at the table: every one of them can be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qwirkle.analysis.hints import Hint, Why
from qwirkle.app.table.screen import TableScreen
from qwirkle.engine.moves import Move, Place, Roll
from qwirkle.engine.pieces import FACE_OF_TEXT, Laid
from qwirkle.table.advice import Advice
from tests.app.at_table import BOT, arrange, banner, faces, ready
from tests.app.conftest import HIDDEN, app_for, people, until

HAND = faces("Rs Rb Gc")


def hint(move: Move, points: float = 3) -> Hint:
    """A hint for this move."""
    return Hint(move, points, points, 0, 0, 1, 0, (Why.MORE_ON_AVERAGE,))


def laid(text: str, x: int, y: int) -> Laid:
    """A piece on a cell."""
    return FACE_OF_TEXT[text], x, y


SAME_CELL = (
    hint(Place((laid("Rs", 2, 0),))),
    hint(Place((laid("Rb", 2, 0),))),
    hint(Place((laid("Rs", -1, 0), laid("Rb", -2, 0))), 4),
)


def test_every_hint_is_shown_alone_and_then_all_again() -> None:
    """Two hints for one cell are both seen, one after the other."""
    advice = Advice(SAME_CELL)
    rs, rb = FACE_OF_TEXT["Rs"], FACE_OF_TEXT["Rb"]
    assert advice.marks == {(2, 0): (1, rs), (-1, 0): (3, rs), (-2, 0): (3, rb)}
    first, second, third = advice.next, advice.next.next, advice.next.next.next
    assert first.marks == {(2, 0): (1, rs)}
    assert second.marks == {(2, 0): (2, rb)}
    assert third.marks == {(-1, 0): (3, rs), (-2, 0): (3, rb)}
    assert third.next == advice


def test_what_is_said_belongs_to_what_is_marked() -> None:
    """All hints are told with the key for more; one alone is told with its number."""
    advice = Advice(SAME_CELL)
    told = advice.text(HAND, {})
    assert told.startswith("1: lay 1, +3.  2: lay 2, +3.  3: lay 1+2, +4.")
    assert told.endswith("  i: one by one.")
    assert advice.text(HAND, {"table.hint": "f5"}).endswith("f5: one by one.")
    assert advice.next.next.text(HAND, {}) == "Hint 2: lay 2, +3."


def test_hints_without_cells_are_not_offered_one_by_one() -> None:
    """A roll marks nothing on the board, so there is nothing more to see."""
    advice = Advice((hint(Roll(faces("Rs"))), hint(Roll(faces("Rs Gc")))), 4)
    assert advice.text(HAND, {}).endswith("Keep all: +4.")
    assert advice.marks == {}
    assert Advice(()).next == Advice(())
    assert Advice(()).text(HAND, {}) == "There is no hint for this."


@pytest.fixture
def known_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis finds the same hints everywhere."""

    async def answer(self: object, view: object) -> tuple[Hint, ...]:
        return SAME_CELL

    monkeypatch.setattr("qwirkle.thinker.client.Thinker.hints", answer)


def marked(table: TableScreen) -> set[int]:
    """The numbers of the hints on the board."""
    assert table.frame is not None
    return {mark.number for mark in table.frame.hinted}


@pytest.mark.usefixtures("known_hints")
async def test_the_key_for_hints_steps_through_them() -> None:
    """i shows all, then each one, then all; Esc takes them off, and i asks again."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.desk.advice)
        assert marked(table) == {1, 3}
        seen = []
        for _ in SAME_CELL:
            await pilot.press("i")
            seen.append(marked(table))
            assert banner(table).startswith(f"Hint {len(seen)}: ")
        assert seen == [{1}, {2}, {3}]
        await pilot.press("i")
        assert marked(table) == {1, 3}
        await pilot.press("escape")
        assert marked(table) == set()
        assert table.desk.advice is None


@pytest.mark.usefixtures("known_hints")
async def test_a_hint_is_followed_by_picking_and_laying() -> None:
    """A picked piece goes to the cell that the hint has for it, and the next one too."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.desk.advice)
        await pilot.press("i", "i", "i")
        table.desk = replace(table.desk, cursor=(0, 0))
        await pilot.press("1", "space", "2", "space")
        assert table.desk.draft is not None
        assert set(table.desk.draft.pieces) == {laid("Rs", -1, 0), laid("Rb", -2, 0)}
        await pilot.press("i")
        assert banner(table).startswith("Hint 3: ")
        events = len(table.host.game.events)
        await pilot.press("enter")
        await until(pilot, lambda: len(table.host.game.events) > events)
        assert table.desk.advice is None


@pytest.mark.usefixtures("known_hints")
async def test_sorting_the_hand_renames_the_pieces_of_a_hint() -> None:
    """Hints name pieces by their keys, which are others in another order."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Gc Rs Rb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.desk.advice)
        assert banner(table).startswith("1: lay 2, ")
        await pilot.press("s")
        assert banner(table).startswith("1: lay 1, ")
