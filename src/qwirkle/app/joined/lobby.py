"""The lobby of a server: tables to join, and the players at a table before its game starts."""

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

from qwirkle.app.joined.choices import Choice, Choices
from qwirkle.app.pages.code import CodeScreen, code_text
from qwirkle.app.pages.drawing import Drawing
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.notation import HUMAN
from qwirkle.texts import tr, trn
from qwirkle.web import protocol
from qwirkle.web.client import Link

if TYPE_CHECKING:
    from qwirkle.app.joined.visit import Visit
    from qwirkle.engine.variant import Variant

FEWEST_FOR_CHOICES = 40
"""Columns for the menu beside the QR code."""
ROWS_AROUND = 7
"""Rows above and below the QR code, together."""


class LobbyScreen(Page[None]):
    """Join or create a table, take a seat, start the game."""

    AUTO_FOCUS: ClassVar[str | None] = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self._visit = visit
        self._watching = True
        """True if the next table created here allows spectators."""

    def compose_page(self) -> ComposeResult:
        with VerticalScroll(classes="sheet", can_focus=False), VerticalGroup(classes="column"):
            yield Static("", id="gathered", classes="title middle", markup=False)
            yield Static("", id="link", classes="middle muted", markup=False)
            yield Input(placeholder=tr("Your name, or NAME:AGE"), id="name", max_length=60)
            with HorizontalGroup():
                yield Choices()
                yield Drawing(self._code, name="code")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#name").display = False
        self.fill()

    def fill(self) -> None:
        """Show the latest state from the server."""
        if self.gone or not self.query("#choices"):
            return
        visit = self._visit
        self.query_one("#gathered", Static).update(Content(self._account()))
        self.query_one("#link", Static).update(Content(self._how_to_join()))
        self.query_one("#code").display = self._code_fits
        name = self.query_one("#name", Input)
        sitting = visit.table is not None and visit.table.you is None
        if sitting and not name.display:
            name.focus()
        name.display = sitting
        # While players are missing, Enter alone must not start the game.
        self.query_one(Choices).offer(self._what_to_do(), chosen=not self._awaited)

    def on_resize(self, event: events.Resize) -> None:
        self.fill()

    @property
    def variant(self) -> Variant | None:
        """Variant of a game shared from here, or None."""
        return self._visit.shared.variant if self._visit.shared else None

    # Texts

    def _code(self, look: Look, columns: int) -> Text:
        shared = self._visit.shared
        return Text("", end="") if shared is None else code_text(shared.url, look)

    @property
    def _code_fits(self) -> bool:
        """True if the QR code fits beside the menu."""
        lines = self._code(self.table_app.look, 0).split("\n")
        room = self.app.size
        return (
            lines[0].cell_len > 0
            and room.width >= lines[0].cell_len + FEWEST_FOR_CHOICES
            and room.height >= len(lines) + ROWS_AROUND
        )

    def _how_to_join(self) -> str:
        visit = self._visit
        if visit.table is None:
            return ""
        if visit.shared is None:
            return tr("Others join at {link}", link=str(replace(visit.client.link, secret=None)))
        link = Link.parse(visit.shared.url)
        words = {"url": visit.shared.url, "place": link.host}
        if visit.shared.lan:
            return tr(
                "Others in this network join at {url} in a browser, or with: qwirkle join {place}",
                **words,
            )
        return tr(
            "Others on this machine join at {url} in a browser, or with: qwirkle join {place}",
            **words,
        )

    @property
    def _awaited(self) -> str:
        """Sentence about invited players who haven't joined; empty if none are known."""
        table, shared = self._visit.table, self._visit.shared
        if table is None or shared is None:
            return ""
        people = [seat.name for seat in table.seats if seat.kind == HUMAN]
        return awaited_text(shared.awaited, people)

    def _account(self) -> str:
        table = self._visit.table
        if table is None:
            return tr("Which table?")
        names = [
            seat.name if seat.kind == HUMAN else tr("{name} (bot)", name=seat.name)
            for seat in table.seats
        ]
        who = ", ".join(names) or tr("nobody yet")
        told = tr("{game}. At the table: {who}.", game=table.title, who=who)
        return tr("{told} {more}", told=told, more=self._awaited) if self._awaited else told

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
                yield tr("Begin the game"), self._visit.saying(protocol.Start())
            if len(table.seats) < most:
                for bot in table.bots:
                    yield tr("Add the bot {bot}", bot=bot), self._visit.saying(protocol.AddBot(bot))
        for number, seat in enumerate(table.seats):
            if number == table.you:
                yield tr("Leave your seat"), self._visit.saying(protocol.Remove(number))
            elif table.host:
                away = tr("Take {name} away", name=seat.name)
                yield away, self._visit.saying(protocol.Remove(number))
        if visit.shared is not None:
            if not self._code_fits:
                yield tr("Show the code to photograph"), self._show_code
            yield tr("Share no more"), self.table_app.open_start
        elif table.host:
            yield tr("Close this table"), self._visit.saying(protocol.End())
        if visit.other_tables:
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
                self._visit.saying(protocol.Create(variant.name, self._watching)),
            )
        allowed = tr("At a new table others may look on")
        yield allowed if self._watching else tr("At a new table nobody may look on"), self._turn
        yield tr("Look again"), lambda: visit.do(visit.client.turn_to(None, None))

    def _turn(self) -> None:
        self._watching = not self._watching
        self.fill()

    def _show_code(self) -> None:
        if self._visit.shared is not None:
            self.app.push_screen(CodeScreen(self._visit.shared.url))

    @on(Input.Submitted, "#name")
    def _sit(self) -> None:
        field = self.query_one("#name", Input)
        if not field.value.strip():
            field.focus()
            return
        self._visit.saying(protocol.Sit.typed(field.value))()


def awaited_text(awaited: Sequence[str], people: Sequence[str]) -> str:
    """Return a sentence about invited players who haven't joined; empty if all have.

    `invited` leaves out the host, who is one of the `seated`; an empty name stands for anyone.

    >>> awaited_text(("Ben", ""), ["Ana"])
    '2 more are awaited: Ben and somebody.'
    >>> awaited_text(("Ben", "Cleo"), ["Ana", "Benni"])
    'One more is awaited: Ben or Cleo.'
    >>> awaited_text(("Ben", "Cleo"), ["Ana", "Ben", "Dan"])
    ''
    """
    missing = len(awaited) - max(0, len(people) - 1)
    if missing <= 0:
        return ""
    names = [name for name in awaited if name and name not in people]
    if not names:
        return trn("One more is awaited.", "{count} more are awaited.", missing)
    if len(names) > missing:
        told = tr(" or ").join(names)
    elif len(names) < missing:
        told = tr("{names} and somebody", names=", ".join(names))
    else:
        told = ", ".join(names)
    words = {"names": told}
    return trn(
        "One more is awaited: {names}.", "{count} more are awaited: {names}.", missing, **words
    )
