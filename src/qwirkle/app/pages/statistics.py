"""The statistics screen: every player's results, and one player's against each opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.panes.lines import fitted
from qwirkle.statistics.figures import Figures, PlayerFigures, Reviews, Who, figures
from qwirkle.statistics.index import Collection, collect
from qwirkle.statistics.reviews import kept_reviews
from qwirkle.statistics.words import (
    cells_of,
    columns_of,
    damaged_text,
    review_columns_of,
    reviewed_text,
    taken_back_text,
)
from qwirkle.texts import tr, trn

MOST_SHOWN = 200
"""Players and opponents shown, at most: those with the most games."""
TOLD_EVERY = 100
"""Files between two progress updates."""
AROUND = 8
"""Columns that borders, margins and the scroll bar take."""
WIDEST = 112
NARROWEST_NAME, WIDEST_NAME = 12, 30


def lines_of(rows: Sequence[tuple[Who, Figures]], room: int) -> list[str]:
    """Return the heads and a line per row; columns that don't fit are left out."""
    all_figures = [total for _, total in rows]
    columns = [*columns_of(all_figures), *review_columns_of(all_figures)]
    told = [[column.head for column in columns], *(cells_of(columns, total) for _, total in rows)]
    widths = [2 + max(map(len, column)) for column in zip(*told, strict=True)]
    while len(widths) > 1 and sum(widths) > room - NARROWEST_NAME:
        widths.pop()
    longest = max((cell_len(who.label) for who, _ in rows), default=0)
    name = max(NARROWEST_NAME, min(longest, WIDEST_NAME, room - sum(widths)))
    return [
        fitted(label, name)
        + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
        for label, cells in zip(["", *(who.label for who, _ in rows)], told, strict=True)
    ]


class StatisticsScreen(Page[None]):
    """A list of players, and details of the highlighted one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "next_variant", tr("Variant"), id="statistics.variant"),
        Binding("escape", "close", tr("Back"), id="statistics.close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._found = Collection()
        self._reviews: Reviews = {}
        self._titles: dict[str, str] = {}
        """Title by variant name."""
        self._variant: str | None = None
        """Name of the variant whose games are counted, or None for all."""
        self._players: Sequence[PlayerFigures] = ()

    def compose_page(self) -> ComposeResult:
        with Vertical(classes="sheet"), Vertical(classes="column"):
            yield Static(tr("Reading the saved games…"), id="state", markup=False)
            with VerticalGroup(id="everybody", classes="box"):
                yield Static("", id="heads", classes="muted", markup=False)
                yield OptionList(id="players", markup=False)
            with VerticalScroll(id="player", classes="box"):
                yield Static("", id="told", markup=False)
                yield Static("", id="opponents-heads", classes="muted", markup=False)
                yield Static("", id="opponents", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        for box in ("#everybody", "#player"):
            self.query_one(box).display = False
        self._collect()

    @work(thread=True, exclusive=True)
    def _collect(self) -> None:
        worker = get_current_worker()

        def tell(done: int, of: int) -> None:
            if done % TOLD_EVERY == 0:
                self.app.call_from_thread(self._tell, done, of)

        found = collect(tell=tell, stop=lambda: worker.is_cancelled)
        reviews = kept_reviews()
        if not worker.is_cancelled:
            self.app.call_from_thread(self._take, found, reviews)

    def _tell(self, done: int, of: int) -> None:
        if not self.gone:
            told = tr("Reading the saved games: {done} of {of}.", done=done, of=of)
            self._write("state", told)

    def _take(self, found: Collection, reviews: Reviews) -> None:
        if not self.gone:
            self._found, self._reviews = found, reviews
            titles = {game.variant: game.title for game, _ in found.games}
            self._titles = dict(sorted(titles.items()))
            self._show()

    # Display

    def _show(self) -> None:
        games = [game for game, _ in self._found.games if self._variant in (None, game.variant)]
        self._players = figures(games, self._reviews)[:MOST_SHOWN]
        self._write("state", self._state(len(games)))
        everybody, players = self.query_one("#everybody"), self.query_one(OptionList)
        everybody.border_title = Content(
            tr("All variants") if self._variant is None else self._titles[self._variant]
        )
        everybody.display = self.query_one("#player").display = bool(games)
        players.clear_options()
        players.add_options(Option(Content("")) for _ in self._players)
        if games:
            players.highlighted = 0
            players.focus()
        self._fill()
        self.refresh_bindings()

    def _state(self, games: int) -> str:
        told = trn("{count} finished game.", "{count} finished games.", games)
        if not games:
            told = tr("There is no finished game yet. Esc leads back.")
        damaged = self._found.damaged
        if not damaged:
            return told
        return tr("{games} {damaged}", games=told, damaged=damaged_text(damaged))

    def _fill(self) -> None:
        """Write every player's line for the current width, and the selected player's details."""
        players = self.query_one(OptionList)
        rows = [(each.who, each.total) for each in self._players]
        heads, *lines = lines_of(rows, self._room)
        self._write("heads", heads)
        for index, line in enumerate(lines):
            players.replace_option_prompt_at_index(index, Content(line))
        self._tell_player()

    def _tell_player(self) -> None:
        """Show the selected player's reviews, undos and opponents."""
        index = self.query_one(OptionList).highlighted
        if index is None or index >= len(self._players):
            return
        player = self._players[index]
        title = tr("{name} against", name=player.who.label)
        self.query_one("#player").border_title = Content(title)
        told = (reviewed_text(player.total), taken_back_text(player.total.taken_back))
        self._write("told", " ".join(filter(None, told)))
        heads, *lines = lines_of(player.opponents[:MOST_SHOWN], self._room)
        self._write("opponents-heads", heads)
        self._write("opponents", "\n".join(lines))

    def _write(self, name: str, text: str) -> None:
        place = self.query_one(f"#{name}", Static)
        place.display = bool(text)
        place.update(Content(text))

    @property
    def _room(self) -> int:
        return min(WIDEST, self.app.size.width - AROUND)

    def on_option_list_option_highlighted(self) -> None:
        self._tell_player()

    def on_resize(self, event: events.Resize) -> None:
        self._fill()

    # Keys

    def offers(self, action: str) -> bool | None:
        return len(self._titles) > 1 if action == "next_variant" else super().offers(action)

    def action_next_variant(self) -> None:
        """Cycle through the variants; after the last one, count all games."""
        order = [None, *self._titles]
        self._variant = order[(order.index(self._variant) + 1) % len(order)]
        self._show()

    def action_close(self) -> None:
        self.dismiss(None)
