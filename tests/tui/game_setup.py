"""A table with any pieces on it, for tests of single moments."""

from __future__ import annotations

from msgspec.structs import replace
from textual.pilot import Pilot

from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces
from qwirkle.engine.view import Stage
from qwirkle.records.schema import Player
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from tests.tui.conftest import table_of, until, waits_for_person

BOT = Player("Bo", None, "bot:simple")


def faces(text: str) -> Faces:
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def arrange(app: QwirkleApp, hand: str, board: str, bag: int = 1, **changes: object) -> None:
    """Put these pieces on the table, in a row, and this hand before whoever is to move."""
    assert app.initial_game is not None
    game = getattr(app.initial_game, "game")  # noqa: B009 - a session, as these tests open the app
    event, position = game.active_history[-1]
    hands = list(position.hands)
    hands[position.player] = faces(hand)
    laid = Board.of((face, x, 0) for x, face in enumerate(faces(board)))
    found = replace(
        position,
        hands=tuple(hands),
        board=laid,
        bag=tuple(bag for _ in position.bag),
        stage=Stage.ROLL if position.variant.roll_step else Stage.PLACE,
        free_rolls=position.variant.roll_step.times if position.variant.roll_step else 0,
        turns_played=1,
        **changes,
    )
    game.active_history[-1] = (event, found)


async def ready(pilot: Pilot[None], app: QwirkleApp) -> LocalGameScreen:
    """Wait until somebody can do something at the table, lifting the curtain if there is one."""
    await until(pilot, lambda: waits_for_person(app))
    if isinstance(app.screen, HandOffScreen):
        await pilot.press("space")
        await until(
            pilot,
            lambda: (
                isinstance(app.screen, LocalGameScreen) and table_of(app).presenter.turn_state.draft
            ),
        )
    return table_of(app)


def is_laying(table: LocalGameScreen) -> bool:
    """Whether somebody lays pieces now."""
    draft = table.presenter.turn_state.draft
    return draft is not None and draft.mode is TurnMode.PLACE


def banner(table: LocalGameScreen) -> str:
    """What the banner says."""
    assert table.frame is not None
    return table.frame.banner


def playable(draft: Draft) -> set[int]:
    """The slots of which a piece could be laid next."""
    free = (slot for slot in range(len(draft.hand)) if slot not in draft.placed_slots)
    return {slot for slot in free if replace(draft, picked_slot=slot).fits}
