"""The lobby of a server: rooms to join, and the players in a room before its game starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from qwirkle.i18n import tr, trn
from qwirkle.records.players import HUMAN
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.qr import QrScreen, render_qr
from qwirkle.tui.screens.remote_players import ActionMenu, MenuItem
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import ResponsiveText
from qwirkle.web import protocol
from qwirkle.web.client import Link

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.tui.remote_session import RemoteSession

MIN_MENU_COLUMNS = 40
"""Columns for the menu beside the QR code."""
QR_MARGIN_ROWS = 7
"""Rows above and below the QR code, together."""


class LobbyScreen(BaseScreen[None]):
    """Join or create a room, take a seat, start the game."""

    AUTO_FOCUS: ClassVar[str | None] = "#menu"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, remote: RemoteSession) -> None:
        super().__init__()
        self.remote = remote
        self._allows_spectators = True
        """True if the next room created here allows spectators."""

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False), VerticalGroup(classes="column"):
            yield Static("", id="player-summary", classes="title centred", markup=False)
            yield Static("", id="join-instructions", classes="centred muted", markup=False)
            yield Input(placeholder=tr("Your name, or NAME:AGE"), id="name", max_length=60)
            with HorizontalGroup():
                yield ActionMenu()
                yield ResponsiveText(self._render_qr, name="qr-code")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#name").display = False
        self.update_content()

    def update_content(self) -> None:
        """Show the latest state from the server."""
        if self.is_closed or not self.query("#menu"):
            return
        remote = self.remote
        self.query_one("#player-summary", Static).update(Content(self._summary_text()))
        self.query_one("#join-instructions", Static).update(Content(self._join_instructions()))
        self.query_one("#qr-code").display = self._qr_fits
        name_input = self.query_one("#name", Input)
        needs_seat = remote.room is not None and remote.room.you is None
        if needs_seat and not name_input.display:
            name_input.focus()
        name_input.display = needs_seat
        # While players are missing, Enter alone must not start the game.
        self.query_one(ActionMenu).set_items(
            self._menu_items(), highlight_first=not self._missing_players_text
        )

    def on_resize(self, event: events.Resize) -> None:
        self.update_content()

    @property
    def variant(self) -> Variant | None:
        """Variant of a game shared from here, or None."""
        return self.remote.shared_game.variant if self.remote.shared_game else None

    # Texts

    def _render_qr(self, appearance: Appearance, columns: int) -> Text:
        shared_game = self.remote.shared_game
        return Text("", end="") if shared_game is None else render_qr(shared_game.url, appearance)

    @property
    def _qr_fits(self) -> bool:
        """True if the QR code fits beside the menu."""
        lines = self._render_qr(self.qwirkle_app.appearance, 0).split("\n")
        terminal = self.app.size
        return (
            lines[0].cell_len > 0
            and terminal.width >= lines[0].cell_len + MIN_MENU_COLUMNS
            and terminal.height >= len(lines) + QR_MARGIN_ROWS
        )

    def _join_instructions(self) -> str:
        remote = self.remote
        if remote.room is None:
            return ""
        if remote.shared_game is None:
            return tr(
                "Others join at {link}", link=str(replace(remote.client.link, seat_token=None))
            )
        link = Link.parse(remote.shared_game.url)
        values = {"url": remote.shared_game.url, "host": link.host}
        if remote.shared_game.on_lan:
            return tr(
                "Others in this network join at {url} in a browser, or with: qwirkle join {host}",
                **values,
            )
        return tr(
            "Others on this machine join at {url} in a browser, or with: qwirkle join {host}",
            **values,
        )

    @property
    def _missing_players_text(self) -> str:
        """Sentence about invited players who haven't joined; empty if none are known."""
        room, shared_game = self.remote.room, self.remote.shared_game
        if room is None or shared_game is None:
            return ""
        names = [seat.name for seat in room.seats if seat.kind == HUMAN]
        return missing_players_text(shared_game.invited, names)

    def _summary_text(self) -> str:
        room = self.remote.room
        if room is None:
            return tr("Which table?")
        names = [
            seat.name if seat.kind == HUMAN else tr("{name} (bot)", name=seat.name)
            for seat in room.seats
        ]
        names_text = ", ".join(names) or tr("nobody yet")
        text = tr("{game}. At the table: {who}.", game=room.title, who=names_text)
        return (
            tr("{summary} {missing}", summary=text, missing=self._missing_players_text)
            if self._missing_players_text
            else text
        )

    def _menu_items(self) -> Iterator[MenuItem]:
        remote, room = self.remote, self.remote.room
        if room is None:
            yield from self._room_items()
            return
        if room.you is None:
            yield tr("Take a seat"), self._take_seat
        if room.is_host:
            min_players, max_players = room.players
            if min_players <= len(room.seats) <= max_players:
                yield tr("Begin the game"), self.remote.make_sender(protocol.StartGame())
            if len(room.seats) < max_players:
                for bot in room.bots:
                    yield (
                        tr("Add the bot {bot}", bot=bot),
                        self.remote.make_sender(protocol.AddBot(bot)),
                    )
        for index, seat in enumerate(room.seats):
            if index == room.you:
                yield tr("Leave your seat"), self.remote.make_sender(protocol.RemovePlayer(index))
            elif room.is_host:
                text = tr("Take {name} away", name=seat.name)
                yield text, self.remote.make_sender(protocol.RemovePlayer(index))
        if remote.shared_game is not None:
            if not self._qr_fits:
                yield tr("Show the code to photograph"), self._show_qr_code
            yield tr("Share no more"), self.qwirkle_app.open_start
        elif room.is_host:
            yield tr("Close this table"), self.remote.make_sender(protocol.CloseRoom())
        if remote.may_have_other_rooms:
            yield (
                tr("To the other tables"),
                lambda: remote.run_task(remote.client.enter_room(None, None)),
            )

    def _room_items(self) -> Iterator[MenuItem]:
        remote, lobby = self.remote, self.remote.lobby
        if lobby is None:
            return
        for room in lobby.rooms:
            values = {"game": room.title, "names": ", ".join(room.names) or tr("nobody yet")}
            is_waiting = room.state is protocol.RoomPhase.WAITING
            text = tr("Join {game}: {names}", **values)
            yield (
                text if is_waiting else tr("Look on at {game}: {names}", **values),
                lambda room_id=room.id: remote.run_task(remote.client.enter_room(room_id, None)),  # type: ignore[misc]
            )
        for variant in lobby.variants:
            yield (
                tr("A new table: {game}", game=variant.title),
                self.remote.make_sender(protocol.CreateRoom(variant.name, self._allows_spectators)),
            )
        spectators_text = tr("At a new table others may look on")
        yield (
            spectators_text if self._allows_spectators else tr("At a new table nobody may look on"),
            self._toggle_spectators,
        )
        yield tr("Look again"), lambda: remote.run_task(remote.client.enter_room(None, None))

    def _toggle_spectators(self) -> None:
        self._allows_spectators = not self._allows_spectators
        self.update_content()

    def _show_qr_code(self) -> None:
        if self.remote.shared_game is not None:
            self.app.push_screen(QrScreen(self.remote.shared_game.url))

    @on(Input.Submitted, "#name")
    def _take_seat(self) -> None:
        name_input = self.query_one("#name", Input)
        if not name_input.value.strip():
            name_input.focus()
            return
        self.remote.make_sender(protocol.TakeSeat.parse(name_input.value))()


def missing_players_text(invited: Sequence[str], seated: Sequence[str]) -> str:
    """Return a sentence about invited players who haven't joined; empty if all have.

    `invited` leaves out the host, who is one of the `seated`; an empty name stands for anyone.

    >>> missing_players_text(("Ben", ""), ["Ana"])
    '2 more are awaited: Ben and somebody.'
    >>> missing_players_text(("Ben", "Cleo"), ["Ana", "Benni"])
    'One more is awaited: Ben or Cleo.'
    >>> missing_players_text(("Ben", "Cleo"), ["Ana", "Ben", "Dan"])
    ''
    """
    missing = len(invited) - max(0, len(seated) - 1)
    if missing <= 0:
        return ""
    names = [name for name in invited if name and name not in seated]
    if not names:
        return trn("One more is awaited.", "{count} more are awaited.", missing)
    if len(names) > missing:
        names_text = tr(" or ").join(names)
    elif len(names) < missing:
        names_text = tr("{names} and somebody", names=", ".join(names))
    else:
        names_text = ", ".join(names)
    values = {"names": names_text}
    return trn(
        "One more is awaited: {names}.", "{count} more are awaited: {names}.", missing, **values
    )
