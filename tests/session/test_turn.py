"""A whole turn: each action changes the turn state or returns a move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.hints import Hint
from qwirkle.engine import rules
from qwirkle.engine.board import Board
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Rolled
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Cell
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage, View
from qwirkle.game import Game
from qwirkle.session.availability import Status
from qwirkle.session.draft import HandOrder, TurnMode
from qwirkle.session.hint_selection import HintSelection
from qwirkle.session.turn import (
    MAX_CURSOR_DISTANCE,
    TURN_ACTIONS,
    TurnState,
    cursor_target,
    move_cursor,
    next_cell,
)
from tests.random_games import new_header, random_game
from tests.sample_positions import faces

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")


def view_of(hand: str, board: str = "Rc Rd", variant: Variant = TILES, **changes: Any) -> View:
    """View of a player to move with this hand and this row on the board."""
    game = Game(new_header(variant))
    hands = (faces(hand), faces("Gx"))
    position = replace(
        game.position,
        hands=hands,
        board=Board.of((face, x, 0) for x, face in enumerate(faces(board))),
        stage=Stage.ROLL if variant.roll_step else Stage.PLACE,
        seat_to_move=0,
        turns_played=1,
    )
    return replace(position.view(0), **changes)


def turn_of(hand: str, board: str = "Rc Rd", variant: Variant = TILES, **changes: Any) -> TurnState:
    """Turn state at the start of a turn with this hand."""
    view = view_of(hand, board, variant, **changes)
    return TurnState(view).started(view)


def after(state: TurnState, *actions: str | tuple[str, *tuple[int, ...]]) -> TurnState:
    """Turn state after these actions, none of which commits a move."""
    for action in actions:
        name, *arguments = (action,) if isinstance(action, str) else action
        result = state.act(str(name), *arguments)
        assert isinstance(result, TurnState), result
        state = result
    return state


def test_a_turn_is_built_and_played() -> None:
    """R5: pieces are picked and placed one by one, and `play` commits the whole placement."""
    state = after(turn_of("Rs Rb Gk"), ("pick", 0), ("press_cell", 2, 0), ("pick", 1))
    assert not state.is_available("pick") or state.is_available("play")
    state = after(state, ("press_cell", 3, 0))
    assert state.act("play") == Place(((faces("Rs")[0], 2, 0), (faces("Rb")[0], 3, 0)))


def test_an_unavailable_action_only_sets_a_status() -> None:
    """An unavailable action changes only the status; an unknown action changes nothing."""
    state = turn_of("Rs Rb Gk")
    for action in ("play", "trade", "roll", "redraw", "pass", "lay", "back", "keep", "take_hint"):
        assert not state.is_available(action)
        done = state.act(action)
        assert isinstance(done, TurnState)
        assert replace(done, status=None) == state
        assert isinstance(done.status, Status)
    assert state.act("nonsense") is state
    inactive = state.inactive(state.view)
    assert [action for action in TURN_ACTIONS if inactive.is_available(action)] == [
        "sort",
        "move",
        "press_cell",
    ]


def test_an_error_lasts_until_the_next_action() -> None:
    """R7: an illegal cell sets the error and its cells until the next action."""
    state = after(turn_of("Gk Rs"), ("pick", 0), ("press_cell", 2, 0))
    assert isinstance(state.status, IllegalMove)
    assert state.status.reason is Reason.LINE_MIXED
    assert set(state.error_cells) == {(0, 0), (1, 0), (2, 0)}
    assert state.cursor == (2, 0)
    assert state.draft is not None
    assert not state.draft.placed
    assert after(state, ("move", 1, 0)).error_cells == ()
    assert after(turn_of("Gk Rs"), ("press_cell", 2, 0)).status is Status.PICK_FIRST
    nowhere = after(turn_of("Yk Rs"), ("pick", 0))
    assert after(nowhere, ("next_fit", 1)).status is Status.FITS_NOWHERE
    assert after(replace(nowhere, cursor=(0, 0)), "lay").status is Status.FITS_NOWHERE


def test_picking_moves_the_cursor_to_a_legal_cell() -> None:
    """Picking moves the cursor to a hinted cell, else to a visible legal cell, else to any."""
    state = replace(turn_of("Rs Gk"), cursor=(5, 5))

    def pick_seeing(visible: Cell) -> TurnState:
        done = state.act("pick", 0, is_visible=lambda cell: cell == visible)
        assert isinstance(done, TurnState)
        return done

    assert pick_seeing((0, 1)).cursor == (0, 1)
    assert pick_seeing((2, 0)).cursor == (2, 0)
    assert pick_seeing((9, 9)).cursor in {(-1, 0), (2, 0), (0, -1), (0, 1), (1, -1), (1, 1)}
    hint = Hint(Place(((faces("Rs")[0], 1, -1),)), 3, 3, 0, 0, 1, 0, ())
    hinted = state.with_hints(HintSelection((hint,))).act(
        "pick", 0, is_visible=lambda cell: cell == (0, 1)
    )
    assert isinstance(hinted, TurnState)
    assert hinted.cursor == (1, -1)
    assert after(replace(state, cursor=(2, 0)), ("pick", 0)).cursor == (2, 0)


def test_pieces_return_to_hand() -> None:
    """Return the last piece, the one on a cell with all placed after it, or all of them."""
    placed = after(
        turn_of("Rs Rb Gk"), ("pick", 0), ("press_cell", 2, 0), ("pick", 1), ("press_cell", 3, 0)
    )
    for actions, count in (
        (["back"], 1),
        ([("take_cell", 2, 0)], 0),
        ([("take_cell", 9, 9)], 1),
        (["clear"], 0),
    ):
        draft = after(placed, *actions).draft
        assert draft is not None
        assert len(draft.placed) == count


def test_marked_tiles_are_traded() -> None:
    """T2: a trade can be started, marked, cancelled and committed."""
    state = after(turn_of("Rs Rb Gk"), "start_trade", ("mark", 0), ("press_slot", 2))
    assert state.act("trade") == Trade(faces("Rs Gk"))
    assert not state.is_available("stop_trade")
    cancelled = after(state, "clear", "stop_trade").draft
    assert cancelled is not None
    assert (cancelled.mode, cancelled.marked_slots) == (TurnMode.PLACE, frozenset())
    all_marked = after(state, "mark_all")
    assert all_marked.act("trade") == Trade(faces("Rs Rb Gk"))
    forced = turn_of("Yk Gx", options=Options(max_trade=2))
    assert forced.draft is not None
    assert forced.draft.mode is TurnMode.TRADE
    assert not forced.is_available("stop_trade")
    assert after(forced, ("mark", 0), "clear").draft == forced.draft


def test_dice_can_be_rolled_or_kept() -> None:
    """C3, J6: roll marked dice or keep all of them; if none fits, roll all until one does."""
    state = turn_of("Rs Gs", variant=DICE)
    assert state.draft is not None
    assert state.draft.mode is TurnMode.ROLL
    assert after(state, ("mark", 1)).act("roll") == Roll(faces("Gs"))
    kept = after(state, "keep").draft
    assert kept is not None
    assert kept.mode is TurnMode.PLACE
    assert after(state, "keep", "start_roll").is_available("mark")
    stuck = turn_of("Gs Yb", variant=DICE)
    assert not stuck.is_available("keep")
    assert stuck.act("roll_all") == Roll(faces("Gs Yb"), forced=True)
    trading = replace(stuck.view, options=replace(stuck.view.options, must_roll=False, max_trade=2))
    rolled_draft = after(TurnState(trading).started(trading), "roll_all").draft
    assert rolled_draft is not None
    assert rolled_draft.mode is TurnMode.TRADE


@pytest.mark.parametrize(
    ("options", "action", "move"),
    [(Options(can_redraw=True), "redraw", Redraw()), (Options(can_pass=True), "pass", Pass())],
)
def test_a_forced_move_takes_one_action(options: Options, action: str, move: Move) -> None:
    """J5, J7: if only one move is possible, one action makes it and the others are unavailable."""
    state = turn_of("Gs Yb", options=options)
    assert state.act(action) == move
    assert not state.is_available("pick")
    assert not state.is_available("hint")
    assert not state.is_available("press_slot")


def test_rolled_dice_keep_their_slots() -> None:
    """J10: of two equal dice the game may roll either; on screen the marked one changes."""
    state = after(turn_of("Rc Gs Rc Bd", "Rs Rd", DICE), ("mark", 2))
    rolled = Rolled(0, faces("Rc"), faces("Rx"), False)
    new_view = view_of("Rx Gs Rc Bd", "Rs Rd", DICE)
    unsorted = state.after_commit((rolled,)).started(new_view)
    assert unsorted.draft is not None
    assert unsorted.draft.hand == faces("Rc Gs Rx Bd")
    by_colour = (
        replace(state, hand_order=HandOrder.COLOUR).after_commit((rolled,)).started(new_view)
    )
    assert by_colour.draft is not None
    assert by_colour.draft.hand == tuple(sorted(new_view.hand))


def test_hints_are_found_once_and_shown_one_by_one() -> None:
    """The first `hint` starts a search, later ones step through hints, and `clear` hides them."""
    state = after(turn_of("Rs Rb Gk"), "hint")
    assert state.status is Status.FINDING_HINTS
    hints = tuple(Hint(Place(((faces("Rs")[0], x, 0),)), 3, 3, 0, 0, 1, 0, ()) for x in (-1, 2))
    hinted = state.with_hints(HintSelection(hints))
    assert set(hinted.hint_marks) == {(-1, 0), (2, 0)}
    assert [set(after(hinted, *["hint"] * times).hint_marks) for times in (1, 2)] == [
        {(2, 0)},
        {(-1, 0), (2, 0)},
    ]
    assert after(hinted, ("move", 1, 0), "hint").hint_selection == hinted.hint_selection
    assert after(hinted, "clear").hint_selection is None
    assert not replace(hinted, hints_enabled=False).is_available("hint")


def test_marking_clears_an_error_but_keeps_hints() -> None:
    """C3: marking a die clears an error status; hints stay visible."""
    state = after(turn_of("Rs Gs", variant=DICE), ("mark", 7))
    assert state.status is Status.NO_SUCH_PIECE
    assert after(state, ("mark", 0)).status is None
    hint = Hint(Roll(faces("Rs")), 3, 3, 0, 0, 0, 0, ())
    hinted = state.with_hints(HintSelection((hint,)))
    assert after(hinted, ("mark", 0)).status is Status.HINTS


def test_taking_a_hint_replaces_the_marks() -> None:
    """C3, T2: taking a hint replaces the marks; marking afterwards overrides the hint."""
    rolling = after(turn_of("Rs Gs", variant=DICE), ("mark", 1), "hint")
    hinted = rolling.with_hints(HintSelection((Hint(Roll(faces("Rs")), 3, 3, 0, 0, 0, 0, ()),)))
    assert after(hinted, "take_hint").act("roll") == Roll(faces("Rs"))
    assert after(hinted, ("mark", 1)).act("roll") == Roll(faces("Gs"))
    assert after(hinted, ("mark", 1), "hint", "take_hint").act("roll") == Roll(faces("Rs"))
    trading = after(turn_of("Rs Rb Gk"), "start_trade", ("mark", 2), "hint")
    hinted = trading.with_hints(
        HintSelection((Hint(Place(((faces("Rs")[0], 2, 0),)), 3, 3, 0, 0, 1, 0, ()),))
    )
    assert after(hinted, "take_hint").act("play") == Place(((faces("Rs")[0], 2, 0),))


def test_sorting_the_hand_keeps_the_draft() -> None:
    """Placed and picked pieces stay so when the hand is sorted."""
    state = after(turn_of("Rs Gc Rb"), ("pick", 0), ("press_cell", 2, 0), ("pick", 2))
    for order in (HandOrder.COLOUR, HandOrder.SHAPE, HandOrder.DRAWN):
        before = state.draft
        state = after(state, "sort")
        assert state.hand_order is order
        assert before is not None
        assert state.draft is not None
        assert state.draft.placed_pieces == before.placed_pieces
        assert state.draft.picked_face == before.picked_face
    assert after(state.inactive(state.view), "sort").hand_order is HandOrder.COLOUR


@settings(max_examples=50)
@given(st.data(), st.sampled_from([TILES, DICE]), st.integers(0, 60))
def test_random_actions_lead_to_legal_moves(
    data: st.DataObject, variant: Variant, seed: int
) -> None:
    """R5: random actions never fail; apart from oversized trades, they commit only legal moves."""
    game = random_game(variant, 2, seed, max_events=data.draw(st.integers(4, 60)))
    if game.is_over:
        return
    view = game.view(game.position.seat_to_move)
    state = TurnState(view).started(view)
    for _ in range(data.draw(st.integers(1, 30))):
        available = [action for action in TURN_ACTIONS if state.is_available(action)]
        action = data.draw(st.sampled_from(available))
        arguments = {
            "pick": (data.draw(st.integers(-1, 7)),),
            "mark": (data.draw(st.integers(-1, 7)),),
            "press_slot": (data.draw(st.integers(-1, 7)),),
            "next_fit": (data.draw(st.sampled_from([-1, 1])),),
            "move": (data.draw(st.integers(-1, 1)), data.draw(st.integers(-1, 1))),
        }
        cells = sorted(view.board.allowed_faces) or [(0, 0)]
        cell = data.draw(st.sampled_from(cells))
        arguments |= dict.fromkeys(("press_cell", "take_cell"), cell)
        done = state.act(action, *arguments.get(action, ()))
        if not isinstance(done, TurnState):
            if not (isinstance(done, Trade) and len(done.faces) > view.options.max_trade):
                rules.validate_move(view, done)
            return
        state = done


CELLS = [(4, 0), (-1, 2), (3, 2)]  # in reading order


def test_tab_cycles_through_cells_in_reading_order() -> None:
    """Tab goes to the next cell in reading order, Shift+Tab to the previous; both wrap around."""
    for position, cell in enumerate(CELLS):
        assert next_cell(reversed(CELLS), cell, 1) == CELLS[(position + 1) % 3]
        assert next_cell(reversed(CELLS), cell, -1) == CELLS[position - 1]
    assert next_cell(CELLS, (0, 2), 1) == (3, 2)
    assert next_cell(CELLS, (0, 2), -1) == (-1, 2)
    assert next_cell(CELLS, (9, 9), 1) == next_cell(CELLS, (3, 2), 1) == (4, 0)


def test_the_cursor_prefers_the_first_non_empty_group() -> None:
    """Empty groups of cells are skipped."""
    assert cursor_target([[(7, 7)], CELLS], (0, 1)) == (7, 7)
    assert cursor_target([[], {}, CELLS], (0, 1)) == (-1, 2)


def test_arrows_stay_near_the_pieces() -> None:
    """The cursor stops a few cells beyond the outermost piece; an empty board counts as (0, 0)."""
    distance = MAX_CURSOR_DISTANCE
    assert move_cursor((1, 1), -1, 2, CELLS) == (0, 3)
    assert move_cursor((4 + distance, 0), 1, 0, CELLS) == (4 + distance, 0)
    assert move_cursor((0, -distance), 0, -1, ()) == (0, -distance)
