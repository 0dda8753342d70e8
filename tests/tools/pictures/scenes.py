"""Moments of the running program worth a picture, the same on every machine."""

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
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.position import Position
from qwirkle.engine.view import Stage
from qwirkle.game import Game
from qwirkle.records.schema import Header, Player
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

WHEN = datetime(2026, 1, 1)

ANA = Player("Ana", 9)
BEN = Player("Ben", 41)
CLEO = Player("Cleo", None, "bot:greedy")
DAN = Player("Dan", None, "bot:expert")

ALONE = (ANA, CLEO, DAN)
TABLE = (ANA, BEN, CLEO, DAN)

PLAIN = LaunchOptions()
WIDE = (120, 36)
SMALL = (80, 24)
LARGE = (200, 60)

Act = Callable[["Pilot[None]", QwirkleApp], Awaitable[None]]
Open = Callable[[], QwirkleApp]


@dataclass(frozen=True, slots=True)
class Scene:
    """An app to open, and what is done there before the picture."""

    open: Open
    act: Act
    size: tuple[int, int] = WIDE


@asynccontextmanager
async def shown(scene: Scene) -> AsyncIterator[tuple[Pilot[None], QwirkleApp]]:
    """The app of a scene, at the moment of the picture."""
    app = scene.open()
    async with app.run_test(size=scene.size) as pilot:
        await scene.act(pilot, app)
        app.clear_notifications()
        await wait_until(pilot, lambda: not app._notifications)
        await pilot.pause()
        yield pilot, app


def text_of(app: QwirkleApp) -> str:
    """What the screen says, without colours."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


# Opening


def best_move(position: Position) -> Move:
    """The play with most points; dice that fit nowhere are rolled before."""
    hand, variant = position.hands[position.player], position.variant
    if position.stage is Stage.OPENING:
        return Place(movegen.opening_plays(hand, variant)[0][0])
    options = rules.available_options(position)
    forced = options.forced_move(hand)
    if forced is not None:
        return forced
    idle = tuple(face for face in hand if not position.board.playable_faces >> face & 1)
    if options.can_roll_free and idle:
        return Roll(idle)
    best = movegen.best_play(position.board, hand, variant)
    return Trade(hand[: options.max_trade]) if best is None else Place(best[0])


def played(variant: str, players: tuple[Player, ...], seed: int, turns: int) -> GameSession:
    """A game after so many turns or a few more, until it is up to the first seat, or over."""
    header = Header(catalog.load_variant(variant), players, seed)
    record = RecordWriter.create(header, Path(), WHEN)
    game = Game(header, record.append)
    while not game.is_over and (game.position.turns_played < turns or game.position.player != 0):
        game.play(best_move(game.position))
    return GameSession(game, record)


def table(
    variant: str, players: tuple[Player, ...], seed: int, turns: int, launch: LaunchOptions = PLAIN
) -> Open:
    """Opens the app with such a game on the table."""
    return lambda: QwirkleApp(launch, played(variant, players, seed, turns))


def record(variant: str, players: tuple[Player, ...], seed: int, turns: int) -> Open:
    """Opens the app with a review of such a game."""
    launch = LaunchOptions(review=Path())
    return lambda: QwirkleApp(launch, played(variant, players, seed, turns).game)


def door(launch: LaunchOptions) -> Open:
    """Opens the app without a game."""
    return lambda: QwirkleApp(launch)


# Acting


def wait_for(screen: type[BaseScreen[None]]) -> Act:
    """Waits for a screen."""

    async def act(pilot: Pilot[None], app: QwirkleApp) -> None:
        await wait_until(pilot, lambda: isinstance(app.screen, screen))

    return act


def press(*keys: str) -> Act:
    """Waits for the person at the table, and presses keys."""

    async def act(pilot: Pilot[None], app: QwirkleApp) -> None:
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await pilot.press(*keys)

    return act


async def pick_widest(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Picks the piece that fits in most places, and goes to where it scores most."""
    await wait_until(pilot, lambda: is_waiting_for_player(app))
    draft = KeyboardPlayer(pilot, app).draft
    fits = {slot: draft.toggle_slot(slot).fits for slot in range(len(draft.hand))}
    slot = max(fits, key=lambda each: len(fits[each]))
    await pilot.press(str(slot + 1))
    best = max(fits[slot], key=lambda cell: fits[slot][cell] or 0)
    while game_screen(app).presenter.turn_state.cursor != best:
        await pilot.press("tab")


async def lay_and_pick(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Keeps the dice, lays all of the best play but one piece, and picks that."""
    await press("enter")(pilot, app)
    keys = KeyboardPlayer(pilot, app)
    pieces, _ = legal_placements(game_screen(app).presenter.turn_state.view)[0]
    left = list(pieces)
    while left:
        free = [slot for slot in range(len(keys.draft.hand)) if slot not in keys.draft.placed_slots]
        for slot in free:
            picked = keys.draft.toggle_slot(slot)
            fits = picked.fits
            found = [piece for piece in left if piece[0] == picked.picked_face]
            if found and found[0][1:] in fits:
                await keys.choose(slot)
                if len(left) > 1:
                    await keys.lay(found[0][1:])
                left.remove(found[0])
                break


async def find_mistake(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Waits until all turns are judged, and goes to the biggest mistake."""
    await wait_until(pilot, lambda: isinstance(app.screen, ReviewScreen))
    judged = cast("ReviewScreen", app.screen).progress
    await wait_until(pilot, lambda: judged.done_count == judged.turn_count)
    await pilot.press("b")


async def hand_over(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Plays one turn, up to the curtain for the next person."""
    await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
    keys = KeyboardPlayer(pilot, app)
    await keys.play_game(2)
    await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))


SCENES = {
    "start": Scene(door(LaunchOptions(show_start_screen=True)), wait_for(StartScreen), SMALL),
    "setup": Scene(
        door(LaunchOptions(variant=catalog.load_variant("cubes"))), wait_for(SetupScreen), SMALL
    ),
    "tiles": Scene(table("tiles", ALONE, 30, 15), pick_widest),
    "cubes": Scene(table("cubes", TABLE, 8, 11), lay_and_pick),
    "handoff": Scene(table("tiles", (ANA, BEN), 20, 6), hand_over, SMALL),
    "roll": Scene(table("cubes", TABLE, 59, 6), press("1", "3", "4")),
    "trade": Scene(table("tiles", ALONE, 18, 10), press("t", "2", "5")),
    "end": Scene(table("tiles", ALONE, 30, 1000), wait_for(EndScreen)),
    "small": Scene(table("cubes", (ANA, CLEO), 20, 5), lay_and_pick, SMALL),
    "review": Scene(record("cubes", TABLE, 8, 11), find_mistake),
    "large": Scene(table("tiles", ALONE, 2, 5), pick_widest, LARGE),
    "light": Scene(table("cubes", TABLE, 43, 8, LaunchOptions(theme="light")), lay_and_pick),
}
