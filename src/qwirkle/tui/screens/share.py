"""The screen shown before a game is shared: what sharing means, and who may join."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.i18n import tr
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

StartSharing = Callable[[bool], Awaitable[str]]
"""Share the game, with the local network if True; returns an error message or an empty string."""

AUDIENCES = (
    ("lan", tr("Everybody in the local network")),
    ("machine", tr("Only this machine: to try it out, or for a proxy")),
    ("nobody", tr("Share with nobody: play in this terminal alone")),
)


class ShareScreen(BaseScreen[None]):
    """An explanation of sharing, and the choice of who may join."""

    AUTO_FOCUS: ClassVar[str | None] = "#audience"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", tr("Back"), id="share.back"),
    ]

    def __init__(self, start_sharing: StartSharing, play_locally: Callable[[], None]) -> None:
        super().__init__()
        self._start_sharing = start_sharing
        self._play_locally = play_locally
        self._is_starting = False
        """True while the server starts."""

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False), VerticalGroup(classes="column"):
            yield Static(tr("Who may come to this table?"), classes="title centred", markup=False)
            with VerticalGroup(classes="box") as notes:
                notes.border_title = Content(tr("What sharing means"))
                for sentence in sharing_notes():
                    yield Static(Content(sentence))
            yield Static("", id="error", classes="error", markup=False)
            options = (Option(Content(text), name) for name, text in AUDIENCES)
            yield OptionList(*options, id="audience", classes="box", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Highlight the local network, the likeliest choice after asking to share."""
        self.query_one("#audience", OptionList).highlighted = 0

    @on(OptionList.OptionSelected, "#audience")
    def _choose_audience(self, event: OptionList.OptionSelected) -> None:
        if self._is_starting:
            return
        if event.option_id == "nobody":
            self._play_locally()
            return
        self._is_starting = True
        self.show_error("")
        self.run_worker(self._share_game(event.option_id == "lan"))

    async def _share_game(self, lan: bool) -> None:
        error = await self._start_sharing(lan)
        self._is_starting = False
        if error and not self.is_closed:
            self.show_error(error)

    def action_back(self) -> None:
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.qwirkle_app.open_setup()


def sharing_notes() -> tuple[str, ...]:
    """Return what you should know before you share a game."""
    return (
        tr(
            "· Others join from a phone's browser or another terminal, and see their own hand only."
        ),
        tr("· Whoever has the address can come in, take a free seat, or look on without any hand."),
        tr("· What is sent is not encrypted: others in the same network could read along."),
        tr("· The link of a seat is its key: whoever has it plays for that seat."),
    )
