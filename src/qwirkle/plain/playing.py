"""Playing a local game in plain-text mode; all players share one keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import TextIO

from qwirkle.plain.conversation import Conversation, lines_of, until_one_ends
from qwirkle.plain.words import spoken_keys
from qwirkle.table.bots import SteadyBots
from qwirkle.table.chair import Chair
from qwirkle.table.frame import Fit
from qwirkle.table.host import Host, Pace
from qwirkle.table.leaving import account_of_rescue, how_to_go_on
from qwirkle.table.results import Result, result_of
from qwirkle.texts import tr
from qwirkle.thinker.pool import ThinkerPool

Say = Callable[[str], None]


class ChairHere:
    """Performs actions on a presenter in this process."""

    def __init__(self, chair: Chair) -> None:
        self._chair = chair

    async def act(self, action: str, *arguments: int) -> None:
        self._chair.act(action, *arguments)

    async def where(self, slot: int) -> tuple[Fit, ...] | None:
        return self._chair.where(slot)


def play(host: Host, keyboard: TextIO, say: Say, *, hints: bool, purist: bool) -> None:
    """Play a game until it is over, the input ends or the user quits."""
    say(_heading(host))
    if host.notice:
        say(host.notice)
    try:
        asyncio.run(_play(host, keyboard, say, hints=hints, purist=purist))
    finally:
        _leave(host, say)


async def _play(host: Host, keyboard: TextIO, say: Say, *, hints: bool, purist: bool) -> None:
    pool = ThinkerPool(1)
    conversation = Conversation(say, purist=purist)
    chair = Chair(
        host,
        host.people,
        conversation,
        pool,
        hints=hints,
        purist=purist,
        keys=spoken_keys,
    )
    conversation.open(ChairHere(chair))
    chair.sit_down()
    try:
        await until_one_ends(
            host.run(SteadyBots(pool, say), Pace), conversation.talk(lines_of(keyboard))
        )
    finally:
        chair.get_up()
        pool.close()


def _heading(host: Host) -> str:
    return tr(
        "{game}. At the table: {names}. “help” tells what can be said.",
        game=host.variant.title,
        names=", ".join(
            player.name
            if player.bot is None
            else tr("{name} (bot {bot})", name=player.name, bot=player.bot)
            for player in host.players
        ),
    )


def _leave(host: Host, say: Say) -> None:
    """Close the record. Print the result, or how to resume, and any problem with saving."""
    record = host.record
    sentences = [record.notice] if record.make_sure() else [account_of_rescue(record)]
    record.close()
    if not host.game.over and record.trouble is None:
        sentences.append(how_to_go_on(record.path, "qwirkle play --plain"))
    for sentence in (*result_lines(result_of(host.story(None))), *filter(None, sentences)):
        say(sentence)


def result_lines(result: Result | None) -> Iterator[str]:
    """Describe how a game ended, with the ranking; nothing if it isn't over."""
    if result is None:
        return
    yield result.ending
    yield result.headline
    for account in result.accounts:
        words = {"place": account.place, "name": account.name, "score": account.score}
        yield tr("{place}. {name}: {score}", **words)
