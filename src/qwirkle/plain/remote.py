"""Plain-text mode over the network: joining a room, taking a seat, hosting and playing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TextIO

from qwirkle.i18n import tr
from qwirkle.plain.descriptions import command_labels
from qwirkle.plain.repl import (
    PrintLine,
    TextUI,
    UnknownInput,
    lines_until_quit,
    read_lines,
    run_until_first_ends,
)
from qwirkle.presenter.frame import Frame, LegalCell
from qwirkle.records.players import HUMAN
from qwirkle.web import protocol
from qwirkle.web.client import Client, Link
from qwirkle.web.protocol import AnyServerMessage, RoomPhase


class RemoteActionSink:
    """Sends actions to a presenter on a server."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def act(self, action: str, *arguments: int) -> None:
        """Send an action and wait for the resulting frame."""
        await self._client.request(protocol.PerformAction(action, arguments), protocol.FrameUpdate)

    async def find_legal_cells(self, slot: int) -> tuple[LegalCell, ...] | None:
        answer = await self._client.request(protocol.RequestLegalCells(slot), protocol.LegalCells)
        return answer.fits if isinstance(answer, protocol.LegalCells) else None


async def join(link: Link, stdin: TextIO, print_line: PrintLine) -> None:
    """Play on a server until the input ends, the user quits or the room closes.

    Raises JoinError.
    """
    ui = RemoteTextUI(link, print_line)
    await run_until_first_ends(ui.client.run(), ui.run(read_lines(stdin)))
    ui.print_return_command()


class RemoteTextUI:
    """Prints server messages and runs commands; game commands go to a TextUI."""

    def __init__(self, link: Link, print_line: PrintLine) -> None:
        self.client = Client(link, self._handle_message, print_line, command_labels())
        self._print_line = print_line
        self._lobby: protocol.LobbyState | None = None
        self._room: protocol.RoomState | None = None
        self._last_room_text = ""
        """Room description printed last."""
        self._game_ui = self._new_game_ui()

    def _new_game_ui(self) -> TextUI:
        text_ui = TextUI(self._print_line)
        text_ui.connect(RemoteActionSink(self.client))
        return text_ui

    # Output

    def _handle_message(self, message: AnyServerMessage) -> None:
        match message:
            case protocol.LobbyState():
                self._lobby, self._room = message, None
                self._print_lobby(message)
            case protocol.RoomState():
                self._print_room(message)
            case protocol.FrameUpdate(data):
                frame = Frame.from_json(data)
                if frame.throws:
                    self._game_ui.print_rolls(frame)
                if not (frame.throws or frame.flash):
                    self._game_ui.draw(frame)
            case (
                protocol.Announcement(text)
                | protocol.ErrorMessage(text)
                | protocol.RoomClosed(text)
            ):
                self._print_line(text)
            case _:
                pass

    def _print_lobby(self, lobby: protocol.LobbyState) -> None:
        for number, room in enumerate(lobby.rooms, start=1):
            values = {"number": number, "game": room.title, "names": ", ".join(room.names)}
            if room.state == RoomPhase.WAITING:
                self._print_line(tr("{number} {game}, gathering: {names}", **values))
            else:
                self._print_line(tr("{number} {game}, to look on: {names}", **values))
        games = ", ".join(variant.name for variant in lobby.variants)
        self._print_line(
            tr(
                "“join” and a number goes to a table; “new” and a game sets one up: {games}.",
                games=games,
            )
        )

    def _print_room(self, room: protocol.RoomState) -> None:
        previous, self._room = self._room, room
        if (
            previous is None
            or previous.id != room.id
            or previous.state == RoomPhase.OVER != room.state
        ):
            self._game_ui = self._new_game_ui()
        text = self._room_text(room)
        if text != self._last_room_text:
            self._last_room_text = text
            self._print_line(text)
        if room.rematch and (previous is None or previous.rematch != room.rematch):
            self._print_line(tr("Another game is offered: “again” goes there."))
        if room.state == RoomPhase.WAITING and (
            previous is None or previous.you != room.you or previous.id != room.id
        ):
            self._print_line(self._next_step_text(room))

    def _room_text(self, room: protocol.RoomState) -> str:
        players = []
        for number, seat in enumerate(room.seats, start=1):
            name = tr("{number} {name}", number=number, name=seat.name)
            if seat.kind != HUMAN:
                name = tr("{name} (bot)", name=name)
            elif seat.substitute:
                name = tr("{name} (away; {bot} plays)", name=name, bot=seat.substitute)
            elif not seat.is_connected:
                name = tr("{name} (away)", name=name)
            players.append(name)
        players_text = ", ".join(players) or tr("nobody yet")
        return tr("{game}. At the table: {who}.", game=room.title, who=players_text)

    def _next_step_text(self, room: protocol.RoomState) -> str:
        if room.you is None:
            return tr("“sit” and your name takes a seat; NAME:AGE tells your age.")
        if room.is_host:
            return tr(
                "“bot” and one of {bots} fills a seat; “start” begins.", bots=", ".join(room.bots)
            )
        return tr("The host begins the game.")

    def print_return_command(self) -> None:
        """Print the command that returns to this seat."""
        if self.client.link.seat_token:
            link = str(self.client.link)
            self._print_line(tr("To come back: qwirkle join --plain '{link}'", link=link))

    # Input

    async def run(self, input_lines: asyncio.Queue[str | None]) -> None:
        """Handle lines until the input ends or the user quits."""
        await self.client.wait_until_connected()
        async for line in lines_until_quit(input_lines):
            word, _, rest = line.strip().partition(" ")
            try:
                await self._handle_line(word.casefold(), rest.strip(), line)
            except UnknownInput as error:
                self._print_line(str(error))

    async def _handle_line(self, word: str, rest: str, line: str) -> None:
        command = self._room_commands.get(word)
        if command is not None:
            await command(rest)
        elif self._room is None or self._room.state == RoomPhase.WAITING:
            if word:
                raise UnknownInput(
                    tr(
                        "There is no “{word}” here: there are {words}.",
                        word=word[:40],
                        words=", ".join(self._room_commands),
                    )
                )
        else:
            await self._game_ui.handle_line(line)

    @property
    def _room_commands(self) -> Mapping[str, Callable[[str], Awaitable[None]]]:
        """Commands available now, apart from the game's own."""
        if self._room is None:
            return {"join": self._join, "new": self._create_room, "tables": self._go_to_lobby}
        commands = {"table": self._show_room, "tables": self._go_to_lobby, "link": self._show_links}
        if self._room.state == RoomPhase.WAITING:
            commands |= {"sit": self._take_seat, "leave": self._leave_seat}
        if self._room.rematch:
            commands["again"] = self._enter_rematch
        if self._room.is_host:
            commands |= {"end": self._close_room}
            if self._room.state == RoomPhase.WAITING:
                commands |= {
                    "bot": self._add_bot,
                    "remove": self._remove_player,
                    "start": self._start,
                }
            else:
                commands |= {"stand-in": self._set_substitute, "rematch": self._open_rematch}
        return commands

    async def _join(self, rest: str) -> None:
        rooms = self._lobby.rooms if self._lobby else ()
        await self.client.enter_room(rooms[_parse_index(rest, rooms)].id, None)

    async def _create_room(self, rest: str) -> None:
        game, _, private = rest.partition(" ")
        if private.strip() not in ("", "private"):
            raise UnknownInput(tr("“new” takes a game, and “private” where nobody may look on."))
        await self.client.send(protocol.CreateRoom(game[:60], allow_spectators=not private.strip()))

    async def _go_to_lobby(self, rest: str) -> None:
        self._room = None
        await self.client.enter_room(None, None)

    async def _show_room(self, rest: str) -> None:
        assert self._room is not None
        self._print_line(self._room_text(self._room))

    async def _show_links(self, rest: str) -> None:
        self._print_line(
            tr(
                "For others: {link}",
                link=str(
                    Link(self.client.link.host, self.client.link.secure, self.client.link.room)
                ),
            )
        )
        if self.client.link.seat_token:
            self._print_line(
                tr("Your own place, on another screen: {link}", link=str(self.client.link))
            )

    async def _take_seat(self, rest: str) -> None:
        await self.client.send(protocol.TakeSeat.parse(rest))

    async def _leave_seat(self, rest: str) -> None:
        assert self._room is not None
        if self._room.you is None:
            raise UnknownInput(tr("You have no seat."))
        await self.client.send(protocol.RemovePlayer(self._room.you))

    async def _add_bot(self, rest: str) -> None:
        await self.client.send(protocol.AddBot(rest[:60]))

    async def _remove_player(self, rest: str) -> None:
        assert self._room is not None
        await self.client.send(protocol.RemovePlayer(_parse_index(rest, self._room.seats)))

    async def _start(self, rest: str) -> None:
        await self.client.send(protocol.StartGame())

    async def _set_substitute(self, rest: str) -> None:
        assert self._room is not None
        number, _, bot = rest.partition(" ")
        seat = _parse_index(number, self._room.seats)
        await self.client.send(protocol.SetSubstitute(seat, bot.strip()[:60] or None))

    async def _open_rematch(self, rest: str) -> None:
        await self.client.send(protocol.OpenRematch())

    async def _enter_rematch(self, rest: str) -> None:
        assert self._room is not None
        await self.client.enter_room(self._room.rematch, self.client.link.seat_token)

    async def _close_room(self, rest: str) -> None:
        await self.client.send(protocol.CloseRoom())


def _parse_index(text: str, items: Sequence[object]) -> int:
    """Parse a typed number. Return it as an index into `items`. Raises UnknownInput."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= len(items)):
        raise UnknownInput(tr("Say a number from 1 to {most}.", most=len(items)))
    return int(text) - 1
