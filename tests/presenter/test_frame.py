"""Frames: what the panes show of a game and a draft."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Finished, Placed, Traded
from qwirkle.engine.moves import Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options
from qwirkle.game import Game
from qwirkle.presenter.frame import Frame, LegalCell, build_frame, build_player_results
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.session.draft import Draft, HandOrder, TurnMode
from qwirkle.session.history import HIDDEN_FACE, SeatHistory
from qwirkle.session.turn import TurnState
from qwirkle.text.events import build_log, events_text, headline_text, opening_text
from qwirkle.text.prompts import instruction_text, points_preview_text
from tests.presenter.sample_games import play_out
from tests.random_games import random_game, replace_position
from tests.sample_positions import faces
from tests.tui.conftest import CUBES, TILES, human_players, small_variant
from tests.tui.game_setup import playable_slots


def game_of(variant: Variant, count: int = 2, seed: int = 7) -> Game:
    """Start a game with a fixed seed."""
    return Game(Header(variant, human_players(count), seed))


def history_of(game: Game, seat: int | None = None) -> SeatHistory:
    """History of a seat, or of a spectator."""
    return SeatHistory(game.header.players, seat).with_events(game.active_history)


def test_a_spectator_sees_no_hidden_hand() -> None:
    """T1: a spectator's frame has no hand and no options, and counts all hands as unseen."""
    game = game_of(TILES)
    history = history_of(game)
    frame = build_frame(history, None)
    assert frame.hand == ()
    assert history.view.hands == (None, None)
    assert history.view.options == Options()
    assert sum(stock.unseen for stock in frame.stock) == TILES.piece_count
    assert not any(str(hand) in repr((history.entries, frame)) for hand in game.position.hands)


def test_a_spectator_sees_open_hands() -> None:
    """C2: everyone sees open dice."""
    game = game_of(CUBES)
    history = history_of(game)
    assert history.view.hands == game.position.hands
    frame = build_frame(history, None)
    assert (
        tuple(slot.face for slot in frame.hand) == game.position.hands[game.position.seat_to_move]
    )


def test_a_seat_sees_its_own_hand_only() -> None:
    """A seat's frame has its own hand and no other."""
    game = game_of(TILES)
    history = history_of(game, 1)
    frame = build_frame(history, None)
    assert tuple(slot.face for slot in frame.hand) == game.position.hands[1]
    assert history.view.hands[0] is None
    assert not any(seat.hand for seat in frame.seats)


def test_the_frame_shows_the_draft() -> None:
    """The frame shows picked and placed pieces, and legal cells with their points."""
    game = game_of(TILES)
    history = history_of(game, game.position.seat_to_move)
    state = TurnState(history.view, hand_order=HandOrder.COLOUR).started(history.view)
    assert state.draft is not None
    assert list(state.draft.hand) == sorted(history.view.hand)
    slot = min(playable_slots(state.draft))
    picked = state.act("pick", slot)
    assert isinstance(picked, TurnState)
    frame = build_frame(history, picked)
    assert frame.hand[slot].picked
    assert frame.fits == (LegalCell((0, 0), 1),)
    assert "lay" in frame.offers
    placed = picked.act("lay")
    assert isinstance(placed, TurnState)
    frame = build_frame(history, placed)
    assert frame.hand[slot].laid
    assert frame.drafted == ((state.draft.hand[slot], 0, 0),)
    assert frame.hand_note


def test_an_error_is_shown_in_the_banner() -> None:
    """The banner shows the text of an error, and the frame marks its cells."""
    game = game_of(TILES)
    history = history_of(game, game.position.seat_to_move)
    error = IllegalMove(Reason.GAP, ((1, 1),))
    frame = build_frame(history, TurnState(history.view).started(history.view).with_status(error))
    assert frame.banner == str(error)
    assert frame.refused == ((1, 1),)


def test_the_log_has_one_line_per_turn_newest_first() -> None:
    """The log has one line per turn, including its rolls, newest first."""
    for variant in (TILES, CUBES):
        game = game_of(small_variant(variant))
        play_out(game)
        lines = build_log(history_of(game))
        turns = [line.turn for line in lines]
        assert turns == sorted(turns, reverse=True)
        assert turns[-2:] == [1, 0]
        assert lines[-1].text == opening_text(history_of(game))
        result = game.position.result
        assert result is not None
        placed = [event for event, _ in game.active_history if isinstance(event, Placed)]
        placements = sum(line.text.split(", ")[-1].startswith("+") for line in lines)
        assert placements == len(placed)


def test_the_log_hides_traded_tiles() -> None:
    """T1: the log shows only the number of traded tiles."""
    game = game_of(TILES)
    play_out(game, 1)
    view = game.view(game.position.seat_to_move)
    game.play(Trade(view.hand[:2]))
    history = history_of(game)
    event = history.entries[-1].event
    assert isinstance(event, Traded)
    assert event.gave == event.drew == (HIDDEN_FACE,) * 2
    line = build_log(history)[0]
    assert re.findall(r"\d+", line.text) == ["2"]
    assert line.faces == ()
    assert re.findall(r"\d+", events_text(history.entries[-1:], history.names)) == ["2"]


@pytest.mark.parametrize(
    ("hands", "ages", "opener", "decided_by", "word"),
    [
        (("Rc Rs Rd Gk Bx Yb", "Rc Gs Bd Yk Ox Pb"), (9, 8), 0, "set", "largest"),
        (("Rc Gs Bd Yk Ox Pb", "Rc Gs Bd Yk Ox Pb"), (9, 8), 1, "youngest", "youngest"),
        (("Rc Gs Bd Yk Ox Pb", "Rc Gs Bd Yk Ox Pb"), (9, None), 0, "seat", "age"),
    ],
)
def test_the_opening_names_who_starts_and_why(
    hands: tuple[str, str],
    ages: tuple[int | None, int | None],
    opener: int,
    decided_by: str,
    word: str,
) -> None:
    """R3, J2: set size, then age, then the seat decides who starts, and the text says which."""
    game = Game(Header(TILES, (Player("Ana", ages[0]), Player("Ben", ages[1])), 1))
    replace_position(game, hands=tuple(map(faces, hands)))
    history = SeatHistory(game.header.players, None).with_events(game.active_history[-1:])
    opening = history.entries[0].opening
    assert opening is not None
    assert (opening.candidates, opening.decided_by) == ((opener,), decided_by)
    assert history.names[opener] in opening_text(history)
    assert word in opening_text(history)


def test_the_preview_lists_points_by_line() -> None:
    """The points preview lists each line of the draft and the total."""
    game = game_of(TILES)
    view = game.view(game.position.seat_to_move)
    board = view.board.place([(shape, shape, 0) for shape in range(5)])
    view = replace(view, board=board, hands=((5, 11),) * 2, stage=view.stage.PLACE, seat=0)
    draft = Draft(view, (5, 11)).toggle_slot(0).place((5, 0))
    assert points_preview_text(draft) == "Qwirkle 12 = +12"
    draft = draft.toggle_slot(1).place((5, 1))
    assert points_preview_text(draft) == "Qwirkle 12 + line of 2 = +14"


@pytest.mark.parametrize(
    ("options", "mode", "words"),
    [
        (Options(can_redraw=True), TurnMode.PLACE, "Enter puts them all back"),
        (Options(can_pass=True), TurnMode.PLACE, "Enter passes"),
        (Options(can_place=True, can_roll_free=True), TurnMode.ROLL, "Enter keeps them all"),
        (Options(must_roll=True, can_roll_free=True), TurnMode.ROLL, "until one fits"),
        (Options(must_roll=True), TurnMode.PLACE, "rolled again"),
        (Options(max_trade=6), TurnMode.TRADE, "must trade"),
        (Options(can_place=True, max_trade=6), TurnMode.TRADE, "up to 6"),
        (Options(can_place=True), TurnMode.PLACE, "pick a piece"),
    ],
)
def test_the_banner_says_what_you_can_do(options: Options, mode: TurnMode, words: str) -> None:
    """Each combination of options and turn mode has its own instruction."""
    game = game_of(TILES)
    view = game.view(0)
    board = view.board.place([(0, 0, 0)])
    view = replace(view, board=board, options=options, stage=view.stage.PLACE, seat_to_move=0)
    view = replace(view, free_rolls=int(options.can_roll_free))
    assert words in instruction_text(Draft(view, view.hand, mode), "Ana", {})


def test_the_result_has_ranks_and_best_turns() -> None:
    """J9: equal scores share a rank, and turn points plus the bonus add up to the score."""
    for variant in (TILES, CUBES):
        game = game_of(small_variant(variant), 3)
        play_out(game)
        result = game.position.result
        assert result is not None
        results = build_player_results(history_of(game))
        assert [player.score for player in results] == sorted(result.scores, reverse=True)
        for player in results:
            bonus = result.bonus if result.player == player.seat else 0
            assert sum(player.turn_points) + bonus == player.score
            assert player.best_points == max(player.turn_points)
            assert (player.place == 1) == (player.seat in result.winners)
    tie = Finished(None, 0, (5, 5), (0, 1))
    headline = headline_text(tie, human_players(2))
    assert all(player.name in headline for player in human_players(2))


def frames_of(variant: Variant) -> Iterator[Frame]:
    """Yield frames of a whole game, including ones with a picked piece."""
    game = random_game(small_variant(variant), 2, seed=4)
    for seat in (None, 0, 1):
        history = history_of(game, seat)
        for count in range(4, len(history.entries) + 1):
            part = history.up_to(count)
            state = (
                TurnState(part.view).started(part.view) if seat == part.view.seat_to_move else None
            )
            yield build_frame(part, state)
            if state is not None and state.is_available("pick"):
                picked = state.act("pick", 0)
                assert isinstance(picked, TurnState)
                yield build_frame(part, picked)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=lambda each: each.name)
def test_a_frame_round_trips_through_json(variant: Variant) -> None:
    """A frame can be converted to JSON and back."""
    for frame in frames_of(variant):
        text = json.dumps(frame.to_json())
        assert Frame.from_json(json.loads(text)) == frame


def test_invalid_frames_raise_value_error() -> None:
    """Other versions and malformed frames raise ValueError; unknown fields are ignored."""
    valid = next(frames_of(CUBES)).to_json()
    changes: tuple[dict[str, object], ...] = ({"version": 1}, {"hand": 7}, {"bag": "x"})
    invalid: list[object] = [None, [], {}, *(valid | change for change in changes)]
    for data in invalid:
        with pytest.raises(ValueError):
            Frame.from_json(data)
    assert Frame.from_json(valid | {"new": 1}) == Frame.from_json(valid)
