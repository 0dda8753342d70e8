"""Facts about the hand and the panes at the side."""

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
from qwirkle.tui.drawing.appearance import Appearance
from qwirkle.tui.drawing.ascii import AsciiFilter, char_to_ascii, text_to_ascii
from qwirkle.tui.drawing.glyphs import GLYPHS
from qwirkle.tui.drawing.palette import get_palette
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.log import LogPane, render_log_rows
from qwirkle.tui.widgets.scores import ScoresPane, render_score_row, render_scores
from qwirkle.tui.widgets.text import fit_text
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
async def test_hostile_names_are_only_text(
    pane: type[Widget], variant: str, look: Appearance
) -> None:
    """No pane reads a name, a title or a note as markup."""
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
async def test_panes_wait_for_a_frame(pane: type[Widget]) -> None:
    """A pane without a frame draws itself empty."""
    app = PaneApp(pane())
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert "●" not in app.text()


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("pane", PANES)
async def test_the_filter_leaves_ascii_alone(pane: type[Widget], variant: str) -> None:
    """Behind the filter every sign of every pane is ASCII, borders and names too."""
    app = PaneApp(pane(), sample_frame(variant, log=LOG), Appearance(ascii=True))
    textual_internals.line_filters(app).append(AsciiFilter())
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert app.text().isascii()
        assert {strip.cell_length for strip in app.lines()} == {60}


@pytest.mark.parametrize("sign", "╭╮╰╯┏━┓─│·●■◆✤✸✕▌▄█é…李ﷺ█⏎▲ß½\u0301\u200d")
def test_spelling_keeps_the_width(sign: str) -> None:
    """Every sign is spelled with ASCII of the same width."""
    assert char_to_ascii(sign).isascii()
    assert cell_len(char_to_ascii(sign)) == cell_len(sign)


def test_spelling_keeps_ascii() -> None:
    """ASCII is left as it is."""
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
async def test_the_hand_takes_the_room_it_has(
    variant: str, width: int, height: int, zoom: int
) -> None:
    """The pictures of the hand are as large as the pane allows, each with its number."""
    pane = HandPane()
    app = PaneApp(pane, sample_frame(variant))
    async with app.run_test(size=(80, 24)) as pilot:
        pane.styles.width, pane.styles.height = width, height
        await pilot.pause()
        assert pane.zoom == zoom
        assert all(f" {number}" in app.text() for number in range(1, 7))
        assert {pane.slot_at(column) for column in range(width - 2)} >= set(range(6))


async def test_every_piece_of_the_hand_can_be_clicked() -> None:
    """A click on a piece tells its place in the hand, a click beside the pieces tells nothing."""
    app = PaneApp(HandPane(), sample_frame("tiles"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for index in range(6):
            await pilot.click(HandPane, offset=(4 + 10 * index, 2))
        await pilot.click(HandPane, offset=(72, 2))
        assert [message.index for message in app.heard] == list(range(6))


async def test_slots_tell_their_state() -> None:
    """A picked piece has a pointer and its edge, a marked one a sign, and a laid one is dimmed."""
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
        hues = {
            segment.style.color.name
            for segment in app.segments()
            if segment.style and segment.style.color
        }
        palette = get_palette(Appearance())
        assert {palette.picked, palette.drafted, palette.pieces[0]} <= hues


async def test_no_hand_behind_a_curtain() -> None:
    """A frame without a hand leaves the hand pane without any piece."""
    app = PaneApp(HandPane(), replace(sample_frame("tiles"), hand=(), hand_note=""))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not any(sign in app.text() for sign in "▀▄█▌▙123456")


def test_scores_tell_whose_turn_it_is() -> None:
    """The player to move has a pointer, and everybody the score and the last gain."""
    frame = sample_frame("tiles")
    lines = render_scores(frame, Appearance(), 30).plain.splitlines()
    assert len(lines) == 4
    assert [line.startswith("►") for line in lines] == [seat.to_move for seat in frame.seats]
    for line, seat in zip(lines, frame.seats, strict=True):
        assert f" {seat.score}" in line
        assert (f"(+{seat.gain})" in line) == (seat.gain is not None)


def test_open_hands_stand_with_the_scores() -> None:
    """Where hands are open, everybody's pieces follow their score."""
    frame = sample_frame("cubes")
    text = render_scores(frame, Appearance(), 30).plain
    assert len(text.splitlines()) == 8
    assert (
        sum(text.count(glyph) for glyph in "●■◆✤✸✕")
        == sum(len(seat.hand) for seat in frame.seats)
        > 12
    )


def test_hidden_hands_stay_hidden() -> None:
    """Where hands are hidden, the scores show no piece."""
    assert not set(render_scores(sample_frame("tiles"), Appearance(), 30).plain) & set("●■◆✤✸✕")


def test_winners_have_a_star() -> None:
    """When the game is over, every winner has a star and nobody has the turn."""
    frame = sample_frame("tiles")
    first, *rest = (structs.replace(seat, to_move=False) for seat in frame.seats)
    won = (first, structs.replace(rest[0], won=True), structs.replace(rest[1], won=True), rest[2])
    lines = render_scores(replace(frame, seats=won), Appearance(), 30).plain.splitlines()
    assert [line[0] for line in lines] == [" ", "★", "★", " "]


def test_scores_in_one_line() -> None:
    """Without room for the pane the scores stand in one line."""
    frame = sample_frame("tiles")
    row = render_score_row(frame, Appearance()).plain
    assert "\n" not in row
    assert all(str(seat.score) in row for seat in frame.seats)


@pytest.mark.parametrize("width", [20, 26, 30, 40])
def test_score_lines_fit(width: int) -> None:
    """Long and wide names never push the score out of its column."""
    frame = sample_frame("tiles")
    names = ("x" * 40, "李" * 20, "a", "")
    seats = (
        structs.replace(seat, name=name) for seat, name in zip(frame.seats, names, strict=True)
    )
    frame = replace(frame, seats=tuple(seats))
    for line in render_scores(frame, Appearance(), width).plain.splitlines():
        assert cell_len(line) <= width


def test_the_matrix_adds_up() -> None:
    """The matrix of unseen faces holds every count, with sums by colour, by shape and in all."""
    frame = sample_frame("tiles")
    lines = [line.split() for line in render_matrix(frame, Appearance()).plain.splitlines()]
    rows = [[0 if cell == "·" else int(cell) for cell in line[1:]] for line in lines[1:7]]
    assert [line[0] for line in lines[1:7]] == list("ROYGBP")
    assert [cell for row in rows for cell in row[:6]] == [stock.unseen for stock in frame.stock]
    assert all(row[6] == sum(row[:6]) for row in rows)
    columns = [sum(row[at] for row in rows) for at in range(7)]
    assert [int(cell) for cell in lines[7]] == columns
    assert f"{columns[6]}" in unseen_title(frame)


def test_the_matrix_of_fewer_faces_is_smaller() -> None:
    """With four colours and four shapes there are four rows and four columns, and their sums."""
    frame = sample_frame("junior")
    lines = [line.split() for line in render_matrix(frame, Appearance()).plain.splitlines()]
    assert [len(line) for line in lines] == [5, 6, 6, 6, 6, 5]
    assert [line[0] for line in lines[1:5]] == list("ROYG")
    assert int(lines[-1][-1]) == sum(stock.unseen for stock in frame.stock)


def test_scores_below_zero_and_what_is_played_to() -> None:
    """A gain that is a loss has its own sign, and the row names what ends the game."""
    frame = sample_frame("tiles", aim="to 60")
    seats = (structs.replace(frame.seats[0], score=-4, gain=-4), *frame.seats[1:])
    below = replace(frame, seats=seats)
    assert "  -4 (-4)" in render_scores(below, Appearance(), 30).plain
    assert render_score_row(below, Appearance()).plain.endswith("(to 60)")


def test_bars_are_as_long_as_what_is_left() -> None:
    """For pieces with several faces there is a bar for each colour, one sign for each piece."""
    frame = sample_frame("cubes")
    lines = render_colour_bars(frame, Appearance(), 30).plain.splitlines()
    assert [line.count("■") for line in lines] == [stock.unseen for stock in frame.stock]
    assert [line.count("■") + line.count("·") for line in lines] == [15] * 6


async def test_the_log_shows_the_newest_first() -> None:
    """The newest turn stands above the others, each in one line with its pieces."""
    app = PaneApp(LogPane(), sample_frame("tiles", log=LOG))
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        lines = app.text().splitlines()
        assert "12 [/]" in lines[1]
        assert "● ■ ◆".replace(" ", "") in lines[1].replace(" ", "")
        assert "11 " in lines[2]


@pytest.mark.parametrize("look", [Appearance(), Appearance(letters=True)], ids=["signs", "letters"])
@pytest.mark.parametrize("text", ["+12", "rolled 2, +12 Qwirkle!", "rolled 1, had to roll 2×"])
def test_every_width_of_the_log_shows_all_pieces(look: Appearance, text: str) -> None:
    """No row is longer than its room, every piece is there, and so is what the turn came to."""
    brush, console = get_draw_style(look, "tile"), Console()
    for width, count in product(range(18, 72, 3), range(1, 9)):
        faces = tuple(place * 7 % 36 for place in range(count))
        line = LogLine(104, "Adalbert", text, faces)
        rows = [row.plain for row in render_log_rows(line, brush, 8, width, console)]
        assert max(map(cell_len, rows)) <= width
        signs = [sign for sign in "".join(rows) if sign in GLYPHS]
        assert signs == [brush.glyph(face) for face in faces]
        assert text.rpartition(", ")[2] in " ".join(" ".join(rows).split())
        if width >= 69:
            assert len(rows) == 1
            assert text in rows[0]


async def test_the_log_keeps_clear_of_its_scroll_bar() -> None:
    """In a log that scrolls every row ends before the bar, and words are broken, never cut."""
    why = "Ana and [/] each hold a set of 3 and no age decides: Ana sits first and starts."
    turns = tuple(
        LogLine(turn, "Ana", "rolled 1, +12 Qwirkle!", (0, 7, 14)) for turn in range(30, 0, -1)
    )
    app = PaneApp(LogPane(), sample_frame("tiles", log=(*turns, LogLine(0, "", why))))
    async with app.run_test(size=(32, 12)) as pilot:
        await pilot.pause()
        rows = app.text().splitlines()[1:-1]
        assert all(row[-2] in " ▁▂▃▄▅▆▇█" and "●■◆" in row for row in rows)
        app.pane.scroll_end(animate=False)
        await pilot.pause()
        told = " ".join(row.strip("│ ▁▂▃▄▅▆▇█") for row in app.text().splitlines()[1:-1])
        assert f"0 {why}" in told


async def test_a_long_log_scrolls() -> None:
    """All turns of a long game are in the log, the oldest at its end."""
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
    """A fitted text takes exactly its columns, wide signs counted as two."""
    assert cell_len(fit_text(text, width)) == width
