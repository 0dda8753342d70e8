"""Whole games through the app, from the deal to the result."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine.variant import Variant
from qwirkle.paths import games_folder
from qwirkle.records import library
from qwirkle.records.players import Player
from qwirkle.tui.screens.end import EndScreen
from tests.tui.conftest import (
    CUBES,
    TILES,
    KeyboardPlayer,
    MousePlayer,
    PilotPlayer,
    human_players,
    make_app,
    small_variant,
)


def only_record() -> Path:
    """Return the path of the only saved game."""
    (path,) = games_folder().iterdir()
    return path


FAST_CASES = [(TILES, 2, MousePlayer, (80, 24)), (CUBES, 4, KeyboardPlayer, (120, 40))]
"""Together they cover every variant, number of people, input device and size."""

SLOW_CASES = [
    case
    for case in itertools.product(
        (TILES, CUBES), (2, 4), (KeyboardPlayer, MousePlayer), ((80, 24), (120, 40))
    )
    if case not in FAST_CASES
]


@pytest.mark.parametrize(
    ("variant", "count", "player_type", "size"),
    [*FAST_CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW_CASES)],
    ids=lambda value: getattr(value, "name", None) or getattr(value, "__name__", str(value)),
)
async def test_people_play_a_whole_game(
    variant: Variant, count: int, player_type: type[PilotPlayer], size: tuple[int, int]
) -> None:
    """People play to the end by keyboard or mouse alone, and the record is valid."""
    app = make_app(small_variant(variant), human_players(count))
    async with app.run_test(size=size) as pilot:
        await player_type(pilot, app).play_game()
        assert isinstance(app.screen, EndScreen)
        scores = app.session.game.position.scores if app.session else ()
    game = load_untruncated_game(only_record())
    assert game.is_over
    assert game.position.scores == scores


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_a_person_plays_a_whole_game_with_bots(variant: Variant) -> None:
    """Bots play to the end with a person; there is no hand-off screen."""
    players = (
        *human_players(1),
        Player("Bo", None, "bot:simple"),
        Player("Cy", None, "bot:random"),
    )
    app = make_app(small_variant(variant), players)
    async with app.run_test(size=(120, 40)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        assert isinstance(app.screen, EndScreen)
        assert app.analysis_worker.process_id is not None
    assert library.load_game(only_record()).is_over
    assert app.analysis_worker.process_id is None


@pytest.mark.slow
@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_a_full_size_game_is_played(variant: Variant) -> None:
    """A game with all pieces ends too."""
    app = make_app(variant, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game()
        assert isinstance(app.screen, EndScreen)
    assert library.load_game(only_record()).is_over
