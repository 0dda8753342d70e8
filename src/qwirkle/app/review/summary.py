"""The review summary: a score chart and results per player."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.analysis.review import PlayerReview, summarise_players
from qwirkle.app.pages.page import BaseScreen
from qwirkle.app.paint.palette import get_palette
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.review.chart import render_chart
from qwirkle.reviewing.frames import ReviewedGame
from qwirkle.reviewing.state import ReviewProgress
from qwirkle.reviewing.words import player_summary_text, review_progress_text
from qwirkle.statistics.words import undone_turns_text
from qwirkle.texts import tr

CHART_MARGIN_COLUMNS = 8
"""Columns left free beside the chart."""


class ReviewSummaryScreen(BaseScreen[int | None]):
    """A chart and three lines per player; selecting a player leads to their biggest mistake."""

    CSS = """
    ReviewSummaryScreen .sheet { padding: 0 2; }
    ReviewSummaryScreen #chart { height: auto; padding: 0 1; }
    ReviewSummaryScreen #players { height: auto; border: none; padding: 0; margin-top: 1; }
    ReviewSummaryScreen.-tall #back, ReviewSummaryScreen.-high #back { margin-top: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,s,q", "close", tr("Back to the turns"), id="summary.close"),
    ]

    def __init__(self, reviewed: ReviewedGame, progress: ReviewProgress, undone_turns: int) -> None:
        super().__init__()
        self._undone_turns = undone_turns
        self._reviewed = reviewed
        self._progress = progress
        self._summaries: tuple[PlayerReview, ...] = ()

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(tr("The scores, turn by turn"), classes="title", markup=False)
            yield Static("", id="chart", markup=False)
            yield Static("", id="progress", classes="muted", markup=False)
            players = (Option(Content(name)) for name in self._reviewed.names)
            yield OptionList(*players, id="players", markup=False)
            yield Button(tr("Back to the turns"), id="back", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.update_summaries()
        self.query_one("#players").focus(scroll_visible=False)

    def on_resize(self, event: events.Resize) -> None:
        self._draw_chart()

    def _draw_chart(self) -> None:
        appearance = self.qwirkle_app.appearance
        width, height = self.app.size
        rows = max(4, min(16, height - 7 - 3 * len(self._reviewed.names)))
        chart = self.query_one("#chart", Static)
        chart.styles.background = get_palette(appearance).panel
        chart.update(
            render_chart(
                self._reviewed.running_scores,
                self._reviewed.names,
                appearance,
                max(20, width - CHART_MARGIN_COLUMNS),
                rows,
            )
        )

    def update_summaries(self) -> None:
        """Show the turns reviewed so far."""
        story = self._reviewed.histories[0]
        rolls = story.view.variant.roll_step is not None
        self._summaries = summarise_players(
            story.names, story.view.scores, self._progress.turn_reviews
        )
        players = self.query_one("#players", OptionList)
        for seat, summary in enumerate(self._summaries):
            players.replace_option_prompt_at_index(
                seat, Content(player_summary_text(summary, rolls))
            )
        told = review_progress_text(self._progress.done_count, len(self._reviewed.turns))
        told = f"{undone_turns_text(self._undone_turns)} {told}".strip()
        progress = self.query_one("#progress", Static)
        progress.display = bool(told)
        progress.update(Content(told))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        worst = self._summaries[event.option_index].worst_turn
        if worst:
            self.dismiss(worst - 1)

    def on_button_pressed(self) -> None:
        self.dismiss(None)

    def action_close(self) -> None:
        self.dismiss(None)
