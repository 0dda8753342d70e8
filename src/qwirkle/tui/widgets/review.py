"""The side panes of a review: comments on one turn, and the list of all turns."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from qwirkle.analysis.review import TurnRecord, TurnReview
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of
from qwirkle.i18n import tr
from qwirkle.text.review import (
    PIECES_PLACEHOLDER,
    ReviewComment,
    Tone,
    loss_text,
    loss_tone,
    luck_text,
    short_outcome_text,
)
from qwirkle.tui.breakpoints import MIN_COLUMNS_FOR_ALL, ROOMY_ROWS
from qwirkle.tui.drawing.palette import Appearance, Palette, get_palette, make_style
from qwirkle.tui.drawing.sprites import DrawStyle, PieceHighlight, get_draw_style, piece_colours
from qwirkle.tui.drawing.text import apply_pane_colours, fit_text

NAME_COLUMNS, SHORT_NAME_COLUMNS = 12, 6
"""Columns for names in the list, on wide and on other screens."""


def render_sentences(
    sentences: tuple[ReviewComment, ...], draw_style: DrawStyle, *, roomy: bool
) -> Text:
    """Render sentences with drawn pieces; if `roomy`, with blank lines between them."""
    return Text("\n\n" if roomy else "\n").join(
        _render_sentence(sentence, draw_style) for sentence in sentences
    )


def _render_sentence(sentence: ReviewComment, draw_style: DrawStyle) -> Text:
    palette = draw_style.palette
    style = make_style(
        _tone_colour(palette, sentence.tone), palette.panel, sentence.tone is Tone.BAD
    )
    text = Text(end="")
    for index, part in enumerate(sentence.text.split(PIECES_PLACEHOLDER)):
        if index:
            for face in sentence.pieces[index - 1]:
                text.append_text(_render_piece(draw_style, face))
        text.append(part, style)
    return text


def _render_piece(draw_style: DrawStyle, face: Face) -> Text:
    """Render a piece without spaces, so that lines don't break between pieces."""
    colours = piece_colours(draw_style, face, PieceHighlight.PLAIN)
    letter = COLOUR_LETTERS[colour_of(face)] if draw_style.shows_letters else ""
    return Text(
        draw_style.glyph(face) + letter, make_style(colours.shape, colours.body, True), end=""
    )


def _tone_colour(palette: Palette, tone: Tone) -> str:
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

    sentences: reactive[tuple[ReviewComment, ...]] = reactive(())
    appearance: reactive[Appearance] = reactive(Appearance)

    def __init__(self, body: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._body = body

    def compose(self) -> ComposeResult:
        yield Static("", id="comments", markup=False)

    def on_mount(self) -> None:
        self.border_title = Content(tr("This turn"))

    def watch_sentences(self) -> None:
        self._draw()
        self.scroll_home(animate=False)

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self.is_mounted:
            draw_style = get_draw_style(
                self.appearance, self._body, get_palette(self.appearance).panel
            )
            roomy = self.app.size.height >= ROOMY_ROWS
            self.query_one("#comments", Static).update(
                render_sentences(self.sentences, draw_style, roomy=roomy)
            )


class TurnList(OptionList):
    """The list of turns; the highlighted one is on screen."""

    DEFAULT_CSS = """
    TurnList { height: 1fr; border: round $panel; padding: 0; scrollbar-size: 1 1; }
    TurnList:focus { border: round $accent; }
    TurnList > .option-list--option { padding: 0; }
    """

    def __init__(self, turns: tuple[TurnRecord, ...], names: tuple[str, ...], *, id: str) -> None:  # noqa: A002
        self._turns = turns
        self._names = names
        self._reviews: dict[int, TurnReview] = {}
        self._name_columns = SHORT_NAME_COLUMNS
        options = [Option(self._option_text(index)) for index in range(len(turns))]
        super().__init__(*options, id=id, markup=False)

    appearance: reactive[Appearance] = reactive(Appearance)

    def on_mount(self) -> None:
        self.border_title = Content(tr("All turns"))
        self.border_subtitle = Content(tr("points, loss, luck"))

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)

    def on_resize(self) -> None:
        name_columns = (
            NAME_COLUMNS if self.app.size.width >= MIN_COLUMNS_FOR_ALL else SHORT_NAME_COLUMNS
        )
        if name_columns != self._name_columns:
            self._name_columns = name_columns
            for index in range(self.option_count):
                self.replace_option_prompt_at_index(index, self._option_text(index))

    def select_turn(self, index: int) -> None:
        """Highlight a turn and scroll to it."""
        self.highlighted = index
        self.call_after_refresh(self.scroll_to_highlight)

    def show_review(self, index: int, review: TurnReview) -> None:
        """Add a turn's loss and luck to its line."""
        self._reviews[index] = review
        self.replace_option_prompt_at_index(index, self._option_text(index))

    def _option_text(self, index: int) -> Content:
        turn, review = self._turns[index], self._reviews.get(index)
        name = fit_text(self._names[turn.player], self._name_columns)
        line = Content(f"{turn.number:>3} {name} {short_outcome_text(turn):>6} ")
        loss = Content(f"{loss_text(review):>9}")
        luck = Content(f"{luck_text(review.luck) if review else '':>6}")
        match loss_tone(review):
            case Tone.BAD:
                loss = loss.stylize("bold $accent")
            case Tone.GOOD:
                loss = loss.stylize("$secondary")
            case Tone.ASIDE:
                loss = loss.stylize("dim")
            case Tone.PLAIN:
                pass
        return line + loss + luck
