"""The players in a room on a server, and a menu of what its host can do for everyone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.i18n import tr
from qwirkle.records.players import HUMAN
from qwirkle.tui.screens.base import BaseScreen, SafeOptionList
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.web import protocol

if TYPE_CHECKING:
    from qwirkle.tui.remote_session import RemoteSession

SUBSTITUTE_BOTS = ("greedy", "expert")
"""Bots that can play for an absent player: one like an average player, and a stronger one."""

MenuItem: TypeAlias = tuple[str, Callable[[], None]]
"""Label and callback."""


class ActionMenu(SafeOptionList):
    """A list of actions; its items may change at any time, and the highlight stays in place."""

    def __init__(self) -> None:
        super().__init__(id="menu", classes="box", markup=False)
        self._items: list[MenuItem] = []

    def set_items(self, items: Iterable[MenuItem], *, highlight_first: bool = True) -> None:
        """Replace the items; with `highlight_first`, highlight the first if none is highlighted."""
        index = self.highlighted if self.highlighted is not None or not highlight_first else 0
        self._items = list(items)
        self.clear_options()
        self.add_options([Option(Content(text)) for text, _ in self._items])
        if index is not None and self._items:
            self.highlighted = min(index, len(self._items) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._items[event.option_index][1]()


class PlayersScreen(BaseScreen[None]):
    """The players; the host can let bots fill in, offer a rematch or close the room."""

    AUTO_FOCUS: ClassVar[str | None] = "#menu"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", tr("Back"), id="people.back"),
    ]

    def __init__(self, remote: RemoteSession) -> None:
        super().__init__()
        self._remote = remote

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False), VerticalGroup(classes="column"):
            yield Static(tr("At the table"), classes="title centred", markup=False)
            yield Static("", id="players", classes="centred", markup=False)
            yield ActionMenu()
        yield KeyBar()

    def on_mount(self) -> None:
        self.update_content()

    def update_content(self) -> None:
        """Show the latest state from the server."""
        room = self._remote.room
        if self.is_closed or room is None or not self.query("#menu"):
            return
        self.query_one("#players", Static).update(
            Content("\n".join(map(describe_seat, room.seats)))
        )
        self.query_one(ActionMenu).set_items(self._menu_items(room))

    def _menu_items(self, room: protocol.RoomState) -> Iterator[MenuItem]:
        remote = self._remote
        yield tr("Back to the table"), self.action_back
        if not room.is_host:
            return
        for index, seat in enumerate(room.seats):
            if seat.substitute is not None:
                message = protocol.SetSubstitute(index, None)
                yield tr("{name} plays again", name=seat.name), remote.make_sender(message)
            elif seat.kind == HUMAN and not seat.is_connected:
                for bot in SUBSTITUTE_BOTS:
                    text = tr("Let {bot} play for {name}", bot=bot, name=seat.name)
                    yield text, remote.make_sender(protocol.SetSubstitute(index, bot))
        if room.state is protocol.RoomPhase.OVER:
            yield tr("Offer another game"), remote.make_sender(protocol.OpenRematch())
        if remote.shared_game is None:
            yield (
                tr("Close this table; the game stays saved"),
                remote.make_sender(protocol.CloseRoom()),
            )

    def action_back(self) -> None:
        self.dismiss()


def describe_seat(seat: protocol.SeatEntry) -> str:
    """Describe who has a seat, and whether they are connected."""
    values = {"name": seat.name}
    if seat.substitute is not None:
        return tr("{name}: away, {bot} plays for them", bot=seat.substitute, **values)
    if seat.kind != HUMAN:
        return tr("{name}: a bot", **values)
    return tr("{name}: there", **values) if seat.is_connected else tr("{name}: away", **values)
