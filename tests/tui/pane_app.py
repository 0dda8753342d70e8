"""An app with a single pane, and sample frames to show in it."""

from __future__ import annotations

from typing import Any

from msgspec import structs
from msgspec.structs import replace
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.strip import Strip
from textual.widget import Widget

from qwirkle.catalog import load_variant
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Cell
from qwirkle.presenter.frame import Frame, build_frame
from qwirkle.records.players import Player
from qwirkle.session.history import SeatHistory
from qwirkle.tui.drawing.palette import Appearance
from tests.random_games import random_game
from tests.tui import textual_internals

HOSTILE_NAMES = ("[/]", "[bold red]Bo", "\\[x", "李小龙")


def sample_frame(variant: str, events: int = 30, players: int = 4, **changes: Any) -> Frame:
    """Return a frame of a random game after `events` events, as the player to move sees it."""
    game = random_game(load_variant(variant), players, seed=5, max_events=events)
    kinds = ("human", "bot:greedy", "human", "human")[:players]
    seated = tuple(
        Player(name, None, kind) for name, kind in zip(HOSTILE_NAMES, kinds, strict=False)
    )
    history = SeatHistory(seated, game.position.seat_to_move).with_events(game.active_history)
    frame = build_frame(history, None)
    gains = (6, None, 12, 0)[:players]
    fields: dict[str, Any] = {
        "seats": tuple(
            structs.replace(seat, gain=gain) for seat, gain in zip(frame.seats, gains, strict=True)
        ),
        "hand_title": "[/] your hand",
        "hand_note": "[x] line 4 + line 2 = +6",
        "cursor": open_cells(frame)[0],
        "log": (),
    }
    return replace(frame, **(fields | changes))


def open_cells(frame: Frame) -> list[Cell]:
    """Return the empty cells next to pieces, in reading order."""
    cells = Board.of(frame.pieces).allowed_faces
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


class PaneApp(App[None]):
    """An app with one pane; collects the messages it sends in `messages`."""

    CSS = "Screen { layout: vertical; }"

    def __init__(
        self,
        pane: Widget,
        frame: Frame | None = None,
        appearance: Appearance | None = None,
        zoom: int | None = None,
    ) -> None:
        super().__init__()
        self.pane: Any = pane
        self.first = frame
        self.appearance = appearance or Appearance()
        self.zoom = zoom
        self.messages: list[Any] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        self.pane.appearance = self.appearance
        if self.zoom is not None:
            self.pane.chosen_zoom = self.zoom
        if self.first is not None:
            self.pane.frame = self.first

    def on_board_pane_cell_pressed(self, message: Any) -> None:
        self.messages.append(message)

    on_board_pane_cell_right_clicked = on_board_pane_cell_pressed
    on_board_pane_zoomed = on_board_pane_cell_pressed
    on_hand_pane_slot_pressed = on_board_pane_cell_pressed

    def lines(self) -> list[Strip]:
        """Return the rows of the screen, with all filters applied."""
        strips = textual_internals.rendered_strips(self)
        background = self.screen.background_colors[1]
        for line_filter in textual_internals.line_filters(self):
            if line_filter.enabled:
                strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return strips

    def text(self) -> str:
        """Return the text on the screen."""
        return "\n".join(strip.text for strip in self.lines())

    def segments(self) -> list[Segment]:
        """Return every styled segment on the screen."""
        return [segment for strip in self.lines() for segment in strip]
