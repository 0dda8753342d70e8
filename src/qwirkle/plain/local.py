"""Playing a local game in plain-text mode; all players share one keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TextIO

from qwirkle.i18n import tr
from qwirkle.plain.descriptions import command_labels
from qwirkle.plain.repl import PrintLine, TextUI, read_lines, run_until_first_ends
from qwirkle.presenter.frame import GameResult, LegalCell, build_result
from qwirkle.presenter.presenter import Presenter
from qwirkle.session.fallback_bot_runner import FallbackBotRunner
from qwirkle.session.session import GameSession, Pace
from qwirkle.text.status import rescue_unsaved_game, resume_text
from qwirkle.worker.pool import WorkerPool


class LocalActionSink:
    """Performs actions on a presenter in this process."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter

    async def act(self, action: str, *arguments: int) -> None:
        self._presenter.act(action, *arguments)

    async def find_legal_cells(self, slot: int) -> tuple[LegalCell, ...] | None:
        return self._presenter.find_legal_cells(slot)


def play_in_plain_text(
    session: GameSession, stdin: TextIO, print_line: PrintLine, *, hints: bool, purist: bool
) -> None:
    """Play a game until it is over, the input ends or the user quits."""
    print_line(_intro_text(session))
    if session.resume_warning:
        print_line(session.resume_warning)
    try:
        asyncio.run(_play(session, stdin, print_line, hints=hints, purist=purist))
    finally:
        _close(session, print_line)


async def _play(
    session: GameSession, stdin: TextIO, print_line: PrintLine, *, hints: bool, purist: bool
) -> None:
    pool = WorkerPool(1)
    text_ui = TextUI(print_line, purist=purist)
    presenter = Presenter(
        session,
        session.human_seats,
        text_ui,
        pool,
        hints_enabled=hints,
        purist=purist,
        control_labels=command_labels,
    )
    text_ui.connect(LocalActionSink(presenter))
    presenter.subscribe()
    try:
        await run_until_first_ends(
            session.run(FallbackBotRunner(pool, print_line), Pace),
            text_ui.run(read_lines(stdin)),
        )
    finally:
        presenter.unsubscribe()
        pool.close()


def _intro_text(session: GameSession) -> str:
    return tr(
        "{game}. At the table: {names}. “help” tells what can be said.",
        game=session.variant.title,
        names=", ".join(
            player.name
            if player.bot is None
            else tr("{name} (bot {bot})", name=player.name, bot=player.bot)
            for player in session.players
        ),
    )


def _close(session: GameSession, print_line: PrintLine) -> None:
    """Close the record. Print the result, or how to resume, and any problem with saving."""
    record = session.record
    messages = [record.warning] if record.flush() else [rescue_unsaved_game(record)]
    record.close()
    if not session.game.is_over and record.error is None:
        messages.append(resume_text(record.path, "qwirkle play --plain"))
    for line in (*result_lines(build_result(session.history(None))), *filter(None, messages)):
        print_line(line)


def result_lines(result: GameResult | None) -> Iterator[str]:
    """Describe how a game ended, with the ranking; nothing if it isn't over."""
    if result is None:
        return
    yield result.ending
    yield result.headline
    for player in result.accounts:
        values = {"place": player.place, "name": player.name, "score": player.score}
        yield tr("{place}. {name}: {score}", **values)
