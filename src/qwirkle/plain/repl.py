"""The plain-text interface to a game: prints what is new in each frame and runs typed commands."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import NamedTuple, Protocol, TextIO

from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Cell, Face
from qwirkle.i18n import tr
from qwirkle.plain.descriptions import (
    bag_lines,
    cell_contents_text,
    find_lines,
    hand_text,
    legal_cells_text,
    line_text,
    piece_name,
    placements_text,
    row_texts,
    seat_text,
)
from qwirkle.presenter.frame import Frame, LegalCell
from qwirkle.presenter.presenter import HandOff

PrintLine = Callable[[str], None]

DEFAULT_MIN_LINE = 4
"""Default minimum length, in pieces, of the lines that `lines` lists."""

MAX_LISTED_LINES = 20
"""Maximum number of lines that `lines` lists."""

MAX_COMMAND_LENGTH = 200

READ_LIMIT = 1000
"""Characters read at once; a longer input line is split."""


class ActionSink(Protocol):
    """Performs actions; the resulting frame is rendered before `act` returns."""

    async def act(self, action: str, *arguments: int) -> None:
        """Perform an action, or report why it isn't available."""

    async def find_legal_cells(self, slot: int) -> tuple[LegalCell, ...] | None:
        """Return the cells where a piece fits; or report why not, and return None."""


class UnknownInput(Exception):
    """An input line that isn't a valid command; the message is shown to the user."""


class Command(NamedTuple):
    """A command the user can type, with its help text."""

    word: str
    arguments: str
    """Example arguments, shown in the help."""
    description: str
    run: Callable[[TextUI, str], Awaitable[object]]


class TextUI:
    """Renders a presenter's frames as lines of text and runs typed commands."""

    def __init__(self, print_line: PrintLine, *, purist: bool = False) -> None:
        self._print_line = print_line
        self._purist = purist
        self._sink: ActionSink | None = None
        self._frame: Frame | None = None
        self._is_running_command = False
        """While True, frames aren't printed: the running command prints what matters."""
        self._has_frame = asyncio.Event()
        """Set once there is a frame."""
        self._hand_off_confirmed: asyncio.Event | None = None
        """Set by the next player's input during a hand-off; None otherwise."""
        self._last_news: object = None
        self._last_hand: object = None
        self._last_prompt: object = None
        """Value of `_prompt` when it was last printed."""
        self._last_error = ""

    def connect(self, sink: ActionSink) -> None:
        """Send actions to this sink from now on."""
        self._sink = sink

    # Output

    def draw(self, frame: Frame) -> None:
        """Print what is new in this frame."""
        self._frame = frame
        self._has_frame.set()
        if not self._is_running_command:
            self._print_updates()

    async def play_animation(self, frame: Frame) -> None:
        """Print dice rolls."""
        self.print_rolls(frame)

    def print_rolls(self, frame: Frame) -> None:
        """Print who rolled what."""
        for roll in frame.throws:
            faces = ", ".join(map(piece_name, roll.after))
            self._print_line(tr("{rolling} Now: {faces}.", rolling=roll.text, faces=faces))

    async def hand_off(self, hand_off: HandOff) -> None:
        """Wait for a line from the next player before printing their hand."""
        for sentence in hand_off.sentences:
            self._print_line(sentence)
        self._print_line(tr("Scores: {scores}.", scores=hand_off.scores))
        self._print_line(
            tr(
                "Hand the keyboard to {name}. The others look away. An empty line shows the hand.",
                name=hand_off.name,
            )
        )
        self._hand_off_confirmed = asyncio.Event()
        try:
            await self._hand_off_confirmed.wait()
        finally:
            self._hand_off_confirmed = None

    def _print_updates(self) -> None:
        """Print what hasn't been printed yet: error, news, the player's hand, the prompt."""
        frame = self._frame
        if frame is None:
            return
        if frame.trouble != self._last_error:
            self._last_error = frame.trouble
            if frame.trouble:
                self._print_line(frame.trouble)
        news = (frame.news, frame.last, len(frame.log))
        if frame.news and news != self._last_news:
            placement = placements_text(frame.last) if self._has_new_placement(frame) else ""
            self._print_line(
                tr("{news} {laid}.", news=frame.news, laid=placement) if placement else frame.news
            )
            self._last_news = news
        if is_local_turn(frame):
            hand = tuple((slot.number, slot.face) for slot in frame.hand)
            if hand != self._last_hand:
                self._last_hand = hand
                self._print_line(hand_text(frame))
        if self._prompt != self._last_prompt and _should_print_banner(frame):
            self._print_banner()

    def _has_new_placement(self, frame: Frame) -> bool:
        last_news = self._last_news
        return bool(frame.last) and (not isinstance(last_news, tuple) or last_news[1] != frame.last)

    @property
    def _prompt(self) -> object:
        """The banner and the number of log lines, so that it is new again in a later turn."""
        return self._current_frame.banner, len(self._current_frame.log)

    def _print_banner(self) -> None:
        self._last_prompt = self._prompt
        self._print_line(self._current_frame.banner)

    # Input

    async def run(self, input_lines: asyncio.Queue[str | None]) -> None:
        """Handle lines until the input ends or the user quits."""
        await self._has_frame.wait()
        async for line in lines_until_quit(input_lines):
            await self.handle_line(line)

    async def handle_line(self, line: str) -> None:
        """Run the command on a line, or print why that isn't possible."""
        if self._hand_off_confirmed is not None:
            self._hand_off_confirmed.set()
            return
        word, _, rest = line.strip()[:MAX_COMMAND_LENGTH].partition(" ")
        if not word:
            return
        command = COMMANDS.get(word.casefold())
        self._is_running_command = True
        try:
            if command is None:
                raise UnknownInput(
                    tr("There is no “{word}” here; “help” tells what there is.", word=word)
                )
            await command.run(self, rest.strip().casefold())
        except UnknownInput as error:
            self._print_line(str(error))
        finally:
            self._is_running_command = False
        self._print_updates()

    @property
    def _current_frame(self) -> Frame:
        assert self._frame is not None
        return self._frame

    @property
    def _board(self) -> Board:
        """The board including pieces placed this turn."""
        return Board.of((*self._current_frame.pieces, *self._current_frame.drafted))

    @property
    def _faces_in_game(self) -> tuple[Face, ...]:
        return tuple(
            dict.fromkeys(
                face for piece_count in self._current_frame.stock for face in piece_count.faces
            )
        )

    async def _act(self, action: str, *arguments: int) -> None:
        assert self._sink is not None
        await self._sink.act(action, *arguments)

    def _parse_slot(self, text: str) -> int:
        """Parse a piece number. Return its index in the hand."""
        if (
            not text.isascii()
            or not text.isdigit()
            or not 1 <= int(text) <= len(self._current_frame.hand)
        ):
            raise UnknownInput(
                tr(
                    "“{typed}” is no number of a piece: they are from 1 to {most}.",
                    typed=text,
                    most=len(self._current_frame.hand),
                )
                if self._current_frame.hand
                else tr("There is no piece in the hand.")
            )
        return int(text) - 1

    def _parse_slots(self, text: str) -> set[int]:
        if text == tr("all"):
            return set(range(len(self._current_frame.hand)))
        return {self._parse_slot(word) for word in re.split(r"[\s,+]+", text) if word}

    async def _show_hand(self, rest: str) -> None:
        self._print_line(hand_text(self._current_frame))

    async def _show_legal_cells(self, rest: str) -> None:
        slot = self._parse_slot(rest)
        assert self._sink is not None
        legal_cells = await self._sink.find_legal_cells(slot)
        if legal_cells is not None:
            self._print_line(legal_cells_text(self._current_frame.hand[slot].face, legal_cells))

    async def _show_lines(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise UnknownInput(tr("“lines” takes how many pieces they have at least."))
        min_length = max(2, int(rest[:3])) if rest else DEFAULT_MIN_LINE
        board = self._board
        lines = find_lines(board, min_length)
        if not lines:
            self._print_line(tr("There is no line of {least} pieces or more.", least=min_length))
        for line in lines[:MAX_LISTED_LINES]:
            self._print_line(line_text(line, board, self._faces_in_game))
        if len(lines) > MAX_LISTED_LINES:
            self._print_line(tr("And {count} more.", count=len(lines) - MAX_LISTED_LINES))

    async def _show_board(self, rest: str) -> None:
        rows = list(row_texts(self._board))
        for row in rows or [tr("The table is empty.")]:
            self._print_line(row)

    async def _show_cell(self, rest: str) -> None:
        self._print_line(cell_contents_text(_parse_cell(rest), self._board, self._faces_in_game))

    async def _place(self, rest: str) -> None:
        match = re.fullmatch(r"(\S+)\s+(?:at\s+)?(.*)", rest)
        if match is None:
            raise UnknownInput(tr("Say “lay”, a number, “at” and a place, as in “lay 3 at 4,-1”."))
        slot, cell = self._parse_slot(match[1]), _parse_cell(match[2])
        if "pick" not in self._current_frame.offers:
            await self._act("pick", slot)  # the banner then says why nothing can be placed
            self._print_banner()
            return
        piece = self._current_frame.hand[slot]
        if not piece.picked:
            await self._act("pick", slot)
        draft_size = len(self._current_frame.drafted)
        if self._current_frame.hand[slot].picked:
            await self._act("press_cell", *cell)
        if len(self._current_frame.drafted) > draft_size:
            self._print_draft()
        else:
            self._print_banner()
            if self._current_frame.hand[slot].picked:
                await self._act("pick", slot)  # unpick it
                self._last_prompt = self._prompt

    def _print_draft(self) -> None:
        """Print the pieces placed this turn, and their points."""
        text = tr("Laid: {pieces}.", pieces=placements_text(self._current_frame.drafted))
        note = self._current_frame.hand_note
        self._print_line(tr("{told} {note}.", told=text, note=note) if note else text)
        self._print_banner()

    async def _roll(self, rest: str) -> None:
        slots = self._parse_slots(rest)
        if not slots and "roll_all" in self._current_frame.offers:
            await self._commit("roll_all")
            return
        slots = slots or self._marked_slots
        if not is_rolling(self._current_frame):
            await self._act("start_roll")
        if is_rolling(self._current_frame):
            await self._mark(slots)
        await self._commit("roll")

    @property
    def _marked_slots(self) -> set[int]:
        return {index for index, slot in enumerate(self._current_frame.hand) if slot.marked}

    async def _trade(self, rest: str) -> None:
        slots = self._parse_slots(rest) or self._marked_slots
        if "start_trade" in self._current_frame.offers:
            await self._act("start_trade")
        if "mark" in self._current_frame.offers and not is_rolling(self._current_frame):
            await self._mark(slots)
        if not await self._commit("trade"):
            for action in ("clear", "stop_trade"):
                if action in self._current_frame.offers:
                    await self._act(action)
            self._last_prompt = self._prompt

    async def _mark(self, slots: set[int]) -> None:
        """Mark exactly these pieces."""
        for index, slot in enumerate(self._current_frame.hand):
            if slot.marked != (index in slots):
                await self._act("mark", index)

    async def _commit(self, action: str) -> bool:
        """Perform an action that changes the turn. Return False, and print why, if unavailable."""
        is_available, prompt = action in self._current_frame.offers, self._prompt
        await self._act(action)
        if is_available:
            self._last_prompt = prompt  # don't repeat the old turn's prompt
        else:
            self._print_banner()
        return is_available

    async def _take_hint(self, rest: str) -> None:
        if "take_hint" not in self._current_frame.offers:
            raise UnknownInput(tr("There is no hint to take: ask for a “hint” first."))
        await self._act("take_hint")
        if self._marked_slots:
            numbers = ", ".join(str(index + 1) for index in sorted(self._marked_slots))
            if is_rolling(self._current_frame):
                self._print_line(tr("Marked: {numbers}.", numbers=numbers))
                self._print_banner()
            else:
                self._print_line(tr("Marked: {numbers}. “trade” trades these.", numbers=numbers))
                self._last_prompt = self._prompt
        elif self._current_frame.drafted:
            self._print_draft()

    async def _play(self, rest: str) -> None:
        """Make the prepared move, or the only one available."""
        actions = ("play", "trade", "roll", "redraw", "pass")
        action = next(
            (action for action in actions if action in self._current_frame.offers), "play"
        )
        await self._commit(action)

    async def _keep(self, rest: str) -> None:
        if await self._commit("keep"):
            self._print_banner()

    async def _back(self, rest: str) -> None:
        if not await self._commit("back"):
            return
        for index, slot in enumerate(self._current_frame.hand):
            if slot.picked:
                await self._act("pick", index)
        self._print_remaining_draft()

    async def _clear(self, rest: str) -> None:
        if await self._commit("clear"):
            self._print_remaining_draft()

    def _print_remaining_draft(self) -> None:
        if self._current_frame.drafted:
            self._print_draft()
        else:
            self._print_line(tr("Nothing is laid or marked now."))

    async def _hint(self, rest: str) -> None:
        await self._act("hint")
        self._print_banner()

    async def _why(self, rest: str) -> None:
        await self._act("why")
        self._print_banner()

    async def _sort(self, rest: str) -> None:
        await self._act("sort")
        self._last_hand = None

    async def _show_scores(self, rest: str) -> None:
        for seat in self._current_frame.seats:
            self._print_line(seat_text(seat))
        if self._current_frame.aim:
            self._print_line(self._current_frame.aim)

    async def _show_bag(self, rest: str) -> None:
        for line in bag_lines(self._current_frame, purist=self._purist):
            self._print_line(line)

    async def _show_log(self, rest: str) -> None:
        for line in reversed(self._current_frame.log):
            name = tr("{name}: ", name=line.name) if line.name else ""
            faces = ", ".join(map(piece_name, line.faces))
            self._print_line(f"{name}{line.text}" + (tr("; {faces}", faces=faces) if faces else ""))

    async def _repeat(self, rest: str) -> None:
        """Repeat the news, the hand and the prompt."""
        self._print_line(self._current_frame.news)
        if self._current_frame.drafted:
            self._print_line(
                tr("Laid: {pieces}.", pieces=placements_text(self._current_frame.drafted))
            )
        self._print_line(hand_text(self._current_frame))
        self._print_banner()

    async def _help(self, rest: str) -> None:
        for command in COMMANDS.values():
            word = f"{command.word} {command.arguments}".strip()
            self._print_line(tr("{word}: {meaning}", word=word, meaning=command.description))
        self._print_line(tr("quit: leaves the game, which is saved"))
        self._print_line(
            tr(
                "A cell is its column and its row: 4,-1. Columns grow to the right, rows "
                "downwards. The first piece usually goes to 0,0."
            )
        )


def is_local_turn(frame: Frame) -> bool:
    """Return True if a player at this screen has to decide something."""
    decisions = {"press_slot", "redraw", "pass"}
    return not decisions.isdisjoint(frame.offers)


def is_rolling(frame: Frame) -> bool:
    """Return True while dice are being selected for a roll."""
    return not {"roll", "keep", "roll_all"}.isdisjoint(frame.offers)


def _should_print_banner(frame: Frame) -> bool:
    """Return False during a bot's turn, which is reported when it has moved."""
    is_bot_turn = any(seat.to_move and seat.kind != "human" for seat in frame.seats)
    return is_local_turn(frame) or not is_bot_turn


def _parse_cell(text: str) -> Cell:
    match = re.fullmatch(r"(-?\d{1,3})\s*[, ]\s*(-?\d{1,3})", text.strip(), re.ASCII)
    if match is None:
        raise UnknownInput(
            tr("“{typed}” is no place: say its column and its row, as in 4,-1.", typed=text)
        )
    return int(match[1]), int(match[2])


def is_quit(line: str) -> bool:
    """Return True if a line is the quit command."""
    return line.strip().casefold() in (tr("quit"), "exit", "q")


def _commands() -> list[Command]:
    ui = TextUI
    return [
        Command("hand", "", tr("your pieces with their numbers"), ui._show_hand),
        Command("where", "3", tr("where piece 3 goes, with the points"), ui._show_legal_cells),
        Command("lay", tr("3 at 4,-1"), tr("lays piece 3 there"), ui._place),
        Command("play", "", tr("plays what is laid"), ui._play),
        Command("back", "", tr("takes the last piece back"), ui._back),
        Command("clear", "", tr("takes everything back"), ui._clear),
        Command("roll", "1 4", tr("rolls these dice, before anything is laid"), ui._roll),
        Command("keep", "", tr("rolls nothing"), ui._keep),
        Command("trade", "2 5", tr("trades these pieces, which ends the turn"), ui._trade),
        Command("redraw", "", tr("puts dice back that can never fit"), _action_command("redraw")),
        Command("pass", "", tr("passes, where nothing else can be done"), _action_command("pass")),
        Command("hint", "", tr("the best turns; once more, the next of them"), ui._hint),
        Command("take", "", tr("lays or marks what the hint says"), ui._take_hint),
        Command("lines", "4", tr("lines of four or more, and what they lack"), ui._show_lines),
        Command("board", "", tr("all that lies on the table, row by row"), ui._show_board),
        Command("at", "4,-1", tr("what lies there, or what fits"), ui._show_cell),
        Command("scores", "", tr("everybody's points"), ui._show_scores),
        Command("bag", "", tr("how many pieces are left, and which are unseen"), ui._show_bag),
        Command("log", "", tr("every turn so far"), ui._show_log),
        Command("again", "", tr("what happened last, your hand, and what to do"), ui._repeat),
        Command("sort", "", tr("sorts your hand another way"), ui._sort),
        Command(
            "undo", "", tr("takes your last turn back, where it may be"), _action_command("undo")
        ),
        Command("why", "", tr("what spoke for the last turn"), ui._why),
        Command("help", "", tr("this list"), ui._help),
    ]


def _action_command(action: str) -> Callable[[TextUI, str], Awaitable[object]]:
    return lambda text_ui, _: text_ui._commit(action)


COMMANDS = {command.word: command for command in _commands()}


def read_lines(stream: TextIO) -> asyncio.Queue[str | None]:
    """Read lines from a stream into a queue; None marks the end.

    A daemon thread reads, so that a pending read doesn't keep the program from exiting.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        line: str | None = ""
        while line is not None:
            try:
                line = stream.readline(READ_LIMIT) or None
            except (OSError, ValueError):  # the stream was closed, or isn't text
                line = None
            try:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            except RuntimeError:  # the loop has ended
                return

    threading.Thread(target=read, daemon=True).start()
    return queue


async def lines_until_quit(input_lines: asyncio.Queue[str | None]) -> AsyncIterator[str]:
    """Yield lines until the input ends or the user quits."""
    while (line := await input_lines.get()) is not None and not is_quit(line):
        yield line


async def run_until_first_ends(*coroutines: Coroutine[object, object, None]) -> None:
    """Run coroutines until the first ends, then cancel the others. Reraises its exception."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
