"""Unplayable hands, blocked boards and empty bags, as they come up in real games."""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle.engine import rules
from qwirkle.engine.events import Finished, GameEvent, Passed, Placed, Redrawn, Rolled
from qwirkle.engine.pieces import COLOUR_COUNT, Faces, colour_of
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from tests.engine.game_builder import CUBES, FEW_DICE, FEW_TILES, TILES
from tests.golden.write import plain_move
from tests.random_games import new_header

MAX_GAMES = 12
MAX_EVENTS = 1000
"""More events than any finished game has."""


def game_with(kind: type[GameEvent], variant: Variant, seed: int, players: int = 2) -> Game:
    """Play games from this seed on; return the first that contains such an event."""
    for game_seed in range(seed, seed + MAX_GAMES):
        game = Game(new_header(variant, players, game_seed))
        while not game.is_over:
            game.play(plain_move(game.position))
            assert len(game.events) < MAX_EVENTS
        if any(isinstance(event, kind) for event, _ in game.active_history):
            return game
    raise AssertionError("no such game found")


def events_with_positions(
    game: Game, kind: type[GameEvent]
) -> Iterator[tuple[Position, GameEvent]]:
    """Yield each event of this type with the position before it."""
    for (_, before), (event, _) in zip(game.active_history, game.active_history[1:], strict=False):
        if isinstance(event, kind):
            yield before, event


def playable_colours(position: Position) -> set[int]:
    """Colours with at least one face that fits somewhere."""
    return {
        colour
        for colour in range(COLOUR_COUNT)
        if position.board.playable_faces >> (colour * COLOUR_COUNT) & 0b111111
    }


def colours_of(hand: Faces) -> set[int]:
    """Colours in a hand."""
    return set(map(colour_of, hand))


def test_an_unplayable_hand_is_redrawn_in_a_real_game() -> None:
    """J7: a hand with no playable colour is redrawn, and the same turn continues."""
    game = game_with(Redrawn, CUBES, seed=36)
    for before, event in events_with_positions(game, Redrawn):
        assert isinstance(event, Redrawn)
        playable = playable_colours(before)
        assert not playable & colours_of(event.gave)
        assert any(before.bag[colour] for colour in playable)
        after = rules.apply_event(before, event)
        assert (after.seat_to_move, after.turns_played) == (
            before.seat_to_move,
            before.turns_played,
        )
        options = rules.available_options(after)
        assert not options.can_pass
        assert not options.can_roll_free
        assert options.can_redraw is not bool(playable & colours_of(event.drew))


def test_only_unplayable_hands_are_redrawn() -> None:
    """J7: a hand that is merely stuck is rerolled, never redrawn."""
    game = game_with(Rolled, CUBES, seed=36)
    for before, _ in events_with_positions(game, Placed):
        assert not rules.available_options(before).can_redraw
    for before, event in events_with_positions(game, Rolled):
        assert isinstance(event, Rolled)
        if event.forced:
            assert playable_colours(before) & colours_of(before.hands[event.player])


def test_a_game_ends_when_neither_a_roll_nor_the_bag_helps() -> None:
    """J7, J8: if neither a roll nor the bag can help, everyone passes and no one gets the bonus."""
    game = game_with(Passed, FEW_DICE, seed=18)
    result = game.position.result
    assert result is not None
    for before, event in events_with_positions(game, Passed):
        assert isinstance(event, Passed)
        playable = playable_colours(before)
        assert not playable & colours_of(before.hands[event.player])
        assert not any(before.bag[colour] for colour in playable)
    assert isinstance(game.events[-1], Finished)
    assert (result.player, result.bonus) == (None, 0)
    assert [type(event) for event in game.events[-3:]] == [Passed, Passed, Finished]


def test_a_blocked_board_ends_a_real_game() -> None:
    """J11, J8: if no tile in the bag or a hand fits, everyone passes instead of trading."""
    for players, seed in ((2, 136), (4, 136)):
        game = game_with(Passed, FEW_TILES, seed, players)
        position = game.position
        assert sum(position.bag) > 0
        outside = {face for hand in position.hands for face in hand}
        outside |= {face for face, left in enumerate(position.bag) if left}
        assert not any(position.board.playable_faces >> face & 1 for face in outside)
        assert sum(isinstance(event, Passed) for event in game.events) == players
        assert position.result is not None
        assert position.result.player is None


def test_with_an_empty_bag_a_stuck_player_passes() -> None:
    """J5: with an empty bag, a player who can't place passes, and the game continues."""
    game = game_with(Passed, TILES, seed=48)
    for before, event in events_with_positions(game, Passed):
        assert isinstance(event, Passed)
        assert not any(before.bag)
        hand = before.hands[event.player]
        assert hand
        assert not any(before.board.playable_faces >> face & 1 for face in hand)
    assert game.position.result is not None
    assert game.position.result.player is not None
