"""A whole turn at a desk, without a screen: each action leads to a desk or to a move."""

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
from qwirkle.session.turn import TURN_ACTIONS, TurnState
from tests.random_games import new_header, random_game
from tests.sample_positions import faces

TILES = catalog.load_variant("tiles")
DICE = catalog.load_variant("cubes")


def view_of(hand: str, board: str = "Rc Rd", variant: Variant = TILES, **changes: Any) -> View:
    """What a player sees who holds this hand, with this row on the table."""
    game = Game(new_header(variant))
    hands = (faces(hand), faces("Gx"))
    position = replace(
        game.position,
        hands=hands,
        board=Board.of((face, x, 0) for x, face in enumerate(faces(board))),
        stage=Stage.ROLL if variant.roll_step else Stage.PLACE,
        player=0,
        turns_played=1,
    )
    return replace(position.view(0), **changes)


def desk_of(hand: str, board: str = "Rc Rd", variant: Variant = TILES, **changes: Any) -> TurnState:
    """A desk at the start of a turn with this hand."""
    view = view_of(hand, board, variant, **changes)
    return TurnState(view).started(view)


def after(desk: TurnState, *actions: str | tuple[str, *tuple[int, ...]]) -> TurnState:
    """The desk after these actions, none of which makes a move."""
    for action in actions:
        name, *arguments = (action,) if isinstance(action, str) else action
        done = desk.act(str(name), *arguments)
        assert isinstance(done, TurnState), done
        desk = done
    return desk


def test_a_turn_is_picked_laid_and_played() -> None:
    """R5: pieces are picked and laid one by one, and Enter asks for the placement of all."""
    desk = after(desk_of("Rs Rb Gk"), ("pick", 0), ("press_cell", 2, 0), ("pick", 1))
    assert not desk.is_available("pick") or desk.is_available("play")
    desk = after(desk, ("press_cell", 3, 0))
    assert desk.act("play") == Place(((faces("Rs")[0], 2, 0), (faces("Rb")[0], 3, 0)))


def test_what_rests_only_says_why() -> None:
    """An action that is not offered now changes nothing, but says why; an unknown one is none."""
    desk = desk_of("Rs Rb Gk")
    for action in ("play", "trade", "roll", "redraw", "pass", "lay", "back", "keep", "take_hint"):
        assert not desk.is_available(action)
        done = desk.act(action)
        assert isinstance(done, TurnState)
        assert replace(done, status=None) == desk
        assert isinstance(done.status, Status)
    assert desk.act("nonsense") is desk
    resting = desk.inactive(desk.view)
    assert [action for action in TURN_ACTIONS if resting.is_available(action)] == [
        "sort",
        "move",
        "press_cell",
    ]


def test_a_refusal_is_said_until_the_next_action() -> None:
    """R7: why a piece cannot lie there is said, with the cells, and the turn stays as it was."""
    desk = after(desk_of("Gk Rs"), ("pick", 0), ("press_cell", 2, 0))
    assert isinstance(desk.status, IllegalMove)
    assert desk.status.reason is Reason.LINE_MIXED
    assert set(desk.error_cells) == {(0, 0), (1, 0), (2, 0)}
    assert desk.cursor == (2, 0)
    assert desk.draft is not None
    assert not desk.draft.placed
    assert after(desk, ("move", 1, 0)).error_cells == ()
    assert after(desk_of("Gk Rs"), ("press_cell", 2, 0)).status is Status.PICK_FIRST
    nowhere = after(desk_of("Yk Rs"), ("pick", 0))
    assert after(nowhere, ("next_fit", 1)).status is Status.FITS_NOWHERE
    assert after(replace(nowhere, cursor=(0, 0)), "lay").status is Status.FITS_NOWHERE


def test_a_picked_piece_takes_the_cursor_to_where_it_fits() -> None:
    """A cell of a hint comes first, then one that can be seen, then any."""
    desk = replace(desk_of("Rs Gk"), cursor=(5, 5))

    def only(wanted: Cell) -> TurnState:
        done = desk.act("pick", 0, is_visible=lambda cell: cell == wanted)
        assert isinstance(done, TurnState)
        return done

    assert only((0, 1)).cursor == (0, 1)
    assert only((2, 0)).cursor == (2, 0)
    assert only((9, 9)).cursor in {(-1, 0), (2, 0), (0, -1), (0, 1), (1, -1), (1, 1)}
    hint = Hint(Place(((faces("Rs")[0], 1, -1),)), 3, 3, 0, 0, 1, 0, ())
    hinted = desk.with_hints(HintSelection((hint,))).act(
        "pick", 0, is_visible=lambda cell: cell == (0, 1)
    )
    assert isinstance(hinted, TurnState)
    assert hinted.cursor == (1, -1)
    assert after(replace(desk, cursor=(2, 0)), ("pick", 0)).cursor == (2, 0)


def test_pieces_are_taken_back() -> None:
    """The last one, one on a cell with all after it, or all of them."""
    laid = after(
        desk_of("Rs Rb Gk"), ("pick", 0), ("press_cell", 2, 0), ("pick", 1), ("press_cell", 3, 0)
    )
    for actions, pieces in (
        (["back"], 1),
        ([("take_cell", 2, 0)], 0),
        ([("take_cell", 9, 9)], 1),
        (["clear"], 0),
    ):
        draft = after(laid, *actions).draft
        assert draft is not None
        assert len(draft.placed) == pieces


def test_tiles_are_traded() -> None:
    """T2: a trade is begun, marked, left, or asked for."""
    desk = after(desk_of("Rs Rb Gk"), "start_trade", ("mark", 0), ("press_slot", 2))
    assert desk.act("trade") == Trade(faces("Rs Gk"))
    assert not desk.is_available("stop_trade")
    left = after(desk, "clear", "stop_trade").draft
    assert left is not None
    assert (left.mode, left.marked_slots) == (TurnMode.PLACE, frozenset())
    every = after(desk, "mark_all")
    assert every.act("trade") == Trade(faces("Rs Rb Gk"))
    must = desk_of("Yk Gx", options=Options(max_trade=2))
    assert must.draft is not None
    assert must.draft.mode is TurnMode.TRADE
    assert not must.is_available("stop_trade")
    assert after(must, ("mark", 0), "clear").draft == must.draft


def test_dice_are_rolled_kept_or_rolled_all() -> None:
    """C3, J6: marked dice are rolled, fitting ones may be kept, and others roll until one fits."""
    desk = desk_of("Rs Gs", variant=DICE)
    assert desk.draft is not None
    assert desk.draft.mode is TurnMode.ROLL
    assert after(desk, ("mark", 1)).act("roll") == Roll(faces("Gs"))
    kept = after(desk, "keep").draft
    assert kept is not None
    assert kept.mode is TurnMode.PLACE
    assert after(desk, "keep", "start_roll").is_available("mark")
    stuck = desk_of("Gs Yb", variant=DICE)
    assert not stuck.is_available("keep")
    assert stuck.act("roll_all") == Roll(faces("Gs Yb"), forced=True)
    trading = replace(stuck.view, options=replace(stuck.view.options, must_roll=False, max_trade=2))
    left = after(TurnState(trading).started(trading), "roll_all").draft
    assert left is not None
    assert left.mode is TurnMode.TRADE


@pytest.mark.parametrize(
    ("options", "action", "move"),
    [(Options(can_redraw=True), "redraw", Redraw()), (Options(can_pass=True), "pass", Pass())],
)
def test_what_is_due_takes_one_key(options: Options, action: str, move: Move) -> None:
    """J5, J7: where nothing else can be done, one action asks for it and all others rest."""
    desk = desk_of("Gs Yb", options=options)
    assert desk.act(action) == move
    assert not desk.is_available("pick")
    assert not desk.is_available("hint")
    assert not desk.is_available("press_slot")


def test_dice_stay_where_they_were_marked() -> None:
    """J10: of two dice alike the game rolls the first, and the person sees the marked one turn."""
    desk = after(desk_of("Rc Gs Rc Bd", "Rs Rd", DICE), ("mark", 2))
    rolled = Rolled(0, faces("Rc"), faces("Rx"), False)
    new = view_of("Rx Gs Rc Bd", "Rs Rd", DICE)
    lying = desk.after_commit((rolled,)).started(new)
    assert lying.draft is not None
    assert lying.draft.hand == faces("Rc Gs Rx Bd")
    ordered = replace(desk, hand_order=HandOrder.COLOUR).after_commit((rolled,)).started(new)
    assert ordered.draft is not None
    assert ordered.draft.hand == tuple(sorted(new.hand))


def test_hints_are_asked_for_once_and_then_told_one_by_one() -> None:
    """The first time somebody must look for them; Esc takes them off the table."""
    desk = after(desk_of("Rs Rb Gk"), "hint")
    assert desk.status is Status.FINDING_HINTS
    hints = tuple(Hint(Place(((faces("Rs")[0], x, 0),)), 3, 3, 0, 0, 1, 0, ()) for x in (-1, 2))
    told = desk.with_hints(HintSelection(hints))
    assert set(told.hint_marks) == {(-1, 0), (2, 0)}
    assert [set(after(told, *["hint"] * times).hint_marks) for times in (1, 2)] == [
        {(2, 0)},
        {(-1, 0), (2, 0)},
    ]
    assert after(told, ("move", 1, 0), "hint").hint_selection == told.hint_selection
    assert after(told, "clear").hint_selection is None
    assert not replace(told, hints_enabled=False).is_available("hint")


def test_what_was_wrong_is_said_until_the_next_action_while_marking_too() -> None:
    """C3: a mark takes the answer to a wrong key away; a hint stays while one follows it."""
    desk = after(desk_of("Rs Gs", variant=DICE), ("mark", 7))
    assert desk.status is Status.NO_SUCH_PIECE
    assert after(desk, ("mark", 0)).status is None
    hint = Hint(Roll(faces("Rs")), 3, 3, 0, 0, 0, 0, ())
    told = desk.with_hints(HintSelection((hint,)))
    assert after(told, ("mark", 0)).status is Status.HINTS


def test_a_hint_takes_the_place_of_what_was_marked() -> None:
    """C3, T2: who asks for a hint while marking can take it; what is marked later counts."""
    rolling = after(desk_of("Rs Gs", variant=DICE), ("mark", 1), "hint")
    told = rolling.with_hints(HintSelection((Hint(Roll(faces("Rs")), 3, 3, 0, 0, 0, 0, ()),)))
    assert after(told, "take_hint").act("roll") == Roll(faces("Rs"))
    assert after(told, ("mark", 1)).act("roll") == Roll(faces("Gs"))
    assert after(told, ("mark", 1), "hint", "take_hint").act("roll") == Roll(faces("Rs"))
    trading = after(desk_of("Rs Rb Gk"), "start_trade", ("mark", 2), "hint")
    told = trading.with_hints(
        HintSelection((Hint(Place(((faces("Rs")[0], 2, 0),)), 3, 3, 0, 0, 1, 0, ()),))
    )
    assert after(told, "take_hint").act("play") == Place(((faces("Rs")[0], 2, 0),))


def test_sorting_keeps_what_was_begun() -> None:
    """The pieces are shown in another order, and the same ones stay laid and picked."""
    desk = after(desk_of("Rs Gc Rb"), ("pick", 0), ("press_cell", 2, 0), ("pick", 2))
    for order in (HandOrder.COLOUR, HandOrder.SHAPE, HandOrder.DRAWN):
        before = desk.draft
        desk = after(desk, "sort")
        assert desk.hand_order is order
        assert before is not None
        assert desk.draft is not None
        assert desk.draft.placed_pieces == before.placed_pieces
        assert desk.draft.picked_face == before.picked_face
    assert after(desk.inactive(desk.view), "sort").hand_order is HandOrder.COLOUR


@settings(max_examples=50)
@given(st.data(), st.sampled_from([TILES, DICE]), st.integers(0, 60))
def test_whatever_is_done_a_move_that_comes_of_it_is_legal(
    data: st.DataObject, variant: Variant, seed: int
) -> None:
    """R5: random actions never fail, and what they ask for is refused only for what is whole."""
    game = random_game(variant, 2, seed, most_events=data.draw(st.integers(4, 60)))
    if game.is_over:
        return
    view = game.view(game.position.player)
    desk = TurnState(view).started(view)
    for _ in range(data.draw(st.integers(1, 30))):
        offered = [action for action in TURN_ACTIONS if desk.is_available(action)]
        action = data.draw(st.sampled_from(offered))
        arguments = {
            "pick": (data.draw(st.integers(-1, 7)),),
            "mark": (data.draw(st.integers(-1, 7)),),
            "press_slot": (data.draw(st.integers(-1, 7)),),
            "next_fit": (data.draw(st.sampled_from([-1, 1])),),
            "move": (data.draw(st.integers(-1, 1)), data.draw(st.integers(-1, 1))),
        }
        cells = sorted(view.board.allowed_faces) or [(0, 0)]
        aimed = data.draw(st.sampled_from(cells))
        arguments |= dict.fromkeys(("press_cell", "take_cell"), aimed)
        done = desk.act(action, *arguments.get(action, ()))
        if not isinstance(done, TurnState):
            if not (isinstance(done, Trade) and len(done.faces) > view.options.max_trade):
                rules.validate_move(view, done)
            return
        desk = done
