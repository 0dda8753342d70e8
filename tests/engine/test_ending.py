"""The end of a game: going out, passes and the winners."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Finished, Passed, Placed
from qwirkle.engine.moves import Pass
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import CUBES, MINDWARE, RED_SQUARE, TILES, apply_events, table
from tests.sample_positions import parse_placement
from tests.sample_rulesets import with_changes

RED_ROW = "Rc 0,0 · Rs 1,0"

EVERY_VARIANT = pytest.mark.parametrize(
    "variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name
)


@EVERY_VARIANT
def test_going_out_ends_the_game(variant: Variant) -> None:
    """R12: if the bag is empty, the first player to empty their hand ends the game and gets six."""
    position = table(variant, RED_ROW, "Rd", "Px Gb", bag="", scores=(10, 11))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert position.stage is Stage.FINISH
    assert not rules.needs_player(position)
    finished = rules.resolve(position, None, Random(0))
    assert finished == Finished(0, 6, (19, 11), (0,))
    over = apply_events(position, finished)
    assert (over.stage, over.scores, over.result) == (Stage.OVER, (19, 11), finished)
    assert rules.available_options(over) == Options()


@EVERY_VARIANT
def test_play_continues_without_refilling(variant: Variant) -> None:
    """R12: with an empty bag and pieces left in hand, the turn passes to the next player."""
    position = table(variant, RED_ROW, "Rd Gb", "Px Gb", bag="")
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert rules.needs_player(position)
    assert (position.seat_to_move, position.turns_played) == (1, 2)


def test_the_bonus_can_decide_the_winner() -> None:
    """R12: the bonus for going out counts towards the win."""
    position = table(TILES, RED_ROW, "Rd", "Px", bag="", scores=(10, 18))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert rules.resolve(position, None, Random(0)) == Finished(0, 6, (19, 18), (0,))
    without_bonus = replace(position, variant=with_changes(TILES, scoring__out_bonus=0))
    assert rules.resolve(without_bonus, None, Random(0)) == Finished(0, 0, (13, 18), (1,))


def test_equal_top_scores_share_the_win() -> None:
    """J9: all players with the top score win."""
    position = table(TILES, RED_ROW, "Rd", "Px", "Gb", bag="", scores=(10, 19, 5))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert rules.resolve(position, None, Random(0)) == Finished(0, 6, (19, 19, 5), (0, 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_when_everyone_passes(players: int) -> None:
    """J8: consecutive passes by every player end the game without a bonus."""
    position = table(TILES, RED_SQUARE, *["Gb Px"] * players, bag="", scores=(4, 9, 9, 9)[:players])
    for seat in range(players):
        assert rules.needs_player(position)
        assert position.view(seat).forced_move == Pass()
        position = apply_events(position, Passed(seat))
    assert (position.stage, position.consecutive_passes) == (Stage.FINISH, players)
    scores = (4, 9, 9, 9)[:players]
    finished = rules.resolve(position, None, Random(0))
    assert finished == Finished(None, 0, scores, tuple(range(1, players)))
    assert apply_events(position, finished).result == finished


def test_a_finished_game_accepts_nothing() -> None:
    """R12: a finished game accepts no event and offers no move."""
    position = table(TILES, RED_ROW, "Rd", "Px", bag="")
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    finished = rules.resolve(position, None, Random(0))
    over = apply_events(position, finished)
    for event in (finished, Passed(0), Passed(1), Placed(0, parse_placement("Rk 3,0"), 4)):
        with pytest.raises(IllegalMove) as caught:
            rules.validate_event(over, event)
        assert caught.value.reason is Reason.GAME_OVER
    with pytest.raises(IllegalMove) as caught:
        rules.resolve(over, None, Random(0))
    assert caught.value.reason is Reason.NOT_NOW
