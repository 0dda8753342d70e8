"""What the tests of the app share: small variants, and hands that play by keys or by mouse."""

from __future__ import annotations

import asyncio
import pickle
from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from qwirkle import catalog
from qwirkle.analysis.review import TurnRecord, TurnReview, review_turn
from qwirkle.bots.bots import SimpleBot
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Pass, Redraw
from qwirkle.engine.pieces import Cell
from qwirkle.engine.variant import Variant
from qwirkle.records.schema import Player
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
"""Seconds after which a thing that never happens fails a test; nothing waits that long."""

MAX_PAUSE = 0.02
"""Seconds between two looks at a thing that takes long: whoever works on it needs the processor."""

QUIET_ROUNDS = 8
MAX_ROUNDS = 2000
"""Rounds of the event loop that a key or a click may take until all is quiet."""


async def wait_for_quiet(*_: object) -> None:
    """Wait until every widget has done what it was told, however slow the machine is.

    Textual's own waiting takes a process for idle that gets no time from a busy machine.
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
    """Let keys and clicks wait for what they cause, not for an idle processor, and be quick."""
    monkeypatch.setattr("textual.app.wait_for_idle", wait_for_quiet)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_quiet)
    monkeypatch.setattr(
        "textual.css.stylesheet.Stylesheet._parse_rules", textual_internals.parse_rules_once
    )
    monkeypatch.setattr("textual.css.model.RuleSet.__hash__", object.__hash__)  # in Python, slow
    monkeypatch.setattr("qwirkle.tui.screens.handoff.IGNORE_KEYS_SECONDS", 0.001)


KNOWN: dict[bytes, TurnReview] = {}


@pytest.fixture
def cached_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judges turns without another process, and each turn only for the first test that asks."""

    async def known(_: AnalysisWorker, taken: TurnRecord) -> TurnReview:
        key = pickle.dumps(taken)
        if key not in KNOWN:
            KNOWN[key] = review_turn(taken)
        await asyncio.sleep(0)
        return KNOWN[key]

    monkeypatch.setattr(AnalysisWorker, "review_turn", known)


TILES, CUBES = catalog.load_variant("tiles"), catalog.load_variant("cubes")


def small_variant(variant: Variant) -> Variant:
    """The same rules with few pieces, for games that end soon."""
    return with_changes(variant, pieces__copies=1 if variant.pieces.rolls == "nothing" else 4)


def human_players(count: int) -> tuple[Player, ...]:
    """Persons of different ages."""
    names = ("Ana", "Ben", "Cleo", "Dan")
    return tuple(Player(names[seat], 9 + seat) for seat in range(count))


def make_app(variant: Variant, players: Sequence[Player], seed: int = 7) -> QwirkleApp:
    """The app with this game on the table."""
    launch = LaunchOptions(variant=variant, players=tuple(players), seed=seed)
    return QwirkleApp(launch, open_initial_game(launch))


def play_to_end(host: GameSession, left: int) -> None:
    """Let everybody play the best score until so few pieces are left in a hand."""
    game = host.game
    while not game.is_over and (any(game.position.bag) or len(game.view().hand) > left):
        host.play(host.seat_to_move, SimpleBot().choose(game.view(), Random(1)))


def app_near_end(variant: Variant, players: Sequence[Player]) -> QwirkleApp:
    """The app with a game on the table that ends within a few turns."""
    app = make_app(variant, players)
    assert isinstance(app.initial_game, GameSession)
    play_to_end(app.initial_game, left=4)
    return app


async def wait_until(pilot: Pilot[None], happened: Callable[[], object]) -> None:
    """Wait until something is so."""
    pause = 0.001
    async with asyncio.timeout(TIMEOUT):
        while not happened():
            assert textual_internals.app_failure(pilot.app) is None, "the app has failed"
            await pilot.pause()
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, MAX_PAUSE)


async def wait_for_screen(pilot: Pilot[None], app: QwirkleApp, kind: type) -> None:
    """Wait for a screen of this kind."""
    await wait_until(pilot, lambda: isinstance(app.screen, kind) and app.screen.is_mounted)
    await pilot.pause()


def _middle(widget: Widget) -> tuple[int, int]:
    x, y = widget.region.center
    return int(x), int(y)


async def click(pilot: Pilot[None], selector: str) -> None:
    """Click a widget once it lies where it will stay."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            await pilot.pause()
            widget = pilot.app.screen.query_one(selector)
            found = pilot.app.screen.get_widget_at(*_middle(widget)) if widget.region else (None,)
            # A button that was pressed just now takes no other click for a moment.
            if found[0] is widget and not widget.has_class("-active"):
                break
            await asyncio.sleep(0)
    await pilot.click(selector)


def game_screen(app: QwirkleApp) -> LocalGameScreen:
    """The table, whatever lies on it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, LocalGameScreen))


def is_waiting_for_player(app: QwirkleApp) -> bool:
    """Whether somebody at the keyboard can do something."""
    screen = app.screen
    if isinstance(screen, LocalGameScreen):
        return screen.presenter.turn_state.draft is not None and screen.is_current
    return isinstance(screen, HandOffScreen | EndScreen)


class PilotPlayer:
    """Plays one turn after the other the way a person does."""

    def __init__(self, pilot: Pilot[None], app: QwirkleApp) -> None:
        self.pilot = pilot
        self.app = app

    @property
    def table(self) -> LocalGameScreen:
        """The table that is played at."""
        return game_screen(self.app)

    @property
    def draft(self) -> Draft:
        """The half-built turn."""
        draft = self.table.presenter.turn_state.draft
        assert draft is not None
        return draft

    async def play_game(self, most_turns: int = 10_000) -> None:
        """Play until the end screen, or for so many decisions."""
        for _ in range(most_turns):
            await wait_until(self.pilot, lambda: is_waiting_for_player(self.app))
            if isinstance(self.app.screen, EndScreen):
                return
            await self.decide()

    async def decide(self) -> None:
        """Do the next thing that a person has to do."""
        if isinstance(self.app.screen, HandOffScreen):
            await self.lift()
            await wait_until(self.pilot, lambda: not isinstance(self.app.screen, HandOffScreen))
            return
        events = len(self.table.session.game.events)
        view = self.table.presenter.turn_state.view
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
            await self.lay_best()
            await self.commit()
        await wait_until(self.pilot, lambda: len(self.table.session.game.events) > events)

    async def lay_best(self) -> None:
        """Lay the pieces of the best placement, each where it fits at that moment."""
        pieces, _ = legal_placements(self.table.presenter.turn_state.view)[0]
        left = list(pieces)
        while left:
            for face, x, y in left:
                hand = self.draft.hand
                slot = next(
                    s
                    for s in range(len(hand))
                    if hand[s] == face and s not in self.draft.placed_slots
                )
                if (x, y) in self.draft.toggle_slot(slot).fits:
                    await self.choose(slot)
                    await self.lay((x, y))
                    left.remove((face, x, y))
                    break
            else:
                raise AssertionError("a legal placement cannot be laid")

    @abstractmethod
    async def lift(self) -> None:
        """Lift the curtain."""

    @abstractmethod
    async def choose(self, slot: int) -> None:
        """Pick or mark a piece."""

    @abstractmethod
    async def lay(self, cell: Cell) -> None:
        """Lay the picked piece there."""

    @abstractmethod
    async def commit(self) -> None:
        """Do what was prepared."""


class KeyboardPlayer(PilotPlayer):
    """Plays by the keyboard alone."""

    async def lift(self) -> None:
        """Press Space at the curtain."""
        await self.pilot.press("space")

    async def choose(self, slot: int) -> None:
        """Press the number of the piece."""
        await self.pilot.press(str(slot + 1))

    async def lay(self, cell: Cell) -> None:
        """Step to the cell with Tab, or with arrows, and press Space."""
        for _ in range(len(self.draft.fits)):
            if self.table.presenter.turn_state.cursor == cell:
                break
            await self.pilot.press("tab")
        await self.pilot.press("space")

    async def commit(self) -> None:
        """Press Enter."""
        await self.pilot.press("enter")


class MousePlayer(PilotPlayer):
    """Plays by the mouse alone."""

    async def lift(self) -> None:
        """Click the button."""
        await click(self.pilot, "#lift")

    async def choose(self, slot: int) -> None:
        """Click the piece in the hand."""
        pane = self.table.query_one(HandPane)
        column = next(x for x in range(pane.size.width) if pane.slot_at(x) == slot)
        await self.pilot.click(pane, offset=(1 + column, 2))

    async def lay(self, cell: Cell) -> None:
        """Click the cell on the board, panned into sight where it is not."""
        board = self.table.query_one(BoardPane)
        x, y = board.viewport.cell_at(board.size.width // 2, board.size.height // 2)
        if not board.viewport.is_visible(cell):
            board.action_pan(cell[0] - x, cell[1] - y)
            await self.pilot.pause()
        region = board.cell_region(cell)
        await self.pilot.click(board, offset=(region.x + 1, region.y))

    async def commit(self) -> None:
        """Click what the footer shows for Enter."""
        await self._footer("enter")

    async def _footer(self, key: str) -> None:
        bar = self.table.query_one(KeyBar)
        await wait_until(self.pilot, lambda: bar.key_column(key) is not None)
        column = bar.key_column(key)
        assert column is not None
        await self.pilot.click(bar, offset=(column + 1, 0))
