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

from qwirkle.game import Game
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame, build_frame
from qwirkle.records import library
from qwirkle.records.reader import RecordError
from qwirkle.session.history import SeatHistory, replay_stops
from qwirkle.text.events import replay_step_text
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.game_view import GameView
from qwirkle.tui.widgets.key_bar import KeyBar

STEP_SECONDS = 1.0
POLL_SECONDS = 0.5


class WatchScreen(BaseScreen[None], inherit_bindings=False):
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
        self._is_live = path is not None and not game.is_over and library.is_locked(path)
        """True if another program is playing this game."""
        self._load_game(game)
        self._step = self._last_step if self._is_live else 0
        self._has_newer_steps = False
        """True if the game advanced while you looked at an earlier step."""
        self._timer: Timer | None = None
        self._game_view = GameView(self.qwirkle_app.appearance, self.qwirkle_app.zoom)

    def _load_game(self, game: Game) -> None:
        self._game = game
        players = game.header.players
        seats: Sequence[int | None] = range(len(players)) if game.is_over else (None,)
        self._histories = tuple(
            SeatHistory(players, seat).with_events(game.active_history) for seat in seats
        )
        """One history per seat, or only a spectator's until the game is over."""
        self._step_ends = replay_stops(self._histories[0])
        """Number of events at the end of each step; empty before there is anything to show."""

    def compose_screen(self) -> ComposeResult:
        yield self._game_view
        yield KeyBar()

    def on_mount(self) -> None:
        self._show_step()
        if self._path is not None and not self._game.is_over:
            self.run_worker(self._follow(library.RecordWatcher(self._path)), group="follow")

    async def _follow(self, watcher: library.RecordWatcher) -> None:
        """Poll the record for new events until the game is over."""
        while not self._game.is_over:
            await asyncio.sleep(POLL_SECONDS)
            warning = ""
            try:
                game = await asyncio.to_thread(watcher.poll)
            except RecordError as error:
                game, warning = None, str(error)
            if self.is_closed:
                return
            if game is not None and game.header != self._game.header:
                game, warning = None, tr("The file holds another game now.")
            if warning:
                self._game_view.show_warning(tr("This game cannot be followed: {why}", why=warning))
            elif game is not None:
                self._game_view.show_warning("")
                self._update_game(game)

    def _update_game(self, game: Game) -> None:
        """Show new events if the latest step is shown; otherwise just announce them."""
        if game.events == self._game.events:
            return
        at_newest = self._step == self._last_step
        self._load_game(game)
        self._is_live, self._has_newer_steps = True, not at_newest
        self._step = self._last_step if at_newest else min(self._step, self._last_step)
        self._show_step()
        self.refresh_bindings()

    @property
    def frame(self) -> Frame | None:
        return self._game_view.frame

    @property
    def _last_step(self) -> int:
        return max(0, len(self._step_ends) - 1)

    def _show_step(self) -> None:
        if not self._step_ends:
            return
        length = self._step_ends[self._step]
        player = self._histories[0].entries[length - 1].view.seat_to_move
        history = self._histories[player if self._game.is_over else 0].up_to(length)
        frame = build_frame(history, None)
        frame = replace(
            frame, banner=self._banner_text(replay_step_text(history), frame.banner), news=""
        )
        if history.seat is not None:
            frame = replace(frame, hand_title=history.names[history.seat])
        self._game_view.frame = frame

    def _banner_text(self, step_description: str, prompt: str) -> str:
        values = {"step": self._step, "steps": self._last_step, "description": step_description}
        self._has_newer_steps = self._has_newer_steps and self._step < self._last_step
        if self._has_newer_steps:
            key = self.qwirkle_app.settings.keys.get("watch.last", tr("End"))
            return tr(
                "Step {step} of {steps}. {description} The game goes on: {key} shows it.",
                **values,
                key=key,
            )
        if self._is_live and not self._game.is_over and self._step == self._last_step:
            return tr("Step {step} of {steps}. {description} {waiting}", **values, waiting=prompt)
        return tr("Step {step} of {steps}. {description}", **values)

    def is_available(self, action: str) -> bool | None:
        if action == "review":
            return self._game.is_over or not self._is_live
        return (
            self._game_view.can_switch_pane
            if action == "next_pane"
            else super().is_available(action)
        )

    def action_next_pane(self) -> None:
        self._game_view.show_next_pane()

    def action_step(self, steps: int) -> None:
        self._step = min(max(self._step + steps, 0), self._last_step)
        self._show_step()

    def action_jump(self, target: int) -> None:
        self._step = self._last_step if target else 0
        self._show_step()

    def action_run(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            return
        self._timer = self.set_interval(STEP_SECONDS, self._run_next_step)

    def _run_next_step(self) -> None:
        self.action_step(1)
        if self._step == self._last_step and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_review(self) -> None:
        self.qwirkle_app.review_game(self._game)

    def action_leave(self) -> None:
        self.qwirkle_app.close_replay()
