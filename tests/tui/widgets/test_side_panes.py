"""The hand pane and the side panes."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import structs
from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from textual.widget import Widget

from qwirkle.presenter.frame import HandSlot
from qwirkle.text.events import LogLine
from qwirkle.tui.drawing.ascii import AsciiFilter, char_to_ascii, text_to_ascii
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.drawing.palette import Appearance, get_palette
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.drawing.text import fit_text
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.log import LogPane, render_log_rows
from qwirkle.tui.widgets.scores import ScoresPane, render_score_row, render_scores
from qwirkle.tui.widgets.unseen import UnseenPane, render_colour_bars, render_matrix, unseen_title
from tests.tui import textual_internals
from tests.tui.pane_app import HOSTILE_NAMES, PaneApp, sample_frame

PANES: list[type[Widget]] = [BoardPane, HandPane, ScoresPane, UnseenPane, LogPane]
LOG = (LogLine(12, "[/]", "+12 QWIRKLE!", (0, 1, 2)), LogLine(11, "李小龙", "traded [3]"))


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("pane", PANES)
@pytest.mark.parametrize(
    "look",
    [
        Appearance(),
        Appearance(theme="light", letters=True),
        Appearance(colour_depth="16"),
        Appearance(colour_depth="none"),
    ],
)
async def test_panes_do_not_parse_markup(
    pane: type[Widget], variant: str, look: Appearance
) -> None:
    """Names, titles and notes are shown literally."""
    frame = sample_frame(variant, log=LOG)
    app = PaneApp(pane(), frame, look)
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        text = app.text()
        if pane is ScoresPane:
            assert all(name in text.replace("李 小 龙", "李小龙") for name in HOSTILE_NAMES)
        if pane is HandPane:
            assert "[/] your hand" in text
            assert "[x] line 4 + line 2 = +6" in text
        if pane is LogPane:
            assert "traded [3]" in text


@pytest.mark.parametrize("pane", PANES)
async def test_panes_without_a_frame_are_empty(pane: type[Widget]) -> None:
    """A pane draws no pieces before its first frame."""
    app = PaneApp(pane())
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert "●" not in app.text()


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("pane", PANES)
async def test_the_ascii_filter_covers_every_pane(pane: type[Widget], variant: str) -> None:
    """With the filter, panes, borders and names are ASCII and keep their width."""
    app = PaneApp(pane(), sample_frame(variant, log=LOG), Appearance(ascii=True))
    textual_internals.line_filters(app).append(AsciiFilter())
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert app.text().isascii()
        assert {strip.cell_length for strip in app.lines()} == {60}


@pytest.mark.parametrize("char", "╭╮╰╯┏━┓─│·●■◆✤✸✕▌▄█é…李ﷺ█⏎▲ß½\u0301\u200d")
def test_an_ascii_replacement_keeps_the_width(char: str) -> None:
    """Every character is replaced with ASCII of the same width."""
    assert char_to_ascii(char).isascii()
    assert cell_len(char_to_ascii(char)) == cell_len(char)


def test_ascii_text_is_not_changed() -> None:
    """Text that is already ASCII stays the same."""
    assert text_to_ascii("a + b | c") == "a + b | c"


@pytest.mark.parametrize(
    ("variant", "width", "height", "zoom"),
    [
        ("tiles", 80, 8, 5),
        ("tiles", 80, 7, 4),
        ("tiles", 80, 6, 3),
        ("tiles", 80, 5, 2),
        ("tiles", 80, 4, 1),
        ("tiles", 48, 6, 3),
        ("cubes", 80, 7, 4),
        ("cubes", 48, 7, 3),
        ("cubes", 48, 6, 3),
        ("cubes", 48, 5, 2),
        ("cubes", 40, 5, 2),
    ],
)
async def test_the_hand_is_as_large_as_its_pane_allows(
    variant: str, width: int, height: int, zoom: int
) -> None:
    """The hand has the largest zoom that fits, and every piece has its number."""
    pane = HandPane()
    app = PaneApp(pane, sample_frame(variant))
    async with app.run_test(size=(80, 24)) as pilot:
        pane.styles.width, pane.styles.height = width, height
        await pilot.pause()
        assert pane.zoom == zoom
        assert all(f" {number}" in app.text() for number in range(1, 7))
        assert {pane.slot_at(column) for column in range(width - 2)} >= set(range(6))


async def test_a_click_on_the_hand_posts_the_slot() -> None:
    """A click on a piece posts its slot; a click beside the pieces posts nothing."""
    app = PaneApp(HandPane(), sample_frame("tiles"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for index in range(6):
            await pilot.click(HandPane, offset=(4 + 10 * index, 2))
        await pilot.click(HandPane, offset=(72, 2))
        assert [message.index for message in app.messages] == list(range(6))


async def test_slots_show_their_state() -> None:
    """A picked piece has a pointer, a marked one a check mark, and a placed one is dimmed."""
    frame = sample_frame("tiles")
    slots = (
        HandSlot(0, 1, picked=True),
        HandSlot(0, 2, laid=True),
        HandSlot(0, 3, marked=True),
        HandSlot(0, 4),
    )
    app = PaneApp(HandPane(), replace(frame, hand=slots))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = app.text()
        assert "▲ 1" in text
        assert "✓ 3" in text
        colours = {
            segment.style.color.name
            for segment in app.segments()
            if segment.style and segment.style.color
        }
        palette = get_palette(Appearance())
        assert {palette.picked, palette.drafted, palette.pieces[0]} <= colours


async def test_a_frame_without_a_hand_shows_no_pieces() -> None:
    """The hand pane is empty if the frame has no hand, as on the hand-off screen."""
    app = PaneApp(HandPane(), replace(sample_frame("tiles"), hand=(), hand_note=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not any(char in app.text() for char in "▀▄█▌▙123456")


def test_the_scores_mark_the_player_to_move() -> None:
    """The player to move has a pointer; every line has the score and the last turn's points."""
    frame = sample_frame("tiles")
    lines = render_scores(frame, Appearance(), 30).plain.splitlines()
    assert len(lines) == 4
    assert [line.startswith("►") for line in lines] == [seat.to_move for seat in frame.seats]
    for line, seat in zip(lines, frame.seats, strict=True):
        assert f" {seat.score}" in line
        assert (f"(+{seat.gain})" in line) == (seat.gain is not None)


def test_open_hands_are_shown_with_the_scores() -> None:
    """With open hands, every player's dice are below their score."""
    frame = sample_frame("cubes")
    text = render_scores(frame, Appearance(), 30).plain
    assert len(text.splitlines()) == 8
    assert (
        sum(text.count(glyph) for glyph in "●■◆✤✸✕")
        == sum(len(seat.hand) for seat in frame.seats)
        > 12
    )


def test_hidden_hands_stay_hidden() -> None:
    """With hidden hands, the scores show no pieces."""
    assert not set(render_scores(sample_frame("tiles"), Appearance(), 30).plain) & set("●■◆✤✸✕")


def test_winners_have_a_star() -> None:
    """When the game is over, every winner has a star and no player has a pointer."""
    frame = sample_frame("tiles")
    first, *rest = (structs.replace(seat, to_move=False) for seat in frame.seats)
    won = (first, structs.replace(rest[0], won=True), structs.replace(rest[1], won=True), rest[2])
    lines = render_scores(replace(frame, seats=won), Appearance(), 30).plain.splitlines()
    assert [line[0] for line in lines] == [" ", "★", "★", " "]


def test_the_score_row_is_one_line() -> None:
    """If there's no room for the pane, one row shows every score."""
    frame = sample_frame("tiles")
    row = render_score_row(frame, Appearance()).plain
    assert "\n" not in row
    assert all(str(seat.score) in row for seat in frame.seats)


@pytest.mark.parametrize("width", [20, 26, 30, 40])
def test_score_lines_fit_the_width(width: int) -> None:
    """Long and wide names are cut, so that the score stays visible."""
    frame = sample_frame("tiles")
    names = ("x" * 40, "李" * 20, "a", "")
    seats = (
        structs.replace(seat, name=name) for seat, name in zip(frame.seats, names, strict=True)
    )
    frame = replace(frame, seats=tuple(seats))
    for line in render_scores(frame, Appearance(), width).plain.splitlines():
        assert cell_len(line) <= width


def test_the_unseen_matrix_adds_up() -> None:
    """The matrix has every face's count, with totals by colour, by shape and overall."""
    frame = sample_frame("tiles")
    lines = [line.split() for line in render_matrix(frame, Appearance()).plain.splitlines()]
    rows = [[0 if cell == "·" else int(cell) for cell in line[1:]] for line in lines[1:7]]
    assert [line[0] for line in lines[1:7]] == list("ROYGBP")
    assert [cell for row in rows for cell in row[:6]] == [stock.unseen for stock in frame.stock]
    assert all(row[6] == sum(row[:6]) for row in rows)
    columns = [sum(row[index] for row in rows) for index in range(7)]
    assert [int(cell) for cell in lines[7]] == columns
    assert f"{columns[6]}" in unseen_title(frame)


def test_the_unseen_matrix_has_only_the_faces_of_the_variant() -> None:
    """With four colours and four shapes it has four rows and four columns, plus totals."""
    frame = sample_frame("junior")
    lines = [line.split() for line in render_matrix(frame, Appearance()).plain.splitlines()]
    assert [len(line) for line in lines] == [5, 6, 6, 6, 6, 5]
    assert [line[0] for line in lines[1:5]] == list("ROYG")
    assert int(lines[-1][-1]) == sum(stock.unseen for stock in frame.stock)


def test_scores_show_losses_and_the_target() -> None:
    """Negative points have a minus sign, and the score row ends with the target score."""
    frame = sample_frame("tiles", aim="to 60")
    seats = (structs.replace(frame.seats[0], score=-4, gain=-4), *frame.seats[1:])
    negative = replace(frame, seats=seats)
    assert "  -4 (-4)" in render_scores(negative, Appearance(), 30).plain
    assert render_score_row(negative, Appearance()).plain.endswith("(to 60)")


def test_colour_bars_count_the_unseen_dice() -> None:
    """Dice have a bar per colour, with one block per unseen die."""
    frame = sample_frame("cubes")
    lines = render_colour_bars(frame, Appearance(), 30).plain.splitlines()
    assert [line.count("■") for line in lines] == [stock.unseen for stock in frame.stock]
    assert [line.count("■") + line.count("·") for line in lines] == [15] * 6


async def test_the_log_shows_the_newest_first() -> None:
    """The newest turn is at the top; each turn is one line with its pieces."""
    app = PaneApp(LogPane(), sample_frame("tiles", log=LOG))
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        lines = app.text().splitlines()
        assert "12 [/]" in lines[1]
        assert "● ■ ◆".replace(" ", "") in lines[1].replace(" ", "")
        assert "11 " in lines[2]


@pytest.mark.parametrize("look", [Appearance(), Appearance(letters=True)], ids=["plain", "letters"])
@pytest.mark.parametrize("text", ["+12", "rolled 2, +12 Qwirkle!", "rolled 1, had to roll 2×"])
def test_the_log_shows_all_pieces_at_every_width(look: Appearance, text: str) -> None:
    """Rows fit the width and show every piece and the turn's points."""
    style, console = get_draw_style(look, "tile"), Console()
    for width, count in product(range(18, 72, 3), range(1, 9)):
        faces = tuple(index * 7 % 36 for index in range(count))
        line = LogLine(104, "Adalbert", text, faces)
        rows = [row.plain for row in render_log_rows(line, style, 8, width, console)]
        assert max(map(cell_len, rows)) <= width
        glyphs = [char for char in "".join(rows) if char in GLYPHS]
        assert glyphs == [style.glyph(face) for face in faces]
        assert text.rpartition(", ")[2] in " ".join(" ".join(rows).split())
        if width >= 69:
            assert len(rows) == 1
            assert text in rows[0]


async def test_log_rows_end_before_the_scroll_bar() -> None:
    """A log that scrolls wraps its text, and the scroll bar covers none of it."""
    opening = "Ana and [/] each hold a set of 3 and no age decides: Ana sits first and starts."
    turns = tuple(
        LogLine(turn, "Ana", "rolled 1, +12 Qwirkle!", (0, 7, 14)) for turn in range(30, 0, -1)
    )
    app = PaneApp(LogPane(), sample_frame("tiles", log=(*turns, LogLine(0, "", opening))))
    async with app.run_test(size=(32, 12)) as pilot:
        await pilot.pause()
        rows = app.text().splitlines()[1:-1]
        assert all(row[-2] in " ▁▂▃▄▅▆▇█" and "●■◆" in row for row in rows)
        app.pane.scroll_end(animate=False)
        await pilot.pause()
        bottom = " ".join(row.strip("│ ▁▂▃▄▅▆▇█") for row in app.text().splitlines()[1:-1])
        assert f"0 {opening}" in bottom


async def test_a_long_log_scrolls() -> None:
    """A long log has every turn, with the oldest at the end."""
    log = tuple(LogLine(turn, "Ana", f"+{turn}") for turn in range(60, 0, -1))
    app = PaneApp(LogPane(), sample_frame("tiles", log=log))
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        assert "+60" in app.text()
        app.pane.scroll_end(animate=False)
        await pilot.pause()
        assert " 1 Ana" in app.text()


@pytest.mark.parametrize(("text", "width"), [("李小龙", 4), ("Ana", 8), ("Adalbert", 3), ("x", 0)])
def test_fitted_text_has_its_width(text: str, width: int) -> None:
    """Fitted text has the exact width; wide characters count as two columns."""
    assert cell_len(fit_text(text, width)) == width
