"""A game in lines: everything that can be said, and what is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.hints import Hints, hints
from qwirkle.analysis.review import TurnRecord, TurnReview, review_turn
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACE_BY_TEXT, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage, View
from qwirkle.plain.descriptions import command_labels
from qwirkle.plain.local import LocalActionSink, result_lines
from qwirkle.plain.repl import COMMANDS, TextUI
from qwirkle.presenter.presenter import Presenter
from qwirkle.records.schema import Player
from qwirkle.session.session import GameSession, Pace
from tests.sample_positions import parse_placement
from tests.session.test_session import ANA, BEN, BOT, Best

TILES = catalog.load_variant("tiles")
CUBES = catalog.load_variant("cubes")
ROW = "Rc 0,0 · Rs 1,0 · Rd 2,0"


class Analyst:
    """Finds hints and judges turns here and now."""

    async def hints(self, view: View) -> Hints:
        """What the analysis advises."""
        return hints(view, seconds=3600)

    async def review_turn(self, turn: TurnRecord) -> TurnReview:
        """How good a turn was."""
        return review_turn(turn)

    def cancel(self) -> None:
        """There is never an open question."""


def faces(text: str) -> Faces:
    """The faces of a text such as `Rc Gs`."""
    return tuple(FACE_BY_TEXT[word] for word in text.split())


def arranged(
    variant: Variant,
    players: tuple[Player, ...],
    hands: tuple[str, ...],
    table: str = ROW,
    bag: int = 1,
) -> GameSession:
    """A game in which the first player is to move, with these hands and this table."""
    host = GameSession.new(variant, players, 3)
    event, position = host.game.active_history[-1]
    found = replace(
        position,
        hands=tuple(map(faces, hands)),
        board=Board.of(parse_placement(table)),
        bag=tuple(bag for _ in position.bag),
        player=0,
        stage=Stage.ROLL if variant.roll_step else Stage.PLACE,
        free_rolls=1 if variant.roll_step else 0,
        turns_played=1,
    )
    host.game.active_history[-1] = (event, found)
    return host


class Talk:
    """Somebody who types lines and reads what is answered."""

    def __init__(self, host: GameSession, **wishes: bool) -> None:
        self.host = host
        self.said: list[str] = []
        self.conversation = TextUI(self.said.append, purist=wishes.get("purist", False))
        self.chair = Presenter(
            host,
            host.human_seats,
            self.conversation,
            Analyst(),
            key_labels=command_labels,
            **wishes,
        )
        self.conversation.connect(LocalActionSink(self.chair))
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()

    async def settled(self) -> None:
        """Let everything happen that happens by itself."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def tell(self, line: str) -> str:
        """Type a line; what is answered, in one text."""
        self.said.clear()
        self.lines.put_nowait(line)
        await self.settled()
        return "\n".join(self.said)


@asynccontextmanager
async def talking(host: GameSession, **wishes: bool) -> AsyncIterator[Talk]:
    """A conversation at a table where the game goes on."""
    talk = Talk(host, **wishes)
    talk.chair.subscribe()
    tasks = (
        asyncio.create_task(host.run(Best(), Pace)),
        asyncio.create_task(talk.conversation.run(talk.lines)),
    )
    try:
        await talk.settled()
        yield talk
    finally:
        talk.chair.unsubscribe()
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result
        host.record.close()


async def test_a_turn_is_laid_and_played() -> None:
    """Where a piece goes is told with points; laying says what it makes, and playing what came."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx Yb"))) as talk:
        assert "Hand: 1 red clover, 2 red starburst, 3 green square." in talk.said
        told = await talk.tell("where 1")
        assert told.startswith("red clover goes to: -1,0 +4, 3,0 +4, 0,-1 +2, ")
        told = await talk.tell("lay 1 at 3,0")
        assert "Laid: red clover at 3,0. line of 4 = +4." in told
        assert "Ana: “play” plays this for +4." in told
        assert "red starburst at 4,0. line of 5 = +5." in await talk.tell("lay 2 4 0")
        told = await talk.tell("play")
        assert "Ana laid 2 pieces: +5. red clover at 3,0; red starburst at 4,0." in told
        assert "Bo laid" in told
        assert "Hand: 1 green square" in told


async def test_pieces_are_taken_back() -> None:
    """One by one, or all; what is refused stays in the hand, and it is said why."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as talk:
        await talk.tell("lay 1 at 3,0")
        await talk.tell("lay 2 at 4,0")
        assert "(laid)" in await talk.tell("hand")
        assert "Laid: red clover at 3,0." in await talk.tell("back")
        assert "Nothing is laid" in await talk.tell("clear")
        assert "colour" in await talk.tell("lay 3 at 3,0")
        assert not talk.chair.frame.drafted
        assert not any(slot.picked for slot in talk.chair.frame.hand)
        assert "There is nothing to take back." in await talk.tell("clear")
        assert "Lay a piece first." in await talk.tell("play")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("dance", "There is no “dance” here"),
        ("where", "is no number of a piece: they are from 1 to 3"),
        ("where 9", "is no number of a piece: they are from 1 to 3"),
        ("where ²", "is no number of a piece"),
        ("lay 1", "Say “lay”, a number"),
        ("lay 1 at home", "is no place: say its column and its row"),
        ("lay 1 at 9999,0", "is no place"),
        ("lay 1 at 1,0", "already"),
        ("lines many", "takes how many pieces"),
        ("take", "ask for a “hint” first"),
        ("roll 1", "Nothing is rolled in this game."),
        ("keep", "Pick a piece first."),
        ("pass", "Pick a piece first."),
        ("trade", "Mark a piece first"),
        ("trade 1 7", "is no number"),
        ("undo", "There is no turn of yours to take back."),
        ("why", "No turn has been made yet."),
        ("x" * 5000, "There is no “x"),
    ],
)
async def test_what_cannot_be_is_answered_with_a_sentence(line: str, answer: str) -> None:
    """No line leads to anything but a sentence, and the turn is as it was."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as talk:
        before = talk.chair.frame.hand
        told = await talk.tell(line)
        assert answer in told
        assert all(len(sentence) < 400 for sentence in talk.said)
        assert talk.chair.frame.hand == before
        assert talk.chair.turn_state.draft is not None
        assert talk.chair.turn_state.draft.is_untouched


async def test_the_table_is_told() -> None:
    """Rows, lines with what they lack, single cells, scores and the bag."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"), bag=2)) as talk:
        assert await talk.tell("board") == "Row 0: 0 red circle, 1 red square, 2 red diamond."
        lines = await talk.tell("lines 3")
        assert lines.startswith("3 across from 0,0 to 2,0: red circle, red square, red diamond.")
        assert "3,0 red clover or red starburst or red cross" in lines
        assert await talk.tell("lines") == "There is no line of 4 pieces or more."
        assert await talk.tell("at 1,0") == "At 1,0 lies red square."
        assert "there fits red circle or red diamond" in await talk.tell("at 1,1")
        assert "nothing fits there now" in await talk.tell("at 9,9")
        assert await talk.tell("scores") == "Ana 0, to move.\nBo 0."
        bag = await talk.tell("bag")
        assert bag.startswith("The bag holds 72 pieces.")
        assert "Unseen yellow: 2 circle" in bag
        assert "starts" in await talk.tell("log")
        assert "Hand: 1 red clover" in await talk.tell("again")
        assert "Hand: 1 red clover" in await talk.tell("sort")


async def test_a_hint_is_asked_for_and_taken() -> None:
    """Hints are told once they are found; the next one comes with the same word."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as talk:
        told = await talk.tell("hint")
        assert "Looking for the best turns…" in told
        assert "A: lay" in told
        assert "B: lay" in await talk.tell("hint")
        assert "Laid: " in await talk.tell("take")
        assert "Ana laid" in await talk.tell("play")
        assert "Nothing better was found." in await talk.tell("why")


async def test_what_to_do_is_told_in_every_turn() -> None:
    """Whoever must trade twice running is told so twice, though the words are the same."""
    host = arranged(TILES, (ANA, BOT), ("Gk Gb", "Yk Yb"))
    event, position = host.game.active_history[-1]
    bag = [0 for _ in position.bag]
    for face in faces("Bk Bb Bx Pk Pb Px"):
        bag[face] = 20  # none of them fits
    (fits,) = faces("Rk")
    bag[fits] = 1  # else the table would be dead, and the game over
    host.game.active_history[-1] = (event, replace(position, bag=tuple(bag)))
    async with talking(host) as talk:
        (prompt,) = (line for line in talk.said if "trade" in line)
        told = await talk.tell("trade 1 2")
        assert "Ana traded 2 pieces." in told
        assert "Bo traded" in told
        assert told.endswith(f"\n{prompt}")


async def test_a_trade_ends_the_turn() -> None:
    """What is traded is named by its numbers; too many are refused and nothing is begun."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"), bag=1)) as talk:
        assert "Ana traded 2 pieces." in await talk.tell("trade 1 3")
        assert "Hand: " in "\n".join(talk.said)


async def test_dice_are_rolled_or_kept() -> None:
    """The numbers say which; without any what is marked is rolled, and all where nothing fits."""
    async with talking(arranged(CUBES, (ANA, BOT), ("Rk Rb Gs", "Yx Yx"))) as talk:
        assert "“keep” keeps them all" in "\n".join(talk.said)
        assert "red clover goes to" in await talk.tell("where 1")
        told = await talk.tell("roll 2 3")
        assert "Ana rolls 2 dice. Now: " in told
        assert "(just rolled)" in told
        assert "Ana rolled 2 dice." in told
    async with talking(arranged(CUBES, (ANA, BOT), ("Rk Rb Gs", "Yx Yx"))) as talk:
        assert "pick a piece" in await talk.tell("keep")
        assert "Ana rolled 1 die." in await talk.tell("roll 1")
        assert "is used up" in await talk.tell("roll 1")
    async with talking(arranged(CUBES, (ANA, BOT), ("Gb Yk Px", "Yx Yx"))) as talk:
        assert "“roll” rolls all" in "\n".join(talk.said)
        assert "had to roll all dice" in await talk.tell("roll")
    async with talking(arranged(CUBES, (ANA, BOT), ("Gb Yk Px", "Yx Yx"))) as talk:
        await talk.tell("hint")
        assert "Marked: " in await talk.tell("take")
        assert "Ana rolled" in await talk.tell("roll")


async def test_a_hidden_hand_waits_for_its_player() -> None:
    """Between people nothing of a hand is told until an empty line comes."""
    async with talking(arranged(TILES, (ANA, BEN), ("Rk Rb", "Gs Gx"))) as talk:
        assert "Hand the keyboard to Ana." in talk.said[-1]
        assert not any("Hand: " in line for line in talk.said)
        assert "Hand: 1 red clover" in await talk.tell("")
        await talk.tell("lay 1 at 3,0")
        told = await talk.tell("play")
        assert "Hand the keyboard to Ben." in told
        assert "green" not in told.split("Hand the keyboard")[1]
        assert "Ana laid 1 piece: +4." in told
        assert "Wait" not in await talk.tell("")
        assert "Hand: 1 green square" in "\n".join(talk.said)


async def test_a_purist_is_told_nothing_that_one_could_not_see() -> None:
    """No cells for a piece, no unseen pieces, no hints."""
    host = arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))
    async with talking(host, purist=True, hints=False) as talk:
        assert "purist" in await talk.tell("where 1")
        assert await talk.tell("bag") == "The bag holds 36 pieces."
        assert "purist" in await talk.tell("hint")
        assert "+4" not in await talk.tell("lay 1 at 3,0")


async def test_going_out_ends_it() -> None:
    """The result is told with everybody's rank, and nothing can be done after it."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk", "Yx"), bag=0)) as talk:
        await talk.tell("lay 1 at 3,0")
        assert "Ana laid 1 piece: +4." in await talk.tell("play")
        assert list(result_lines(talk.chair.frame.result)) == [
            "Ana went out and got 6 points more.",
            "Ana wins.",
            "1. Ana: 10",
            "2. Bo: 0",
        ]
        assert await talk.tell("where 1") == "There is no piece in the hand."
        assert "The game is over" in await talk.tell("play")


async def test_every_command_is_in_the_help() -> None:
    """The list names each word, and how places are counted."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk", "Yx"))) as talk:
        told = await talk.tell("help")
        assert all(word in told for word in (*COMMANDS, "quit", "rows downwards"))


async def test_trouble_with_the_record_is_told_once() -> None:
    """What is wrong is said when it begins."""
    async with talking(arranged(TILES, (ANA, BOT), ("Rk Rb Gs", "Yx"))) as talk:
        talk.host.record.error = "No room."
        assert (await talk.tell("sort")).startswith("No room.")
        assert "No room." not in await talk.tell("sort")
