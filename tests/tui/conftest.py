"""Shared parts of the app tests: small variants, and players that use the keyboard or mouse."""

from __future__ import annotations

import asyncio
import pickle
from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from qwirkle import catalog
from qwirkle.analysis.review import TurnRecord, TurnReview, review_turn
from qwirkle.bots.bots import SimpleBot
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Pass, Redraw
from qwirkle.engine.pieces import Cell
from qwirkle.engine.variant import Variant
from qwirkle.records.players import Player
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.worker.client import AnalysisWorker
from tests.sample_rulesets import with_changes
from tests.tui import textual_internals

TIMEOUT = 120.0
"""Seconds to wait for a condition before the test fails; a passing test never waits that long."""

MAX_PAUSE = 0.02
"""Maximum seconds between checks of a condition; the pauses leave CPU time for the work itself."""

QUIET_ROUNDS = 8
MAX_ROUNDS = 2000
"""Rounds of the event loop: idle ones in a row that count as quiet, and the limit per input."""


async def wait_for_quiet(*_: object) -> None:
    """Wait until no widget has work left, however slow the machine is.

    On a busy machine Textual's own waiting mistakes a process without CPU time for an idle one.
    """
    app = textual_internals.running_app()
    quiet = rounds = 0
    while quiet < QUIET_ROUNDS and rounds < MAX_ROUNDS:
        await asyncio.sleep(0)
        rounds += 1
        if not textual_internals.is_running(app):
            return
        quiet = 0 if textual_internals.is_busy(app) else quiet + 1


@pytest.fixture(autouse=True)
def _wait_for_widgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pilot input wait for its effects instead of an idle process, and speed up startup."""
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_quiet)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_quiet)
    monkeypatch.setattr(
        "textual.css.stylesheet.Stylesheet._parse_rules", textual_internals.parse_rules_once
    )
    monkeypatch.setattr("textual.css.model.RuleSet.__hash__", object.__hash__)  # its own is slow
    monkeypatch.setattr("qwirkle.tui.screens.handoff.IGNORE_KEYS_SECONDS", 0.001)


REVIEW_CACHE: dict[bytes, TurnReview] = {}


@pytest.fixture
def cached_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Review turns in this process, and each turn only once per test run."""

    async def cached_review(_: AnalysisWorker, turn: TurnRecord) -> TurnReview:
        key = pickle.dumps(turn)
        if key not in REVIEW_CACHE:
            REVIEW_CACHE[key] = review_turn(turn)
        await asyncio.sleep(0)
        return REVIEW_CACHE[key]

    monkeypatch.setattr(AnalysisWorker, "review_turn", cached_review)


TILES, CUBES = catalog.load_variant("tiles"), catalog.load_variant("cubes")


def small_variant(variant: Variant) -> Variant:
    """Return the same rules with fewer pieces, so that games are short."""
    return with_changes(variant, pieces__copies=4 if variant.has_dice else 1)


def human_players(count: int) -> tuple[Player, ...]:
    """Return people of different ages."""
    names = ("Ana", "Ben", "Cleo", "Dan")
    return tuple(Player(names[seat], 9 + seat) for seat in range(count))


def make_app(
    variant: Variant, players: Sequence[Player], seed: int = 7, *, no_hints: bool = False
) -> QwirkleApp:
    """Return an app that opens with this game."""
    launch = LaunchOptions(variant=variant, players=tuple(players), seed=seed, no_hints=no_hints)
    return QwirkleApp(launch, open_initial_game(launch))


def play_to_end(session: GameSession, left: int) -> None:
    """Play the best-scoring moves until the bag is empty and a hand has `left` pieces or fewer."""
    game = session.game
    while not game.is_over and (any(game.position.bag) or len(game.view().hand) > left):
        session.play(session.seat_to_move, SimpleBot().choose(game.view(), Random(1)))


def app_near_end(variant: Variant, players: Sequence[Player]) -> QwirkleApp:
    """Return an app whose game ends within a few turns."""
    app = make_app(variant, players)
    assert isinstance(app.initial_game, GameSession)
    play_to_end(app.initial_game, left=4)
    return app


async def wait_until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Wait until a condition is true. Fails if the app crashes or TIMEOUT passes."""
    pause = 0.001
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            assert textual_internals.app_failure(pilot.app) is None, "the app has crashed"
            await pilot.pause()
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, MAX_PAUSE)


async def wait_for_screen(pilot: Pilot[None], app: QwirkleApp, kind: type) -> None:
    """Wait until a screen of this class is on top."""
    await wait_until(pilot, lambda: isinstance(app.screen, kind) and app.screen.is_mounted)
    await pilot.pause()


def _middle(widget: Widget) -> tuple[int, int]:
    x, y = widget.region.center
    return int(x), int(y)


async def click(pilot: Pilot[None], selector: str) -> None:
    """Click a widget once its position is final."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            await pilot.pause()
            widget = pilot.app.screen.query_one(selector)
            hit = pilot.app.screen.get_widget_at(*_middle(widget)) if widget.region else (None,)
            # A button ignores clicks for a moment after it was pressed.
            if hit[0] is widget and not widget.has_class("-active"):
                break
            await asyncio.sleep(0)
    await pilot.click(selector)


def game_screen(app: QwirkleApp) -> LocalGameScreen:
    """Return the game screen, even if another screen covers it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, LocalGameScreen))


def is_waiting_for_player(app: QwirkleApp) -> bool:
    """Return True if a person at the keyboard can act."""
    screen = app.screen
    if isinstance(screen, LocalGameScreen):
        return screen.presenter.turn_state.draft is not None and screen.is_current
    return isinstance(screen, HandOffScreen | EndScreen)


class PilotPlayer:
    """Plays a game through the app as a person would, turn by turn."""

    def __init__(self, pilot: Pilot[None], app: QwirkleApp) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def screen(self) -> LocalGameScreen:
        return game_screen(self.app)

    @property
    def draft(self) -> Draft:
        draft = self.screen.presenter.turn_state.draft
        assert draft is not None
        return draft

    async def play_game(self, max_decisions: int = 10_000) -> None:
        """Play until the end screen, or for at most this many decisions."""
        for _ in range(max_decisions):
            await wait_until(self.pilot, lambda: is_waiting_for_player(self.app))
            if isinstance(self.app.screen, EndScreen):
                return
            await self.decide()

    async def decide(self) -> None:
        """Take the next decision: hand over, roll, trade or place."""
        if isinstance(self.app.screen, HandOffScreen):
            await self.show_hand()
            await wait_until(self.pilot, lambda: not isinstance(self.app.screen, HandOffScreen))
            return
        events = len(self.screen.session.game.events)
        view = self.screen.presenter.turn_state.view
        if isinstance(view.forced_move, Pass | Redraw):
            await self.commit()
        elif self.draft.mode is TurnMode.TRADE:
            await self.choose(0)
            await self.commit()
        elif self.draft.mode is TurnMode.ROLL:
            if view.options.can_place:
                await self.commit()
                return
            await self.choose(0)
            await self.commit()
        else:
            await self.place_best()
            await self.commit()
        await wait_until(self.pilot, lambda: len(self.screen.session.game.events) > events)

    async def place_best(self) -> None:
        """Place the pieces of the best-scoring placement, in an order in which each fits."""
        pieces, _ = legal_plays(self.screen.presenter.turn_state.view)[0]
        left = list(pieces)
        while left:
            for face, x, y in left:
                hand = self.draft.hand
                slot = next(
                    s
                    for s in range(len(hand))
                    if hand[s] == face and s not in self.draft.placed_slots
                )
                if (x, y) in self.draft.toggle_slot(slot).legal_cells:
                    await self.choose(slot)
                    await self.place((x, y))
                    left.remove((face, x, y))
                    break
            else:
                raise AssertionError("no order in which these pieces can be placed")

    @abstractmethod
    async def show_hand(self) -> None:
        """Close the hand-off screen."""

    @abstractmethod
    async def choose(self, slot: int) -> None:
        """Pick or mark a piece."""

    @abstractmethod
    async def place(self, cell: Cell) -> None:
        """Place the picked piece on a cell."""

    @abstractmethod
    async def commit(self) -> None:
        """Play, trade or roll what is prepared."""


class KeyboardPlayer(PilotPlayer):
    """A player who uses only the keyboard."""

    async def show_hand(self) -> None:
        await self.pilot.press("space")

    async def choose(self, slot: int) -> None:
        await self.pilot.press(str(slot + 1))

    async def place(self, cell: Cell) -> None:
        """Move the cursor with Tab and press Space."""
        for _ in range(len(self.draft.legal_cells)):
            if self.screen.presenter.turn_state.cursor == cell:
                break
            await self.pilot.press("tab")
        await self.pilot.press("space")

    async def commit(self) -> None:
        await self.pilot.press("enter")


class MousePlayer(PilotPlayer):
    """A player who uses only the mouse."""

    async def show_hand(self) -> None:
        await click(self.pilot, "#show-hand")

    async def choose(self, slot: int) -> None:
        """Click the piece in the hand."""
        pane = self.screen.query_one(HandPane)
        column = next(x for x in range(pane.size.width) if pane.slot_at(x) == slot)
        await self.pilot.click(pane, offset=(1 + column, 2))

    async def place(self, cell: Cell) -> None:
        """Click the cell, after panning it into view if needed."""
        board = self.screen.query_one(BoardPane)
        x, y = board.viewport.cell_at(board.size.width // 2, board.size.height // 2)
        if not board.viewport.is_visible(cell):
            board.action_pan(cell[0] - x, cell[1] - y)
            await self.pilot.pause()
        region = board.cell_region(cell)
        await self.pilot.click(board, offset=(region.x + 1, region.y))

    async def commit(self) -> None:
        """Click the footer's label for Enter."""
        await self._click_key("enter")

    async def _click_key(self, key: str) -> None:
        bar = self.screen.query_one(KeyBar)
        await wait_until(self.pilot, lambda: bar.key_column(key) is not None)
        column = bar.key_column(key)
        assert column is not None
        await self.pilot.click(bar, offset=(column + 1, 0))


def text_of(app: QwirkleApp) -> str:
    """Return the text of all Static widgets on the current screen."""
    return "\n".join(str(each.visual) for each in app.screen.query(Static))
