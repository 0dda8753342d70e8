"""Plain-text mode: every command, and what it prints."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Finished, GameEvent, Placed, Rolled, Traded
from qwirkle.plain.descriptions import command_labels, piece_name
from qwirkle.plain.local import LocalActionSink, result_lines
from qwirkle.plain.repl import COMMANDS, TextUI
from qwirkle.presenter.frame import Frame
from qwirkle.presenter.presenter import Presenter
from qwirkle.session.availability import Status
from qwirkle.session.session import GameSession, Pace
from tests.presenter.sample_games import CUBES, TILES, FakeAnalysis, arranged
from tests.random_games import replace_position
from tests.sample_positions import faces
from tests.session.players import ANA, BEN, BOT, BestMoveRunner


class Console:
    """Types commands and records what each of them prints."""

    def __init__(self, session: GameSession, **options: bool) -> None:
        self.session = session
        self.printed: list[str] = []
        """Lines printed since the last command."""
        self.statuses: list[Status | Reason] = []
        """The status at the time of each of these lines, if there was one."""
        self.ui = TextUI(self._print_line, purist=options.get("purist", False))
        self.presenter = Presenter(
            session,
            session.human_seats,
            self.ui,
            FakeAnalysis(),
            control_labels=command_labels,
            **options,
        )
        self.ui.connect(LocalActionSink(self.presenter))
        self.input: asyncio.Queue[str | None] = asyncio.Queue()

    def _print_line(self, line: str) -> None:
        self.printed.append(line)
        status = self.presenter.turn_state.status
        if isinstance(status, IllegalMove):
            self.statuses.append(status.reason)
        elif isinstance(status, Status):
            self.statuses.append(status)

    @property
    def frame(self) -> Frame:
        return self.presenter.frame

    @property
    def events(self) -> tuple[GameEvent, ...]:
        return tuple(event for event, _ in self.session.game.active_history)

    @property
    def text(self) -> str:
        return "\n".join(self.printed)

    async def settle(self) -> None:
        """Let the game advance until it waits for input."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def enter(self, line: str) -> str:
        """Type a line and return what is printed."""
        self.printed.clear()
        self.statuses.clear()
        self.input.put_nowait(line)
        await self.settle()
        return self.text


@asynccontextmanager
async def open_console(session: GameSession, **options: bool) -> AsyncIterator[Console]:
    """Run a game in plain-text mode."""
    console = Console(session, **options)
    console.presenter.subscribe()
    tasks = (
        asyncio.create_task(session.run(BestMoveRunner(), Pace)),
        asyncio.create_task(console.ui.run(console.input)),
    )
    try:
        await console.settle()
        yield console
    finally:
        console.presenter.unsubscribe()
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result


async def test_a_turn_is_placed_and_played() -> None:
    """`where` and `lay` print cells and points; `play` plays the turn and prints the next hand."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx Yb"))) as console:
        assert "1 red clover, 2 red starburst, 3 green square" in console.text
        where = await console.enter("where 1")
        assert "-1,0 +4, 3,0 +4, 0,-1 +2, " in where
        text = await console.enter("lay 1 at 3,0")
        assert "red clover at 3,0" in text
        assert "4 = +4" in text
        assert "“play”" in text
        assert console.frame.points == 4
        text = await console.enter("lay 2 4 0")
        assert "red starburst at 4,0" in text
        assert "5 = +5" in text
        assert console.frame.points == 5
        text = await console.enter("play")
        assert "+5" in text
        assert "red clover at 3,0; red starburst at 4,0" in text
        clover, starburst = faces("Rk Rb")
        ana, bo = (event for event in console.events if isinstance(event, Placed))
        assert ana == Placed(0, ((clover, 3, 0), (starburst, 4, 0)), 5)
        assert bo.player == 1
        assert "Bo" in text
        assert "1 green square" in text


async def test_pieces_return_to_the_hand() -> None:
    """`back` returns the last piece, `clear` all; an illegal piece stays in the hand."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as console:
        (clover,) = faces("Rk")
        await console.enter("lay 1 at 3,0")
        await console.enter("lay 2 at 4,0")
        assert [slot.laid for slot in console.frame.hand] == [True, True, False]
        hand = await console.enter("hand")
        assert hand.count("(") == 2
        assert "red clover at 3,0" in await console.enter("back")
        assert console.frame.drafted == ((clover, 3, 0),)
        assert await console.enter("clear")
        assert not console.frame.drafted
        await console.enter("lay 3 at 3,0")
        assert Reason.LINE_MIXED in console.statuses
        assert not console.frame.drafted
        assert not any(slot.picked for slot in console.frame.hand)
        await console.enter("clear")
        assert console.statuses == [Status.NOTHING_TO_RETURN]
        await console.enter("play")
        assert console.statuses == [Status.PLACE_FIRST]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "“dance”"),
        ("where", "1 to 3"),
        ("where 9", "1 to 3"),
        ("where ²", "“²”"),
        ("lay 1", "“lay”"),
        ("lay 1 at home", "“home”"),
        ("lay 1 at 9999,0", "“9999,0”"),
        ("lay 1 at 1,0", Reason.CELL_TAKEN),
        ("lines many", "“lines”"),
        ("take", "“hint”"),
        ("roll 1", Status.NO_ROLLS),
        ("keep", Status.PICK_FIRST),
        ("pass", Status.PICK_FIRST),
        ("trade", Status.MARK_FIRST),
        ("trade 1 7", "“7”"),
        ("undo", Status.NOTHING_TO_UNDO),
        ("why", Status.NO_TURN_YET),
        ("x" * 5000, "“x"),
    ],
)
async def test_an_invalid_command_changes_nothing(line: str, reason: str) -> None:
    """An invalid command sets a status or prints what is wrong with the input."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as console:
        hand = console.frame.hand
        text = await console.enter(line)
        if isinstance(reason, Status | Reason):
            assert reason in console.statuses
        else:
            assert reason in text
            assert not console.statuses
        assert text
        assert all(len(printed) < 400 for printed in console.printed)
        assert console.frame.hand == hand
        assert console.presenter.turn_state.draft is not None
        assert console.presenter.turn_state.draft.is_untouched


async def test_the_board_and_the_bag_are_described() -> None:
    """Commands print rows, lines and what they lack, cells, scores, the bag and the log."""
    session = arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"), bag=2)
    async with open_console(session) as console:
        board = await console.enter("board")
        assert "0 red circle, 1 red square, 2 red diamond" in board
        assert len(console.printed) == 1
        lines = await console.enter("lines 3")
        assert lines.startswith("3 across from 0,0 to 2,0: red circle, red square, red diamond.")
        assert "3,0 red clover or red starburst or red cross" in lines
        no_lines = await console.enter("lines")
        assert "4" in no_lines
        assert "red" not in no_lines
        assert "red square" in await console.enter("at 1,0")
        assert "red circle or red diamond" in await console.enter("at 1,1")
        nothing = await console.enter("at 9,9")
        assert "9,9" in nothing
        assert "red" not in nothing
        ana, bo = (await console.enter("scores")).splitlines()
        assert ana.startswith("Ana 0, ")
        assert bo.startswith("Bo 0")
        bag = await console.enter("bag")
        assert "72" in bag.splitlines()[0]
        assert "yellow: 2 circle" in bag
        assert ANA.name in await console.enter("log")
        assert "1 red clover" in await console.enter("again")
        assert "1 red clover" in await console.enter("sort")


async def test_a_hint_is_requested_and_taken() -> None:
    """`hint` prints the best turns; repeating it selects the next, and `take` places it."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as console:
        text = await console.enter("hint")
        assert console.statuses == [Status.FINDING_HINTS, Status.HINTS]
        assert "A: " in text
        assert "B: " in await console.enter("hint")
        selection = console.presenter.turn_state.hint_selection
        assert selection is not None
        assert selection.selected == 1
        assert await console.enter("take")
        assert console.frame.drafted
        await console.enter("play")
        assert any(isinstance(event, Placed) and not event.player for event in console.events)
        assert await console.enter("why")
        assert Status.EXPLANATION in console.statuses
        explained = console.presenter.turn_state.explanation
        assert explained is not None
        assert explained.play_loss == 0


async def test_the_prompt_is_printed_in_every_turn() -> None:
    """If you must trade twice in a row, the same prompt is printed twice."""
    session = arranged(TILES, (ANA, BOT), ("Gk Gb", "Yk Yb"))
    bag = [0 for _ in session.game.position.bag]
    for face in faces("Bk Bb Bx Pk Pb Px"):
        bag[face] = 20  # none of them fits
    (fitting,) = faces("Rk")
    bag[fitting] = 1  # without it the board is blocked and the game is over
    replace_position(session.game, bag=tuple(bag))
    async with open_console(session) as console:
        (prompt,) = (line for line in console.printed if "trade" in line)
        text = await console.enter("trade 1 2")
        trades = [event for event in console.events if isinstance(event, Traded)]
        assert [(trade.player, len(trade.gave)) for trade in trades] == [(0, 2), (1, 2)]
        assert text.endswith(f"\n{prompt}")


async def test_a_trade_ends_the_turn() -> None:
    """`trade 1 3` trades these pieces, and the next turn starts with a new hand."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"), bag=1)) as console:
        text = await console.enter("trade 1 3")
        trade = next(event for event in console.events if isinstance(event, Traded))
        assert (trade.player, sorted(trade.gave)) == (0, sorted(faces("Rk Gs")))
        assert f"1 {piece_name(console.frame.hand[0].face)}" in text


async def test_dice_are_rolled_or_kept() -> None:
    """`roll` rolls the numbered dice, else the marked ones, or all if none fits; `keep` none."""

    def rolls(console: Console) -> list[tuple[int, int, bool]]:
        return [
            (event.player, len(event.before), event.forced)
            for event in console.events
            if isinstance(event, Rolled)
        ]

    async with open_console(arranged(CUBES, (ANA, BOT), ("Rk Rb Gs", "Yx Yx"))) as console:
        assert "“keep”" in console.text
        assert "red clover" in await console.enter("where 1")
        text = await console.enter("roll 2 3")
        assert text.count("(") == 2  # after the dice that were just rolled
        assert all(piece_name(slot.face) in text for slot in console.frame.hand)
        assert [slot.rolled for slot in console.frame.hand] == [False, True, True]
        assert rolls(console) == [(0, 2, False)]
    async with open_console(arranged(CUBES, (ANA, BOT), ("Rk Rb Gs", "Yx Yx"))) as console:
        assert await console.enter("keep")
        assert "pick" in console.frame.offers
        await console.enter("roll 1")
        assert rolls(console) == [(0, 1, False)]
        await console.enter("roll 1")
        assert console.statuses == [Status.ROLL_USED]
    async with open_console(arranged(CUBES, (ANA, BOT), ("Gb Yk Px", "Yx Yx"))) as console:
        assert "“roll”" in console.text
        await console.enter("roll")
        assert (0, 3, True) in rolls(console)
    async with open_console(arranged(CUBES, (ANA, BOT), ("Gb Yk Px", "Yx Yx"))) as console:
        await console.enter("hint")
        assert await console.enter("take")
        marked = sum(slot.marked for slot in console.frame.hand)
        assert marked
        await console.enter("roll")
        assert rolls(console)[0] == (0, marked, False)


async def test_a_hidden_hand_waits_for_its_player() -> None:
    """Between two players, no hand is printed until the next player enters an empty line."""
    async with open_console(arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))) as console:
        assert "Ana" in console.printed[-1]
        assert "red" not in console.text
        assert console.presenter.viewing_seat is None
        assert "1 red clover" in await console.enter("")
        await console.enter("lay 1 at 3,0")
        text = await console.enter("play")
        assert "Ben" in console.printed[-1]
        assert "green" not in text
        assert "+4" in text
        assert console.presenter.viewing_seat is None
        text = await console.enter("")
        assert Status.NOT_YOUR_TURN not in console.statuses
        assert "1 green square" in text


async def test_a_purist_gets_no_help() -> None:
    """Purists don't see legal cells, unseen pieces, hints or point previews."""
    session = arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))
    async with open_console(session, purist=True, hints_enabled=False) as console:
        await console.enter("where 1")
        assert console.statuses == [Status.PURIST]
        bag = await console.enter("bag")
        assert "36" in bag
        assert len(console.printed) == 1
        await console.enter("hint")
        assert console.statuses == [Status.PURIST]
        assert "+4" not in await console.enter("lay 1 at 3,0")


async def test_going_out_ends_the_game() -> None:
    """The result has every player's rank, and then no command changes the game."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk", "Yx"), bag=0)) as console:
        await console.enter("lay 1 at 3,0")
        await console.enter("play")
        assert "+4" in console.text
        assert console.events[-1] == Finished(0, 6, (10, 0), (0,))
        assert list(result_lines(console.frame.result))[2:] == ["1. Ana: 10", "2. Bo: 0"]
        assert console.frame.hand == ()
        await console.enter("where 1")
        assert len(console.printed) == 1
        assert not console.statuses
        await console.enter("play")
        assert console.statuses == [Status.GAME_OVER]


async def test_every_command_is_in_the_help() -> None:
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk", "Yx"))) as console:
        await console.enter("help")
        words = [line.partition(":")[0].partition(" ")[0] for line in console.printed]
        assert set(words) >= {*COMMANDS, "quit"}
        assert "4,-1" in console.printed[-1]


async def test_an_error_of_the_record_is_printed_once() -> None:
    """The error is printed when it occurs, and not repeated."""
    async with open_console(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as console:
        console.session.record.error = "No room."
        assert (await console.enter("sort")).startswith("No room.")
        assert "No room." not in await console.enter("sort")
