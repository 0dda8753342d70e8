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

from qwirkle.i18n import tr, trn
from qwirkle.stats.index import GameCollection, collect_games
from qwirkle.stats.players import (
    PlayerKey,
    PlayerStats,
    PlayerStatsBreakdown,
    ReviewsByGame,
    compute_stats,
)
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.stats import (
    damaged_files_text,
    review_columns,
    review_stats_text,
    row_cells,
    stats_columns,
    undone_turns_text,
)
from qwirkle.tui.drawing.text import fit_text
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

MAX_PLAYERS_SHOWN = 200
"""Players and opponents shown, at most: those with the most games."""
PROGRESS_FILE_INTERVAL = 100
"""Files between two progress updates."""
CHROME_COLUMNS = 8
"""Columns that borders, margins and the scroll bar take."""
MAX_TABLE_COLUMNS = 112
MIN_NAME_COLUMNS, MAX_NAME_COLUMNS = 12, 30


def table_lines(rows: Sequence[tuple[PlayerKey, PlayerStats]], max_width: int) -> list[str]:
    """Return the headings and a line per row; columns that don't fit are left out."""
    all_stats = [stats for _, stats in rows]
    columns = [*stats_columns(all_stats), *review_columns(all_stats)]
    table = [
        [column.heading for column in columns],
        *(row_cells(columns, stats) for _, stats in rows),
    ]
    widths = [2 + max(map(len, column)) for column in zip(*table, strict=True)]
    while len(widths) > 1 and sum(widths) > max_width - MIN_NAME_COLUMNS:
        widths.pop()
    longest_name = max((cell_len(player.label) for player, _ in rows), default=0)
    name_columns = max(
        MIN_NAME_COLUMNS, min(longest_name, MAX_NAME_COLUMNS, max_width - sum(widths))
    )
    return [
        fit_text(label, name_columns)
        + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
        for label, cells in zip(["", *(player.label for player, _ in rows)], table, strict=True)
    ]


class StatisticsScreen(BaseScreen[None]):
    """A list of players, and details of the highlighted one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "next_variant", tr("Variant"), id="statistics.variant"),
        Binding("escape", "close", tr("Back"), id="statistics.close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games = GameCollection()
        self._reviews: ReviewsByGame = {}
        self._titles: dict[str, str] = {}
        """Title by variant name."""
        self._selected_variant: str | None = None
        """Name of the variant whose games are counted, or None for all."""
        self._player_stats: Sequence[PlayerStatsBreakdown] = ()

    def compose_screen(self) -> ComposeResult:
        with Vertical(classes="content"), Vertical(classes="column"):
            yield Static(tr("Reading the saved games…"), id="state", markup=False)
            with VerticalGroup(id="all-players", classes="box"):
                yield Static("", id="headings", classes="muted", markup=False)
                yield OptionList(id="players", markup=False)
            with VerticalScroll(id="player", classes="box"):
                yield Static("", id="player-details", markup=False)
                yield Static("", id="opponent-headings", classes="muted", markup=False)
                yield Static("", id="opponents", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        for box in ("#all-players", "#player"):
            self.query_one(box).display = False
        self._collect()

    @work(thread=True, exclusive=True)
    def _collect(self) -> None:
        worker = get_current_worker()

        def on_progress(done: int, total: int) -> None:
            if done % PROGRESS_FILE_INTERVAL == 0:
                self.app.call_from_thread(self._show_progress, done, total)

        collection = collect_games(on_progress=on_progress, stop=lambda: worker.is_cancelled)
        reviews = load_reviews()
        if not worker.is_cancelled:
            self.app.call_from_thread(self._set_games, collection, reviews)

    def _show_progress(self, done: int, total: int) -> None:
        if not self.is_closed:
            message = tr("Reading the saved games: {done} of {of}.", done=done, of=total)
            self._set_text("state", message)

    def _set_games(self, collection: GameCollection, reviews: ReviewsByGame) -> None:
        if not self.is_closed:
            self._games, self._reviews = collection, reviews
            titles = {game.variant_name: game.title for game, _ in collection.games}
            self._titles = dict(sorted(titles.items()))
            self._show_games()

    # Display

    def _show_games(self) -> None:
        games = [
            game
            for game, _ in self._games.games
            if self._selected_variant in (None, game.variant_name)
        ]
        self._player_stats = compute_stats(games, self._reviews)[:MAX_PLAYERS_SHOWN]
        self._set_text("state", self._state_text(len(games)))
        players_box, players = self.query_one("#all-players"), self.query_one(OptionList)
        players_box.border_title = Content(
            tr("All variants")
            if self._selected_variant is None
            else self._titles[self._selected_variant]
        )
        players_box.display = self.query_one("#player").display = bool(games)
        players.clear_options()
        players.add_options(Option(Content("")) for _ in self._player_stats)
        if games:
            players.highlighted = 0
            players.focus()
        self._fill_lines()
        self.refresh_bindings()

    def _state_text(self, games: int) -> str:
        message = trn("{count} finished game.", "{count} finished games.", games)
        if not games:
            message = tr("There is no finished game yet. Esc leads back.")
        damaged = self._games.damaged
        if not damaged:
            return message
        return tr("{games} {damaged}", games=message, damaged=damaged_files_text(damaged))

    def _fill_lines(self) -> None:
        """Write every player's line for the current width, and the selected player's details."""
        players = self.query_one(OptionList)
        rows = [(stats.player, stats.total) for stats in self._player_stats]
        headings, *lines = table_lines(rows, self._table_columns)
        self._set_text("headings", headings)
        for index, line in enumerate(lines):
            players.replace_option_prompt_at_index(index, Content(line))
        self._show_player()

    def _show_player(self) -> None:
        """Show the selected player's reviews, undos and opponents."""
        index = self.query_one(OptionList).highlighted
        if index is None or index >= len(self._player_stats):
            return
        player = self._player_stats[index]
        title = tr("{name} against", name=player.player.label)
        self.query_one("#player").border_title = Content(title)
        details = (review_stats_text(player.total), undone_turns_text(player.total.undone_turns))
        self._set_text("player-details", " ".join(filter(None, details)))
        headings, *lines = table_lines(player.opponents[:MAX_PLAYERS_SHOWN], self._table_columns)
        self._set_text("opponent-headings", headings)
        self._set_text("opponents", "\n".join(lines))

    def _set_text(self, name: str, text: str) -> None:
        widget = self.query_one(f"#{name}", Static)
        widget.display = bool(text)
        widget.update(Content(text))

    @property
    def _table_columns(self) -> int:
        return min(MAX_TABLE_COLUMNS, self.app.size.width - CHROME_COLUMNS)

    def on_option_list_option_highlighted(self) -> None:
        self._show_player()

    def on_resize(self, event: events.Resize) -> None:
        self._fill_lines()

    # Keys

    def is_available(self, action: str) -> bool | None:
        return len(self._titles) > 1 if action == "next_variant" else super().is_available(action)

    def action_next_variant(self) -> None:
        """Cycle through the variants; after the last one, count all games."""
        order = [None, *self._titles]
        self._selected_variant = order[(order.index(self._selected_variant) + 1) % len(order)]
        self._show_games()

    def action_close(self) -> None:
        self.dismiss(None)
