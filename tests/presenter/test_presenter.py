"""The presenter: what each screen shows of a shared game, and what players can do there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from qwirkle.engine.events import Rolled
from qwirkle.engine.view import Stage
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.presenter import HandOff, Presenter
from qwirkle.session.availability import Status
from qwirkle.session.session import GameSession, Pace
from qwirkle.text.events import last_event_text, rolling_text
from tests.presenter.sample_games import CUBES, TILES, FakeAnalysis, arranged
from tests.session.players import ANA, BEN, BOT, BestMoveRunner


class FakeScreen:
    """Renderer that records every frame and hand-off."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.animations: list[Frame] = []
        self.hand_offs: list[HandOff] = []

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def draw(self, frame: Frame) -> None:
        self.frames.append(frame)

    async def play_animation(self, frame: Frame) -> None:
        self.animations.append(frame)
        await asyncio.sleep(0)

    async def hand_off(self, hand_off: HandOff) -> None:
        self.hand_offs.append(hand_off)


@asynccontextmanager
async def present(
    session: GameSession, *screens: tuple[int, ...]
) -> AsyncIterator[list[Presenter]]:
    """Run the game with one presenter per group of seats."""
    presenters = []
    for seats in screens:
        presenter = Presenter(
            session, seats, FakeScreen(), FakeAnalysis(), has_fixed_seat=len(seats) == 1
        )
        presenter.subscribe()
        presenters.append(presenter)
    running = asyncio.create_task(session.run(BestMoveRunner(), Pace))
    try:
        await settle()
        yield presenters
    finally:
        for presenter in presenters:
            presenter.unsubscribe()
        running.cancel()
        for result in await asyncio.gather(running, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result
        session.record.close()


async def settle() -> None:
    """Let all pending tasks run."""
    for _ in range(30):
        await asyncio.sleep(0)


def frame_of(presenter: Presenter) -> Frame:
    """The latest frame of a presenter."""
    screen = presenter.renderer
    assert isinstance(screen, FakeScreen)
    return screen.frame


async def test_each_screen_shows_its_own_hand() -> None:
    """Two players with their own screens always see their own hands, without hand-off screens."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with present(session, (0,), (1,)) as (ana, ben):
        assert [slot.face for slot in frame_of(ana).hand] == list(session.game.position.hands[0])
        assert [slot.face for slot in frame_of(ben).hand] == list(session.game.position.hands[1])
        assert "press_slot" in frame_of(ana).offers
        assert "press_slot" not in frame_of(ben).offers
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        assert frame_of(ana).drafted
        assert not frame_of(ben).drafted
        ana.act("play")
        await settle()
        assert frame_of(ben).seats[0].gain == 4
        assert frame_of(ben).news == last_event_text(session.history(1))
        assert "press_slot" in frame_of(ben).offers
        for presenter in (ana, ben):
            assert isinstance(presenter.renderer, FakeScreen)
            assert not presenter.renderer.hand_offs


async def test_a_player_cannot_act_for_another_seat() -> None:
    """Out of turn, actions set a status and leave the other player's draft alone."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with present(session, (0,), (1,)) as (ana, ben):
        ana.act("pick", 0)
        for action in ("play", "pick", "trade", "undo", "hint", "take_hint", "pass"):
            ben.act(action, *((0,) if action == "pick" else ()))
        assert ben.turn_state.status is Status.NOT_YOUR_TURN
        assert ANA.name in frame_of(ben).banner
        assert frame_of(ana).hand[0].picked
        ben.act("no such thing")
        assert not session.game.completed_turn_count


async def test_only_the_last_player_can_undo() -> None:
    """If nothing was drawn, only the player of the last turn can undo it."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"), bag=0)
    async with present(session, (0,), (1,)) as (ana, ben):
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        ana.act("play")
        await settle()
        assert "undo" in frame_of(ana).offers
        assert "undo" not in frame_of(ben).offers
        ana.act("undo")
        await settle()
        assert not session.game.completed_turn_count
        assert "press_slot" in frame_of(ana).offers
        assert "press_slot" not in frame_of(ben).offers


async def test_hand_off_screens_are_for_shared_screens() -> None:
    """Players who share a screen get a hand-off screen."""
    session = arranged(TILES, (ANA, BEN, BOT), ("Rk Rb", "Gs Gx", "Yx Yb"))
    async with present(session, (0, 1)) as (shared,):
        assert isinstance(shared.renderer, FakeScreen)
        assert [hand_off.name for hand_off in shared.renderer.hand_offs] == ["Ana"]
        assert shared.viewing_seat == 0


async def test_a_spectator_sees_no_hidden_hand_and_cannot_act() -> None:
    """A presenter without seats shows the board, and no action has an effect."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with present(session, (0,), ()) as (ana, spectator):
        assert not frame_of(spectator).hand
        spectator.act("pick", 0)
        spectator.act("play")
        assert not session.game.completed_turn_count
        assert frame_of(ana).seats[0].to_move
        assert spectator.find_legal_cells(0) is None


async def test_rolls_are_animated_on_every_screen() -> None:
    """Rolls of open dice are animated once on each screen."""
    session = arranged(CUBES, (ANA, BEN), ("Rk Rb Gs", "Gx Gx"))
    async with present(session, (0,), (1,)) as presenters:
        presenters[0].act("mark", 1)
        presenters[0].act("roll")
        await settle()
        for presenter in presenters:
            assert isinstance(presenter.renderer, FakeScreen)
            (animation,) = presenter.renderer.animations
            (roll,) = animation.throws
            event = session.game.active_history[-1][0]
            assert isinstance(event, Rolled)
            assert (roll.player, roll.before) == (0, event.before)
            assert roll.text == rolling_text(event, ANA.name)
            assert not presenter.frame.throws


async def test_legal_cells_are_available_before_a_roll() -> None:
    """`find_legal_cells` works before the free roll and out of turn."""
    session = arranged(CUBES, (ANA, BEN), ("Rk Rb Gs", "Rk Gx"))
    async with present(session, (0,), (1,)) as presenters:
        for presenter in presenters:
            cells = {fit.cell for fit in presenter.find_legal_cells(0) or ()}
            assert {(3, 0), (-1, 0)} <= cells
            assert presenter.find_legal_cells(7) == ()
    assert session.game.position.stage is Stage.ROLL


async def test_unsubscribing_stops_updates() -> None:
    """A presenter that has unsubscribed gets no frames."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with present(session, (0,), (1,)) as (ana, ben):
        ben.unsubscribe()
        count = len(ben.renderer.frames) if isinstance(ben.renderer, FakeScreen) else 0
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        ana.act("play")
        await settle()
        assert isinstance(ben.renderer, FakeScreen)
        assert len(ben.renderer.frames) == count


async def test_unavailable_actions_set_a_status() -> None:
    """A key with several actions sets the status of one; presenter actions have their own."""
    session = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with present(session, (0,)) as (ana,):
        ana.explain_unavailable(("play", "trade"))
        assert ana.turn_state.status is Status.PLACE_FIRST
        for action, status in (("show_end", Status.NOT_OVER), ("replay", Status.NOTHING_TO_REPLAY)):
            ana.explain_unavailable((action,))
            assert ana.turn_state.status is status
        ana.show_status(None)
        assert not ana.turn_state.status
