"""A connection from the app to a server: handles its messages and sends actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from qwirkle.app.joined.lobby import LobbyScreen
from qwirkle.app.joined.people import PeopleScreen
from qwirkle.app.joined.screen import JoinedScreen
from qwirkle.table.frame import Frame
from qwirkle.table.notes import Note, note_text
from qwirkle.texts import tr
from qwirkle.web import protocol
from qwirkle.web.client import Client, Heard, Link, WrongAddress

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp
    from qwirkle.app.joined.sharing import Shared
    from qwirkle.table.desk import Sees


class Visit:
    """The app's side of a connection to a server, and the SeatController of its game."""

    def __init__(self, app: QwirkleApp, link: Link, shared: Shared | None = None) -> None:
        self.app = app
        self.shared = shared
        """Set if the game is shared from here."""
        self.client = Client(link, self._hear, self._say, app.settings.keys)
        self.lobby: protocol.Lobby | None = None
        self.table: protocol.TableState | None = None
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        """Frames to draw, oldest first."""
        self._sent_to_table = link.table is not None
        self._frame: Frame | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Stay connected until cancelled; exit the app with a message if there is no server."""
        try:
            while True:
                await self.client.run()
                self.client.link = replace(self.client.link, table=None, secret=None)
        except WrongAddress as error:
            self.app.told_after.append(str(error))
            self.app.exit(return_code=2)

    @property
    def other_tables(self) -> bool:
        """True if the server may have other tables; with only one table it skips the lobby."""
        return self.shared is None and (self.lobby is not None or self._sent_to_table)

    # Messages from the server

    def _hear(self, message: Heard) -> None:
        match message:
            case protocol.Lobby():
                self.lobby, self.table = message, None
                self._show_lobby()
            case protocol.TableState():
                self._see(message)
            case protocol.Shown(frame):
                self._frame = Frame.from_json(frame)
                self.frames.put_nowait(self._frame)
            case protocol.Said(text) | protocol.Failed(text) | protocol.Closed(text):
                self._say(text)
            case _:
                pass

    def _see(self, table: protocol.TableState) -> None:
        before, self.table = self.table, table
        if isinstance(self.app.screen, PeopleScreen):
            self.app.screen.fill()
        if table.state is protocol.State.GATHERING:
            self._show_lobby()
            return
        if not any(isinstance(screen, JoinedScreen) for screen in self.app.screen_stack):
            self.app.turn_to(JoinedScreen(self))
        for was, now in zip(before.seats if before else (), table.seats, strict=False):
            if was.here != now.here and now.kind == "human":
                name = {"name": now.name}
                here, away = tr("{name} is back.", **name), tr("{name} is away.", **name)
                self._say(here if now.here else away)
        if table.rematch and not (before and before.rematch):
            self.do(self.client.turn_to(table.rematch, self.client.link.secret))

    def _show_lobby(self) -> None:
        screen = self.app.screen
        if isinstance(screen, LobbyScreen):
            screen.fill()
        else:
            self.app.turn_to(LobbyScreen(self))

    def _say(self, text: str) -> None:
        self.app.notify(text, markup=False)

    def do(self, sending: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(sending)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def saying(self, message: protocol.FromClient) -> Callable[[], None]:
        """Return a callback that sends a message."""
        return lambda: self.do(self.client.say_now(message))

    # SeatController

    def sit_down(self) -> None:
        """Do nothing: the server sends frames anyway."""

    def get_up(self) -> None:
        """Do nothing: the seat stays taken."""

    def show(self) -> None:
        if self._frame is not None:
            self.frames.put_nowait(replace(self._frame, throws=(), flash=()))

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        self.do(self.client.say_now(protocol.Act(action, arguments)))

    def answer(self, actions: Sequence[str]) -> None:
        self.do(self.client.say_now(protocol.Answer(tuple(actions))))

    def say(self, note: Note | None) -> None:
        """Show a status until the next frame, or remove it."""
        if self._frame is not None:
            names = [seat.name for seat in self._frame.seats if seat.to_move]
            told = note_text(note, "".join(names), self.app.settings.keys) if note else ""
            shown = replace(self._frame, banner=told) if told else self._frame
            self.frames.put_nowait(replace(shown, throws=(), flash=()))

    async def replayed(self) -> tuple[Frame, ...]:
        answer = await self.client.ask(protocol.Replay(), protocol.Again)
        return (
            tuple(map(Frame.from_json, answer.frames)) if isinstance(answer, protocol.Again) else ()
        )
