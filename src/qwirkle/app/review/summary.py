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

from qwirkle.analysis.review import Summary, summaries
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.palette import palette_of
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.review.chart import chart_text
from qwirkle.reviewing.frames import Reviewed
from qwirkle.reviewing.state import Judged
from qwirkle.reviewing.words import progress_text, summary_text
from qwirkle.statistics.words import taken_back_text
from qwirkle.texts import tr

MARGIN = 8
"""Columns left free beside the chart."""


class ReviewSummaryScreen(Page[int | None]):
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

    def __init__(self, reviewed: Reviewed, judged: Judged, taken_back: int) -> None:
        super().__init__()
        self._taken_back = taken_back
        self._reviewed = reviewed
        self._judged = judged
        self._summaries: tuple[Summary, ...] = ()

    def compose_page(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Static(tr("The scores, turn by turn"), classes="title", markup=False)
            yield Static("", id="chart", markup=False)
            yield Static("", id="progress", classes="muted", markup=False)
            players = (Option(Content(name)) for name in self._reviewed.names)
            yield OptionList(*players, id="players", markup=False)
            yield Button(tr("Back to the turns"), id="back", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.follow()
        self.query_one("#players").focus(scroll_visible=False)

    def on_resize(self, event: events.Resize) -> None:
        self._draw_chart()

    def _draw_chart(self) -> None:
        look = self.table_app.look
        width, height = self.app.size
        rows = max(4, min(16, height - 7 - 3 * len(self._reviewed.names)))
        chart = self.query_one("#chart", Static)
        chart.styles.background = palette_of(look).panel
        chart.update(
            chart_text(
                self._reviewed.scores, self._reviewed.names, look, max(20, width - MARGIN), rows
            )
        )

    def follow(self) -> None:
        """Show the turns reviewed so far."""
        story = self._reviewed.stories[0]
        rolls = story.view.variant.roll_step is not None
        self._summaries = summaries(story.names, story.view.scores, self._judged.turns)
        players = self.query_one("#players", OptionList)
        for seat, summary in enumerate(self._summaries):
            players.replace_option_prompt_at_index(seat, Content(summary_text(summary, rolls)))
        told = progress_text(self._judged.done, len(self._reviewed.turns))
        told = f"{taken_back_text(self._taken_back)} {told}".strip()
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
