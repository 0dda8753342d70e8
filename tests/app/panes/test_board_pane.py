"""Facts about the board on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from qwirkle.app.paint.ascii import Plain
from qwirkle.app.paint.look import ZOOMS, Look
from qwirkle.app.paint.pictures import SIZES, Finish
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.board_view import (
    Extent,
    changed,
    extent_of,
    fitting_zoom,
    marks_of,
    pieces_extent,
)
from qwirkle.app.panes.window import Window
from qwirkle.table.frame import Fit, HandSlot, HintMark
from tests.app import insides
from tests.app.frames import PaneApp, frame_of, free_cells

SIZE = (100, 30)

cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
windows = st.builds(
    Window,
    st.sampled_from(ZOOMS),
    st.just((0, 0)),
    st.integers(0, 3000),
    st.integers(0, 1500),
    st.integers(20, 200),
    st.integers(8, 60),
)


@given(windows, cells)
def test_places_and_cells_agree(window: Window, cell: tuple[int, int]) -> None:
    """The cell at the place of a cell is that cell, in each of its corners."""
    column, row = window.place_of(cell)
    width, height = SIZES[window.zoom]
    assert window.cell_at(column, row) == cell
    assert window.cell_at(column + width - 1, row + height - 1) == cell


@given(windows, st.sampled_from(ZOOMS), cells)
def test_zooming_keeps_a_cell_in_its_place(
    window: Window, zoom: int, cell: tuple[int, int]
) -> None:
    """The middle of the anchor does not move when the zoom changes."""
    other = window.zoomed(zoom, cell)
    middles = [
        (
            each.place_of(cell)[0] + SIZES[each.zoom].width // 2,
            each.place_of(cell)[1] + SIZES[each.zoom].height // 2,
        )
        for each in (window, other)
    ]
    assert middles[0] == middles[1]


@given(windows, st.lists(cells, min_size=1, max_size=4))
def test_showing_moves_as_little_as_needed(window: Window, places: list[tuple[int, int]]) -> None:
    """What fits into the window is shown whole, and what is shown already moves nothing."""
    extent = extent_of(places)
    shown = window.showing(extent)
    assert shown.showing(extent) == shown
    if fitting_zoom(extent, window.width, window.height) >= window.zoom > 1:
        assert shown.hides(extent) == (False, False, False, False)
        assert all(shown.shows(place) for place in places)


@given(windows, st.lists(cells, min_size=1, max_size=4))
def test_held_windows_see_a_cell(window: Window, places: list[tuple[int, int]]) -> None:
    """However far it was moved, a held window shows at least one cell of the extent."""
    extent = extent_of(places)
    left, top, right, bottom = window.held(extent).edges_of(extent)
    assert left < window.width
    assert top < window.height
    assert right > 0
    assert bottom > 0


def test_extents_of_nothing() -> None:
    """A table without pieces is as large as its middle."""
    assert extent_of(()) == Extent(0, 0, 0, 0)
    assert fitting_zoom(Extent(0, 0, 500, 500), 80, 24) == 1


def test_marks_tell_everything() -> None:
    """Pieces, the last play, the draft, fits, hints, refusals and the cursor all leave marks."""
    frame = frame_of("tiles")
    free = free_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(Fit(free[1], 4), Fit(free[2], 5)),
        hinted=(HintMark(free[3], "A", 7),),
        refused=(free[4], frame.last[0][1:]),
        cursor=free[1],
        hand=(HandSlot(9, 1, picked=True),),
    )
    marks = marks_of(frame)
    assert marks[free[0]].finish is Finish.DRAFTED
    assert (marks[free[1]].points, marks[free[1]].ghost, marks[free[1]].cursor) == (4, 9, True)
    assert (marks[free[2]].points, marks[free[2]].cursor) == (5, False)
    assert marks[free[3]].hint == ("A", 7)
    assert marks[free[4]].refused
    assert marks[frame.last[0][1:]].finish is Finish.REFUSED
    assert all(marks[x, y].face == face for face, x, y in frame.pieces)


def test_a_cursor_move_changes_two_cells() -> None:
    """Between two frames that differ in the cursor, two cells differ."""
    frame = frame_of("tiles")
    free = free_cells(frame)
    moved = replace(frame, cursor=free[1])
    assert changed(marks_of(frame), marks_of(moved)) == {free[0], free[1]}


async def test_a_cursor_move_repaints_two_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the cursor moves, the pane asks for exactly two cells to be drawn again."""
    frame = frame_of("tiles")
    free = free_cells(frame)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        asked: list[tuple[Region, ...]] = []
        monkeypatch.setattr(app.pane, "refresh", lambda *regions, **_: asked.append(regions))
        app.pane.frame = replace(frame, cursor=free[1])
        assert sorted(asked) == sorted([(app.pane.region_of(cell),) for cell in free[:2]])


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_the_board_fits_itself(variant: str) -> None:
    """By default the pane shows all pieces with a cell of room around them."""
    frame = frame_of(variant)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert app.pane.window.hides(pieces_extent(frame)) == (False,) * 4
        await pilot.resize_terminal(90, 25)
        await pilot.pause()
        assert app.pane.window.hides(pieces_extent(frame)) == (False,) * 4


async def test_small_terminals_get_small_pieces() -> None:
    """Below 80 by 24 the board fits itself with zoom 2 at most."""
    app = PaneApp(BoardPane(), frame_of("tiles", events=8))
    async with app.run_test(size=(79, 23)) as pilot:
        await pilot.pause()
        assert app.pane.zoom == 2


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1)])
async def test_growth_moves_nothing(side: tuple[int, int]) -> None:
    """Pieces laid at any side leave every other cell where it was on the screen."""
    frame = frame_of("tiles", events=12)
    extent = pieces_extent(frame)
    app = PaneApp(BoardPane(), frame, zoom=2)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.pane.region_of(frame.cursor)
        x, y = extent.middle
        new = {-1: extent.left - 1, 1: extent.right + 1, 0: x}[side[0]]
        row = {-1: extent.top - 1, 1: extent.bottom + 1, 0: y}[side[1]]
        laid = (0, new, row)
        app.pane.frame = replace(frame, pieces=(*frame.pieces, laid), last=(laid,))
        await pilot.pause()
        assert app.pane.region_of(frame.cursor) == before


async def test_a_draft_moves_nothing() -> None:
    """While a turn is built, the fitted board keeps its zoom and its place, even at its sides."""
    frame = frame_of("tiles", events=12)
    extent = pieces_extent(frame)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.pane.window
        beside = [(cell, 0) for cell in free_cells(frame) if before.shows(cell)]
        for (x, y), face in beside:
            app.pane.frame = replace(frame, drafted=((face, x, y),), cursor=(x, y))
            await pilot.pause()
            assert app.pane.window == before
        assert any(x < extent.left or x > extent.right for (x, _), _ in beside)


async def test_the_cursor_stays_in_sight() -> None:
    """A cursor that leaves the pane takes the view along, and far pieces are pointed at."""
    frame = frame_of("tiles")
    app = PaneApp(BoardPane(), frame, zoom=5)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        extent = pieces_extent(frame)
        for cell in ((extent.left, extent.top), (extent.right, extent.bottom)):
            app.pane.frame = replace(frame, cursor=cell)
            await pilot.pause()
            assert app.pane.window.shows(cell)
        assert "▲" in app.text()
        assert "◄" in app.text()


async def test_a_table_far_away_is_found() -> None:
    """A record whose pieces lie far from the middle is shown all the same."""
    frame = frame_of("tiles", events=12)
    far = tuple((face, x + 5000, y - 7000) for face, x, y in frame.pieces)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        moved = replace(frame, pieces=far, last=(), cursor=None)
        app.pane.frame = moved
        await pilot.pause()
        assert app.pane.window.hides(pieces_extent(moved)) == (False,) * 4


async def test_zoom_keys() -> None:
    """Plus and minus zoom between 1 and 5 and tell it; 0 fits again."""
    app = PaneApp(BoardPane(), frame_of("tiles"), zoom=4)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.focus()
        await pilot.press("plus", "plus", "plus")
        assert app.pane.zoom == 5
        await pilot.press(*["minus"] * 6)
        assert app.pane.zoom == 1
        await pilot.press("0")
        await pilot.pause()
        told = [message.zoom for message in app.heard]
        assert told == [5, 5, 5, 4, 3, 2, 1, 1, 1, None]


async def test_panning_and_centring() -> None:
    """Shift and an arrow move the view by a cell, and c brings the pieces back to the middle."""
    frame = frame_of("tiles")
    app = PaneApp(BoardPane(), frame, zoom=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.focus()
        await pilot.press("c")
        start = app.pane.region_of((0, 0))
        await pilot.press("shift+right", "shift+down")
        assert app.pane.region_of((0, 0)) == start.translate((-6, -3))
        await pilot.press("c")
        assert app.pane.region_of((0, 0)) == start


async def test_the_mouse() -> None:
    """A click names its cell, a right click takes back, and a drag pans without a click."""
    frame = frame_of("tiles")
    app = PaneApp(BoardPane(), frame, zoom=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        cell = frame.cursor
        x, y = app.pane.region_of(cell).center
        place = (int(x), int(y))
        await pilot.click(BoardPane, offset=place)
        await pilot.click(BoardPane, offset=place, button=3)
        assert [(type(message), message.cell) for message in app.heard] == [
            (BoardPane.CellPressed, cell),
            (BoardPane.CellTakenBack, cell),
        ]
        before = app.pane.region_of(cell)
        await pilot.mouse_down(BoardPane, offset=(50, 15))
        await pilot.hover(BoardPane, offset=(58, 18))
        await pilot.mouse_up(BoardPane, offset=(58, 18))
        assert app.pane.region_of(cell) == before.translate((8, 3))
        assert len(app.heard) == 2


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("zoom", ZOOMS)
async def test_the_whole_board_in_ascii(variant: str, zoom: int) -> None:
    """With ASCII the pane itself draws nothing else, at every zoom."""
    frame = frame_of(variant)
    free = free_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(Fit(free[1], 4), Fit(free[2], 12)),
        hinted=(HintMark(free[3], "A", 7),),
        refused=(free[4],),
        cursor=free[1],
    )
    app = PaneApp(BoardPane(), frame, Look(ascii=True), zoom)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert not any(isinstance(each, Plain) for each in insides.filters_of(app))
        assert app.text().isascii()


async def test_lines_fill_the_pane() -> None:
    """Every row of the pane is exactly as wide as the pane, wherever it is moved."""
    app = PaneApp(BoardPane(), frame_of("cubes"), zoom=4)
    async with app.run_test(size=(61, 19)) as pilot:
        await pilot.pause()
        for _ in range(9):
            app.pane._move(app.pane.window.moved(5, 3))
            assert {app.pane.render_line(y).cell_length for y in range(19)} == {61}
