"""Helpers that set up a game for tests of single moments."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces
from qwirkle.engine.position import Position
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.presenter.frame import Frame
from qwirkle.records.players import Player
from qwirkle.session.availability import Status
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.session import GameSession
from qwirkle.session.turn import TurnState
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import GameScreen, LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.watch import WatchScreen
from qwirkle.tui.widgets.game_view import GameView
from tests.random_games import replace_position
from tests.tui.conftest import game_screen, is_waiting_for_player, wait_until

BOT = Player("Bo", None, "bot:simple")


def faces(text: str) -> Faces:
    """Parse faces, such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def open_game(app: QwirkleApp) -> Game:
    """Return the game that the app opens with."""
    assert isinstance(app.initial_game, GameSession)
    return app.initial_game.game


def set_hand(app: QwirkleApp, hand: str) -> None:
    """Give the player to move this hand, and change nothing else."""
    game = open_game(app)
    position = game.position
    replace_position(game, hands=_hands_with(position, position.seat_to_move, hand))


def set_position(
    app: QwirkleApp, hand: str, board: str | Board, bag: int = 1, **changes: Any
) -> None:
    """Set the position after the first turn, with this hand for the player to move.

    The pieces of a board given as text are placed in a row; the bag has `bag` pieces of each kind.
    """
    game = open_game(app)
    position = game.position
    roll = position.variant.roll_step
    replace_position(
        game,
        **{
            "hands": _hands_with(
                position, changes.get("seat_to_move", position.seat_to_move), hand
            ),
            "board": board if isinstance(board, Board) else _row(board),
            "bag": tuple(bag for _ in position.bag),
            "stage": Stage.ROLL if roll else Stage.PLACE,
            "free_rolls": roll.times if roll else 0,
            "turns_played": 1,
            **changes,
        },
    )


def _hands_with(position: Position, seat: int, hand: str) -> tuple[Faces, ...]:
    hands = list(position.hands)
    hands[seat] = faces(hand)
    return tuple(hands)


def _row(text: str) -> Board:
    return Board.of((face, x, 0) for x, face in enumerate(faces(text)))


def set_turn_state(screen: LocalGameScreen, **changes: Any) -> None:
    """Change fields of the turn that the player is building, such as its cursor, and redraw."""
    presenter = screen.presenter
    presenter.turn_state = replace(presenter.turn_state, **changes)
    presenter.refresh()


def set_settings(app: QwirkleApp, **changes: Any) -> None:
    """Change settings, as the settings screen does, but without saving them."""
    app.settings = replace(app.settings, **changes)


async def wait_for_turn(pilot: Pilot[None], app: QwirkleApp) -> LocalGameScreen:
    """Wait until a person can act, closing the hand-off screen if it is open."""
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


def current_turn(screen: LocalGameScreen) -> TurnState:
    """Return the turn that the player to move is building."""
    return screen.presenter.turn_state


def is_placing(screen: LocalGameScreen) -> bool:
    """Return True if a player is placing pieces."""
    draft = current_turn(screen).draft
    return draft is not None and draft.mode is TurnMode.PLACE


def current_draft(screen: LocalGameScreen) -> Draft:
    """Return the draft of the player to move."""
    draft = current_turn(screen).draft
    assert draft is not None
    return draft


def current_status(screen: LocalGameScreen) -> Status | Exception | None:
    """Return the result of the last action."""
    return current_turn(screen).status


def current_frame(screen: GameScreen | WatchScreen) -> Frame:
    """Return the frame on screen."""
    assert screen.frame is not None
    return screen.frame


def game_view(screen: GameScreen) -> GameView:
    """Return the widget that arranges the panes of the game screen."""
    return screen.query_one(GameView)


def banner_text(screen: LocalGameScreen) -> str:
    """Return the text of the banner."""
    return current_frame(screen).banner


def playable_slots(draft: Draft) -> set[int]:
    """Return the slots whose piece can be placed next."""
    unplaced = set(range(len(draft.hand))) - draft.placed_slots
    return {slot for slot in unplaced if replace(draft, picked_slot=slot).legal_cells}
