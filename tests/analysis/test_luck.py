"""Luck: points from rolls and draws compared with their average."""

from __future__ import annotations

import pytest

from qwirkle import catalog
from qwirkle.analysis.review import completed_turns, draw_luck, review_game, review_turn
from qwirkle.engine.events import Drawn, Placed, Traded
from qwirkle.engine.inventory import remove_from_hand
from tests.analysis.sample_views import small_variant
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def test_luck_averages_to_zero_over_all_draws() -> None:
    game = random_game(catalog.load_variant("tiles"), 2, seed=4, max_events=30)
    record = next(turn for turn in completed_turns(game)[5:] if isinstance(turn.last.event, Placed))
    view, board = record.last.before.view(record.player), record.last.after.board
    leave = view.hand[:-1]
    luck_by_copies = [
        (copies, draw_luck(view, board, leave, (*leave, face)).points)
        for face, copies in enumerate(view.unseen_counts)
        if copies
    ]
    assert min(luck for _, luck in luck_by_copies) < 0 < max(luck for _, luck in luck_by_copies)
    assert sum(copies * luck for copies, luck in luck_by_copies) / sum(
        view.unseen_counts
    ) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_a_players_luck_is_the_sum_over_turns(name: str) -> None:
    """A turn with a chosen roll or a draw has luck; a player's luck is the sum over turns."""
    game = random_game(small_variant(name), 2, seed=6)
    result = review_game(game)
    for record, turn in zip(completed_turns(game), result.turns, strict=True):
        if name == "cubes":
            roll = turn.rolls[0] if turn.rolls else None
            was_rolled = roll is not None and bool(roll.rolled_faces)
            assert (turn.luck is not None) is was_rolled
            if turn.luck is not None and roll is not None:
                assert turn.luck.points == turn.max_points - roll.mean
        else:
            drew = record.event_count < len(game.active_history) and isinstance(
                game.active_history[record.event_count][0], Drawn
            )
            assert (turn.luck is not None) is (drew or turn.kind == "trade")
    for seat, player in enumerate(result.players):
        own = [turn.luck.points for turn in result.turns if turn.player == seat and turn.luck]
        assert player.luck == sum(own) != 0
        assert player.luck_a_turn == player.luck / player.turns
    luck_json = [turn["luck"] for turn in result.to_json()["turns"]]
    assert None in luck_json
    assert all(
        luck is None or luck["points"] == pytest.approx(luck["got"] - luck["mean"])
        for luck in luck_json
    )


def test_a_trade_counts_as_a_draw() -> None:
    """A trade is compared with other trades of the same pieces."""
    game = random_game(small_variant("tiles"), 2, seed=0)
    record = next(turn for turn in completed_turns(game) if isinstance(turn.last.event, Traded))
    event, view = record.last.event, record.last.before.view(record.player)
    assert isinstance(event, Traded)
    leave = remove_from_hand(view.hand, event.gave)
    assert record.refilled_hand == record.last.after.hands[record.player]
    assert review_turn(record).luck == draw_luck(view, view.board, leave, record.refilled_hand)


def test_luck_is_hidden_while_hands_are() -> None:
    """In a running game with hidden hands, a review shows no luck."""
    running = random_game(small_variant("tiles"), 2, seed=6, max_events=20)
    assert all(turn.luck is None for turn in review_game(running).turns)
    with_open_hands = with_changes(small_variant("tiles"), hand__open=True)
    running = random_game(with_open_hands, 2, seed=6, max_events=20)
    assert any(turn.luck is not None for turn in review_game(running).turns)
