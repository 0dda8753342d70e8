"""The end screen: who won, how the game went, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.app.pages.drawing import Draw, Drawing
from qwirkle.app.pages.page import FEWEST_FOR_ALL, Page
from qwirkle.app.pages.ranking import bars_text, ranking_text
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.pictures import Size, size_of
from qwirkle.app.paint.title import centred, row_of
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.review.chart import chart_text
from qwirkle.table.frame import Frame
from qwirkle.table.host import Host
from qwirkle.table.results import Result
from qwirkle.texts import tr

FEWEST_BAR_ROWS, MOST_BAR_ROWS = 2, 10
PICTURE_ZOOM = 3
"""Zoom of the best turn's pieces."""


class EndScreen(Page[None]):
    """The ranking, the best turn, the points per round, and buttons for what comes next."""

    AUTO_FOCUS = ".sheet"  # an Enter meant for the last turn must not start a rematch
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rematch", tr("Rematch"), id="end.rematch"),
        Binding("n", "new", tr("New game"), id="end.new"),
        Binding("w", "watch", tr("Watch again"), id="end.watch"),
        Binding("v", "review", tr("Review"), id="end.review"),
        Binding("escape", "table", tr("The table"), id="end.table"),
    ]

    def __init__(
        self, frame: Frame, result: Result, place: str, again: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self._again = again
        """Asks the server for a rematch; None for a local game."""
        self._frame = frame
        self._result = result
        self._where = place
        """Empty if a server keeps the record."""
        self._accounts = result.accounts
        self._best = max(self._accounts, key=lambda account: account.best)

    def compose_page(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"), VerticalGroup(classes="column"):
            yield from self._verdict()
            with VerticalGroup(classes="top"):
                yield self._framed(self._ranking, tr("Ranking"), "ranking")
                best = tr(
                    "Best turn: {name}, turn {turn}, +{points}",
                    name=self._best.name,
                    turn=self._best.best_gain.turn,
                    points=self._best.best,
                )
                yield self._framed(self._pictures, best, "best")
            with HorizontalGroup(classes="charts"):
                yield self._framed(self._bars, tr("Points in each round"))
                yield self._framed(self._scores, tr("The scores, turn by turn"), "scores-chart")
            yield Drawing(self._place, name="place", classes="muted middle")
        with HorizontalGroup(classes="actions"):
            if self.table_app.host is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
                yield Button(tr("New game"), id="new", compact=True)
                yield Button(tr("Watch again"), id="watch", compact=True)
                yield Button(tr("Review"), id="review", compact=True)
            elif self._again is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
            yield Button(tr("The table"), id="table", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.table_app.clear_notifications()

    # Drawing

    def _verdict(self) -> ComposeResult:
        won = Content(tr("★  {won}  ★", won=self._result.headline))
        yield Static(won, classes="title middle", id="verdict")
        yield Static(Content(self._result.ending), classes="middle", id="ending")

    def _framed(self, draw: Draw, title: str, name: str = "") -> Drawing:
        drawing = Drawing(draw, name=name, classes="box")
        drawing.border_title = Content(title)
        return drawing

    @property
    def _body(self) -> str:
        return self._frame.body

    @property
    def _spare_rows(self) -> int:
        """Rows left for every player's bars and the pictures."""
        players = len(self._accounts)
        around = 9 if self.roomy else 5
        return self.app.size.height - around - (players + 3) - 4

    @property
    def pictured(self) -> bool:
        """True if the best turn's pictures fit."""
        return self._beside or self._spare_rows - self._picture_size.height - 2 >= 3 * len(
            self._accounts
        )

    @property
    def _beside(self) -> bool:
        """True if the pictures go beside the ranking; `-wide` is set only after the resize."""
        return self.app.size.width >= FEWEST_FOR_ALL

    @property
    def _picture_size(self) -> Size:
        return size_of(self._body, PICTURE_ZOOM)

    def _ranking(self, look: Look, columns: int) -> Text:
        return ranking_text(self._accounts, self._body, look, columns)

    def _pictures(self, look: Look, columns: int) -> Text:
        faces = self._best.best_gain.faces
        pictures = centred(row_of(look, self._body, faces, PICTURE_ZOOM, columns), columns)
        missing = len(self._accounts) + 1 - self._picture_size.height if self._beside else 0
        above = max(0, missing // 2)
        pad = "\n" * above, "\n" * max(0, missing - above)
        return Text(pad[0], end="").append_text(pictures).append(pad[1])

    def _place(self, look: Look, columns: int) -> Text:
        """Draw the record's path in one line, cut on the left if it's too long."""
        path = self._where
        if not path:
            return Text("", end="")
        told = tr("The game is in {path}", path=path)
        extra = cell_len(told) - columns
        if extra > 0:
            told = tr("The game is in {path}", path="…" + path[extra + 1 :])
        return Text(told, end="")

    @property
    def _bar_rows(self) -> int:
        taken = self._picture_size.height + 2 if self.pictured and not self._beside else 0
        spare = self._spare_rows - taken
        return max(FEWEST_BAR_ROWS, min(MOST_BAR_ROWS, spare // len(self._accounts)))

    def _bars(self, look: Look, columns: int) -> Text:
        return bars_text(self._accounts, look, columns, self._bar_rows)

    def _scores(self, look: Look, columns: int) -> Text:
        names = tuple(seat.name for seat in self._frame.seats)
        rows = len(names) * self._bar_rows + 1
        return chart_text(self._result.scores, names, look, columns, rows)

    def on_resize(self, event: events.Resize) -> None:
        faces, best = self._best.best_gain.faces, self.query_one("#best")
        best.display = self.pictured and bool(faces)
        best.styles.width = (
            max(34, (self._picture_size.width + 1) * len(faces) + 4) if self._beside else "100%"
        )
        self.query_one("#scores-chart").display = self.app.size.width >= 150
        for drawing in self.query(Drawing):
            drawing.refresh(layout=True)

    # Actions

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        await self.run_action(str(event.button.id))

    @property
    def _host(self) -> Host:
        host = self.table_app.host
        assert host is not None, "nothing of this is offered without a game here"
        return host

    def offers(self, action: str) -> bool | None:
        if action == "rematch" and self._again is not None:
            return True
        if action in ("rematch", "new", "watch", "review"):
            return self.table_app.host is not None
        return super().offers(action)

    def action_rematch(self) -> None:
        """Play again with the seats rotated by one; a server arranges its own rematch."""
        if self._again is not None:
            self._again()
            return
        players = self._host.players
        self.table_app.begin(self._host.variant, (*players[1:], players[0]), None)

    def action_new(self) -> None:
        self.table_app.open_setup()

    def action_watch(self) -> None:
        self.table_app.show_game(self._host.game)

    def action_review(self) -> None:
        self.table_app.review_game(self._host.game)

    def action_table(self) -> None:
        self.dismiss()
