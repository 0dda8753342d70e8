"""Plain-text mode over the network: joining a room, taking a seat, hosting and playing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TextIO

from qwirkle.notation import HUMAN
from qwirkle.plain.conversation import (
    Conversation,
    Misunderstood,
    lines_of,
    until_leaving,
    until_one_ends,
)
from qwirkle.plain.words import spoken_keys
from qwirkle.table.frame import Fit, Frame
from qwirkle.texts import tr
from qwirkle.web import protocol
from qwirkle.web.client import Client, Heard, Link
from qwirkle.web.protocol import State

Say = Callable[[str], None]


class RemoteDoor:
    """Sends actions to a presenter on a server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def act(self, action: str, *arguments: int) -> None:
        """Send an action and wait for the resulting frame."""
        await self._client.ask(protocol.Act(action, arguments), protocol.Shown)

    async def where(self, slot: int) -> tuple[Fit, ...] | None:
        answer = await self._client.ask(protocol.Where(slot), protocol.Fits)
        return answer.fits if isinstance(answer, protocol.Fits) else None


async def join(link: Link, keyboard: TextIO, say: Say) -> None:
    """Play on a server until the input ends, the user quits or the room closes.

    Raises JoinError.
    """
    joining = Joining(link, say)
    await until_one_ends(joining.client.run(), joining.talk(lines_of(keyboard)))
    joining.farewell()


class Joining:
    """Prints server messages and runs commands; game commands go to a TextUI."""

    def __init__(self, link: Link, say: Say) -> None:
        self.client = Client(link, self._hear, say, spoken_keys())
        self._say = say
        self._lobby: protocol.Lobby | None = None
        self._table: protocol.TableState | None = None
        self._told = ""
        """Room description printed last."""
        self._conversation = self._new_conversation()

    def _new_conversation(self) -> Conversation:
        conversation = Conversation(self._say)
        conversation.open(RemoteDoor(self.client))
        return conversation

    # Output

    def _hear(self, message: Heard) -> None:
        match message:
            case protocol.Lobby():
                self._lobby, self._table = message, None
                self._tell_lobby(message)
            case protocol.TableState():
                self._tell_table(message)
            case protocol.Shown(frame):
                shown = Frame.from_json(frame)
                if shown.throws:
                    self._conversation.tell_throws(shown)
                if not (shown.throws or shown.flash):
                    self._conversation.draw(shown)
            case protocol.Said(text) | protocol.Failed(text) | protocol.Closed(text):
                self._say(text)
            case _:
                pass

    def _tell_lobby(self, lobby: protocol.Lobby) -> None:
        for number, table in enumerate(lobby.tables, start=1):
            words = {"number": number, "game": table.title, "names": ", ".join(table.names)}
            if table.state == State.GATHERING:
                self._say(tr("{number} {game}, gathering: {names}", **words))
            else:
                self._say(tr("{number} {game}, to look on: {names}", **words))
        games = ", ".join(variant.name for variant in lobby.variants)
        self._say(
            tr(
                "“join” and a number goes to a table; “new” and a game sets one up: {games}.",
                games=games,
            )
        )

    def _tell_table(self, table: protocol.TableState) -> None:
        before, self._table = self._table, table
        if before is None or before.id != table.id or before.state == State.OVER != table.state:
            self._conversation = self._new_conversation()
        told = self._account_of(table)
        if told != self._told:
            self._told = told
            self._say(told)
        if table.rematch and (before is None or before.rematch != table.rematch):
            self._say(tr("Another game is offered: “again” goes there."))
        if table.state == State.GATHERING and (
            before is None or before.you != table.you or before.id != table.id
        ):
            self._say(self._what_to_do(table))

    def _account_of(self, table: protocol.TableState) -> str:
        people = []
        for number, seat in enumerate(table.seats, start=1):
            name = tr("{number} {name}", number=number, name=seat.name)
            if seat.kind != HUMAN:
                name = tr("{name} (bot)", name=name)
            elif seat.stand_in:
                name = tr("{name} (away; {bot} plays)", name=name, bot=seat.stand_in)
            elif not seat.here:
                name = tr("{name} (away)", name=name)
            people.append(name)
        who = ", ".join(people) or tr("nobody yet")
        return tr("{game}. At the table: {who}.", game=table.title, who=who)

    def _what_to_do(self, table: protocol.TableState) -> str:
        if table.you is None:
            return tr("“sit” and your name takes a seat; NAME:AGE tells your age.")
        if table.host:
            return tr(
                "“bot” and one of {bots} fills a seat; “start” begins.", bots=", ".join(table.bots)
            )
        return tr("The host begins the game.")

    def farewell(self) -> None:
        """Print the command that returns to this seat."""
        if self.client.link.secret:
            link = str(self.client.link)
            self._say(tr("To come back: qwirkle join --plain '{link}'", link=link))

    # Input

    async def talk(self, lines: asyncio.Queue[str | None]) -> None:
        """Handle lines until the input ends or the user quits."""
        await self.client.connected()
        async for line in until_leaving(lines):
            word, _, rest = line.strip().partition(" ")
            try:
                await self._obey(word.casefold(), rest.strip(), line)
            except Misunderstood as reason:
                self._say(str(reason))

    async def _obey(self, word: str, rest: str, line: str) -> None:
        obey = self._words.get(word)
        if obey is not None:
            await obey(rest)
        elif self._table is None or self._table.state == State.GATHERING:
            if word:
                raise Misunderstood(
                    tr(
                        "There is no “{word}” here: there are {words}.",
                        word=word[:40],
                        words=", ".join(self._words),
                    )
                )
        else:
            await self._conversation.obey(line)

    @property
    def _words(self) -> Mapping[str, Callable[[str], Awaitable[None]]]:
        """Commands available now, apart from the game's own."""
        if self._table is None:
            return {"join": self._join, "new": self._new, "tables": self._go_back}
        always = {"table": self._tell_again, "tables": self._go_back, "link": self._tell_link}
        if self._table.state == State.GATHERING:
            always |= {"sit": self._sit, "leave": self._leave}
        if self._table.rematch:
            always["again"] = self._to_rematch
        if self._table.host:
            always |= {"end": self._end}
            if self._table.state == State.GATHERING:
                always |= {"bot": self._bot, "remove": self._remove, "start": self._start}
            else:
                always |= {"stand-in": self._stand_in, "rematch": self._rematch}
        return always

    async def _join(self, rest: str) -> None:
        tables = self._lobby.tables if self._lobby else ()
        await self.client.turn_to(tables[_number(rest, tables)].id, None)

    async def _new(self, rest: str) -> None:
        game, _, private = rest.partition(" ")
        if private.strip() not in ("", "private"):
            raise Misunderstood(tr("“new” takes a game, and “private” where nobody may look on."))
        await self.client.say(protocol.Create(game[:60], watching=not private.strip()))

    async def _go_back(self, rest: str) -> None:
        self._table = None
        await self.client.turn_to(None, None)

    async def _tell_again(self, rest: str) -> None:
        assert self._table is not None
        self._say(self._account_of(self._table))

    async def _tell_link(self, rest: str) -> None:
        self._say(
            tr(
                "For others: {link}",
                link=str(
                    Link(self.client.link.host, self.client.link.secure, self.client.link.table)
                ),
            )
        )
        if self.client.link.secret:
            self._say(tr("Your own place, on another screen: {link}", link=str(self.client.link)))

    async def _sit(self, rest: str) -> None:
        await self.client.say(protocol.Sit.typed(rest))

    async def _leave(self, rest: str) -> None:
        assert self._table is not None
        if self._table.you is None:
            raise Misunderstood(tr("You have no seat."))
        await self.client.say(protocol.Remove(self._table.you))

    async def _bot(self, rest: str) -> None:
        await self.client.say(protocol.AddBot(rest[:60]))

    async def _remove(self, rest: str) -> None:
        assert self._table is not None
        await self.client.say(protocol.Remove(_number(rest, self._table.seats)))

    async def _start(self, rest: str) -> None:
        await self.client.say(protocol.Start())

    async def _stand_in(self, rest: str) -> None:
        assert self._table is not None
        number, _, bot = rest.partition(" ")
        seat = _number(number, self._table.seats)
        await self.client.say(protocol.StandIn(seat, bot.strip()[:60] or None))

    async def _rematch(self, rest: str) -> None:
        await self.client.say(protocol.Rematch())

    async def _to_rematch(self, rest: str) -> None:
        assert self._table is not None
        await self.client.turn_to(self._table.rematch, self.client.link.secret)

    async def _end(self, rest: str) -> None:
        await self.client.say(protocol.End())


def _number(text: str, among: Sequence[object]) -> int:
    """Parse a typed number. Return it as an index into `items`. Raises UnknownInput."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= len(among)):
        raise Misunderstood(tr("Say a number from 1 to {most}.", most=len(among)))
    return int(text) - 1
