"""Luck: what rolls and draws brought beside the average."""

from __future__ import annotations

import pytest

from qwirkle import catalog
from qwirkle.analysis.review import completed_turns, draw_luck, review, review_turn
from qwirkle.engine.events import Drawn, Placed, Traded
from qwirkle.engine.inventory import remove_from_hand
from tests.analysis.test_review import small
from tests.random_games import random_game
from tests.sample_rulesets import with_changes


def test_all_draws_together_are_neither_lucky_nor_unlucky() -> None:
    """Over every piece that can be drawn, each as likely as it is, luck adds up to nothing."""
    game = random_game(catalog.load_variant("tiles"), 2, seed=4, most_events=30)
    taken = next(turn for turn in completed_turns(game)[5:] if isinstance(turn.last.event, Placed))
    view, board = taken.last.before.view(taken.player), taken.last.after.board
    kept = view.hand[:-1]
    lucks = [
        (copies, draw_luck(view, board, kept, (*kept, face)).points)
        for face, copies in enumerate(view.unseen_counts)
        if copies
    ]
    assert min(luck for _, luck in lucks) < 0 < max(luck for _, luck in lucks)
    assert sum(copies * luck for copies, luck in lucks) / sum(view.unseen_counts) == pytest.approx(
        0, abs=0.1
    )


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_luck_is_told_for_each_turn_and_summed_for_each_player(name: str) -> None:
    """A turn has luck where dice were rolled by choice, or pieces drawn; a player has the sum."""
    game = random_game(small(name), 2, seed=6)
    found = review(game)
    for taken, turn in zip(completed_turns(game), found.turns, strict=True):
        if name == "cubes":
            roll = turn.rolls[0] if turn.rolls else None
            fell = roll is not None and bool(roll.rolled)
            assert (turn.luck is not None) is fell
            if turn.luck is not None and roll is not None:
                assert turn.luck.points == turn.max_points - roll.mean
        else:
            drew = taken.event_count < len(game.active_history) and isinstance(
                game.active_history[taken.event_count][0], Drawn
            )
            assert (turn.luck is not None) is (drew or turn.kind == "trade")
    for seat, player in enumerate(found.players):
        own = [turn.luck.points for turn in found.turns if turn.player == seat and turn.luck]
        assert player.luck == sum(own) != 0
        assert player.luck_a_turn == player.luck / player.turns
    told = [turn["luck"] for turn in found.to_json()["turns"]]
    assert None in told
    assert all(
        luck is None or luck["points"] == pytest.approx(luck["got"] - luck["mean"]) for luck in told
    )


def test_a_trade_is_a_draw() -> None:
    """What a trade brought is compared with other trades of the same pieces."""
    game = random_game(small("tiles"), 2, seed=0)
    taken = next(turn for turn in completed_turns(game) if isinstance(turn.last.event, Traded))
    event, view = taken.last.event, taken.last.before.view(taken.player)
    assert isinstance(event, Traded)
    kept = remove_from_hand(view.hand, event.gave)
    assert taken.refilled_hand == taken.last.after.hands[taken.player]
    assert review_turn(taken).luck == draw_luck(view, view.board, kept, taken.refilled_hand)


def test_luck_does_not_tell_of_hands_that_are_hidden() -> None:
    """While a game with hidden hands is running, nobody hears how good a draw was."""
    running = random_game(small("tiles"), 2, seed=6, most_events=20)
    assert all(turn.luck is None for turn in review(running).turns)
    shown = with_changes(small("tiles"), hand__open=True)
    running = random_game(shown, 2, seed=6, most_events=20)
    assert any(turn.luck is not None for turn in review(running).turns)
