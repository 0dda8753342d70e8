"""A table with any pieces on it, for tests of single moments."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.records.schema import Player
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from tests.random_games import replace_position
from tests.tui.conftest import game_screen, is_waiting_for_player, wait_until

BOT = Player("Bo", None, "bot:simple")


def faces(text: str) -> Faces:
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def open_game(app: QwirkleApp) -> Game:
    """Return the game that the app opens with."""
    assert isinstance(app.initial_game, GameSession)
    return app.initial_game.game


def set_position(app: QwirkleApp, hand: str, board: str, bag: int = 1, **changes: Any) -> None:
    """Give the player to move this hand, and place these pieces in a row."""
    game = open_game(app)
    position = game.position
    hands = list(position.hands)
    hands[position.player] = faces(hand)
    roll = position.variant.roll_step
    replace_position(
        game,
        **{
            "hands": tuple(hands),
            "board": Board.of((face, x, 0) for x, face in enumerate(faces(board))),
            "bag": tuple(bag for _ in position.bag),
            "stage": Stage.ROLL if roll else Stage.PLACE,
            "free_rolls": roll.times if roll else 0,
            "turns_played": 1,
            **changes,
        },
    )


def set_turn_state(screen: LocalGameScreen, **changes: Any) -> None:
    """Change fields of the turn that the player is building, such as its cursor."""
    presenter = screen.presenter
    presenter.turn_state = replace(presenter.turn_state, **changes)


async def wait_for_turn(pilot: Pilot[None], app: QwirkleApp) -> LocalGameScreen:
    """Wait until somebody can do something at the table, lifting the curtain if there is one."""
    await wait_until(pilot, lambda: is_waiting_for_player(app))
    if isinstance(app.screen, HandOffScreen):
        await pilot.press("space")
        await wait_until(
            pilot,
            lambda: (
                isinstance(app.screen, LocalGameScreen)
                and game_screen(app).presenter.turn_state.draft
            ),
        )
    return game_screen(app)


def is_placing(table: LocalGameScreen) -> bool:
    """Whether somebody lays pieces now."""
    draft = table.presenter.turn_state.draft
    return draft is not None and draft.mode is TurnMode.PLACE


def banner_text(table: LocalGameScreen) -> str:
    """What the banner says."""
    assert table.frame is not None
    return table.frame.banner


def playable_slots(draft: Draft) -> set[int]:
    """The slots of which a piece could be laid next."""
    free = (slot for slot in range(len(draft.hand)) if slot not in draft.placed_slots)
    return {slot for slot in free if replace(draft, picked_slot=slot).fits}
