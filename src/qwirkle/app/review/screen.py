"""The review screen: a game turn by turn, with the best alternatives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from qwirkle.analysis.judging import JudgedTurn, turns_of
from qwirkle.analysis.review import summaries
from qwirkle.app.pages.page import FEWEST_FOR_SIDE, Page
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.board_view import extent_of
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.panes.scores import ScoresPane
from qwirkle.app.review.pane import TurnList, TurnPane
from qwirkle.app.review.summary import ReviewSummaryScreen
from qwirkle.app.table.layout import TableView
from qwirkle.game import Game
from qwirkle.reviewing.frames import Reviewed, Side, best_pieces, frame_of_turn
from qwirkle.reviewing.state import Judged
from qwirkle.reviewing.words import banner_text, progress_text
from qwirkle.statistics.reviews import keep_review
from qwirkle.table.frame import Frame
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed


class ReviewBoard(BoardPane):
    """A board that doesn't scroll when switching between the played and the best move."""

    def _follow(self, old: Frame | None, new: Frame) -> None:
        if old is None or old.log != new.log:
            super()._follow(old, new)
        elif shown := (*new.last, *new.drafted):
            self._move(self.window.showing(extent_of((x, y) for _, x, y in shown)))


class ReviewTable(TableView):
    """A game view with comments and the list of turns at the side."""

    BOARD = ReviewBoard

    def __init__(self, look: Look, zoom: int | None, reviewed: Reviewed) -> None:
        self._reviewed = reviewed
        super().__init__(look, zoom)

    @property
    def beside(self) -> bool:
        return self.app.size.width >= FEWEST_FOR_SIDE

    def sides(self) -> Mapping[str, str]:
        return {"turn": tr("Turn"), "turns": tr("All turns"), "scores": tr("Scores")}

    def compose_side(self) -> ComposeResult:
        yield ScoresPane(id="scores").data_bind(ReviewTable.look, frame=ReviewTable.calm)
        body = self._reviewed.stories[0].view.variant.pieces.look
        yield TurnPane(body, id="turn").data_bind(ReviewTable.look)
        turns = TurnList(self._reviewed.turns, self._reviewed.names, id="turns")
        yield turns.data_bind(ReviewTable.look)


class ReviewScreen(Page[None], inherit_bindings=False):
    """A review of a finished or running game; results arrive turn by turn."""

    CSS_PATH = None  # app.tcss has its other styles
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"

    CSS = """
    ReviewScreen.-wide #side { width: 42; }
    ReviewScreen.-broad #side { width: 48; }
    ReviewScreen.-wide TurnPane { max-height: 60%; }
    ReviewScreen.-tabs #side { width: 36; }
    ReviewScreen.-tabs #hand { height: 5; }
    ReviewScreen.-tabs TurnPane, ReviewScreen.-tabs TurnList { display: none; }
    ReviewScreen.-tabs .-show-turn TurnPane { display: block; height: 1fr; }
    ReviewScreen.-tabs .-show-turns TurnList { display: block; }
    ReviewScreen.-low #hand, ReviewScreen.-narrow #hand { display: none; }
    ReviewScreen.-hands-hidden #hand { display: none; }
    ReviewScreen.-low #side { display: block; }
    ReviewScreen.-narrow #side { split: none; display: block; width: 100%; height: 40%; }
    ReviewScreen.-narrow ScoresPane, ReviewScreen.-narrow TurnList { display: none; }
    ReviewScreen.-narrow TurnPane { height: 1fr; }
    ReviewScreen.-low.-wide ScoresPane { display: none; }
    ReviewScreen .-paged #side { height: 100%; }
    ReviewScreen .-paged TurnPane { display: none; }
    ReviewScreen .-paged.-show-turn TurnPane { display: block; height: 1fr; }
    ReviewScreen.-narrow .-paged.-show-turns TurnList { display: block; }
    ReviewScreen.-narrow .-paged.-show-scores ScoresPane { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,down,j", "step(1)", tr("Next"), id="review.next"),
        Binding("left,h,up,k", "step(-1)", tr("Previous"), id="review.previous"),
        Binding("n", "next_mistake", tr("Mistake"), id="review.mistake"),
        Binding("b", "next_biggest", tr("Worst"), id="review.biggest"),
        Binding("space", "turn_over", tr("Best"), id="review.best"),
        Binding("v", "next_pane", tr("Pane"), id="review.pane"),
        Binding("s", "summary", tr("Summary"), id="review.summary"),
        Binding("escape", "leave", tr("Leave"), id="review.leave"),
        Binding("home", "jump(0)", tr("First"), id="review.first"),
        Binding("end", "jump(-1)", tr("Last"), id="review.last"),
        Binding("pagedown", "read(1)", tr("Read on"), show=False, id="review.read-on"),
        Binding("pageup", "read(-1)", tr("Read back"), show=False, id="review.read-back"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._reviewed = Reviewed.of(game, turns_of(game))
        self.judged = Judged(len(self._reviewed.turns))
        self.shown = 0
        """Index of the turn on screen."""
        self.side = Side.PLAYED
        self._biggest: int | None = None
        """Turn that the last jump by size of mistake led to."""
        self._table = ReviewTable(self.table_app.look, self.table_app.zoom, self._reviewed)

    def compose_page(self) -> ComposeResult:
        yield self._table
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_class(not self._reviewed.hands_shown, "-hands-hidden")
        self._show()
        self.run_worker(self._judge_all(), group="review", exclusive=True)

    @property
    def frame(self) -> Frame | None:
        """The frame on screen."""
        return self._table.frame

    async def _judge_all(self) -> None:
        """Review all turns, the one on screen first, and save the result."""
        while (index := self.judged.next_index(self.shown)) is not None:
            turn: JudgedTurn | None = None
            try:
                turn = await self.table_app.thinker.judge(self._reviewed.turns[index])
            except ThinkingFailed as error:
                self.judged.failed[index] = str(error)
            if self.gone:
                return
            if turn is not None:
                self.judged.found[index] = turn
                self.query_one(TurnList).judge(index, turn)
            if index == self.shown:
                self._show()
            else:
                self._table.say(self._banner())
            if isinstance(self.app.screen, ReviewSummaryScreen):
                self.app.screen.follow()
        if not self.judged.failed:
            names, scores = self._reviewed.names, self._game.position.scores
            trouble = keep_review(self._game, summaries(names, scores, self.judged.turns))
            if trouble:
                self.notify(trouble, severity="warning", markup=False)

    # Display

    def _show(self) -> None:
        if not self._reviewed.turns:
            self._table.say(self._banner())
            return
        turn = self.judged.found.get(self.shown)
        frame = frame_of_turn(self._reviewed, self.shown, turn, self.side)
        self._table.frame = replace(frame, banner=self._banner(), news="")
        self.query_one(TurnPane).told = self.judged.told(self._reviewed, self.shown)
        self.query_one(TurnList).choose(self.shown)
        self.refresh_bindings()

    def _banner(self) -> str:
        turns = self._reviewed.turns
        if not turns:
            return tr("No turn of this game has been played yet.")
        now = turns[self.shown]
        found = self.judged.found.get(self.shown)
        text = banner_text(now, len(turns), found, self._reviewed.names[now.player])
        if self.side is Side.BEST:
            text = tr("{turn} The best is on the table.", turn=text)
        progress = progress_text(self.judged.done, len(turns))
        return tr("{turn} {progress}", turn=text, progress=progress) if progress else text

    def offers(self, action: str) -> bool | None:
        if action == "next_pane":
            return self._table.turns_panes
        if action == "turn_over":
            best = best_pieces(self.judged.found.get(self.shown))
            return self._reviewed.hands_shown and bool(best)
        if action in ("step", "jump", "next_mistake", "next_biggest", "summary"):
            return bool(self._reviewed.turns)
        return super().offers(action)

    # Navigation

    def go_to(self, index: int) -> None:
        """Show a turn by index, limited to the turns there are."""
        index = min(max(index, 0), len(self._reviewed.turns) - 1)
        if index >= 0 and index != self.shown:
            self.shown = index
            self.side = Side.PLAYED
            self._show()

    def action_step(self, turns: int) -> None:
        self.go_to(self.shown + turns)

    def action_jump(self, place: int) -> None:
        self.go_to(len(self._reviewed.turns) - 1 if place else 0)

    def action_next_mistake(self) -> None:
        self._go_to_found(self.judged.next_mistake(self.shown))

    def action_next_biggest(self) -> None:
        """Go to the biggest mistake; from there, to the next smaller one."""
        after = self.shown if self.shown == self._biggest else None
        self._biggest = self.judged.next_biggest(after)
        self._go_to_found(self._biggest)

    def _go_to_found(self, index: int | None) -> None:
        if self.gone:
            return
        if index is not None:
            self.go_to(index)
        elif self.judged.done < self.judged.count:
            self.notify(tr("No mistake has been found so far."), markup=False)
        else:
            self.notify(tr("No mistake was found."), markup=False)

    def action_next_pane(self) -> None:
        self._table.show_next_pane()

    def action_read(self, pages: int) -> None:
        pane = self.query_one(TurnPane)
        pane.scroll_relative(y=pages * pane.size.height, animate=False)

    def action_turn_over(self) -> None:
        """Switch between the move that was played and the best one."""
        self.side = Side.BEST if self.side is Side.PLAYED else Side.PLAYED
        self._show()

    @on(OptionList.OptionHighlighted, "#turns")
    def _choose(self, event: OptionList.OptionHighlighted) -> None:
        # A late message about an earlier highlight must not lead back there.
        if event.option_index == event.option_list.highlighted:
            self.go_to(event.option_index)

    def action_summary(self) -> None:
        summary = ReviewSummaryScreen(self._reviewed, self.judged, self._game.taken_back)
        self.app.push_screen(summary, self._come_back)

    def _come_back(self, index: int | None) -> None:
        if index is not None and not self.gone:
            self.go_to(index)

    def action_leave(self) -> None:
        """Close a pane that covers the board, else the review."""
        if self._table.paged:
            self._table.close_page()
            return
        self.table_app.look_no_more()
