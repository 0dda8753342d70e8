"""The lobby of a server: tables to join, and who gathers at one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.notation import HUMAN
from qwirkle.texts import tr
from qwirkle.web import protocol

if TYPE_CHECKING:
    from qwirkle.app.joined.visit import Visit

Choice = tuple[str, Callable[[], None]]


class LobbyScreen(Page[None]):
    """A list of what can be done: join a table, set one up, take a seat, begin."""

    AUTO_FOCUS: ClassVar[str | None] = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self._choices: list[Choice] = []

    def compose_page(self) -> ComposeResult:
        """Who is there, a field for a name, and what can be done."""
        with VerticalScroll(classes="sheet", can_focus=False), VerticalGroup(classes="column"):
            yield Static("", id="gathered", classes="title middle", markup=False)
            yield Static("", id="link", classes="middle muted", markup=False)
            yield Input(placeholder=tr("Your name, or NAME:AGE"), id="name", max_length=60)
            yield OptionList(id="choices", classes="box", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one("#name").display = False
        self.fill()

    def fill(self) -> None:
        """Show what the server has said last."""
        if self.gone or not self.query("#choices"):
            return
        visit = self._visit
        self.query_one("#gathered", Static).update(Content(self._account()))
        others = replace(visit.client.link, secret=None)
        told = tr("Others join at {link}", link=str(others)) if visit.table else ""
        self.query_one("#link", Static).update(Content(told))
        name = self.query_one("#name", Input)
        sitting = visit.table is not None and visit.table.you is None
        if sitting and not name.display:
            name.focus()
        name.display = sitting
        choices = self.query_one("#choices", OptionList)
        chosen = choices.highlighted
        self._choices = list(self._what_to_do())
        choices.clear_options()
        choices.add_options([Option(Content(text)) for text, _ in self._choices])
        choices.highlighted = min(chosen or 0, len(self._choices) - 1) if self._choices else None

    def _account(self) -> str:
        table = self._visit.table
        if table is None:
            return tr("Which table?")
        names = [
            seat.name if seat.kind == HUMAN else tr("{name} (bot)", name=seat.name)
            for seat in table.seats
        ]
        who = ", ".join(names) or tr("nobody yet")
        return tr("{game}. At the table: {who}.", game=table.title, who=who)

    def _what_to_do(self) -> Iterator[Choice]:
        visit, table = self._visit, self._visit.table
        if table is None:
            yield from self._tables()
            return
        if table.you is None:
            yield tr("Take a seat"), self._sit
        if table.host:
            fewest, most = table.players
            if fewest <= len(table.seats) <= most:
                yield tr("Begin the game"), self._sending(protocol.Start())
            if len(table.seats) < most:
                for bot in table.bots:
                    yield tr("Add the bot {bot}", bot=bot), self._sending(protocol.AddBot(bot))
        for number, seat in enumerate(table.seats):
            if table.host or number == table.you:
                yield (
                    tr("Take {name} away", name=seat.name),
                    self._sending(protocol.Remove(number)),
                )
        if table.host:
            yield tr("Close this table"), self._sending(protocol.End())
        yield tr("To the other tables"), lambda: visit.do(visit.client.turn_to(None, None))

    def _tables(self) -> Iterator[Choice]:
        visit, lobby = self._visit, self._visit.lobby
        if lobby is None:
            return
        for each in lobby.tables:
            words = {"game": each.title, "names": ", ".join(each.names) or tr("nobody yet")}
            gathering = each.state is protocol.State.GATHERING
            text = tr("Join {game}: {names}", **words)
            yield (
                text if gathering else tr("Look on at {game}: {names}", **words),
                lambda name=each.id: visit.do(visit.client.turn_to(name, None)),  # type: ignore[misc]
            )
        for variant in lobby.variants:
            yield (
                tr("A new table: {game}", game=variant.title),
                self._sending(protocol.Create(variant.name)),
            )
        yield tr("Look again"), lambda: visit.do(visit.client.turn_to(None, None))

    def _sending(self, message: protocol.FromClient) -> Callable[[], None]:
        return lambda: self._visit.do(self._visit.client.say(message))

    @on(Input.Submitted, "#name")
    def _sit(self) -> None:
        field = self.query_one("#name", Input)
        if not field.value.strip():
            field.focus()
            return
        self._sending(protocol.Sit.typed(field.value))()

    @on(OptionList.OptionSelected, "#choices")
    def _choose(self, event: OptionList.OptionSelected) -> None:
        self._choices[event.option_index][1]()
