"""The review screen: a game turn by turn with the best alternatives, and its summary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.analysis.review import PlayerReview, TurnReview, completed_turns, summarise_players
from qwirkle.game import Game
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.review import (
    ComparedMove,
    GameUnderReview,
    ReviewProgress,
    better_placement,
    build_review_frame,
)
from qwirkle.stats.saved_reviews import save_review
from qwirkle.text.review import player_summary_text, review_banner_text, review_progress_text
from qwirkle.text.stats import undone_turns_text
from qwirkle.tui.breakpoints import MIN_COLUMNS_FOR_SIDE
from qwirkle.tui.drawing.palette import Appearance, get_palette
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.game_view import GameView
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.review import TurnList, TurnPane
from qwirkle.tui.widgets.score_chart import render_chart
from qwirkle.tui.widgets.scores import ScoresPane
from qwirkle.tui.widgets.viewport import bounding_box
from qwirkle.worker.client import WorkerError

CHART_MARGIN_COLUMNS = 8
"""Columns left free beside the chart."""


class ReviewSummaryScreen(BaseScreen[int | None]):
    """A chart and three lines per player; selecting a player leads to their largest mistake."""

    CSS = """
    ReviewSummaryScreen .content { padding: 0 2; }
    ReviewSummaryScreen #chart { height: auto; padding: 0 1; }
    ReviewSummaryScreen #players { height: auto; border: none; padding: 0; margin-top: 1; }
    ReviewSummaryScreen.-tall #back, ReviewSummaryScreen.-very-tall #back { margin-top: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,s,q", "close", tr("Back to the turns"), id="summary.close"),
    ]

    def __init__(
        self, game_under_review: GameUnderReview, progress: ReviewProgress, undone_turns: int
    ) -> None:
        super().__init__()
        self._undone_turns = undone_turns
        self._reviewed_game = game_under_review
        self._progress = progress
        self._summaries: tuple[PlayerReview, ...] = ()

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content"):
            yield Static(tr("The scores, turn by turn"), classes="title", markup=False)
            yield Static("", id="chart", markup=False)
            yield Static("", id="progress", classes="muted", markup=False)
            players = (Option(Content(name)) for name in self._reviewed_game.names)
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
        rows = max(4, min(16, height - 7 - 3 * len(self._reviewed_game.names)))
        chart = self.query_one("#chart", Static)
        chart.styles.background = get_palette(appearance).panel
        chart.update(
            render_chart(
                self._reviewed_game.running_scores,
                self._reviewed_game.names,
                appearance,
                max(20, width - CHART_MARGIN_COLUMNS),
                rows,
            )
        )

    def update_summaries(self) -> None:
        """Show the turns reviewed so far."""
        history = self._reviewed_game.histories[0]
        has_rolls = history.view.variant.roll_step is not None
        self._summaries = summarise_players(
            history.names, history.view.scores, self._progress.turn_reviews
        )
        players = self.query_one("#players", OptionList)
        for seat, summary in enumerate(self._summaries):
            players.replace_option_prompt_at_index(
                seat, Content(player_summary_text(summary, has_rolls))
            )
        text = review_progress_text(self._progress.done_count, len(self._reviewed_game.turns))
        text = f"{undone_turns_text(self._undone_turns)} {text}".strip()
        progress = self.query_one("#progress", Static)
        progress.display = bool(text)
        progress.update(Content(text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        worst = self._summaries[event.option_index].worst_turn
        if worst:
            self.dismiss(worst - 1)

    def on_button_pressed(self) -> None:
        self.dismiss(None)

    def action_close(self) -> None:
        self.dismiss(None)


class ReviewBoard(BoardPane):
    """A board that pans as little as needed when you switch between played and best move."""

    def _reveal_change(self, old: Frame | None, new: Frame) -> None:
        if old is None or old.log != new.log:
            super()._reveal_change(old, new)
        elif pieces := (*new.last, *new.drafted):
            self._set_viewport(self.viewport.reveal(bounding_box((x, y) for _, x, y in pieces)))


class ReviewView(GameView):
    """A game view with comments and the list of turns at the side."""

    BOARD_CLASS = ReviewBoard

    def __init__(
        self, appearance: Appearance, zoom: int | None, game_under_review: GameUnderReview
    ) -> None:
        self._reviewed_game = game_under_review
        super().__init__(appearance, zoom)

    @property
    def has_side(self) -> bool:
        return self.app.size.width >= MIN_COLUMNS_FOR_SIDE

    def side_panes(self) -> Mapping[str, str]:
        return {"turn": tr("Turn"), "turns": tr("All turns"), "scores": tr("Scores")}

    def compose_side(self) -> ComposeResult:
        yield ScoresPane(id="scores").data_bind(ReviewView.appearance, frame=ReviewView.side_frame)
        body = self._reviewed_game.histories[0].view.variant.pieces.look
        yield TurnPane(body, id="turn").data_bind(ReviewView.appearance)
        turns = TurnList(self._reviewed_game.turns, self._reviewed_game.names, id="turns")
        yield turns.data_bind(ReviewView.appearance)


class ReviewScreen(BaseScreen[None], inherit_bindings=False):
    """A review of a finished or running game; results arrive turn by turn."""

    CSS_PATH = None  # app.tcss has its other styles
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"

    CSS = """
    ReviewScreen.-wide #side { width: 42; }
    ReviewScreen.-very-wide #side { width: 48; }
    ReviewScreen.-wide TurnPane { max-height: 60%; }
    ReviewScreen.-tabs #side { width: 36; }
    ReviewScreen.-tabs #hand { height: 5; }
    ReviewScreen.-tabs TurnPane, ReviewScreen.-tabs TurnList { display: none; }
    ReviewScreen.-tabs .-show-turn TurnPane { display: block; height: 1fr; }
    ReviewScreen.-tabs .-show-turns TurnList { display: block; }
    ReviewScreen.-short #hand, ReviewScreen.-narrow #hand { display: none; }
    ReviewScreen.-hands-hidden #hand { display: none; }
    ReviewScreen.-short #side { display: block; }
    ReviewScreen.-narrow #side { split: none; display: block; width: 100%; height: 40%; }
    ReviewScreen.-narrow ScoresPane, ReviewScreen.-narrow TurnList { display: none; }
    ReviewScreen.-narrow TurnPane { height: 1fr; }
    ReviewScreen.-short.-wide ScoresPane { display: none; }
    ReviewScreen .-overlay #side { height: 100%; }
    ReviewScreen .-overlay TurnPane { display: none; }
    ReviewScreen .-overlay.-show-turn TurnPane { display: block; height: 1fr; }
    ReviewScreen.-narrow .-overlay.-show-turns TurnList { display: block; }
    ReviewScreen.-narrow .-overlay.-show-scores ScoresPane { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,down,j", "step(1)", tr("Next"), id="review.next"),
        Binding("left,h,up,k", "step(-1)", tr("Previous"), id="review.previous"),
        Binding("n", "next_mistake", tr("Mistake"), id="review.mistake"),
        Binding("b", "next_largest_mistake", tr("Worst"), id="review.biggest"),
        Binding("space", "toggle_best_move", tr("Best"), id="review.best"),
        Binding("v", "next_pane", tr("Pane"), id="review.pane"),
        Binding("s", "summary", tr("Summary"), id="review.summary"),
        Binding("escape", "leave", tr("Leave"), id="review.leave"),
        Binding("home", "jump(0)", tr("First"), id="review.first"),
        Binding("end", "jump(-1)", tr("Last"), id="review.last"),
        Binding("pagedown", "scroll_comments(1)", tr("Read on"), show=False, id="review.read-on"),
        Binding(
            "pageup", "scroll_comments(-1)", tr("Read back"), show=False, id="review.read-back"
        ),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._reviewed_game = GameUnderReview.from_game(game, completed_turns(game))
        self.progress = ReviewProgress(len(self._reviewed_game.turns))
        self.turn_index = 0
        """Index of the turn on screen."""
        self.compared_move = ComparedMove.PLAYED
        self._last_largest_mistake: int | None = None
        """Turn that the last jump by size of mistake led to."""
        self._review_view = ReviewView(
            self.qwirkle_app.appearance, self.qwirkle_app.zoom, self._reviewed_game
        )

    def compose_screen(self) -> ComposeResult:
        yield self._review_view
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_class(not self._reviewed_game.shows_hands, "-hands-hidden")
        self._show_turn()
        self.run_worker(self._review_all_turns(), group="review", exclusive=True)

    @property
    def frame(self) -> Frame | None:
        """The frame on screen."""
        return self._review_view.frame

    async def _review_all_turns(self) -> None:
        """Review all turns, the one on screen first, and save the result."""
        while (index := self.progress.next_turn_to_review(self.turn_index)) is not None:
            turn: TurnReview | None = None
            try:
                turn = await self.qwirkle_app.analysis_worker.review_turn(
                    self._reviewed_game.turns[index]
                )
            except WorkerError as error:
                self.progress.errors[index] = str(error)
            if self.is_closed:
                return
            if turn is not None:
                self.progress.reviews[index] = turn
                self.query_one(TurnList).show_review(index, turn)
            if index == self.turn_index:
                self._show_turn()
            else:
                self._review_view.set_banner(self._banner_text())
            if isinstance(self.app.screen, ReviewSummaryScreen):
                self.app.screen.update_summaries()
        if not self.progress.errors:
            names, scores = self._reviewed_game.names, self._game.position.scores
            summaries = summarise_players(names, scores, self.progress.turn_reviews)
            if save_error := save_review(self._game, summaries):
                self.notify(save_error, severity="warning", markup=False)

    # Display

    def _show_turn(self) -> None:
        if not self._reviewed_game.turns:
            self._review_view.set_banner(self._banner_text())
            return
        turn = self.progress.reviews.get(self.turn_index)
        frame = build_review_frame(self._reviewed_game, self.turn_index, turn, self.compared_move)
        self._review_view.frame = replace(frame, banner=self._banner_text(), news="")
        self.query_one(TurnPane).sentences = self.progress.sentences(
            self._reviewed_game, self.turn_index
        )
        self.query_one(TurnList).select_turn(self.turn_index)
        self.refresh_bindings()

    def _banner_text(self) -> str:
        turns = self._reviewed_game.turns
        if not turns:
            return tr("No turn of this game has been played yet.")
        turn = turns[self.turn_index]
        review = self.progress.reviews.get(self.turn_index)
        text = review_banner_text(turn, len(turns), review, self._reviewed_game.names[turn.player])
        if self.compared_move is ComparedMove.BEST:
            text = tr("{turn} The best is on the table.", turn=text)
        progress = review_progress_text(self.progress.done_count, len(turns))
        return tr("{turn} {progress}", turn=text, progress=progress) if progress else text

    def is_available(self, action: str) -> bool | None:
        if action == "next_pane":
            return self._review_view.can_switch_pane
        if action == "toggle_best_move":
            best = better_placement(self.progress.reviews.get(self.turn_index))
            return self._reviewed_game.shows_hands and bool(best)
        if action in ("step", "jump", "next_mistake", "next_largest_mistake", "summary"):
            return bool(self._reviewed_game.turns)
        return super().is_available(action)

    # Navigation

    def go_to_turn(self, index: int) -> None:
        """Show a turn by index, limited to the turns there are."""
        index = min(max(index, 0), len(self._reviewed_game.turns) - 1)
        if index >= 0 and index != self.turn_index:
            self.turn_index = index
            self.compared_move = ComparedMove.PLAYED
            self._show_turn()

    def action_step(self, turns: int) -> None:
        self.go_to_turn(self.turn_index + turns)

    def action_jump(self, target: int) -> None:
        self.go_to_turn(len(self._reviewed_game.turns) - 1 if target else 0)

    def action_next_mistake(self) -> None:
        self._go_to_mistake(self.progress.next_mistake(self.turn_index))

    def action_next_largest_mistake(self) -> None:
        """Go to the largest mistake; from there, to the next smaller one."""
        after = self.turn_index if self.turn_index == self._last_largest_mistake else None
        self._last_largest_mistake = self.progress.next_largest_mistake(after)
        self._go_to_mistake(self._last_largest_mistake)

    def _go_to_mistake(self, index: int | None) -> None:
        if self.is_closed:
            return
        if index is not None:
            self.go_to_turn(index)
        elif self.progress.done_count < self.progress.turn_count:
            self.notify(tr("No mistake has been found so far."), markup=False)
        else:
            self.notify(tr("No mistake was found."), markup=False)

    def action_next_pane(self) -> None:
        self._review_view.show_next_pane()

    def action_scroll_comments(self, pages: int) -> None:
        pane = self.query_one(TurnPane)
        pane.scroll_relative(y=pages * pane.size.height, animate=False)

    def action_toggle_best_move(self) -> None:
        """Switch between the move that was played and the best one."""
        self.compared_move = (
            ComparedMove.BEST if self.compared_move is ComparedMove.PLAYED else ComparedMove.PLAYED
        )
        self._show_turn()

    @on(OptionList.OptionHighlighted, "#turns")
    def _go_to_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        # A late message about an earlier highlight must not lead back there.
        if event.option_index == event.option_list.highlighted:
            self.go_to_turn(event.option_index)

    def action_summary(self) -> None:
        summary = ReviewSummaryScreen(self._reviewed_game, self.progress, self._game.undone_turns)
        self.app.push_screen(summary, self._on_summary_closed)

    def _on_summary_closed(self, index: int | None) -> None:
        if index is not None and not self.is_closed:
            self.go_to_turn(index)

    def action_leave(self) -> None:
        """Close a pane that covers the board, else the review."""
        if self._review_view.has_overlay:
            self._review_view.close_overlay()
            return
        self.qwirkle_app.close_replay()
