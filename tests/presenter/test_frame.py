"""From a game and a half-built turn to what the panes show, without a screen."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Finished, Placed
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import FACE_BY_TEXT
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options
from qwirkle.game import Game
from qwirkle.presenter.frame import Fit, Frame, build_frame, build_player_results, headline_text
from qwirkle.records.schema import Header, Player
from qwirkle.session.draft import Draft, HandOrder, TurnMode
from qwirkle.session.history import SeatHistory
from qwirkle.session.turn import TurnState
from qwirkle.text.events import build_log, events_text, opening_text
from qwirkle.text.prompts import instruction_text, points_preview_text
from tests.random_games import random_game
from tests.tui.conftest import CUBES, TILES, human_players, small_variant
from tests.tui.game_setup import playable_slots


def game_of(variant: Variant, count: int = 2, seed: int = 7) -> Game:
    """A game that has just been dealt."""
    return Game(Header(variant, human_players(count), seed))


def play_out(game: Game, turns: int = 1000) -> None:
    """Let the best placement be played so many times."""
    for _ in range(turns):
        if game.is_over:
            return
        view = game.view(game.position.player)
        found = legal_placements(view) if view.options.can_place else []
        if found:
            game.play(Place(found[0][0]))
        elif view.forced_move is not None:
            game.play(view.forced_move)
        elif view.options.must_roll:
            game.play(Roll(view.hand, forced=True))
        else:
            game.play(Trade(view.hand[: view.options.max_trade]))


def story_of(game: Game, seat: int | None = None) -> SeatHistory:
    """What a seat has seen of a game, or an onlooker."""
    return SeatHistory(game.header.players, seat).with_events(game.active_history)


def test_nobody_sees_a_hidden_hand_who_holds_no_seat() -> None:
    """T1: a frame for nobody has no hand, no options and counts all hands as unseen."""
    game = game_of(TILES)
    story = story_of(game)
    shown = build_frame(story, None)
    assert shown.hand == ()
    assert story.view.hands == (None, None)
    assert story.view.options == Options()
    assert sum(stock.unseen for stock in shown.stock) == TILES.piece_count
    assert not any(str(hand) in repr((story.entries, shown)) for hand in game.position.hands)


def test_an_onlooker_sees_open_hands() -> None:
    """C2: open dice are seen by everybody."""
    game = game_of(CUBES)
    story = story_of(game)
    assert story.view.hands == game.position.hands
    shown = build_frame(story, None)
    assert tuple(slot.face for slot in shown.hand) == game.position.hands[game.position.player]


def test_a_seat_sees_its_own_hand_only() -> None:
    """A frame for a seat holds that hand and no other."""
    game = game_of(TILES)
    story = story_of(game, 1)
    shown = build_frame(story, None)
    assert tuple(slot.face for slot in shown.hand) == game.position.hands[1]
    assert story.view.hands[0] is None
    assert not any(seat.hand for seat in shown.seats)


def test_the_frame_shows_the_half_built_turn() -> None:
    """What is picked, laid and marked is in the slots; fitting cells come with points."""
    game = game_of(TILES)
    story = story_of(game, game.position.player)
    desk = TurnState(story.view, hand_order=HandOrder.COLOUR).started(story.view)
    assert desk.draft is not None
    assert list(desk.draft.hand) == sorted(story.view.hand)
    slot = min(playable_slots(desk.draft))
    picked = desk.act("pick", slot)
    assert isinstance(picked, TurnState)
    shown = build_frame(story, picked)
    assert shown.hand[slot].picked
    assert shown.fits == (Fit((0, 0), 1),)
    assert "lay" in shown.offers
    laid = picked.act("lay")
    assert isinstance(laid, TurnState)
    shown = build_frame(story, laid)
    assert shown.hand[slot].laid
    assert shown.drafted == ((desk.draft.hand[slot], 0, 0),)
    assert shown.hand_note


def test_a_refusal_takes_the_banner() -> None:
    """What a refusal says stands in the banner, and its cells are marked."""
    game = game_of(TILES)
    story = story_of(game, game.position.player)
    refusal = IllegalMove(Reason.GAP, ((1, 1),))
    shown = build_frame(story, TurnState(story.view).started(story.view).with_status(refusal))
    assert shown.banner == str(refusal)
    assert shown.refused == ((1, 1),)


def test_the_log_has_one_line_a_turn_newest_first() -> None:
    """A turn with its rolls is one line; the newest stands first."""
    for variant in (TILES, CUBES):
        game = game_of(small_variant(variant))
        play_out(game)
        lines = build_log(story_of(game))
        turns = [line.turn for line in lines]
        assert turns == sorted(turns, reverse=True)
        assert turns[-2:] == [1, 0]
        assert lines[-1].text == opening_text(story_of(game))
        result = game.position.result
        assert result is not None
        placed = [event for event, _ in game.active_history if isinstance(event, Placed)]
        told = sum(line.text.split(", ")[-1].startswith("+") for line in lines)
        assert told == len(placed)


def test_the_log_never_tells_what_was_traded() -> None:
    """T1: a trade is told by its number alone."""
    game = game_of(TILES)
    play_out(game, 1)
    view = game.view(game.position.player)
    game.play(Trade(view.hand[:2]))
    line = build_log(story_of(game))[0]
    assert line.text == "traded 2"
    assert line.faces == ()
    assert events_text(story_of(game).entries[-1:], ("Ana", "Ben")).endswith("traded 2 pieces.")


@pytest.mark.parametrize(
    ("hands", "ages", "words"),
    [
        (("Rc Rs Rd Gk Bx Yb", "Rc Gs Bd Yk Ox Pb"), (9, 8), "Ana starts, with the largest set"),
        (("Rc Gs Bd Yk Ox Pb", "Rc Gs Bd Yk Ox Pb"), (9, 8), "Ben starts, being the youngest"),
        (("Rc Gs Bd Yk Ox Pb", "Rc Gs Bd Yk Ox Pb"), (9, None), "Ana sits first"),
    ],
)
def test_it_is_said_who_starts_and_why(
    hands: tuple[str, str], ages: tuple[int | None, int | None], words: str
) -> None:
    """R3, J2: the set, the age or the seat decides, and the banner says which."""
    game = Game(Header(TILES, (Player("Ana", ages[0]), Player("Ben", ages[1])), 1))
    event, position = game.active_history[-1]
    dealt = tuple(tuple(FACE_BY_TEXT[text] for text in hand.split()) for hand in hands)
    standing = [(event, replace(position, hands=dealt))]
    assert words in opening_text(SeatHistory(game.header.players, None).with_events(standing))


def test_the_preview_counts_line_by_line() -> None:
    """Each line of the half-built turn stands there with its points, and the sum."""
    game = game_of(TILES)
    view = game.view(game.position.player)
    board = view.board.place([(shape, shape, 0) for shape in range(5)])
    view = replace(view, board=board, hands=((5, 11),) * 2, stage=view.stage.PLACE, seat=0)
    draft = Draft(view, (5, 11)).toggle_slot(0).place((5, 0))
    assert points_preview_text(draft) == "Qwirkle 12 = +12"
    draft = draft.toggle_slot(1).place((5, 1))
    assert points_preview_text(draft) == "Qwirkle 12 + line of 2 = +14"


@pytest.mark.parametrize(
    ("options", "task", "words"),
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
def test_the_banner_says_what_can_be_done(options: Options, task: TurnMode, words: str) -> None:
    """Every moment of a turn has a sentence that tells what the player can do."""
    game = game_of(TILES)
    view = game.view(0)
    board = view.board.place([(0, 0, 0)])
    view = replace(view, board=board, options=options, stage=view.stage.PLACE, player=0)
    view = replace(view, free_rolls=int(options.can_roll_free))
    assert words in instruction_text(Draft(view, view.hand, task), "Ana", {})


def test_a_finished_game_is_told_with_ranks_and_best_turns() -> None:
    """J9: equal scores share a rank; everybody's best turn and gains add up."""
    for variant in (TILES, CUBES):
        game = game_of(small_variant(variant), 3)
        play_out(game)
        result = game.position.result
        assert result is not None
        accounts = build_player_results(story_of(game))
        assert [account.score for account in accounts] == sorted(result.scores, reverse=True)
        for account in accounts:
            bonus = result.bonus if result.player == account.seat else 0
            assert sum(account.turn_points) + bonus == account.score
            assert account.best_points == max(account.turn_points)
            assert (account.place == 1) == (account.seat in result.winners)
    shared = Finished(None, 0, (5, 5), (0, 1))
    assert headline_text(shared, human_players(2)) == "Ana, Ben share the win."


def frames_of(variant: Variant) -> Iterator[Frame]:
    """Frames of a whole game, with a desk where it is a person's turn."""
    game = random_game(small_variant(variant), 2, seed=4)
    for seat in (None, 0, 1):
        story = story_of(game, seat)
        for count in range(4, len(story.entries) + 1):
            part = story.up_to(count)
            desk = TurnState(part.view).started(part.view) if seat == part.view.player else None
            yield build_frame(part, desk)
            if desk is not None and desk.is_available("pick"):
                picked = desk.act("pick", 0)
                assert isinstance(picked, TurnState)
                yield build_frame(part, picked)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=lambda each: each.name)
def test_a_frame_goes_to_json_and_back(variant: Variant) -> None:
    """Another process can draw exactly what this one would."""
    for shown in frames_of(variant):
        text = json.dumps(shown.to_json())
        assert Frame.from_json(json.loads(text)) == shown


def test_what_is_no_frame_is_refused() -> None:
    """A frame of another version or of another shape is not drawn."""
    whole = next(frames_of(CUBES)).to_json()
    changes: tuple[dict[str, object], ...] = ({"version": 1}, {"hand": 7}, {"bag": "x"})
    wrong_ones: list[object] = [None, [], {}, *(whole | change for change in changes)]
    for wrong in wrong_ones:
        with pytest.raises(ValueError):
            Frame.from_json(wrong)
    assert Frame.from_json(whole | {"new": 1}) == Frame.from_json(whole)
