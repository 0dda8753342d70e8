"""A connection from the app to a server: handles its messages and sends actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.session.availability import Status
from qwirkle.text.status import status_text
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_lobby import LobbyScreen
from qwirkle.tui.screens.remote_players import PlayersScreen
from qwirkle.web import protocol
from qwirkle.web.client import Client, JoinError, Link
from qwirkle.web.protocol import AnyServerMessage

if TYPE_CHECKING:
    from qwirkle.session.turn import IsVisible
    from qwirkle.tui.app import QwirkleApp
    from qwirkle.tui.sharing import SharedGame


class RemoteSession:
    """The app's side of a connection to a server, and the SeatController of its game."""

    def __init__(self, app: QwirkleApp, link: Link, shared_game: SharedGame | None = None) -> None:
        self.app = app
        self.shared_game = shared_game
        """Set if the game is shared from here."""
        self.client = Client(link, self._handle_message, self._show_toast, app.settings.keys)
        self.lobby: protocol.LobbyState | None = None
        self.room: protocol.RoomState | None = None
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        """Frames to draw, oldest first."""
        self._joined_by_room_link = link.room is not None
        self._latest_frame: Frame | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Stay connected until cancelled; exit the app with a message if there is no server."""
        try:
            while True:
                await self.client.run()
                self.client.link = replace(self.client.link, room=None, seat_token=None)
        except JoinError as error:
            self.app.exit_messages.append(str(error))
            self.app.exit(return_code=2)

    @property
    def may_have_other_rooms(self) -> bool:
        """True if the server may have other rooms; a server with one room skips the lobby."""
        return self.shared_game is None and (self.lobby is not None or self._joined_by_room_link)

    # Messages from the server

    def _handle_message(self, message: AnyServerMessage) -> None:
        match message:
            case protocol.LobbyState():
                self.lobby, self.room = message, None
                self._show_lobby()
            case protocol.RoomState():
                self._handle_room_state(message)
            case protocol.FrameUpdate(frame):
                self._latest_frame = Frame.from_json(frame)
                self.frames.put_nowait(self._latest_frame)
            case (
                protocol.Announcement(text)
                | protocol.ErrorMessage(text)
                | protocol.RoomClosed(text)
            ):
                self._show_toast(text)
            case _:
                pass

    def _handle_room_state(self, room: protocol.RoomState) -> None:
        previous, self.room = self.room, room
        if isinstance(self.app.screen, PlayersScreen):
            self.app.screen.update_content()
        if room.state is protocol.RoomPhase.WAITING:
            self._show_lobby()
            return
        if not any(isinstance(screen, RemoteGameScreen) for screen in self.app.screen_stack):
            self.app.replace_screens(RemoteGameScreen(self))
        for old_seat, seat in zip(previous.seats if previous else (), room.seats, strict=False):
            if old_seat.is_connected != seat.is_connected and seat.kind == "human":
                self._show_toast(
                    tr("{name} is back.", name=seat.name)
                    if seat.is_connected
                    else tr("{name} is away.", name=seat.name)
                )
        if room.rematch and not (previous and previous.rematch):
            self.run_task(self.client.enter_room(room.rematch, self.client.link.seat_token))

    def _show_lobby(self) -> None:
        screen = self.app.screen
        if isinstance(screen, LobbyScreen):
            screen.update_content()
        else:
            self.app.replace_screens(LobbyScreen(self))

    def _show_toast(self, text: str) -> None:
        self.app.notify(text, markup=False)

    def run_task(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def make_sender(self, message: protocol.ClientMessage) -> Callable[[], None]:
        """Return a callback that sends a message."""
        return lambda: self.run_task(self.client.send_if_connected(message))

    # SeatController

    def subscribe(self) -> None:
        """Do nothing: the server sends frames anyway."""

    def unsubscribe(self) -> None:
        """Do nothing: the seat stays taken."""

    def refresh(self) -> None:
        if self._latest_frame is not None:
            self.frames.put_nowait(replace(self._latest_frame, throws=(), flash=()))

    def act(self, action: str, *arguments: int, is_visible: IsVisible | None = None) -> None:
        self.run_task(self.client.send_if_connected(protocol.PerformAction(action, arguments)))

    def explain_unavailable(self, actions: Sequence[str]) -> None:
        self.run_task(self.client.send_if_connected(protocol.ExplainUnavailable(tuple(actions))))

    def show_status(self, status: Status | None) -> None:
        """Show a status until the next frame, or remove it."""
        if self._latest_frame is not None:
            names = [seat.name for seat in self._latest_frame.seats if seat.to_move]
            text = status_text(status, "".join(names), self.app.settings.keys) if status else ""
            frame = replace(self._latest_frame, banner=text) if text else self._latest_frame
            self.frames.put_nowait(replace(frame, throws=(), flash=()))

    async def replay_frames(self) -> tuple[Frame, ...]:
        answer = await self.client.request(protocol.RequestReplay(), protocol.ReplayFrames)
        return (
            tuple(map(Frame.from_json, answer.frames))
            if isinstance(answer, protocol.ReplayFrames)
            else ()
        )
