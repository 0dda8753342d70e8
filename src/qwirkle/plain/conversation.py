"""The plain-text interface to a game: prints what is new in each frame and runs typed commands."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import NamedTuple, Protocol, TextIO

from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Cell, Face
from qwirkle.plain.words import (
    around_text,
    bag_lines,
    hand_text,
    laid_text,
    line_text,
    lines_on,
    piece_text,
    rows_of,
    seat_text,
    where_text,
)
from qwirkle.table.chair import Handover
from qwirkle.table.frame import Fit, Frame
from qwirkle.texts import tr

SHORTEST_LINE = 4
"""Default minimum length, in pieces, of the lines that `lines` lists."""

MOST_TOLD = 20
"""Maximum number of lines that `lines` lists."""

LONGEST_INPUT = 200

LONGEST_LINE = 1000
"""Characters read at once; a longer input line is split."""


class Door(Protocol):
    """Performs actions; the resulting frame is rendered before `act` returns."""

    async def act(self, action: str, *arguments: int) -> None:
        """Perform an action, or report why it isn't available."""

    async def where(self, slot: int) -> tuple[Fit, ...] | None:
        """Return the cells where a piece fits; or report why not, and return None."""


class Misunderstood(Exception):
    """An input line that isn't a valid command; the message is shown to the user."""


class Command(NamedTuple):
    """A command the user can type, with its help text."""

    word: str
    takes: str
    """Example arguments, shown in the help."""
    meaning: str
    obey: Callable[[Conversation, str], Awaitable[object]]


class Conversation:
    """Renders a presenter's frames as lines of text and runs typed commands."""

    def __init__(self, say: Callable[[str], None], *, purist: bool = False) -> None:
        self._say = say
        self._purist = purist
        self._door: Door | None = None
        self._frame: Frame | None = None
        self._obeying = False
        """While True, frames aren't printed: the running command prints what matters."""
        self._begun = asyncio.Event()
        """Set once there is a frame."""
        self._lifting: asyncio.Event | None = None
        """Set by the next player's input during a hand-off; None otherwise."""
        self._told_news: object = None
        self._told_hand: object = None
        self._told_prompt: object = None
        """Value of `_prompt` when it was last printed."""
        self._told_trouble = ""

    def open(self, door: Door) -> None:
        """Send actions to this sink from now on."""
        self._door = door

    # Output

    def draw(self, frame: Frame) -> None:
        """Print what is new in this frame."""
        self._frame = frame
        self._begun.set()
        if not self._obeying:
            self._tell()

    async def act_out(self, frame: Frame) -> None:
        """Print dice rolls."""
        self.tell_throws(frame)

    def tell_throws(self, frame: Frame) -> None:
        """Print who rolled what."""
        for throw in frame.throws:
            faces = ", ".join(map(piece_text, throw.after))
            self._say(tr("{rolling} Now: {faces}.", rolling=throw.text, faces=faces))

    async def hand_over(self, handover: Handover) -> None:
        """Wait for a line from the next player before printing their hand."""
        for sentence in handover.news:
            self._say(sentence)
        self._say(tr("Scores: {scores}.", scores=handover.scores))
        self._say(
            tr(
                "Hand the keyboard to {name}. The others look away. An empty line shows the hand.",
                name=handover.name,
            )
        )
        self._lifting = asyncio.Event()
        try:
            await self._lifting.wait()
        finally:
            self._lifting = None

    def _tell(self) -> None:
        """Print what hasn't been printed yet: error, news, the player's hand, the prompt."""
        frame = self._frame
        if frame is None:
            return
        if frame.trouble != self._told_trouble:
            self._told_trouble = frame.trouble
            if frame.trouble:
                self._say(frame.trouble)
        news = (frame.news, frame.last, len(frame.log))
        if frame.news and news != self._told_news:
            laid = laid_text(frame.last) if self._lays_anew(frame) else ""
            self._say(tr("{news} {laid}.", news=frame.news, laid=laid) if laid else frame.news)
            self._told_news = news
        if is_own_turn(frame):
            hand = tuple((slot.number, slot.face) for slot in frame.hand)
            if hand != self._told_hand:
                self._told_hand = hand
                self._say(hand_text(frame))
        if self._prompt != self._told_prompt and _is_worth_telling(frame):
            self._say_banner()

    def _lays_anew(self, frame: Frame) -> bool:
        before = self._told_news
        return bool(frame.last) and (not isinstance(before, tuple) or before[1] != frame.last)

    @property
    def _prompt(self) -> object:
        """The banner and the number of log lines, so that it is new again in a later turn."""
        return self._shown.banner, len(self._shown.log)

    def _say_banner(self) -> None:
        self._told_prompt = self._prompt
        self._say(self._shown.banner)

    # Input

    async def talk(self, lines: asyncio.Queue[str | None]) -> None:
        """Handle lines until the input ends or the user quits."""
        await self._begun.wait()
        async for line in until_leaving(lines):
            await self.obey(line)

    async def obey(self, line: str) -> None:
        """Run the command on a line, or print why that isn't possible."""
        if self._lifting is not None:
            self._lifting.set()
            return
        word, _, rest = line.strip()[:LONGEST_INPUT].partition(" ")
        if not word:
            return
        command = COMMANDS.get(word.casefold())
        self._obeying = True
        try:
            if command is None:
                raise Misunderstood(
                    tr("There is no “{word}” here; “help” tells what there is.", word=word)
                )
            await command.obey(self, rest.strip().casefold())
        except Misunderstood as reason:
            self._say(str(reason))
        finally:
            self._obeying = False
        self._tell()

    @property
    def _shown(self) -> Frame:
        assert self._frame is not None
        return self._frame

    @property
    def _board(self) -> Board:
        """The board including pieces placed this turn."""
        return Board.of((*self._shown.pieces, *self._shown.drafted))

    @property
    def _in_game(self) -> tuple[Face, ...]:
        return tuple(dict.fromkeys(face for stock in self._shown.stock for face in stock.faces))

    async def _act(self, action: str, *arguments: int) -> None:
        assert self._door is not None
        await self._door.act(action, *arguments)

    def _slot(self, text: str) -> int:
        """Parse a piece number. Return its index in the hand."""
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= len(self._shown.hand):
            raise Misunderstood(
                tr(
                    "“{typed}” is no number of a piece: they are from 1 to {most}.",
                    typed=text,
                    most=len(self._shown.hand),
                )
                if self._shown.hand
                else tr("There is no piece in the hand.")
            )
        return int(text) - 1

    def _slots(self, text: str) -> set[int]:
        if text == tr("all"):
            return set(range(len(self._shown.hand)))
        return {self._slot(word) for word in re.split(r"[\s,+]+", text) if word}

    async def _tell_hand(self, rest: str) -> None:
        self._say(hand_text(self._shown))

    async def _tell_where(self, rest: str) -> None:
        slot = self._slot(rest)
        assert self._door is not None
        fits = await self._door.where(slot)
        if fits is not None:
            self._say(where_text(self._shown.hand[slot].face, fits))

    async def _tell_lines(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Misunderstood(tr("“lines” takes how many pieces they have at least."))
        least = max(2, int(rest[:3])) if rest else SHORTEST_LINE
        board = self._board
        found = lines_on(board, least)
        if not found:
            self._say(tr("There is no line of {least} pieces or more.", least=least))
        for line in found[:MOST_TOLD]:
            self._say(line_text(line, board, self._in_game))
        if len(found) > MOST_TOLD:
            self._say(tr("And {count} more.", count=len(found) - MOST_TOLD))

    async def _tell_board(self, rest: str) -> None:
        rows = list(rows_of(self._board))
        for row in rows or [tr("The table is empty.")]:
            self._say(row)

    async def _tell_cell(self, rest: str) -> None:
        self._say(around_text(_cell(rest), self._board, self._in_game))

    async def _lay(self, rest: str) -> None:
        match = re.fullmatch(r"(\S+)\s+(?:at\s+)?(.*)", rest)
        if match is None:
            raise Misunderstood(tr("Say “lay”, a number, “at” and a place, as in “lay 3 at 4,-1”."))
        slot, cell = self._slot(match[1]), _cell(match[2])
        if "pick" not in self._shown.offers:
            await self._act("pick", slot)  # the banner then says why nothing can be placed
            self._say_banner()
            return
        piece = self._shown.hand[slot]
        if not piece.picked:
            await self._act("pick", slot)
        laid = len(self._shown.drafted)
        if self._shown.hand[slot].picked:
            await self._act("press_cell", *cell)
        if len(self._shown.drafted) > laid:
            self._tell_draft()
        else:
            self._say_banner()
            if self._shown.hand[slot].picked:
                await self._act("pick", slot)  # unpick it
                self._told_prompt = self._prompt

    def _tell_draft(self) -> None:
        """Print the pieces placed this turn, and their points."""
        told = tr("Laid: {pieces}.", pieces=laid_text(self._shown.drafted))
        note = self._shown.hand_note
        self._say(tr("{told} {note}.", told=told, note=note) if note else told)
        self._say_banner()

    async def _roll(self, rest: str) -> None:
        wanted = self._slots(rest)
        if not wanted and "roll_all" in self._shown.offers:
            await self._commit("roll_all")
            return
        wanted = wanted or self._marked
        if not is_rolling(self._shown):
            await self._act("start_roll")
        if is_rolling(self._shown):
            await self._mark(wanted)
        await self._commit("roll")

    @property
    def _marked(self) -> set[int]:
        return {index for index, slot in enumerate(self._shown.hand) if slot.marked}

    async def _trade(self, rest: str) -> None:
        wanted = self._slots(rest) or self._marked
        if "start_trade" in self._shown.offers:
            await self._act("start_trade")
        if "mark" in self._shown.offers and not is_rolling(self._shown):
            await self._mark(wanted)
        if not await self._commit("trade"):
            for action in ("clear", "stop_trade"):
                if action in self._shown.offers:
                    await self._act(action)
            self._told_prompt = self._prompt

    async def _mark(self, wanted: set[int]) -> None:
        """Mark exactly these pieces."""
        for index, slot in enumerate(self._shown.hand):
            if slot.marked != (index in wanted):
                await self._act("mark", index)

    async def _commit(self, action: str) -> bool:
        """Perform an action that changes the turn. Return False, and print why, if unavailable."""
        offered, before = action in self._shown.offers, self._prompt
        await self._act(action)
        if offered:
            self._told_prompt = before  # don't repeat the old turn's prompt
        else:
            self._say_banner()
        return offered

    async def _take(self, rest: str) -> None:
        if "take_hint" not in self._shown.offers:
            raise Misunderstood(tr("There is no hint to take: ask for a “hint” first."))
        await self._act("take_hint")
        if self._marked:
            numbers = ", ".join(str(index + 1) for index in sorted(self._marked))
            if is_rolling(self._shown):
                self._say(tr("Marked: {numbers}.", numbers=numbers))
                self._say_banner()
            else:
                self._say(tr("Marked: {numbers}. “trade” trades these.", numbers=numbers))
                self._told_prompt = self._prompt
        elif self._shown.drafted:
            self._tell_draft()

    async def _play(self, rest: str) -> None:
        """Make the prepared move, or the only one available."""
        due = ("play", "trade", "roll", "redraw", "pass")
        action = next((each for each in due if each in self._shown.offers), "play")
        await self._commit(action)

    async def _keep(self, rest: str) -> None:
        if await self._commit("keep"):
            self._say_banner()

    async def _back(self, rest: str) -> None:
        if not await self._commit("back"):
            return
        for index, slot in enumerate(self._shown.hand):
            if slot.picked:
                await self._act("pick", index)
        self._tell_left()

    async def _clear(self, rest: str) -> None:
        if await self._commit("clear"):
            self._tell_left()

    def _tell_left(self) -> None:
        if self._shown.drafted:
            self._tell_draft()
        else:
            self._say(tr("Nothing is laid or marked now."))

    async def _hint(self, rest: str) -> None:
        await self._act("hint")
        self._say_banner()

    async def _why(self, rest: str) -> None:
        await self._act("why")
        self._say_banner()

    async def _sort(self, rest: str) -> None:
        await self._act("sort")
        self._told_hand = None

    async def _tell_scores(self, rest: str) -> None:
        for seat in self._shown.seats:
            self._say(seat_text(seat))
        if self._shown.aim:
            self._say(self._shown.aim)

    async def _tell_bag(self, rest: str) -> None:
        for line in bag_lines(self._shown, purist=self._purist):
            self._say(line)

    async def _tell_log(self, rest: str) -> None:
        for line in reversed(self._shown.log):
            name = tr("{name}: ", name=line.name) if line.name else ""
            faces = ", ".join(map(piece_text, line.faces))
            self._say(f"{name}{line.text}" + (tr("; {faces}", faces=faces) if faces else ""))

    async def _again(self, rest: str) -> None:
        """Repeat the news, the hand and the prompt."""
        self._say(self._shown.news)
        if self._shown.drafted:
            self._say(tr("Laid: {pieces}.", pieces=laid_text(self._shown.drafted)))
        self._say(hand_text(self._shown))
        self._say_banner()

    async def _help(self, rest: str) -> None:
        for command in COMMANDS.values():
            word = f"{command.word} {command.takes}".strip()
            self._say(tr("{word}: {meaning}", word=word, meaning=command.meaning))
        self._say(tr("quit: leaves the game, which is saved"))
        self._say(
            tr(
                "A place is its column and its row: 4,-1. Columns grow to the right, rows "
                "downwards, and the first piece lies at 0,0."
            )
        )


def is_own_turn(frame: Frame) -> bool:
    """Return True if a player at this screen has to decide something."""
    deciding = {"press_slot", "redraw", "pass"}
    return not deciding.isdisjoint(frame.offers)


def is_rolling(frame: Frame) -> bool:
    """Return True while dice are being selected for a roll."""
    return not {"roll", "keep", "roll_all"}.isdisjoint(frame.offers)


def _is_worth_telling(frame: Frame) -> bool:
    """Return False during a bot's turn, which is reported when it has moved."""
    thinking = any(seat.to_move and seat.kind != "human" for seat in frame.seats)
    return is_own_turn(frame) or not thinking


def _cell(text: str) -> Cell:
    match = re.fullmatch(r"(-?\d{1,3})\s*[, ]\s*(-?\d{1,3})", text.strip(), re.ASCII)
    if match is None:
        raise Misunderstood(
            tr("“{typed}” is no place: say its column and its row, as in 4,-1.", typed=text)
        )
    return int(match[1]), int(match[2])


def is_leaving(line: str) -> bool:
    """Return True if a line is the quit command."""
    return line.strip().casefold() in (tr("quit"), "exit", "q")


def _commands() -> list[Command]:
    talk = Conversation
    return [
        Command("hand", "", tr("your pieces with their numbers"), talk._tell_hand),
        Command("where", "3", tr("where piece 3 goes, with the points"), talk._tell_where),
        Command("lay", tr("3 at 4,-1"), tr("lays piece 3 there"), talk._lay),
        Command("play", "", tr("plays what is laid"), talk._play),
        Command("back", "", tr("takes the last piece back"), talk._back),
        Command("clear", "", tr("takes everything back"), talk._clear),
        Command("roll", "1 4", tr("rolls these dice, before anything is laid"), talk._roll),
        Command("keep", "", tr("rolls nothing"), talk._keep),
        Command("trade", "2 5", tr("trades these pieces, which ends the turn"), talk._trade),
        Command("redraw", "", tr("puts dice back that can never fit"), _doing("redraw")),
        Command("pass", "", tr("passes, where nothing else can be done"), _doing("pass")),
        Command("hint", "", tr("the best turns; once more, the next of them"), talk._hint),
        Command("take", "", tr("lays or marks what the hint says"), talk._take),
        Command("lines", "4", tr("lines of four or more, and what they lack"), talk._tell_lines),
        Command("board", "", tr("all that lies on the table, row by row"), talk._tell_board),
        Command("at", "4,-1", tr("what lies there, or what fits"), talk._tell_cell),
        Command("scores", "", tr("everybody's points"), talk._tell_scores),
        Command("bag", "", tr("how many pieces are left, and which are unseen"), talk._tell_bag),
        Command("log", "", tr("every turn so far"), talk._tell_log),
        Command("again", "", tr("what happened last, your hand, and what to do"), talk._again),
        Command("sort", "", tr("sorts your hand another way"), talk._sort),
        Command("undo", "", tr("takes your last turn back, where it may be"), _doing("undo")),
        Command("why", "", tr("what spoke for the last turn"), talk._why),
        Command("help", "", tr("this list"), talk._help),
    ]


def _doing(action: str) -> Callable[[Conversation, str], Awaitable[object]]:
    return lambda conversation, _: conversation._commit(action)


COMMANDS = {command.word: command for command in _commands()}


def lines_of(stream: TextIO) -> asyncio.Queue[str | None]:
    """Read lines from a stream into a queue; None marks the end.

    A daemon thread reads, so that a pending read doesn't keep the program from exiting.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        line: str | None = ""
        while line is not None:
            try:
                line = stream.readline(LONGEST_LINE) or None
            except (OSError, ValueError):  # the stream was closed, or isn't text
                line = None
            try:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            except RuntimeError:  # the loop has ended
                return

    threading.Thread(target=read, daemon=True).start()
    return queue


async def until_leaving(lines: asyncio.Queue[str | None]) -> AsyncIterator[str]:
    """Yield lines until the input ends or the user quits."""
    while (line := await lines.get()) is not None and not is_leaving(line):
        yield line


async def until_one_ends(*work: Coroutine[object, object, None]) -> None:
    """Run coroutines until the first ends, then cancel the others. Reraises its exception."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
