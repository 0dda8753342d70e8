"""The side panes of a review: comments on one turn, and the list of all turns."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
from qwirkle.app.pages.page import FEWEST_FOR_ALL, ROOMY
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import Palette, palette_of, style_of
from qwirkle.app.paint.pictures import Brush, Finish, brush_of, paint_of
from qwirkle.app.panes.lines import colour_pane, fitted
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of
from qwirkle.reviewing.sums import luck_text
from qwirkle.reviewing.words import PIECES, Told, Tone, gain_text, loss_text, tone_of
from qwirkle.texts import tr

NAME, SHORT_NAME = 12, 6
"""Columns for names in the list, on wide and on other screens."""


def told_text(told: tuple[Told, ...], brush: Brush, *, roomy: bool) -> Text:
    """Render sentences with drawn pieces; if `roomy`, with blank lines between them."""
    return Text("\n\n" if roomy else "\n").join(_sentence(each, brush) for each in told)


def _sentence(told: Told, brush: Brush) -> Text:
    palette = brush.palette
    style = style_of(_hue(palette, told.tone), palette.panel, told.tone is Tone.BAD)
    text = Text(end="")
    for place, part in enumerate(told.text.split(PIECES)):
        if place:
            for face in told.pieces[place - 1]:
                text.append_text(_piece(brush, face))
        text.append(part, style)
    return text


def _piece(brush: Brush, face: Face) -> Text:
    """Render a piece without spaces, so that lines don't break between pieces."""
    paint = paint_of(brush, face, Finish.PLAIN)
    letter = COLOUR_LETTERS[colour_of(face)] if brush.lettered else ""
    return Text(brush.glyph(face) + letter, style_of(paint.shape, paint.body, True), end="")


def _hue(palette: Palette, tone: Tone) -> str:
    match tone:
        case Tone.BAD:
            return palette.accent
        case Tone.GOOD:
            return palette.hint
        case Tone.ASIDE:
            return palette.muted
        case Tone.PLAIN:
            return palette.text


class TurnPane(VerticalScroll, can_focus=False):
    """Comments on one turn."""

    DEFAULT_CSS = """
    TurnPane { height: auto; border: round $panel; scrollbar-size: 1 1; padding: 0 1; }
    """

    told: reactive[tuple[Told, ...]] = reactive(())
    look: reactive[Look] = reactive(Look)

    def __init__(self, body: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._body = body

    def compose(self) -> ComposeResult:
        yield Static("", id="told", markup=False)

    def on_mount(self) -> None:
        self.border_title = Content(tr("This turn"))

    def watch_told(self) -> None:
        self._draw()
        self.scroll_home(animate=False)

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self.is_mounted:
            brush = brush_of(self.look, self._body, palette_of(self.look).panel)
            roomy = self.app.size.height >= ROOMY
            self.query_one("#told", Static).update(told_text(self.told, brush, roomy=roomy))


class TurnList(OptionList):
    """The list of turns; the highlighted one is on screen."""

    DEFAULT_CSS = """
    TurnList { height: 1fr; border: round $panel; padding: 0; scrollbar-size: 1 1; }
    TurnList:focus { border: round $accent; }
    TurnList > .option-list--option { padding: 0; }
    """

    def __init__(self, turns: tuple[PlayedTurn, ...], names: tuple[str, ...], *, id: str) -> None:  # noqa: A002
        self._turns = turns
        self._names = names
        self._judged: dict[int, JudgedTurn] = {}
        self._name_room = SHORT_NAME
        options = [Option(self._line(index)) for index in range(len(turns))]
        super().__init__(*options, id=id, markup=False)

    look: reactive[Look] = reactive(Look)

    def on_mount(self) -> None:
        self.border_title = Content(tr("All turns"))
        self.border_subtitle = Content(tr("points, loss, luck"))

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)

    def on_resize(self) -> None:
        name = NAME if self.app.size.width >= FEWEST_FOR_ALL else SHORT_NAME
        if name != self._name_room:
            self._name_room = name
            for index in range(self.option_count):
                self.replace_option_prompt_at_index(index, self._line(index))

    def choose(self, index: int) -> None:
        """Highlight a turn and scroll to it."""
        self.highlighted = index
        self.call_after_refresh(self.scroll_to_highlight)

    def judge(self, index: int, turn: JudgedTurn) -> None:
        """Add a turn's loss and luck to its line."""
        self._judged[index] = turn
        self.replace_option_prompt_at_index(index, self._line(index))

    def _line(self, index: int) -> Content:
        played, turn = self._turns[index], self._judged.get(index)
        name = fitted(self._names[played.player], self._name_room)
        line = Content(f"{played.number:>3} {name} {gain_text(played):>6} ")
        loss = Content(f"{loss_text(turn):>9}")
        luck = Content(f"{luck_text(turn.luck) if turn else '':>6}")
        match tone_of(turn):
            case Tone.BAD:
                loss = loss.stylize("bold $accent")
            case Tone.GOOD:
                loss = loss.stylize("$secondary")
            case Tone.ASIDE:
                loss = loss.stylize("dim")
            case Tone.PLAIN:
                pass
        return line + loss + luck
