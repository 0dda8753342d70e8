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

from qwirkle.app.pages.drawing import RenderText, ResponsiveText
from qwirkle.app.pages.page import MIN_COLUMNS_FOR_ALL, BaseScreen
from qwirkle.app.pages.ranking import render_ranking, render_round_bars
from qwirkle.app.paint.look import Appearance
from qwirkle.app.paint.pictures import CellSize, piece_size
from qwirkle.app.paint.title import centre_text, render_pieces
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.review.chart import render_chart
from qwirkle.table.frame import Frame
from qwirkle.table.host import GameSession
from qwirkle.table.results import GameResult
from qwirkle.texts import tr

MIN_BAR_ROWS, MAX_BAR_ROWS = 2, 10
BEST_TURN_ZOOM = 3
"""Zoom of the best turn's pieces."""


class EndScreen(BaseScreen[None]):
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
        self,
        frame: Frame,
        result: GameResult,
        record_path: str,
        request_rematch: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._request_rematch = request_rematch
        """Asks the server for a rematch; None for a local game."""
        self._frame = frame
        self._result = result
        self._record_path = record_path
        """Empty if a server keeps the record."""
        self._player_results = result.accounts
        self._best_player = max(self._player_results, key=lambda account: account.best_points)

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"), VerticalGroup(classes="column"):
            yield from self._compose_headline()
            with VerticalGroup(classes="top"):
                yield self._boxed_text(self._render_ranking, tr("Ranking"), "ranking")
                best = tr(
                    "Best turn: {name}, turn {turn}, +{points}",
                    name=self._best_player.name,
                    turn=self._best_player.best_turn.turn,
                    points=self._best_player.best_points,
                )
                yield self._boxed_text(self._render_best_turn, best, "best")
            with HorizontalGroup(classes="charts"):
                yield self._boxed_text(self._render_round_bars, tr("Points in each round"))
                yield self._boxed_text(
                    self._render_score_chart, tr("The scores, turn by turn"), "scores-chart"
                )
            yield ResponsiveText(self._render_record_path, name="place", classes="muted middle")
        with HorizontalGroup(classes="actions"):
            if self.qwirkle_app.session is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
                yield Button(tr("New game"), id="new", compact=True)
                yield Button(tr("Watch again"), id="watch", compact=True)
                yield Button(tr("Review"), id="review", compact=True)
            elif self._request_rematch is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
            yield Button(tr("The table"), id="table", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.qwirkle_app.clear_notifications()

    # Drawing

    def _compose_headline(self) -> ComposeResult:
        won = Content(tr("★  {won}  ★", won=self._result.headline))
        yield Static(won, classes="title middle", id="verdict")
        yield Static(Content(self._result.ending), classes="middle", id="ending")

    def _boxed_text(self, render_text: RenderText, title: str, name: str = "") -> ResponsiveText:
        widget = ResponsiveText(render_text, name=name, classes="box")
        widget.border_title = Content(title)
        return widget

    @property
    def _body(self) -> str:
        return self._frame.body

    @property
    def _spare_rows(self) -> int:
        """Rows left for every player's bars and the pictures."""
        players = len(self._player_results)
        chrome_rows = 9 if self.is_roomy else 5
        return self.app.size.height - chrome_rows - (players + 3) - 4

    @property
    def shows_pictures(self) -> bool:
        """True if the best turn's pictures fit."""
        return self._is_wide or self._spare_rows - self._picture_size.height - 2 >= 3 * len(
            self._player_results
        )

    @property
    def _is_wide(self) -> bool:
        """True if the pictures go beside the ranking; `-wide` is set only after the resize."""
        return self.app.size.width >= MIN_COLUMNS_FOR_ALL

    @property
    def _picture_size(self) -> CellSize:
        return piece_size(self._body, BEST_TURN_ZOOM)

    def _render_ranking(self, appearance: Appearance, columns: int) -> Text:
        return render_ranking(self._player_results, self._body, appearance, columns)

    def _render_best_turn(self, appearance: Appearance, columns: int) -> Text:
        faces = self._best_player.best_turn.faces
        pictures = centre_text(
            render_pieces(appearance, self._body, faces, BEST_TURN_ZOOM, columns), columns
        )
        missing = len(self._player_results) + 1 - self._picture_size.height if self._is_wide else 0
        above = max(0, missing // 2)
        pad = "\n" * above, "\n" * max(0, missing - above)
        return Text(pad[0], end="").append_text(pictures).append(pad[1])

    def _render_record_path(self, appearance: Appearance, columns: int) -> Text:
        """Draw the record's path in one line, cut on the left if it's too long."""
        path = self._record_path
        if not path:
            return Text("", end="")
        message = tr("The game is in {path}", path=path)
        extra = cell_len(message) - columns
        if extra > 0:
            message = tr("The game is in {path}", path="…" + path[extra + 1 :])
        return Text(message, end="")

    @property
    def _bar_rows(self) -> int:
        taken = self._picture_size.height + 2 if self.shows_pictures and not self._is_wide else 0
        spare = self._spare_rows - taken
        return max(MIN_BAR_ROWS, min(MAX_BAR_ROWS, spare // len(self._player_results)))

    def _render_round_bars(self, appearance: Appearance, columns: int) -> Text:
        return render_round_bars(self._player_results, appearance, columns, self._bar_rows)

    def _render_score_chart(self, appearance: Appearance, columns: int) -> Text:
        names = tuple(seat.name for seat in self._frame.seats)
        rows = len(names) * self._bar_rows + 1
        return render_chart(self._result.scores, names, appearance, columns, rows)

    def on_resize(self, event: events.Resize) -> None:
        faces, best = self._best_player.best_turn.faces, self.query_one("#best")
        best.display = self.shows_pictures and bool(faces)
        best.styles.width = (
            max(34, (self._picture_size.width + 1) * len(faces) + 4) if self._is_wide else "100%"
        )
        self.query_one("#scores-chart").display = self.app.size.width >= 150
        for drawing in self.query(ResponsiveText):
            drawing.refresh(layout=True)

    # Actions

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        await self.run_action(str(event.button.id))

    @property
    def _session(self) -> GameSession:
        host = self.qwirkle_app.session
        assert host is not None, "nothing of this is offered without a game here"
        return host

    def is_available(self, action: str) -> bool | None:
        if action == "rematch" and self._request_rematch is not None:
            return True
        if action in ("rematch", "new", "watch", "review"):
            return self.qwirkle_app.session is not None
        return super().is_available(action)

    def action_rematch(self) -> None:
        """Play again with the seats rotated by one; a server arranges its own rematch."""
        if self._request_rematch is not None:
            self._request_rematch()
            return
        players = self._session.players
        self.qwirkle_app.start_game(self._session.variant, (*players[1:], players[0]), None)

    def action_new(self) -> None:
        self.qwirkle_app.open_setup()

    def action_watch(self) -> None:
        self.qwirkle_app.replay_game(self._session.game)

    def action_review(self) -> None:
        self.qwirkle_app.review_game(self._session.game)

    def action_table(self) -> None:
        self.dismiss()
