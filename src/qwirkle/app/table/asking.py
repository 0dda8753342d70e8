"""Asks a bot for its move, and a person what to do where none comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from qwirkle.app.table.hanging import Choice, HangingScreen
from qwirkle.texts import tr
from qwirkle.thinker.client import PATIENCE, ThinkingFailed

if TYPE_CHECKING:
    from qwirkle.app.table.turn import TurnPage
    from qwirkle.engine.moves import Move
    from qwirkle.engine.view import View

GRACE = 7.0
"""Seconds after its time is up in which a bot may still start, load and answer."""

SUBSTITUTE = "casual"
"""Who plays a turn for a bot that cannot."""


async def ask_for_move(table: TurnPage, bot: str, view: View, seed: str) -> Move:
    """The move of a bot, or of another where that fails or a person would not wait for it."""
    thinker, asked = table.table_app.thinker, bot
    while True:
        thinking = asyncio.create_task(thinker.choose(asked, view, seed))
        try:
            choice = await _wait_for(thinking, table)
            if choice is None:
                return await thinking
        except ThinkingFailed as failure:
            if asked != SUBSTITUTE:
                table.notify(str(failure), severity="error", markup=False)
                asked = SUBSTITUTE
                continue
            choice = await _ask_about(str(failure), thinking, table)
        finally:
            thinking.cancel()
        thinker.close()  # who is stuck there would never hear the next question
        asked = SUBSTITUTE if choice is Choice.REPLACE else bot
        if choice is Choice.LEAVE:
            table.table_app.action_open("start")


async def _wait_for(thinking: asyncio.Task[Move], table: TurnPage) -> Choice | None:
    """Wait for a bot; gives what a person chose who would not wait for it."""
    waited, patience = 0.0, PATIENCE + GRACE
    while True:
        await asyncio.wait((thinking,), timeout=patience)
        if thinking.done():
            return None
        waited += patience
        trouble = tr(
            "{name} has not answered for {seconds:.0f} seconds.",
            name=table.session.name,
            seconds=waited,
        )
        choice = await _ask_about(trouble, thinking, table)
        if choice is not Choice.WAIT:
            return choice
        patience *= 2


async def _ask_about(trouble: str, thinking: asyncio.Task[Move], table: TurnPage) -> Choice:
    return await table.app.push_screen_wait(HangingScreen(trouble, SUBSTITUTE, thinking))
