"""Watching a record: the same table, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from qwirkle.app.table.layout import TablePage
from qwirkle.game import Game
from qwirkle.table.framing import Glance, frame_of
from qwirkle.table.telling import step_text, stops_of
from qwirkle.texts import tr

STEP_PAUSE = 1.0


class WatchScreen(TablePage, inherit_bindings=False):
    """A game that was played; hands are shown once it is over."""

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

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self._stops = stops_of(game.standing)
        """After how many events each step ends; none before there is something to see."""
        self._step = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Begin with the opening."""
        self._show()

    @property
    def _last(self) -> int:
        return max(0, len(self._stops) - 1)

    def _show(self) -> None:
        if not self._stops:
            return
        game = self._game
        standing = game.standing[: self._stops[self._step]]
        names = tuple(player.name for player in game.header.players)
        seat = standing[-1][1].player if game.over else None
        frame = frame_of(
            standing,
            game.header.players,
            Glance(
                seat=seat,
                notice=tr(
                    "Step {step} of {steps}. {told}",
                    step=self._step,
                    steps=self._last,
                    told=step_text(standing, names),
                ),
            ),
        )
        if seat is not None:
            frame = replace(frame, hand_title=names[seat])
        self.frame = frame

    def action_step(self, steps: int) -> None:
        """Go on or back by so many things that were done."""
        self._step = min(max(self._step + steps, 0), self._last)
        self._show()

    def action_jump(self, place: int) -> None:
        """Go to the start or to the end."""
        self._step = self._last if place else 0
        self._show()

    def action_run(self) -> None:
        """Go on by itself, or stop that."""
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
        """See what each turn could have been."""
        self.table_app.review_game(self._game)

    def action_leave(self) -> None:
        """Go back to where it was asked for."""
        self.table_app.look_no_more()
