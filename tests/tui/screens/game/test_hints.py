"""Hints on the game screen: you can see each of them, and take it."""

from __future__ import annotations

import pytest

from qwirkle.analysis.hints import Hints
from qwirkle.engine.events import Rolled, Traded
from qwirkle.engine.moves import Move, Roll, Trade
from qwirkle.engine.variant import Variant
from qwirkle.session.availability import Status
from qwirkle.session.hint_selection import HintSelection
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.odds import OddsPane, render_odds
from tests.text.sample_hints import HINTS, PLACED_BY_C, hint, hint_numbers
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    current_turn,
    faces,
    set_position,
    set_turn_state,
    wait_for_turn,
)


@pytest.fixture
def known_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the analysis return the same hints for every position."""

    async def find_hints(self: object, view: object) -> Hints:
        return Hints((), (), None, HINTS)

    monkeypatch.setattr("qwirkle.worker.client.AnalysisWorker.find_hints", find_hints)


def hint_letters(screen: LocalGameScreen) -> set[str]:
    """Return the letters of the hints on the board."""
    return {mark.letter for mark in current_frame(screen).hinted}


@pytest.mark.usefixtures("known_hints")
async def test_the_hint_key_steps_through_the_hints() -> None:
    """Hints that share cells are shown in turn; Esc removes them."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        for letter in "ABCA":
            assert hint_letters(screen) == {letter}
            assert set(hint_numbers(banner_text(screen))) == {letter}
            await pilot.press("i")
        await pilot.press("escape")
        assert hint_letters(screen) == set()
        assert current_turn(screen).hint_selection is None


@pytest.mark.usefixtures("known_hints")
@pytest.mark.parametrize("key", ["enter", "space"])
async def test_one_key_takes_a_hint_and_the_next_plays_it(key: str) -> None:
    """Taking a hint places its pieces and shows the points; Enter plays the turn."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        await pilot.press("i", "i", key)
        assert current_draft(screen).placed_pieces == PLACED_BY_C
        assert screen.is_available("play")
        assert current_frame(screen).points == 4
        assert hint_letters(screen) == {"C"}
        scores = screen.session.game.position.scores
        await pilot.press("enter")
        await wait_until(pilot, lambda: screen.session.game.position.scores != scores)
        assert screen.session.game.position.scores[0] == scores[0] + 4


@pytest.mark.usefixtures("known_hints")
async def test_a_hint_can_be_followed_piece_by_piece() -> None:
    """A picked piece goes to the cell that the hint has for it, wherever the cursor is."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        await pilot.press("i", "i")
        set_turn_state(screen, cursor=(2, 0))
        await pilot.press("1", "space", "2", "space")
        assert current_draft(screen).placed_pieces == PLACED_BY_C


@pytest.mark.parametrize(
    ("variant", "move"),
    [(TILES, Trade(faces("Rb Rs"))), (CUBES, Roll(faces("Rb Rs")))],
)
async def test_taking_a_trade_or_roll_hint_marks_the_pieces(variant: Variant, move: Move) -> None:
    """Enter then trades or rolls the marked pieces."""
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Rb Gc", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, hint_selection=HintSelection((hint(move),)), status=Status.HINTS)
        assert "1+2" in banner_text(screen)
        await pilot.press("enter")
        assert current_draft(screen).marked_slots == {0, 1}
        await pilot.press("3", "3", "enter")
        await wait_until(pilot, lambda: len(screen.session.game.active_history) > 3)
        assert isinstance(screen.session.game.active_history[3][0], Traded | Rolled)


@pytest.mark.usefixtures("known_hints")
async def test_sorting_the_hand_updates_the_slot_numbers_of_a_hint() -> None:
    """Hints name pieces by slot number, which changes with the order of the hand."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gc Rs Rb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        assert hint_numbers(banner_text(screen))["A"][0] == "2"
        await pilot.press("s")
        assert hint_numbers(banner_text(screen))["A"][0] == "1"


@pytest.mark.parametrize(("size", "shown"), [((120, 40), False), ((200, 60), True)])
async def test_a_large_terminal_shows_the_odds_of_a_roll(
    size: tuple[int, int], shown: bool
) -> None:
    """C3: while roll hints are shown, a large terminal lists the best choices of dice."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert not screen.query(OddsPane)
        await pilot.press("i")
        await wait_until(pilot, lambda: current_turn(screen).hint_selection)
        frame = current_frame(screen)
        odds = frame.odds
        assert odds[-1].rolled == ()
        assert [choice.points for choice in odds[:-1]] == sorted(
            (choice.points for choice in odds[:-1]), reverse=True
        )
        await wait_until(pilot, lambda: screen.query(OddsPane))
        pane = screen.query_one(OddsPane)
        await wait_until(pilot, lambda: pane.display is shown)
        if shown:
            rows = render_odds(frame, app.appearance).plain.splitlines()
            assert len(rows) == len(odds)
            assert rows[0].split()[0] == "+".join(map(str, odds[0].rolled))
            assert not any(character.isdigit() for character in rows[-1].split()[0])
            points = [f"{choice.points:.2f}" for choice in odds]
            assert [row.split()[-1] for row in rows] == points
        await pilot.press("enter", "enter")
        await wait_until(pilot, lambda: not pane.display)
