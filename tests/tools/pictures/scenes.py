"""Scenes for the pictures: the app at certain moments, the same on every machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.pilot import Pilot

from qwirkle import catalog
from qwirkle.engine import movegen, rules
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.position import Position
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordWriter
from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.review import ReviewScreen
from qwirkle.tui.screens.setup import SetupScreen
from qwirkle.tui.screens.start import StartScreen
from tests.tui.conftest import KeyboardPlayer, game_screen, is_waiting_for_player, wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

START_TIME = datetime(2026, 1, 1)

ANA = Player("Ana", 9)
BEN = Player("Ben", 41)
CLEO = Player("Cleo", None, "bot:greedy")
DAN = Player("Dan", None, "bot:expert")

ONE_PERSON = (ANA, CLEO, DAN)
TWO_PEOPLE = (ANA, BEN, CLEO, DAN)

DEFAULTS = LaunchOptions()
MEDIUM = (120, 36)
SMALL = (80, 24)
LARGE = (200, 60)

Act = Callable[["Pilot[None]", QwirkleApp], Awaitable[None]]
CreateApp = Callable[[], QwirkleApp]


@dataclass(frozen=True, slots=True)
class Scene:
    """An app, and what to do in it before the picture is taken."""

    create_app: CreateApp
    act: Act
    size: tuple[int, int] = MEDIUM


@asynccontextmanager
async def open_scene(scene: Scene) -> AsyncIterator[tuple[Pilot[None], QwirkleApp]]:
    """Run the app of a scene, ready for the picture."""
    app = scene.create_app()
    async with app.run_test(size=scene.size) as pilot:
        await scene.act(pilot, app)
        app.clear_notifications()
        await wait_until(pilot, lambda: not app._notifications)
        await pilot.pause()
        yield pilot, app


def text_of(app: QwirkleApp) -> str:
    """Return the text on the screen."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


# Apps


def best_move(position: Position) -> Move:
    """Return the move that scores most, after rolling the dice that don't fit anywhere."""
    hand, variant = position.hands[position.seat_to_move], position.variant
    if position.stage is Stage.OPENING:
        return Place(movegen.opening_plays(hand, variant)[0][0])
    options = rules.available_options(position)
    forced = options.forced_move(hand)
    if forced is not None:
        return forced
    unplayable = tuple(face for face in hand if not position.board.playable_faces >> face & 1)
    if options.can_roll_free and unplayable:
        return Roll(unplayable)
    best = movegen.best_play(position.board, hand, variant)
    return Trade(hand[: options.max_trade]) if best is None else Place(best[0])


def play_game(variant: str, players: tuple[Player, ...], seed: int, min_turns: int) -> GameSession:
    """Play at least this many turns, until it's the first seat's turn or the game is over."""
    header = Header(catalog.load_variant(variant), players, seed)
    record = RecordWriter.create(header, Path(), START_TIME)
    game = Game(header, record.append)
    while not game.is_over and (
        game.position.turns_played < min_turns or game.position.seat_to_move != 0
    ):
        game.play(best_move(game.position))
    return GameSession(game, record)


def game_app(
    variant: str,
    players: tuple[Player, ...],
    seed: int,
    min_turns: int,
    launch: LaunchOptions = DEFAULTS,
) -> CreateApp:
    """Return a function that creates an app with a game in progress."""
    return lambda: QwirkleApp(launch, play_game(variant, players, seed, min_turns))


def review_app(variant: str, players: tuple[Player, ...], seed: int, min_turns: int) -> CreateApp:
    """Return a function that creates an app with a review of a game."""
    launch = LaunchOptions(review=Path())
    return lambda: QwirkleApp(launch, play_game(variant, players, seed, min_turns).game)


def app_without_game(launch: LaunchOptions) -> CreateApp:
    """Return a function that creates an app without a game."""
    return lambda: QwirkleApp(launch)


# Actions


def wait_for(screen: type[BaseScreen[None]]) -> Act:
    """Return an action that waits for a screen."""

    async def act(pilot: Pilot[None], app: QwirkleApp) -> None:
        await wait_until(pilot, lambda: isinstance(app.screen, screen))

    return act


def press(*keys: str) -> Act:
    """Return an action that waits for a person's turn and presses keys."""

    async def act(pilot: Pilot[None], app: QwirkleApp) -> None:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await pilot.press(*keys)

    return act


async def pick_most_playable(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Pick the piece that fits on most cells, and move the cursor to its best cell."""
    await wait_until(pilot, lambda: is_waiting_for_player(app))
    draft = KeyboardPlayer(pilot, app).draft
    legal_cells = {slot: draft.toggle_slot(slot).legal_cells for slot in range(len(draft.hand))}
    slot = max(legal_cells, key=lambda slot: len(legal_cells[slot]))
    await pilot.press(str(slot + 1))
    best_cell = max(legal_cells[slot], key=lambda cell: legal_cells[slot][cell] or 0)
    while game_screen(app).presenter.turn_state.cursor != best_cell:
        await pilot.press("tab")


async def place_and_pick(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Skip the roll, place all pieces of the best play but one, and pick that one."""
    await press("enter")(pilot, app)
    player = KeyboardPlayer(pilot, app)
    pieces, _ = legal_plays(game_screen(app).presenter.turn_state.view)[0]
    remaining = list(pieces)
    while remaining:
        placed_slots = player.draft.placed_slots
        for slot in range(len(player.draft.hand)):
            if slot in placed_slots:
                continue
            draft = player.draft.toggle_slot(slot)
            matching = [piece for piece in remaining if piece[0] == draft.picked_face]
            if matching and matching[0][1:] in draft.legal_cells:
                await player.choose(slot)
                if len(remaining) > 1:
                    await player.place(matching[0][1:])
                remaining.remove(matching[0])
                break


async def find_mistake(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Wait until all turns are reviewed, and go to the biggest mistake."""
    await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
    progress = cast("ReviewScreen", app.screen).progress
    await wait_until(pilot, lambda: progress.done_count == progress.turn_count)
    await pilot.press("b")


async def reach_hand_off(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Play one turn, up to the hand-off screen for the next person."""
    await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
    await KeyboardPlayer(pilot, app).play_game(max_decisions=2)
    await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))


SCENES = {
    "start": Scene(
        app_without_game(LaunchOptions(show_start_screen=True)), wait_for(StartScreen), SMALL
    ),
    "setup": Scene(
        app_without_game(LaunchOptions(variant=catalog.load_variant("cubes"))),
        wait_for(SetupScreen),
        SMALL,
    ),
    "tiles": Scene(game_app("tiles", ONE_PERSON, 30, 15), pick_most_playable),
    "cubes": Scene(game_app("cubes", TWO_PEOPLE, 8, 11), place_and_pick),
    "handoff": Scene(game_app("tiles", (ANA, BEN), 20, 6), reach_hand_off, SMALL),
    "roll": Scene(game_app("cubes", TWO_PEOPLE, 59, 6), press("1", "3", "4")),
    "trade": Scene(game_app("tiles", ONE_PERSON, 18, 10), press("t", "2", "5")),
    "end": Scene(game_app("tiles", ONE_PERSON, 30, 1000), wait_for(EndScreen)),
    "small": Scene(game_app("cubes", (ANA, CLEO), 20, 5), place_and_pick, SMALL),
    "review": Scene(review_app("cubes", TWO_PEOPLE, 8, 11), find_mistake),
    "large": Scene(game_app("tiles", ONE_PERSON, 2, 5), pick_most_playable, LARGE),
    "light": Scene(
        game_app("cubes", TWO_PEOPLE, 43, 8, LaunchOptions(theme="light")), place_and_pick
    ),
}
