"""The presenter: turns a game session into frames for one screen, and actions into moves.

It also holds the turn being built, so the terminal, the server and plain-text mode behave alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import structs
from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.events import Redrawn, Rolled
from qwirkle.engine.moves import Move
from qwirkle.i18n import tr
from qwirkle.presenter.frame import DiceRoll, Frame, LegalCell, build_frame
from qwirkle.records.writer import RecordFull
from qwirkle.session.availability import Status
from qwirkle.session.history import (
    SeatHistory,
    index_after_last_turn,
    new_qwirkle_cells,
    replay_stops,
)
from qwirkle.session.session import GameSession, HistoryUpdate
from qwirkle.session.turn import TURN_ACTIONS, IsVisible, TurnState
from qwirkle.text.events import events_text_since, replay_step_text, rolling_text
from qwirkle.text.status import ControlLabels
from qwirkle.worker.client import WorkerError

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.review import TurnRecord, TurnReview
    from qwirkle.analysis.search import SearchResult
    from qwirkle.engine.view import View

GAME_ACTIONS = ("undo", "why", "replay", "show_end")
"""Actions besides those of TurnState. Presenter performs undo and why, screens the others."""


class HandOff(NamedTuple):
    """What the hand-off screen between two players shows: nothing from any hand."""

    name: str
    """The next player."""
    sentences: tuple[str, ...]
    scores: str


class Renderer(Protocol):
    """Draws the frames of a presenter: a screen, a web client or the plain-text mode."""

    def draw(self, frame: Frame) -> None:
        """Show this frame until the next one."""

    async def play_animation(self, frame: Frame) -> None:
        """Animate the latest events before the next frame is drawn."""

    async def hand_off(self, hand_off: HandOff) -> None:
        """Hide every hand and wait until the next player is ready."""


class AnalysisService(Protocol):
    """Finds hints and reviews turns; both may raise WorkerError."""

    async def find_hints(self, view: View) -> Hints:
        """Return hints for the player to move."""

    async def review_turn(self, turn: TurnRecord) -> TurnReview:
        """Compare a turn with the best one found."""

    def cancel(self) -> None:
        """Cancel the request in progress, if any."""


class SeatController(Protocol):
    """Receives the actions of a game screen: a local Presenter, or a connection to a server."""

    def subscribe(self) -> None:
        """Start receiving frames."""

    def unsubscribe(self) -> None:
        """Stop receiving frames."""

    def refresh(self) -> None:
        """Draw the current state again."""

    def act(self, action: str, *arguments: int, is_visible: IsVisible | None = None) -> None:
        """Perform an action, or report why it isn't available."""

    def explain_unavailable(self, actions: Sequence[str]) -> None:
        """Report why none of these actions is available."""

    def show_status(self, status: Status | None) -> None:
        """Show a status until the next action; None clears it."""

    async def replay_frames(self) -> tuple[Frame, ...]:
        """Return a frame for each step since the last turn played here."""


def default_control_labels() -> ControlLabels:
    """Return no custom keys, so that texts name the default ones."""
    return {}


class Presenter:
    """The presenter of one screen: for one player, several who share it, or spectators only."""

    def __init__(
        self,
        session: GameSession,
        seats: Sequence[int],
        renderer: Renderer,
        analysis: AnalysisService,
        *,
        has_fixed_seat: bool = False,
        hints_enabled: bool = True,
        purist: bool = False,
        control_labels: Callable[[], ControlLabels] = default_control_labels,
    ) -> None:
        self.session = session
        self.seats = tuple(seats)
        """Seats that are played on this screen."""
        self.has_fixed_seat = has_fixed_seat
        """True if the screen always shows the same seat."""
        self.turn_state = TurnState(
            session.history(None).view, hints_enabled=hints_enabled, purist=purist
        )
        self.renderer = renderer
        self._analysis = analysis
        self._control_labels = control_labels
        self._revealed_seat: int | None = None
        """Seat whose hidden hand is visible while several players share the screen."""
        self._seen_warning = ""
        """The record's warning when the last move was played here; it isn't shown again."""
        self._analysis_task: asyncio.Task[None] | None = None
        self._analysed_view: View | None = None
        """The view that `_analysis_task` works on."""

    def subscribe(self) -> None:
        self.session.subscribe(None, self._on_update)

    def unsubscribe(self) -> None:
        """Stop receiving updates and cancel the analysis in progress."""
        self.session.unsubscribe(self._on_update)
        self._cancel_analysis()

    # What the screen shows

    @property
    def viewing_seat(self) -> int | None:
        """Seat whose perspective is rendered, or None if that would expose a hidden hand."""
        session = self.session
        if self.has_fixed_seat:
            return self.seats[0]
        if session.variant.hand.open:
            return session.seat_to_move if self.turn_state.draft is not None else None
        if len(self.seats) == 1:
            return self.seats[0]
        return self._revealed_seat if self._revealed_seat == session.seat_to_move else None

    @property
    def history(self) -> SeatHistory:
        return self.session.history(self.viewing_seat)

    @property
    def frame(self) -> Frame:
        """The current state of the game, as `viewing_seat` may see it."""
        game_actions = [
            action for action in GAME_ACTIONS if self._unavailable_reason(action) is None
        ]
        frame = build_frame(
            self.history,
            self.turn_state,
            control_labels=self._control_labels(),
            game_actions=game_actions,
            error=self._error,
        )
        undone_turns = self.session.game.undone_turns
        if frame.result is None or not undone_turns:
            return frame
        from qwirkle.text.stats import undone_turns_text

        ending = f"{frame.result.ending} {undone_turns_text(undone_turns)}"
        return replace(frame, result=structs.replace(frame.result, ending=ending))

    @property
    def _error(self) -> str:
        warning = self.session.record.warning
        return self.session.error or (warning if warning != self._seen_warning else "")

    @property
    def is_local_turn(self) -> bool:
        """True if the game waits for a player at this screen."""
        session = self.session
        return (
            session.waiting_for_human
            and session.seat_to_move in self.seats
            and not session.record.is_full
        )

    def refresh(self) -> None:
        self.renderer.draw(self.frame)

    async def replay_frames(self) -> tuple[Frame, ...]:
        history = self.history
        first_new = index_after_last_turn(history, self.viewing_seat)
        return tuple(
            replace(
                build_frame(history_so_far, None), banner=replay_step_text(history_so_far), news=""
            )
            for history_so_far in map(history.up_to, replay_stops(history))
            if len(history_so_far.entries) > first_new
        )

    # Actions

    def act(self, action: str, *arguments: int, is_visible: IsVisible | None = None) -> None:
        """Perform an action, or show why it isn't available.

        `is_visible` says which cells are on screen: the cursor stays among them if it can.
        """
        if action in GAME_ACTIONS:
            self._perform_game_action(action)
            return
        result = self.turn_state.act(action, *arguments, is_visible=is_visible)
        if not isinstance(result, TurnState):
            self._submit(result)
            return
        self.turn_state = result
        self.refresh()
        if action == "hint" and result.status is Status.FINDING_HINTS:
            self._start_analysis(self._find_hints)

    def explain_unavailable(self, actions: Sequence[str]) -> None:
        if actions[0] in TURN_ACTIONS:
            self.turn_state = self.turn_state.with_unavailable_reason(
                [action for action in actions if action in TURN_ACTIONS]
            )
        else:
            self.turn_state = self.turn_state.with_status(
                self._unavailable_reason(actions[0]) or Status.NO_CHOICE
            )
        self.refresh()

    def show_status(self, status: Status | None) -> None:
        self.turn_state = replace(self.turn_state, status=status)
        self.refresh()

    def find_legal_cells(self, slot: int) -> tuple[LegalCell, ...] | None:
        """Return the legal cells for the piece in a slot, or show why not and return None."""
        if self.session.game.is_over:
            self.show_status(Status.GAME_OVER)
        elif self.turn_state.draft is None and not self.has_fixed_seat:
            self.show_status(Status.NOT_YOUR_TURN)
        elif self.turn_state.purist:
            self.show_status(Status.PURIST)
        else:
            return tuple(
                LegalCell(cell, points)
                for cell, points in self.turn_state.find_legal_cells(slot).items()
            )
        return None

    def _perform_game_action(self, action: str) -> None:
        reason = self._unavailable_reason(action)
        if reason is not None:
            self.show_status(reason)
        elif action == "undo":
            self._undo()
        elif action == "why":
            self.show_status(Status.EXPLAINING)
            self._start_analysis(self._explain_last_turn)

    def _unavailable_reason(self, action: str) -> Status | None:
        """Return why one of the GAME_ACTIONS isn't available, or None if it is."""
        is_over = self.session.game.is_over
        match action:
            case "undo" if self._can_undo:
                return None
            case "undo":
                return self._no_undo_reason
            case "why":
                return self._no_explanation_reason
            case "show_end":
                return None if is_over else Status.NOT_OVER
        if self.turn_state.draft is None:
            return Status.NOT_YOUR_TURN
        has_new_entries = index_after_last_turn(self.history, self.viewing_seat) < len(
            self.history.entries
        )
        return None if has_new_entries else Status.NOTHING_TO_REPLAY

    def _submit(self, move: Move) -> None:
        """Play a move for the player to move and let the game advance."""
        self._seen_warning = self.session.record.warning
        try:
            events = self.session.play(self.turn_state.view.seat, move)
        except (IllegalMove, RecordFull) as error:
            self.turn_state = self.turn_state.with_status(error)
            self.refresh()
            return
        self.turn_state = self.turn_state.after_commit(events)
        self.session.notify()

    # Undo

    @property
    def _can_undo(self) -> bool:
        """True if a turn played here can be undone; an unfinished one must be cleared first."""
        has_draft = self.turn_state.draft is not None and not self.turn_state.draft.is_untouched
        return (
            not has_draft
            and self.session.undoable_event_count_for(
                self.seats, whole_turn=self.turn_state.hints_enabled
            )
            > 0
        )

    @property
    def _no_undo_reason(self) -> Status:
        game = self.session.game
        if game.is_over:
            return Status.GAME_OVER
        if self.turn_state.draft is not None and not self.turn_state.draft.is_untouched:
            return Status.RETURN_PIECES_FIRST
        can_undo_whole_turns = self.session.is_solo and self.turn_state.hints_enabled
        return (
            Status.NOTHING_TO_UNDO
            if can_undo_whole_turns or not game.max_undoable_events
            else Status.UNDO_AFTER_DRAW
        )

    def _undo(self) -> None:
        self._analysis.cancel()
        if self.session.undo(whole_turn=self.turn_state.hints_enabled):
            self._revealed_seat = None
            self.session.notify()

    # Analysis

    def _start_analysis(self, request: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a request unless the same view is being analysed; cancel any other.

        Cancelling is expensive: it ends a worker process that has started to compute.
        """
        if self._analysis_task is not None and not self._analysis_task.done():
            if self._analysed_view is self.turn_state.view:
                return
            self._analysis_task.cancel()
        self._analysed_view = self.turn_state.view
        self._analysis_task = asyncio.create_task(request())

    def _cancel_analysis(self) -> None:
        if self._analysis_task is not None:
            self._analysis_task.cancel()

    async def _find_hints(self) -> None:
        from qwirkle.session.hint_selection import HintSelection

        view = self.turn_state.view
        try:
            hints = await self._analysis.find_hints(view)
            turn_state = self.turn_state.with_hints(HintSelection.for_view(view, hints))
        except WorkerError as error:
            turn_state = self.turn_state.with_status(error)
        if self.turn_state.view is view and self.turn_state.draft is not None:
            self.turn_state = turn_state
            self.refresh()

    @property
    def _no_explanation_reason(self) -> Status | None:
        """Why the last turn can't be explained, or None if it can.

        The analysis process must be free, so no bot may be thinking. A hidden hand stays secret,
        because the value of a turn hints at the hand it was played from.
        """
        session = self.session
        if not self.turn_state.hints_enabled:
            return Status.PURIST if self.turn_state.purist else Status.NO_HINTS
        if self.turn_state.draft is None and not session.game.is_over:
            return Status.NOT_YOUR_TURN
        last_player = session.game.last_player
        if last_player is None:
            return Status.NO_TURN_YET
        if session.variant.hand.open or session.game.is_over or last_player == self.viewing_seat:
            return None
        return None if last_player not in session.human_seats else Status.HIDDEN_HAND

    async def _explain_last_turn(self) -> None:
        from qwirkle.analysis.review import completed_turns

        view = self.turn_state.view
        try:
            review = await self._analysis.review_turn(completed_turns(self.session.game)[-1])
            turn_state = self.turn_state.with_explanation(review)
        except WorkerError as error:
            turn_state = self.turn_state.with_status(error)
        if self.turn_state.view is view:
            self.turn_state = turn_state
            self.refresh()

    # Updates from the session

    def show_search(self, seat: int, result: SearchResult) -> None:
        """Show what the bot in a seat is considering."""
        self.turn_state = replace(self.turn_state, searching_seat=seat, search_result=result)
        self.refresh()

    async def _on_update(self, update: HistoryUpdate) -> None:
        """Animate what happened, then start the turn of the player to move if it's played here."""
        await self._play_animation(update)
        self.turn_state = self.turn_state.inactive(self.history.view)
        if self.is_local_turn:
            await self._hand_off()
            self.turn_state = self.turn_state.started(
                self.session.history(self.session.seat_to_move).view
            )
        else:
            self._revealed_seat = None
        self.refresh()

    async def _play_animation(self, update: HistoryUpdate) -> None:
        history = self.history
        first_new = len(history.entries) - update.new_entry_count
        throws = tuple(
            DiceRoll(
                event.player,
                event.gave if isinstance(event, Redrawn) else event.before,
                event.drew if isinstance(event, Redrawn) else event.after,
                isinstance(event, Redrawn),
                rolling_text(event, history.names[event.player]),
            )
            for event in (entry.event for entry in history.entries[first_new:])
            if isinstance(event, Rolled | Redrawn)
            and (self.session.variant.hand.open or event.player == history.seat)
        )
        flash = new_qwirkle_cells(update.history, update.new_entry_count)
        if throws or flash:
            await self.renderer.play_animation(
                replace(build_frame(history, None), throws=throws, flash=flash)
            )

    async def _hand_off(self) -> None:
        """Wait for the next player if several share the screen and hands are hidden."""
        session = self.session
        if (
            session.variant.hand.open
            or len(self.seats) < 2
            or self._revealed_seat == session.seat_to_move
        ):
            return
        self._revealed_seat = None
        self.refresh()
        history = session.history(None)
        scores = ", ".join(
            tr("{name} {score}", name=name, score=score)
            for name, score in zip(history.names, history.view.scores, strict=True)
        )
        sentences = events_text_since(history, session.seat_to_move)
        await self.renderer.hand_off(
            HandOff(history.names[session.seat_to_move], sentences, scores)
        )
        self._revealed_seat = session.seat_to_move
