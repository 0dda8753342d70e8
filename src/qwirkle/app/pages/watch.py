"""The screen that replays a record step by step, and follows a game played elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from qwirkle import saving
from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.table.layout import TableView
from qwirkle.game import Game
from qwirkle.record import RecordError
from qwirkle.table.chronicle import step_text, stops_of
from qwirkle.table.frame import Frame, frame
from qwirkle.table.story import Story
from qwirkle.texts import tr

STEP_PAUSE = 1.0
FOLLOW_PAUSE = 0.5


class WatchScreen(Page[None], inherit_bindings=False):
    """The replay of a record; hands stay hidden until the game is over."""

    CSS_PATH = None  # the game view's styles are in the app's stylesheet
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,n", "step(1)", tr("Next"), id="watch.next"),
        Binding("left,h,p", "step(-1)", tr("Previous"), id="watch.previous"),
        Binding("home", "jump(0)", tr("Start"), id="watch.first"),
        Binding("end", "jump(-1)", tr("End"), id="watch.last"),
        Binding("space", "run", tr("Run"), id="watch.run"),
        Binding("v", "next_pane", tr("Pane"), id="watch.pane"),
        Binding("r", "review", tr("Review"), id="watch.review"),
        Binding("escape", "leave", tr("Leave"), id="watch.leave"),
    ]

    def __init__(self, game: Game, path: Path | None = None) -> None:
        super().__init__()
        self._path = path
        self._live = path is not None and not game.over and saving.is_played(path)
        """True if another program is playing this game."""
        self._take(game)
        self._step = self._last if self._live else 0
        self._more = False
        """True if the game advanced while you looked at an earlier step."""
        self._timer: Timer | None = None
        self._table = TableView(self.table_app.look, self.table_app.zoom)

    def _take(self, game: Game) -> None:
        self._game = game
        players = game.header.players
        seats: Sequence[int | None] = range(len(players)) if game.over else (None,)
        self._stories = tuple(Story(players, seat).continued(game.standing) for seat in seats)
        """One history per seat, or only a spectator's until the game is over."""
        self._stops = stops_of(self._stories[0])
        """Number of events at the end of each step; empty before there is anything to show."""

    def compose_page(self) -> ComposeResult:
        yield self._table
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()
        if self._path is not None and not self._game.over:
            self.run_worker(self._follow(saving.Followed(self._path)), group="follow")

    async def _follow(self, record: saving.Followed) -> None:
        """Poll the record for new events until the game is over."""
        while not self._game.over:
            await asyncio.sleep(FOLLOW_PAUSE)
            trouble = ""
            try:
                game = await asyncio.to_thread(record.look)
            except RecordError as error:
                game, trouble = None, str(error)
            if self.gone:
                return
            if game is not None and game.header != self._game.header:
                game, trouble = None, tr("The file holds another game now.")
            if trouble:
                self._table.warn(tr("This game cannot be followed: {why}", why=trouble))
            elif game is not None:
                self._table.warn("")
                self._go_on(game)

    def _go_on(self, game: Game) -> None:
        """Show new events if the latest step is shown; otherwise just announce them."""
        if game.events == self._game.events:
            return
        at_newest = self._step == self._last
        self._take(game)
        self._live, self._more = True, not at_newest
        self._step = self._last if at_newest else min(self._step, self._last)
        self._show()
        self.refresh_bindings()

    @property
    def frame(self) -> Frame | None:
        return self._table.frame

    @property
    def _last(self) -> int:
        return max(0, len(self._stops) - 1)

    def _show(self) -> None:
        if not self._stops:
            return
        stop = self._stops[self._step]
        player = self._stories[0].scenes[stop - 1].view.player
        story = self._stories[player if self._game.over else 0].until(stop)
        shown = frame(story, None)
        shown = replace(shown, banner=self._banner(step_text(story), shown.banner), news="")
        if story.seat is not None:
            shown = replace(shown, hand_title=story.names[story.seat])
        self._table.frame = shown

    def _banner(self, told: str, waiting: str) -> str:
        words = {"step": self._step, "steps": self._last, "told": told}
        self._more = self._more and self._step < self._last
        if self._more:
            key = self.table_app.settings.keys.get("watch.last", tr("End"))
            return tr(
                "Step {step} of {steps}. {told} The game goes on: {key} shows it.", **words, key=key
            )
        if self._live and not self._game.over and self._step == self._last:
            return tr("Step {step} of {steps}. {told} {waiting}", **words, waiting=waiting)
        return tr("Step {step} of {steps}. {told}", **words)

    def offers(self, action: str) -> bool | None:
        if action == "review":
            return self._game.over or not self._live
        return self._table.turns_panes if action == "next_pane" else super().offers(action)

    def action_next_pane(self) -> None:
        self._table.show_next_pane()

    def action_step(self, steps: int) -> None:
        self._step = min(max(self._step + steps, 0), self._last)
        self._show()

    def action_jump(self, place: int) -> None:
        self._step = self._last if place else 0
        self._show()

    def action_run(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            return
        self._timer = self.set_interval(STEP_PAUSE, self._run_on)

    def _run_on(self) -> None:
        self.action_step(1)
        if self._step == self._last and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_review(self) -> None:
        self.table_app.review_game(self._game)

    def action_leave(self) -> None:
        self.table_app.look_no_more()
