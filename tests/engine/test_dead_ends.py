"""Dead hands, dead tables and empty bags, as real games lead to them."""

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

TRIES = 12
ENDLESS = 1000
"""More events than any game has that comes to an end."""


def game_with(kind: type[GameEvent], variant: Variant, seed: int, players: int = 2) -> Game:
    """The first whole game from this seed on in which such a thing happens."""
    for number in range(seed, seed + TRIES):
        game = Game(new_header(variant, players, number))
        while not game.is_over:
            game.play(plain_move(game.position))
            assert len(game.events) < ENDLESS
        if any(isinstance(event, kind) for event, _ in game.active_history):
            return game
    raise AssertionError("no such game among those tried")


def moments(game: Game, kind: type[GameEvent]) -> Iterator[tuple[Position, GameEvent]]:
    """Each event of this kind, with the position before it."""
    for (_, before), (event, _) in zip(game.active_history, game.active_history[1:], strict=False):
        if isinstance(event, kind):
            yield before, event


def colours_that_fit(position: Position) -> set[int]:
    """The colours of which some face fits somewhere."""
    return {
        colour
        for colour in range(COLOUR_COUNT)
        if position.board.playable_faces >> (colour * COLOUR_COUNT) & 0b111111
    }


def colours_of(hand: Faces) -> set[int]:
    """The colours in a hand."""
    return set(map(colour_of, hand))


def test_a_dead_hand_in_a_real_game() -> None:
    """J7: a game meets a hand no colour of which fits; it is drawn anew, and the turn goes on."""
    game = game_with(Redrawn, CUBES, seed=36)
    for before, event in moments(game, Redrawn):
        assert isinstance(event, Redrawn)
        fitting = colours_that_fit(before)
        assert not fitting & colours_of(event.gave)
        assert any(before.bag[colour] for colour in fitting)
        after = rules.apply_event(before, event)
        assert (after.player, after.turns_played) == (before.player, before.turns_played)
        options = rules.available_options(after)
        assert not options.can_pass
        assert not options.can_roll_free
        assert options.can_redraw is not bool(fitting & colours_of(event.drew))


def test_no_other_hand_is_drawn_anew() -> None:
    """J7: hands that are only stuck are rolled; a redraw is for the dead."""
    game = game_with(Rolled, CUBES, seed=36)
    for before, _ in moments(game, Placed):
        assert not rules.available_options(before).can_redraw
    for before, event in moments(game, Rolled):
        assert isinstance(event, Rolled)
        if event.forced:
            assert colours_that_fit(before) & colours_of(before.hands[event.player])


def test_a_dead_end_in_a_real_game() -> None:
    """J7, J8: where neither a roll nor the bag can help everybody passes, and nobody went out."""
    game = game_with(Passed, FEW_DICE, seed=18)
    result = game.position.result
    assert result is not None
    for before, event in moments(game, Passed):
        assert isinstance(event, Passed)
        fitting = colours_that_fit(before)
        assert not fitting & colours_of(before.hands[event.player])
        assert not any(before.bag[colour] for colour in fitting)
    assert isinstance(game.events[-1], Finished)
    assert (result.player, result.bonus) == (None, 0)
    assert [type(event) for event in game.events[-3:]] == [Passed, Passed, Finished]


def test_a_dead_table_in_a_real_game() -> None:
    """J11, J8: tiles are left in the bag, but none fits: everybody passes instead of trading."""
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


def test_a_pass_with_an_empty_bag_in_a_real_game() -> None:
    """J5: near the end of a game somebody can neither place nor trade, and the game goes on."""
    game = game_with(Passed, TILES, seed=48)
    for before, event in moments(game, Passed):
        assert isinstance(event, Passed)
        assert not any(before.bag)
        hand = before.hands[event.player]
        assert hand
        assert not any(before.board.playable_faces >> face & 1 for face in hand)
    assert game.position.result is not None
    assert game.position.result.player is not None
