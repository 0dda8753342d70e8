"""The game screen: draws frames, and sends keys and clicks to a SeatController."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.presenter import GAME_ACTIONS, HandOff, Presenter, SeatController
from qwirkle.session.availability import Status
from qwirkle.session.session import GameSession, Pace
from qwirkle.session.turn import TURN_ACTIONS
from qwirkle.settings import PaceName
from qwirkle.tui.bot_runner import InteractiveBotRunner
from qwirkle.tui.dice_animation import roll_animation_frames
from qwirkle.tui.keymap import action_name
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.game_view import GameView
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from qwirkle.analysis.search import SearchResult

MAX_SLOTS = 8

PACE_BY_NAME: Mapping[PaceName, Pace] = {
    "slow": Pace(bot_delay=2.0, forced_roll_delay=2.5),
    "normal": Pace(bot_delay=0.7, forced_roll_delay=1.2),
    "quick": Pace(bot_delay=0.25, forced_roll_delay=0.5),
    "at-once": Pace(),
}

ROLL_FRAME_SECONDS = 0.06
FLASH_SECONDS = 0.15
FLASH_COUNT = 2
MIN_REPLAY_STEP_SECONDS = 0.7
"""Minimum seconds per step of a replayed round, even if bots play faster."""

WARNING_SECONDS = 15


def _slot_bindings(action: str, label: str, name: str) -> list[Binding]:
    return [
        Binding(
            str(slot + 1),
            f"do('{action}', {slot})",
            label if slot == 0 else tr("{label} {number}", label=label, number=slot + 1),
            key_display="1-6" if slot == 0 else None,
            show=slot == 0,
            id=f"table.{name}-{slot + 1}",
        )
        for slot in range(MAX_SLOTS)
    ]


GAME_BINDINGS: list[Binding] = [
    Binding("enter,space", "do('take_hint')", tr("Take the hint"), id="table.take-hint"),
    Binding("enter", "do('play')", tr("Play"), id="table.play"),
    Binding("enter", "do('trade')", tr("Trade these"), id="table.trade-these"),
    Binding("enter,r", "do('roll')", tr("Roll these"), id="table.roll-these"),
    Binding("enter", "do('keep')", tr("Keep all"), id="table.keep"),
    Binding("enter,r", "do('roll_all')", tr("Roll all"), id="table.roll-all"),
    Binding("enter", "do('redraw')", tr("Draw anew"), id="table.redraw"),
    Binding("enter", "do('pass')", tr("Pass"), id="table.pass"),
    *_slot_bindings("pick", tr("Pick"), "pick"),
    *_slot_bindings("mark", tr("Mark"), "mark"),
    Binding("a", "do('mark_all')", tr("All"), id="table.all"),
    Binding("space", "do('lay')", tr("Lay"), id="table.lay"),
    Binding("tab", "do('next_fit', 1)", tr("Next cell"), id="table.next"),
    Binding(
        "shift+tab", "do('next_fit', -1)", tr("Previous cell"), show=False, id="table.previous"
    ),
    Binding("backspace", "do('back')", tr("Back"), id="table.back"),
    Binding("escape", "do('clear')", tr("Clear"), id="table.clear"),
    Binding("escape", "do('stop_trade')", tr("No trade"), id="table.no-trade"),
    Binding("t", "do('start_trade')", tr("Trade"), id="table.trade"),
    Binding("r", "do('start_roll')", tr("Roll"), id="table.roll"),
    Binding("i", "do('hint')", tr("Hint"), id="table.hint"),
    Binding("s", "do('sort')", tr("Sort"), id="table.sort"),
    Binding("u", "undo", tr("Undo"), id="table.undo"),
    Binding("p", "replay", tr("Round again"), id="table.replay"),
    Binding("w", "why", tr("Why?"), show=False, id="table.why"),
    Binding("v", "next_pane", tr("Pane"), id="table.pane"),
    Binding("e", "show_end", tr("Result"), id="table.result"),
    Binding("up,k", "do('move', 0, -1)", tr("Up"), show=False, id="table.up"),
    Binding("down,j", "do('move', 0, 1)", tr("Down"), show=False, id="table.down"),
    Binding("left,h", "do('move', -1, 0)", tr("Left"), show=False, id="table.left"),
    Binding("right,l", "do('move', 1, 0)", tr("Right"), show=False, id="table.right"),
    Binding("escape", "close_overlay", tr("Board"), id="table.board"),
]


def actions_for_key(key: str, overrides: Mapping[str, str]) -> tuple[str, ...]:
    """Return the actions that a key can trigger, depending on the state of the turn.

    >>> actions_for_key("space", {}), actions_for_key("f5", {"table.hint": "f5"})
    (('take_hint', 'lay'), ('hint',))
    """
    return tuple(
        action_name(binding)
        for binding in GAME_BINDINGS
        if key in overrides.get(binding.id or "", binding.key).split(",")
    )


class GameScreen(BaseScreen[None], inherit_bindings=False):
    """A game, local or on a server, for the players in front of this screen."""

    CSS_PATH = None  # app.tcss has its styles
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"
    BINDINGS: ClassVar[list[BindingType]] = [*GAME_BINDINGS]

    controller: SeatController

    def __init__(self, *, purist: bool = False) -> None:
        super().__init__()
        self._game_view = GameView(
            self.qwirkle_app.appearance, self.qwirkle_app.zoom, purist=purist
        )
        self._was_shown = False
        """True once the screen has been shown."""
        self._last_offers: tuple[str, ...] | None = None
        """Actions on offer when the key bar was last drawn."""
        self._is_animating = False
        """True during an animation or replay; new frames aren't drawn then."""
        self._warning = ""
        """Warning about the record, as shown now."""
        self._shows_covered_status = False
        """True while the status says that a pane covers the board."""

    def compose_screen(self) -> ComposeResult:
        yield self._game_view
        yield KeyBar()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Restyle widgets when the screen comes back; the first time they're up to date."""
        event.refresh_styles = self._was_shown
        self._was_shown = True

    def on_mount(self) -> None:
        self.controller.subscribe()
        self.run_worker(self._run(), group="game", exclusive=True)

    def on_unmount(self) -> None:
        self.controller.unsubscribe()

    async def _run(self) -> None:
        """Run the game."""

    # Renderer

    @property
    def frame(self) -> Frame | None:
        """The frame on screen."""
        return self._game_view.frame

    def draw(self, frame: Frame) -> None:
        """Show a frame, unless an animation is running."""
        if self._is_animating or self.is_closed:
            return
        if frame.trouble != self._warning:
            self._warning = frame.trouble
            self._game_view.show_warning(frame.trouble)
        self._game_view.frame = frame
        if frame.offers != self._last_offers:
            self._last_offers = frame.offers
            self.refresh_bindings()

    async def play_animation(self, frame: Frame) -> None:
        """Animate rolling dice, and flash completed Qwirkles."""
        if not self.qwirkle_app.has_animations:
            return
        shown = self.frame or frame
        roll_frames = [
            roll_frame for roll in frame.throws for roll_frame in roll_animation_frames(shown, roll)
        ]
        await self._play_frames(roll_frames, ROLL_FRAME_SECONDS)
        if frame.flash:
            if self.qwirkle_app.settings.bell:
                self.app.bell()
            flashes = [replace(frame, flash=cells) for cells in (frame.flash, ()) * FLASH_COUNT]
            await self._play_frames(flashes, FLASH_SECONDS)

    async def hand_off(self, hand_off: HandOff) -> None:
        """Show the hand-off screen until the next player is ready."""
        from qwirkle.tui.screens.handoff import HandOffScreen

        await self.app.push_screen_wait(HandOffScreen(hand_off))

    async def _play_frames(self, frames: list[Frame], pause: float) -> None:
        self._is_animating = True
        try:
            for frame in frames:
                self._game_view.frame = frame
                await asyncio.sleep(pause)
        finally:
            self._is_animating = False

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return super().check_action(str(parameters[0]) if action == "do" else action, parameters)

    def is_available(self, action: str) -> bool | None:
        if action in TURN_ACTIONS or action in GAME_ACTIONS:
            frame = self.frame
            if frame is None or action not in frame.offers:
                return False
            # No playing while a pane covers the board.
            return action == "show_end" or not self._game_view.has_overlay
        match action:
            case "close_overlay":
                return self._game_view.has_overlay
            case "next_pane":
                return self._game_view.can_switch_pane
        return super().is_available(action)

    def action_do(self, action: str, first: int | None = None, second: int | None = None) -> None:
        """Perform an action; Textual passes only as many arguments as there are parameters."""
        self._stop_replay()
        arguments = (argument for argument in (first, second) if argument is not None)
        self.controller.act(
            action, *arguments, is_visible=self._game_view.board.viewport.is_visible
        )

    def on_key(self, event: events.Key) -> None:
        """Explain why a key does nothing; keys with an effect are left to their bindings."""
        actions = actions_for_key(event.key, self.qwirkle_app.settings.keys)
        self._stop_replay()
        if not actions or any(self.check_action(action, ()) for action in actions):
            return
        if self._game_view.has_overlay:
            self._shows_covered_status = True
            self.controller.show_status(Status.BOARD_COVERED)
        elif actions[0] == "next_pane":
            self.controller.show_status(Status.ALL_PANES_VISIBLE)
        else:
            self.controller.explain_unavailable(actions)

    @on(BoardPane.CellPressed)
    def _press_cell(self, event: BoardPane.CellPressed) -> None:
        self.action_do("press_cell", *event.cell)

    @on(BoardPane.CellRightClicked)
    def _return_piece(self, event: BoardPane.CellRightClicked) -> None:
        self.action_do("take_cell", *event.cell)

    @on(HandPane.SlotPressed)
    def _press_slot(self, event: HandPane.SlotPressed) -> None:
        self.action_do("press_slot", event.index)

    def action_undo(self) -> None:
        self.controller.act("undo")

    def action_why(self) -> None:
        self._stop_replay()
        self.controller.act("why")

    def action_replay(self) -> None:
        """Replay, step by step, what happened since this player's last turn."""
        self.run_worker(self._replay(), group="replay", exclusive=True)

    async def _replay(self) -> None:
        pause = 0.0
        if self.qwirkle_app.uses_delays:
            pause = max(
                PACE_BY_NAME[self.qwirkle_app.settings.pace].bot_delay, MIN_REPLAY_STEP_SECONDS
            )
        try:
            await self._play_frames(list(await self.controller.replay_frames()), pause)
        finally:
            self.controller.refresh()

    def _stop_replay(self) -> None:
        self.workers.cancel_group(self, "replay")

    def action_next_pane(self) -> None:
        self._game_view.show_next_pane()
        self._clear_covered_status()

    def action_close_overlay(self) -> None:
        self._game_view.close_overlay()
        self._clear_covered_status()

    def _clear_covered_status(self) -> None:
        if self._shows_covered_status and not self._game_view.has_overlay:
            self._shows_covered_status = False
            self.controller.show_status(None)

    def action_show_end(self) -> None:
        from qwirkle.tui.screens.end import EndScreen

        if self.frame is not None and self.frame.result is not None:
            self.app.push_screen(EndScreen(self.frame, self.frame.result, self.record_path))

    @property
    def record_path(self) -> str:
        """Path of the record; empty if a server has it."""
        return ""


class LocalGameScreen(GameScreen):
    """A local game, with all people at one keyboard."""

    def __init__(self, session: GameSession) -> None:
        app, settings = self.qwirkle_app, self.qwirkle_app.settings
        super().__init__(purist=settings.purist)
        self.session = session
        self.controller = self.presenter = Presenter(
            session,
            session.human_seats,
            self,
            app.analysis_worker,
            hints_enabled=app.hints_enabled,
            purist=settings.purist,
            control_labels=lambda: app.settings.keys,
        )

    @property
    def record_path(self) -> str:
        return str(self.session.record.path)

    def on_mount(self) -> None:
        if self.session.resume_warning:
            self.notify(
                self.session.resume_warning,
                severity="warning",
                timeout=WARNING_SECONDS,
                markup=False,
            )

    async def _run(self) -> None:
        await self.session.run(InteractiveBotRunner(self, self._search_observer), self._pace)
        await asyncio.sleep(self._pace().bot_delay)
        self.action_show_end()

    def _pace(self) -> Pace:
        app = self.qwirkle_app
        return PACE_BY_NAME[app.settings.pace] if app.uses_delays else Pace()

    def _search_observer(self) -> Callable[[int, SearchResult], None] | None:
        """Return the callback for bots' search results, or None if they're off or reveal a hand."""
        is_enabled = self.qwirkle_app.settings.thinking and not self.presenter.turn_state.purist
        is_public = self.session.variant.hand.open or not self.session.human_seats
        return self.presenter.show_search if is_enabled and is_public else None
