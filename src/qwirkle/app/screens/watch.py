"""Watching a record: the same table, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from qwirkle.app.framing import Glance, frame_of
from qwirkle.app.news import step_text
from qwirkle.app.screens.table_pane import TablePage
from qwirkle.app.wording import opening_text
from qwirkle.engine.view import Stage
from qwirkle.game import Game
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
        self._first = len(game.header.players) + 1
        """How many events it takes until there is something to see."""
        self._shown = min(self._first, len(game.standing))
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Begin with the opening."""
        self._show()

    def _show(self) -> None:
        game = self._game
        standing = game.standing[: self._shown]
        if not standing or standing[-1][1].stage in (Stage.DEAL, Stage.OPEN):
            return
        names = tuple(player.name for player in game.header.players)
        told = step_text(standing, names)
        if self._shown == self._first:
            told = opening_text(standing, names)
        position = standing[-1][1]
        seat = position.player if game.over else None
        step = self._shown - self._first
        steps = len(game.standing) - self._first
        frame = frame_of(
            standing,
            game.header.players,
            Glance(
                seat=seat,
                notice=tr("Step {step} of {steps}. {told}", step=step, steps=steps, told=told),
            ),
        )
        if seat is not None:
            frame = replace(frame, hand_title=names[seat])
        self.frame = frame

    def action_step(self, steps: int) -> None:
        """Go on or back by so many events."""
        self._shown = min(max(self._shown + steps, self._first), len(self._game.standing))
        self._show()

    def action_jump(self, place: int) -> None:
        """Go to the start or to the end."""
        self._shown = len(self._game.standing) if place else self._first
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
        if self._shown == len(self._game.standing) and self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_review(self) -> None:
        """See what each turn could have been."""
        self.table_app.review_game(self._game)

    def action_leave(self) -> None:
        """Go back to where it was asked for."""
        self.table_app.look_no_more()
