"""A table with any pieces on it, for tests of single moments."""

from __future__ import annotations

from msgspec.structs import replace
from textual.pilot import Pilot

from qwirkle.app.app import QwirkleApp
from qwirkle.app.table.curtain import CurtainScreen
from qwirkle.app.table.screen import TableScreen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACE_OF_TEXT, Faces
from qwirkle.engine.view import Stage
from qwirkle.notation import Player
from qwirkle.table.draft import Draft, Task
from tests.app.conftest import (
    table_of,
    until,
    waits_for_person,
)

BOT = Player("Bo", None, "bot:simple")


def faces(text: str) -> Faces:
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_OF_TEXT[word] for word in text.split())


def arrange(app: QwirkleApp, hand: str, board: str, bag: int = 1, **changes: object) -> None:
    """Put these pieces on the table, in a row, and this hand before whoever is to move."""
    assert app.opened is not None
    game = getattr(app.opened, "game")  # noqa: B009 - a session, as these tests open the app
    event, position = game.standing[-1]
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
        turns=1,
        **changes,
    )
    game.standing[-1] = (event, found)


async def ready(pilot: Pilot[None], app: QwirkleApp) -> TableScreen:
    """Wait until somebody can do something at the table, lifting the curtain if there is one."""
    await until(pilot, lambda: waits_for_person(app))
    if isinstance(app.screen, CurtainScreen):
        await pilot.press("space")
        await until(
            pilot, lambda: isinstance(app.screen, TableScreen) and table_of(app).chair.desk.draft
        )
    return table_of(app)


def is_laying(table: TableScreen) -> bool:
    """Whether somebody lays pieces now."""
    draft = table.chair.desk.draft
    return draft is not None and draft.task is Task.LAY


def banner(table: TableScreen) -> str:
    """What the banner says."""
    assert table.frame is not None
    return table.frame.banner


def playable(draft: Draft) -> set[int]:
    """The slots of which a piece could be laid next."""
    free = (slot for slot in range(len(draft.hand)) if slot not in draft.used)
    return {slot for slot in free if replace(draft, picked=slot).fits}
