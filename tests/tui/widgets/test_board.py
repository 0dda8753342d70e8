"""Facts about the board on the screen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace
from textual.geometry import Region

from qwirkle.presenter.frame import Fit, HandSlot, HintMark
from qwirkle.tui.drawing.appearance import ZOOMS, Appearance
from qwirkle.tui.drawing.ascii import AsciiFilter
from qwirkle.tui.drawing.sprites import PieceHighlight, piece_size
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.board_cells import (
    BoundingBox,
    bounding_box,
    cell_displays,
    changed_cells,
    fitting_zoom,
    pieces_bounding_box,
)
from qwirkle.tui.widgets.viewport import Viewport
from tests.tui import textual_internals
from tests.tui.pane_app import PaneApp, open_cells, sample_frame

SIZE = (100, 30)

cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
windows = st.builds(
    Viewport,
    st.sampled_from(("tile", "die")),
    st.sampled_from(ZOOMS),
    st.integers(-1500, 1500),
    st.integers(-800, 800),
    st.integers(20, 200),
    st.integers(8, 60),
)


@given(windows, cells)
def test_places_and_cells_agree(window: Viewport, cell: tuple[int, int]) -> None:
    """The cell at the place of a cell is that cell, in each of its corners."""
    column, row = window.cell_position(cell)
    width, height = window.cell_size
    assert window.cell_at(column, row) == cell
    assert window.cell_at(column + width - 1, row + height - 1) == cell


@given(windows, st.sampled_from(ZOOMS), cells)
def test_zooming_keeps_a_cell_in_its_place(
    window: Viewport, zoom: int, cell: tuple[int, int]
) -> None:
    """The middle of the anchor does not move when the zoom changes."""
    other = window.zoom_to(zoom, cell)
    middles = [
        (
            each.cell_position(cell)[0] + each.cell_size.width // 2,
            each.cell_position(cell)[1] + each.cell_size.height // 2,
        )
        for each in (window, other)
    ]
    assert middles[0] == middles[1]


@given(windows, st.lists(cells, min_size=1, max_size=4))
def test_showing_moves_as_little_as_needed(window: Viewport, places: list[tuple[int, int]]) -> None:
    """What fits into the window is shown whole, and what is shown already moves nothing."""
    extent = bounding_box(places)
    shown = window.reveal(extent)
    assert shown.reveal(extent) == shown
    if window.has_room_for(extent):
        assert shown.hidden_sides(extent) == (False, False, False, False)
        assert all(shown.is_visible(place) for place in places)


@given(windows, st.lists(cells, min_size=1, max_size=4))
def test_held_windows_see_a_cell(window: Viewport, places: list[tuple[int, int]]) -> None:
    """However far it was moved, a held window shows at least one cell of the extent."""
    extent = bounding_box(places)
    left, top, right, bottom = window.clamp_to(extent).box_edges(extent)
    assert left < window.width
    assert top < window.height
    assert right > 0
    assert bottom > 0


def test_extents_of_nothing() -> None:
    """A table without pieces is as large as its middle."""
    assert bounding_box(()) == BoundingBox(0, 0, 0, 0)


def test_the_largest_zoom_that_fits() -> None:
    """Tiles are smaller than dice at zoom 3; where nothing fits, the smallest zoom has to do."""
    for body, columns in (("tile", 60), ("die", 70)):
        row = BoundingBox(0, 0, 9, 0)
        assert piece_size(body, 3).width * row.width == columns
        assert fitting_zoom(body, row, columns, 24, ZOOMS) == 3
        assert fitting_zoom(body, row, columns - 1, 24, ZOOMS) == 2
        assert fitting_zoom(body, row, columns - 1, 24, (3, 4, 5)) == 3


def test_marks_tell_everything() -> None:
    """Pieces, the last play, the draft, fits, hints, refusals and the cursor all leave marks."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(Fit(free[1], 4), Fit(free[2], 5)),
        hinted=(HintMark(free[3], "A", 7),),
        refused=(free[4], frame.last[0][1:]),
        cursor=free[1],
        hand=(HandSlot(9, 1, picked=True),),
    )
    marks = cell_displays(frame)
    assert marks[free[0]].highlight is PieceHighlight.DRAFTED
    assert (marks[free[1]].points, marks[free[1]].ghost, marks[free[1]].cursor) == (4, 9, True)
    assert (marks[free[2]].points, marks[free[2]].cursor) == (5, False)
    assert marks[free[3]].hint == ("A", 7)
    assert marks[free[4]].refused
    assert marks[frame.last[0][1:]].highlight is PieceHighlight.REFUSED
    assert all(marks[x, y].face == face for face, x, y in frame.pieces)


def test_a_cursor_move_changes_two_cells() -> None:
    """Between two frames that differ in the cursor, two cells differ."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    moved = replace(frame, cursor=free[1])
    assert changed_cells(cell_displays(frame), cell_displays(moved)) == {free[0], free[1]}


async def test_a_cursor_move_repaints_two_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the cursor moves, the pane asks for exactly two cells to be drawn again."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        asked: list[tuple[Region, ...]] = []
        monkeypatch.setattr(app.pane, "refresh", lambda *regions, **_: asked.append(regions))
        app.pane.frame = replace(frame, cursor=free[1])
        assert [set(regions) for regions in asked] == [set(map(app.pane.cell_region, free[:2]))]


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_board_fits_itself(variant: str, size: tuple[int, int]) -> None:
    """The pane takes the largest zoom at which all pieces have room, but none below 3."""
    for events in (8, 12, 30, 60):
        frame = sample_frame(variant, events)
        app = PaneApp(BoardPane(), frame)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            window, room = app.pane.viewport, pieces_bounding_box(frame).expand(1)
            fits = window.has_room_for(room)
            assert fits or window.zoom == 3
            assert not fits or window.hidden_sides(room) == (False,) * 4
            larger = window._replace(zoom=min(window.zoom + 1, ZOOMS[-1]))
            fresh = bounding_box([(-3, -2), (3, 2)])
            assert larger == window or not (
                larger.has_room_for(room) and larger.has_room_for(fresh)
            )


async def test_a_small_board_is_drawn_large() -> None:
    """A fresh table takes the largest pictures that a large terminal has room for."""
    for size, zoom in (((80, 24), 4), ((120, 40), 7), ((200, 60), 7)):
        app = PaneApp(
            BoardPane(), replace(sample_frame("tiles"), pieces=(), last=(), cursor=(0, 0))
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert app.pane.zoom == zoom


async def test_small_terminals_get_small_pieces() -> None:
    """Below 80 by 24 the board is at zoom 2, however few or many pieces there are."""
    for events in (8, 60):
        app = PaneApp(BoardPane(), sample_frame("tiles", events))
        async with app.run_test(size=(79, 23)) as pilot:
            await pilot.pause()
            assert app.pane.zoom == 2
            app.pane.focus()
            await pilot.press("0")
            assert app.pane.zoom <= 2


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_the_board_follows_the_turn(variant: str) -> None:
    """Every play comes into sight, and the board stays where it is for plays that are in sight."""
    frames = [sample_frame(variant, events) for events in range(8, 68, 3)]
    app = PaneApp(BoardPane(), frames[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.pane.styles.width, app.pane.styles.height = 48, 16
        await pilot.pause()
        stayed = 0
        for frame in frames:
            before = app.pane.viewport
            last = bounding_box((x, y) for _, x, y in frame.last)
            assert frame.cursor is not None
            seen = bounding_box([(last.left, last.top), (last.right, last.bottom), frame.cursor])
            app.pane.frame = frame
            await pilot.pause()
            after = app.pane.viewport
            if after.has_room_for(last):
                assert all(after.is_visible((x, y)) for _, x, y in frame.last)
            if after.has_room_for(seen):
                assert after.is_visible(frame.cursor)
            grown = pieces_bounding_box(frame).expand(1)
            if before.zoom == after.zoom == 3 and not before.has_room_for(grown):
                still = before.reveal(seen if before.has_room_for(seen) else last)
                assert after == still
                stayed += after == before
        assert app.pane.zoom == 3
        assert stayed


async def test_another_zoom_centres_the_pieces() -> None:
    """When a play leaves too little room, the smaller board has its pieces in the middle."""
    frame = sample_frame("tiles", events=8)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        zoom, extent = app.pane.zoom, pieces_bounding_box(frame)
        laid = tuple((0, x, extent.top) for x in range(extent.right + 1, extent.right + 7))
        grown = replace(frame, pieces=(*frame.pieces, *laid), last=laid, cursor=laid[0][1:])
        app.pane.frame = grown
        await pilot.pause()
        window = app.pane.viewport
        assert window.zoom < zoom
        assert window == window.centre_on(pieces_bounding_box(grown))


async def test_somebody_who_does_something_sees_the_cursor() -> None:
    """A play far away is shown; a step of the cursor, a picked piece or a hint leads back."""
    frame = replace(sample_frame("tiles", events=60), cursor=(0, 0))
    far = (0, 40, 0)
    away = replace(frame, pieces=(*frame.pieces, far), last=(far,))
    picked = tuple(structs.replace(slot, picked=True) for slot in away.hand)
    hinted = (HintMark((60, 0), "B", 7), HintMark((1, 0), "A", 7))
    for then, cell in (
        (replace(away, cursor=(1, 0)), (1, 0)),
        (replace(away, hand=picked), (0, 0)),
        (replace(away, hinted=hinted), (1, 0)),
    ):
        app = PaneApp(BoardPane(), frame)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.pane.frame = away
            assert app.pane.viewport.is_visible(far[1:])
            assert not app.pane.viewport.is_visible(away.cursor)
            app.pane.frame = replace(away, banner="somebody thinks")
            assert app.pane.viewport.is_visible(far[1:])
            app.pane.frame = then
            assert app.pane.viewport.is_visible(cell)


async def test_fit_shows_all_pieces_until_the_next_play() -> None:
    """0 shows everything however small, 0 again or a play leads back to where one can play."""
    frame = sample_frame("tiles", events=60)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.pane.focus()
        assert app.pane.viewport.hidden_sides(pieces_bounding_box(frame)) != (False,) * 4
        for _ in range(2):
            await pilot.press("0")
            assert app.pane.zoom < 3
            assert app.pane.viewport.hidden_sides(pieces_bounding_box(frame)) == (False,) * 4
            await pilot.press("0")
            assert app.pane.zoom == 3
        await pilot.press("0")
        laid = (0, *open_cells(frame)[0])
        app.pane.frame = replace(frame, pieces=(*frame.pieces, laid), last=(laid,))
        assert app.pane.zoom == 3
        assert app.pane.viewport.is_visible(laid[1:])


async def test_a_chosen_zoom_stays() -> None:
    """A play does not change the zoom that somebody has chosen."""
    frame = sample_frame("tiles", events=12)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.pane.focus()
        for key, zoom in (("minus", 1), ("plus", 7)):
            await pilot.press(*[key] * 6)
            laid = (0, *open_cells(frame)[0])
            app.pane.frame = replace(frame, pieces=(*frame.pieces, laid), last=(laid,))
            assert app.pane.zoom == zoom
            assert app.pane.viewport.is_visible(laid[1:])
            app.pane.frame = frame


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1)])
async def test_growth_moves_nothing(side: tuple[int, int]) -> None:
    """Pieces laid at any side leave every other cell where it was on the screen."""
    frame = sample_frame("tiles", events=12)
    extent = pieces_bounding_box(frame)
    app = PaneApp(BoardPane(), frame, zoom=2)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.pane.cell_region(frame.cursor)
        x, y = extent.centre
        new = {-1: extent.left - 1, 1: extent.right + 1, 0: x}[side[0]]
        row = {-1: extent.top - 1, 1: extent.bottom + 1, 0: y}[side[1]]
        laid = (0, new, row)
        app.pane.frame = replace(frame, pieces=(*frame.pieces, laid), last=(laid,))
        await pilot.pause()
        assert app.pane.cell_region(frame.cursor) == before


async def test_a_draft_moves_nothing() -> None:
    """While a turn is built, the fitted board keeps its zoom and its place, even at its sides."""
    frame = sample_frame("tiles", events=12)
    extent = pieces_bounding_box(frame)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.pane.viewport
        beside = [(cell, 0) for cell in open_cells(frame) if before.is_visible(cell)]
        for (x, y), face in beside:
            app.pane.frame = replace(frame, drafted=((face, x, y),), cursor=(x, y))
            await pilot.pause()
            assert app.pane.viewport == before
        assert any(x < extent.left or x > extent.right for (x, _), _ in beside)


async def test_the_cursor_stays_in_sight() -> None:
    """A cursor that leaves the pane takes the view along, and far pieces are pointed at."""
    frame = sample_frame("tiles")
    app = PaneApp(BoardPane(), frame, zoom=5)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        extent = pieces_bounding_box(frame)
        for cell in ((extent.left, extent.top), (extent.right, extent.bottom)):
            app.pane.frame = replace(frame, cursor=cell)
            await pilot.pause()
            assert app.pane.viewport.is_visible(cell)
        assert "▲" in app.text()
        assert "◄" in app.text()


async def test_a_table_far_away_is_found() -> None:
    """A record whose pieces lie far from the middle is shown all the same."""
    frame = sample_frame("tiles", events=12)
    far = tuple((face, x + 5000, y - 7000) for face, x, y in frame.pieces)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        moved = replace(frame, pieces=far, last=(), cursor=None)
        app.pane.frame = moved
        await pilot.pause()
        assert app.pane.viewport.hidden_sides(pieces_bounding_box(moved)) == (False,) * 4


async def test_zoom_keys() -> None:
    """Plus and minus zoom between 1 and 7 and tell it; 0 fits again."""
    app = PaneApp(BoardPane(), sample_frame("tiles"), zoom=4)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.focus()
        await pilot.press(*["plus"] * 4)
        assert app.pane.zoom == 7
        await pilot.press(*["minus"] * 7)
        assert app.pane.zoom == 1
        await pilot.press("0")
        await pilot.pause()
        told = [message.zoom for message in app.heard]
        assert told == [5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 1, None]


async def test_panning_and_centring() -> None:
    """Shift and an arrow move the view by a cell, and c brings the pieces back to the middle."""
    frame = sample_frame("tiles")
    app = PaneApp(BoardPane(), frame, zoom=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.pane.focus()
        await pilot.press("c")
        start = app.pane.cell_region((0, 0))
        await pilot.press("shift+right", "shift+down")
        assert app.pane.cell_region((0, 0)) == start.translate((-6, -3))
        await pilot.press("c")
        assert app.pane.cell_region((0, 0)) == start


async def test_the_mouse() -> None:
    """A click names its cell, a right click takes back, and a drag pans without a click."""
    frame = sample_frame("tiles")
    app = PaneApp(BoardPane(), frame, zoom=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        cell = frame.cursor
        x, y = app.pane.cell_region(cell).center
        place = (int(x), int(y))
        await pilot.click(BoardPane, offset=place)
        await pilot.click(BoardPane, offset=place, button=3)
        assert [(type(message), message.cell) for message in app.heard] == [
            (BoardPane.CellPressed, cell),
            (BoardPane.CellRightClicked, cell),
        ]
        before = app.pane.cell_region(cell)
        await pilot.mouse_down(BoardPane, offset=(50, 15))
        await pilot.hover(BoardPane, offset=(58, 18))
        await pilot.mouse_up(BoardPane, offset=(58, 18))
        assert app.pane.cell_region(cell) == before.translate((8, 3))
        assert len(app.heard) == 2


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("zoom", ZOOMS)
async def test_the_whole_board_in_ascii(variant: str, zoom: int) -> None:
    """With ASCII the pane itself draws nothing else, at every zoom."""
    frame = sample_frame(variant)
    free = open_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(Fit(free[1], 4), Fit(free[2], 12)),
        hinted=(HintMark(free[3], "A", 7),),
        refused=(free[4],),
        cursor=free[1],
    )
    app = PaneApp(BoardPane(), frame, Appearance(ascii=True), zoom)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        assert not any(
            isinstance(each, AsciiFilter) for each in textual_internals.line_filters(app)
        )
        assert app.text().isascii()


async def test_lines_fill_the_pane() -> None:
    """Every row of the pane is exactly as wide as the pane, wherever it is moved."""
    app = PaneApp(BoardPane(), sample_frame("cubes"), zoom=4)
    async with app.run_test(size=(61, 19)) as pilot:
        await pilot.pause()
        for _ in range(9):
            app.pane._set_viewport(app.pane.viewport.pan(5, 3))
            assert {app.pane.render_line(y).cell_length for y in range(19)} == {61}
