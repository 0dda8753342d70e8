"""The screen shown before a table is shared: what sharing means, and who may join."""

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

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.texts import tr

Share = Callable[[bool], Awaitable[str]]
"""Share the table, with the local network if True; returns an error message or an empty string."""

CHOICES = (
    ("lan", tr("Everybody in the local network")),
    ("machine", tr("Only this machine: to try it out, or for a proxy")),
    ("nobody", tr("Share with nobody: play in this terminal alone")),
)


class ShareScreen(Page[None]):
    """An explanation of sharing, and the choice of who may join."""

    AUTO_FOCUS: ClassVar[str | None] = "#who"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", tr("Back"), id="share.back"),
    ]

    def __init__(self, share: Share, play_here: Callable[[], None]) -> None:
        super().__init__()
        self._share = share
        self._play_here = play_here
        self._sharing = False
        """True while the server starts."""

    def compose_page(self) -> ComposeResult:
        with VerticalScroll(classes="sheet", can_focus=False), VerticalGroup(classes="column"):
            yield Static(tr("Who may come to this table?"), classes="title middle", markup=False)
            with VerticalGroup(classes="box") as meaning:
                meaning.border_title = Content(tr("What sharing means"))
                for sentence in meanings():
                    yield Static(Content(sentence))
            yield Static("", id="trouble", classes="trouble", markup=False)
            answers = (Option(Content(text), name) for name, text in CHOICES)
            yield OptionList(*answers, id="who", classes="box", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Highlight the local network, the likeliest choice after asking to share."""
        self.query_one("#who", OptionList).highlighted = 0

    @on(OptionList.OptionSelected, "#who")
    def _answer(self, event: OptionList.OptionSelected) -> None:
        if self._sharing:
            return
        if event.option_id == "nobody":
            self._play_here()
            return
        self._sharing = True
        self.complain("")
        self.run_worker(self._open(event.option_id == "lan"))

    async def _open(self, lan: bool) -> None:
        trouble = await self._share(lan)
        self._sharing = False
        if trouble and not self.gone:
            self.complain(trouble)

    def action_back(self) -> None:
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.table_app.open_setup()


def meanings() -> tuple[str, ...]:
    """Return what you should know before you share a table."""
    return (
        tr(
            "· Others join from a phone's browser or another terminal, and see their own hand only."
        ),
        tr("· Whoever has the address can come in, take a free seat, or look on without any hand."),
        tr("· What is sent is not encrypted: others in the same network could read along."),
        tr("· The link of a seat is its key: whoever has it plays for that seat."),
    )
