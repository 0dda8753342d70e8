"""A visit to a server: which screen shows what it says."""

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
    """Hears what a server says, and is the place at its table that screens draw for."""

    def __init__(self, app: QwirkleApp, link: Link, shared: Shared | None = None) -> None:
        self.app = app
        self.shared = shared
        """What others are to know of the table, where it is shared from here."""
        self.client = Client(link, self._hear, self._say, app.settings.keys)
        self.lobby: protocol.Lobby | None = None
        self.table: protocol.TableState | None = None
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        """What is to be drawn, in turn."""
        self._sent_to_table = link.table is not None
        self._frame: Frame | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Stay until the app is left; where no server is, that is said, and the app is left."""
        try:
            while True:
                await self.client.run()
                self.client.link = replace(self.client.link, table=None, secret=None)
        except WrongAddress as error:
            self.app.told_after.append(str(error))
            self.app.exit(return_code=2)

    @property
    def other_tables(self) -> bool:
        """Whether the server may have others; one with a single table leads there at once."""
        return self.shared is None and (self.lobby is not None or self._sent_to_table)

    # What is heard

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
        """Have something sent while the screen goes on."""
        task = asyncio.create_task(sending)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def saying(self, message: protocol.FromClient) -> Callable[[], None]:
        """What says this to the server, once it is called."""
        return lambda: self.do(self.client.say_now(message))

    # A place at the table

    def sit_down(self) -> None:
        """Nothing: frames come anyway."""

    def get_up(self) -> None:
        """Nothing: the place stays."""

    def show(self) -> None:
        """Have the game drawn as it is now."""
        if self._frame is not None:
            self.frames.put_nowait(replace(self._frame, throws=(), flash=()))

    def act(self, action: str, *arguments: int, sees: Sees | None = None) -> None:
        """Do something, or have it said why it rests now."""
        self.do(self.client.say_now(protocol.Act(action, arguments)))

    def answer(self, actions: Sequence[str]) -> None:
        """Have it said why none of these does anything now."""
        self.do(self.client.say_now(protocol.Answer(tuple(actions))))

    def say(self, note: Note | None) -> None:
        """Say this until the next frame, or nothing."""
        if self._frame is not None:
            names = [seat.name for seat in self._frame.seats if seat.to_move]
            told = note_text(note, "".join(names), self.app.settings.keys) if note else ""
            shown = replace(self._frame, banner=told) if told else self._frame
            self.frames.put_nowait(replace(shown, throws=(), flash=()))

    async def replayed(self) -> tuple[Frame, ...]:
        """Step by step what has happened since the last turn made here."""
        answer = await self.client.ask(protocol.Replay(), protocol.Again)
        return (
            tuple(map(Frame.from_json, answer.frames)) if isinstance(answer, protocol.Again) else ()
        )
