"""Hints at the table: every one of them can be seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, HintReason, Hints
from qwirkle.engine.events import Rolled, Traded
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import FACE_BY_TEXT, PieceAt
from qwirkle.engine.variant import Variant
from qwirkle.session.hint_selection import HintSelection
from qwirkle.text.hints import hint_prompt_text
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.odds import OddsPane, render_odds
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    faces,
    set_position,
    set_turn_state,
    wait_for_turn,
)

HAND = faces("Rs Rb Gc")


def hint(move: Move, points: float = 3) -> Hint:
    """A hint for this move."""
    return Hint(move, points, points, 0, 0, 1, 0, (HintReason.MORE_ON_AVERAGE,))


def laid(text: str, x: int, y: int) -> PieceAt:
    """A piece on a cell."""
    return FACE_BY_TEXT[text], x, y


SAME_CELL = (
    hint(Place((laid("Rs", 2, 0),))),
    hint(Place((laid("Rb", 2, 0),))),
    hint(Place((laid("Rs", -1, 0), laid("Rb", -2, 0))), 4),
)


def test_hints_for_one_cell_are_shown_one_at_a_time() -> None:
    """Two hints for one cell are both seen, one after the other, and round again."""
    advice = replace(HintSelection(SAME_CELL), shows_selected_only=True)
    rs, rb = FACE_BY_TEXT["Rs"], FACE_BY_TEXT["Rb"]
    first, second, third = (
        advice,
        advice.with_next_selected,
        advice.with_next_selected.with_next_selected,
    )
    assert first.cell_marks == {(2, 0): ("A", rs)}
    assert second.cell_marks == {(2, 0): ("B", rb)}
    assert third.cell_marks == {(-1, 0): ("C", rs), (-2, 0): ("C", rb)}
    assert third.with_next_selected == advice


def test_hints_for_cells_of_their_own_are_shown_together() -> None:
    """Then the others alone, and all of them again; the first of all is the one to be taken."""
    advice = HintSelection(SAME_CELL[1:])
    assert set(advice.cell_marks.values()) == {("A", HAND[1]), ("B", HAND[0]), ("B", HAND[1])}
    assert advice.move == SAME_CELL[1].move
    assert {letter for letter, _ in advice.with_next_selected.cell_marks.values()} == {"B"}
    assert advice.with_next_selected.move == SAME_CELL[2].move
    assert advice.with_next_selected.with_next_selected == advice


def test_what_is_said_belongs_to_what_is_marked() -> None:
    """All hints are told, or one alone, with the keys that take it and show another."""
    advice = HintSelection(SAME_CELL[1:])
    told = hint_prompt_text(advice, HAND, {})
    assert told == "A: lay 2, +3.  B: lay 1+2, +4.  Enter takes A, i: another."
    assert hint_prompt_text(advice, HAND, {"table.hint": "f5"}).endswith("f5: another.")
    assert (
        hint_prompt_text(advice.with_next_selected, HAND, {})
        == "B: lay 1+2, +4.  Enter takes B, i: another."
    )


def test_there_may_be_no_hint() -> None:
    """Then it is said, and nothing can be taken."""
    advice = HintSelection((hint(Roll(faces("Rs"))), hint(Roll(faces("Rs Gc")))), 4)
    assert "Keep all: +4." in hint_prompt_text(advice, HAND, {})
    assert advice.cell_marks == {}
    assert HintSelection(()).move is None
    assert hint_prompt_text(HintSelection(()), HAND, {}) == "There is no hint for this."


@pytest.fixture
def known_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis finds the same hints everywhere."""

    async def answer(self: object, view: object) -> Hints:
        return Hints((), (), None, SAME_CELL)

    monkeypatch.setattr("qwirkle.worker.client.AnalysisWorker.hints", answer)


def marked(table: LocalGameScreen) -> set[str]:
    """The letters of the hints on the board."""
    assert table.frame is not None
    return {mark.letter for mark in table.frame.hinted}


@pytest.mark.usefixtures("known_hints")
async def test_the_key_for_hints_steps_through_them() -> None:
    """i shows one after the other where they share cells; Esc takes them off, and i asks again."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        for letter in "ABCA":
            assert marked(table) == {letter}
            assert banner_text(table).startswith(f"{letter}: lay ")
            await pilot.press("i")
        await pilot.press("escape")
        assert marked(table) == set()
        assert table.presenter.turn_state.hint_selection is None


@pytest.mark.usefixtures("known_hints")
@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_hint_is_taken_with_one_key_and_played_with_the_next(key: str) -> None:
    """What the hint names lies there as a half-built turn, with its points; Enter plays it."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        await pilot.press("i", "i", key)
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.placed_pieces == (
            laid("Rs", -1, 0),
            laid("Rb", -2, 0),
        )
        assert banner_text(table) == "Ana: Enter plays this for +4."
        assert marked(table) == {"C"}
        scores = table.session.game.position.scores
        await pilot.press("enter")
        await wait_until(pilot, lambda: table.session.game.position.scores != scores)
        assert table.session.game.position.scores[0] == scores[0] + 4


@pytest.mark.usefixtures("known_hints")
async def test_a_hint_is_followed_by_picking_and_laying() -> None:
    """A picked piece goes to the cell that the hint has for it, wherever the cursor is."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        await pilot.press("i", "i")
        set_turn_state(table, cursor=(2, 0))
        await pilot.press("1", "space", "2", "space")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.placed_pieces == (
            laid("Rs", -1, 0),
            laid("Rb", -2, 0),
        )


@pytest.mark.parametrize(
    ("variant", "move"),
    [(TILES, Trade(faces("Rb Rs"))), (CUBES, Roll(faces("Rb Rs")))],
)
async def test_a_hint_to_trade_or_to_roll_is_marked(variant: Variant, move: Move) -> None:
    """Taking it marks the pieces; Enter then does it."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        table.presenter.turn_state = table.presenter.turn_state.with_hints(
            HintSelection((hint(move),))
        )
        table.presenter.refresh()
        assert "1+2" in banner_text(table)
        await pilot.press("enter")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.marked_slots == {0, 1}
        await pilot.press("3", "3", "enter")
        await wait_until(pilot, lambda: len(table.session.game.active_history) > 3)
        assert isinstance(table.session.game.active_history[3][0], Traded | Rolled)


@pytest.mark.usefixtures("known_hints")
async def test_sorting_the_hand_renames_the_pieces_of_a_hint() -> None:
    """Hints name pieces by their keys, which are others in another order."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gc Rs Rb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        assert banner_text(table).startswith("A: lay 2, ")
        await pilot.press("s")
        assert banner_text(table).startswith("A: lay 1, ")


@pytest.mark.parametrize(("size", "shown"), [((120, 40), False), ((200, 60), True)])
async def test_the_odds_of_a_roll_are_a_table_where_there_is_room(
    size: tuple[int, int], shown: bool
) -> None:
    """C3: while hints for a roll are told, a large terminal lists the best choices of dice."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        assert not table.query(OddsPane)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.presenter.turn_state.hint_selection)
        assert table.frame is not None
        odds = table.frame.odds
        assert odds[-1].rolled == ()
        assert [choice.points for choice in odds[:-1]] == sorted(
            (choice.points for choice in odds[:-1]), reverse=True
        )
        await wait_until(pilot, lambda: table.query(OddsPane))
        pane = table.query_one(OddsPane)
        await wait_until(pilot, lambda: pane.display is shown)
        if shown:
            rows = render_odds(table.frame, app.appearance).plain.splitlines()
            assert len(rows) == len(odds)
            assert rows[0].split()[0] == "+".join(map(str, odds[0].rolled))
            assert rows[-1].split()[:2] == ["keep", "all"]
            points = [f"{each.points:.2f}" for each in odds]
            assert [row.split()[-1] for row in rows] == points
        await pilot.press("enter", "enter")
        await wait_until(pilot, lambda: not pane.display)
