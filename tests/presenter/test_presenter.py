"""Chairs: what the people before one screen see of a game that others share, and what they do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from qwirkle.engine.view import Stage
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.presenter import HandOff, Presenter
from qwirkle.session.availability import Status
from qwirkle.session.session import GameSession, Pace
from tests.plain.test_repl import CUBES, TILES, Analyst, arranged
from tests.session.test_session import ANA, BEN, BOT, Best


class Screen:
    """Draws nothing and remembers everything."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.acted_out: list[Frame] = []
        self.handovers: list[HandOff] = []

    @property
    def frame(self) -> Frame:
        """What is shown now."""
        return self.frames[-1]

    def draw(self, frame: Frame) -> None:
        """Keep it."""
        self.frames.append(frame)

    async def play_animation(self, frame: Frame) -> None:
        """Keep it, and take a while."""
        self.acted_out.append(frame)
        await asyncio.sleep(0)

    async def hand_off(self, hand_off: HandOff) -> None:
        """The next one is there at once."""
        self.handovers.append(hand_off)


@asynccontextmanager
async def seated(host: GameSession, *places: tuple[int, ...]) -> AsyncIterator[list[Presenter]]:
    """A chair for each group of seats, at a table where the game goes on."""
    chairs = []
    for seats in places:
        chair = Presenter(host, seats, Screen(), Analyst(), personal=len(seats) == 1)
        chair.subscribe()
        chairs.append(chair)
    running = asyncio.create_task(host.run(Best(), Pace))
    try:
        await settled()
        yield chairs
    finally:
        for chair in chairs:
            chair.unsubscribe()
        running.cancel()
        for result in await asyncio.gather(running, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result
        host.record.close()


async def settled() -> None:
    """Let everything happen that happens by itself."""
    for _ in range(30):
        await asyncio.sleep(0)


def shown(chair: Presenter) -> Frame:
    """What the screen of a chair shows."""
    screen = chair.renderer
    assert isinstance(screen, Screen)
    return screen.frame


async def test_each_screen_shows_its_own_hand() -> None:
    """Two people with a screen each see their own pieces all the time, and no curtain."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with seated(host, (0,), (1,)) as (ana, ben):
        assert [slot.face for slot in shown(ana).hand] == list(host.game.position.hands[0])
        assert [slot.face for slot in shown(ben).hand] == list(host.game.position.hands[1])
        assert "press_slot" in shown(ana).offers
        assert "press_slot" not in shown(ben).offers
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        assert shown(ana).drafted
        assert not shown(ben).drafted
        ana.act("play")
        await settled()
        assert shown(ben).news == "Ana laid 1 piece: +4."
        assert "press_slot" in shown(ben).offers
        for chair in (ana, ben):
            assert not isinstance(chair.renderer, Screen) or not chair.renderer.handovers


async def test_nobody_moves_for_another_seat() -> None:
    """Out of turn an action only says that one must wait; the half-built turn of others stays."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with seated(host, (0,), (1,)) as (ana, ben):
        ana.act("pick", 0)
        for action in ("play", "pick", "trade", "undo", "hint", "take_hint", "pass"):
            ben.act(action, *((0,) if action == "pick" else ()))
        assert "it is the turn of Ana" in shown(ben).banner
        assert shown(ana).hand[0].picked
        ben.act("no such thing")
        assert not host.game.turns_played


async def test_only_the_own_turn_is_taken_back() -> None:
    """Where nothing was drawn, whoever made the last turn may take it back, and nobody else."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"), bag=0)
    async with seated(host, (0,), (1,)) as (ana, ben):
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        ana.act("play")
        await settled()
        assert "undo" in shown(ana).offers
        assert "undo" not in shown(ben).offers
        ana.act("undo")
        await settled()
        assert not host.game.turns_played
        assert "press_slot" in shown(ana).offers
        assert "press_slot" not in shown(ben).offers


async def test_a_hand_passes_between_people_at_one_screen_only() -> None:
    """Two people share a screen and a third has their own: the curtain is for the two."""
    host = arranged(TILES, (ANA, BEN, BOT), ("Rk Rb", "Gs Gx", "Yx Yb"))
    async with seated(host, (0, 1)) as (both,):
        assert isinstance(both.renderer, Screen)
        assert [each.name for each in both.renderer.handovers] == ["Ana"]
        assert both.viewing_seat == 0


async def test_an_onlooker_sees_no_hidden_hand_and_does_nothing() -> None:
    """A chair for no seat shows the table; every action rests."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with seated(host, (0,), ()) as (ana, watcher):
        assert not shown(watcher).hand
        watcher.act("pick", 0)
        watcher.act("play")
        assert not host.game.turns_played
        assert shown(ana).seats[0].to_move
        assert watcher.find_fits(0) is None


async def test_rolls_are_acted_out_for_everybody() -> None:
    """Open dice tumble on each screen before they lie, once."""
    host = arranged(CUBES, (ANA, BEN), ("Rk Rb Gs", "Gx Gx"))
    async with seated(host, (0,), (1,)) as chairs:
        chairs[0].act("mark", 1)
        chairs[0].act("roll")
        await settled()
        for chair in chairs:
            assert isinstance(chair.renderer, Screen)
            (acted,) = chair.renderer.acted_out
            (throw,) = acted.throws
            assert (throw.player, throw.before) == (0, host.game.active_history[-1][0].before)  # type: ignore[union-attr]
            assert throw.text == "Ana rolls 1 die."
            assert not chair.frame.throws


async def test_where_a_piece_goes_can_be_asked_before_a_roll() -> None:
    """One can think about the dice as they lie, and about a hand before one's turn."""
    host = arranged(CUBES, (ANA, BEN), ("Rk Rb Gs", "Rk Gx"))
    async with seated(host, (0,), (1,)) as chairs:
        for chair in chairs:
            cells = {fit.cell for fit in chair.find_fits(0) or ()}
            assert {(3, 0), (-1, 0)} <= cells
            assert chair.find_fits(7) == ()
    assert host.game.position.stage is Stage.ROLL


async def test_who_gets_up_hears_no_more() -> None:
    """A screen that was left is not drawn on."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with seated(host, (0,), (1,)) as (ana, ben):
        ben.unsubscribe()
        count = len(ben.renderer.frames) if isinstance(ben.renderer, Screen) else 0
        ana.act("pick", 0)
        ana.act("press_cell", 3, 0)
        ana.act("play")
        await settled()
        assert isinstance(ben.renderer, Screen)
        assert len(ben.renderer.frames) == count


async def test_an_answer_says_why_a_key_rests() -> None:
    """Keys that stand for several actions, and those besides the desk."""
    host = arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))
    async with seated(host, (0,)) as (ana,):
        ana.explain_unavailable(("play", "trade"))
        assert shown(ana).banner == "Lay a piece first."
        for action, note in (("show_end", Status.NOT_OVER), ("replay", Status.NOTHING_TO_REPLAY)):
            ana.explain_unavailable((action,))
            assert ana.turn_state.status is note
        ana.show_status(None)
        assert not ana.turn_state.status
