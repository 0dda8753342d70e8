"""The board pane: viewport, zoom, marks and input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace
from textual.geometry import Region

from qwirkle.presenter.frame import HandSlot, HintMark, LegalCell
from qwirkle.tui.drawing.ascii import AsciiFilter
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.drawing.sprites import PieceHighlight, piece_size
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.board_cells import cell_displays, changed_cells
from qwirkle.tui.widgets.viewport import (
    BoundingBox,
    Viewport,
    bounding_box,
    fitting_zoom,
    pieces_bounding_box,
)
from tests.tui import textual_internals
from tests.tui.pane_app import PaneApp, open_cells, sample_frame

SIZE = (100, 30)

cells = st.tuples(st.integers(-60, 60), st.integers(-60, 60))
viewports = st.builds(
    Viewport,
    st.sampled_from(("tile", "die")),
    st.sampled_from(ZOOMS),
    st.integers(-1500, 1500),
    st.integers(-800, 800),
    st.integers(20, 200),
    st.integers(8, 60),
)


@given(viewports, cells)
def test_positions_map_back_to_cells(viewport: Viewport, cell: tuple[int, int]) -> None:
    """`cell_at` finds a cell by any of its corners."""
    column, row = viewport.cell_position(cell)
    width, height = viewport.cell_size
    assert viewport.cell_at(column, row) == cell
    assert viewport.cell_at(column + width - 1, row + height - 1) == cell


@given(viewports, st.sampled_from(ZOOMS), cells)
def test_zooming_keeps_the_anchor_in_place(
    viewport: Viewport, zoom: int, cell: tuple[int, int]
) -> None:
    """The centre of the anchor cell doesn't move when the zoom changes."""
    zoomed = viewport.zoom_to(zoom, cell)
    centres = [
        (
            each.cell_position(cell)[0] + each.cell_size.width // 2,
            each.cell_position(cell)[1] + each.cell_size.height // 2,
        )
        for each in (viewport, zoomed)
    ]
    assert centres[0] == centres[1]


@given(viewports, st.lists(cells, min_size=1, max_size=4))
def test_reveal_shows_all_cells_if_they_fit(
    viewport: Viewport, targets: list[tuple[int, int]]
) -> None:
    """Revealing a box that fits shows all of it; revealing it again moves nothing."""
    extent = bounding_box(targets)
    revealed = viewport.reveal(extent)
    assert revealed.reveal(extent) == revealed
    if viewport.has_room_for(extent):
        assert revealed.hidden_sides(extent) == (False, False, False, False)
        assert all(revealed.is_visible(cell) for cell in targets)


@given(viewports, st.lists(cells, min_size=1, max_size=4))
def test_a_clamped_viewport_shows_a_cell(
    viewport: Viewport, targets: list[tuple[int, int]]
) -> None:
    """However far it was moved, a clamped viewport shows part of the box."""
    extent = bounding_box(targets)
    left, top, right, bottom = viewport.clamp_to(extent).box_edges(extent)
    assert left < viewport.width
    assert top < viewport.height
    assert right > 0
    assert bottom > 0


def test_the_bounding_box_of_an_empty_board_is_one_cell() -> None:
    """Without pieces the box is the cell in the centre."""
    assert bounding_box(()) == BoundingBox(0, 0, 0, 0)


def test_the_largest_fitting_zoom_is_used() -> None:
    """At zoom 3 tiles are narrower than dice; if no zoom fits, the smallest is used."""
    for body, columns in (("tile", 60), ("die", 70)):
        row = BoundingBox(0, 0, 9, 0)
        assert piece_size(body, 3).width * row.width == columns
        assert fitting_zoom(body, row, columns, 24, ZOOMS) == 3
        assert fitting_zoom(body, row, columns - 1, 24, ZOOMS) == 2
        assert fitting_zoom(body, row, columns - 1, 24, (3, 4, 5)) == 3


def test_every_frame_field_has_a_mark() -> None:
    """Pieces, the last play, the draft, fits, hints, errors and the cursor all leave marks."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(LegalCell(free[1], 4), LegalCell(free[2], 5)),
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
    assert marks[free[4]].is_illegal
    assert marks[frame.last[0][1:]].highlight is PieceHighlight.ILLEGAL
    assert all(marks[x, y].face == face for face, x, y in frame.pieces)


def test_a_cursor_move_changes_two_cells() -> None:
    """Frames that differ only in the cursor differ in two cells."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    moved = replace(frame, cursor=free[1])
    assert changed_cells(cell_displays(frame), cell_displays(moved)) == {free[0], free[1]}


async def test_a_cursor_move_repaints_two_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the cursor moves, the pane refreshes exactly two cells."""
    frame = sample_frame("tiles")
    free = open_cells(frame)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        refreshed: list[tuple[Region, ...]] = []
        monkeypatch.setattr(app.pane, "refresh", lambda *regions, **_: refreshed.append(regions))
        app.pane.frame = replace(frame, cursor=free[1])
        cursor_regions = set(map(app.pane.cell_region, free[:2]))
        assert [set(regions) for regions in refreshed] == [cursor_regions]


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_board_picks_the_largest_zoom_that_fits(
    variant: str, size: tuple[int, int]
) -> None:
    """The default zoom is the largest at which all pieces fit, and at least 3."""
    for events in (8, 12, 30, 60):
        frame = sample_frame(variant, events)
        app = PaneApp(BoardPane(), frame)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            viewport, room = app.pane.viewport, pieces_bounding_box(frame).expand(1)
            fits = viewport.has_room_for(room)
            assert fits or viewport.zoom == 3
            assert not fits or viewport.hidden_sides(room) == (False,) * 4
            larger = viewport._replace(zoom=min(viewport.zoom + 1, ZOOMS[-1]))
            fresh = bounding_box([(-3, -2), (3, 2)])
            assert larger == viewport or not (
                larger.has_room_for(room) and larger.has_room_for(fresh)
            )


async def test_an_empty_board_is_drawn_large() -> None:
    """An empty board has the largest zoom that fits the terminal."""
    for size, zoom in (((80, 24), 4), ((120, 40), 7), ((200, 60), 7)):
        app = PaneApp(
            BoardPane(), replace(sample_frame("tiles"), pieces=(), last=(), cursor=(0, 0))
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert app.pane.zoom == zoom


async def test_a_small_terminal_limits_the_zoom() -> None:
    """Below 80x24 the zoom is 2, however many pieces are on the board."""
    for events in (8, 60):
        app = PaneApp(BoardPane(), sample_frame("tiles", events))
        async with app.run_test(size=(79, 23)) as pilot:
            await pilot.pause()
            assert app.pane.zoom == 2
            app.pane.focus()
            await pilot.press("0")
            assert app.pane.zoom <= 2


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
async def test_the_board_scrolls_to_each_play(variant: str) -> None:
    """Every play is visible; the board doesn't scroll if it already was."""
    frames = [sample_frame(variant, events) for events in range(8, 68, 3)]
    app = PaneApp(BoardPane(), frames[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.pane.styles.width, app.pane.styles.height = 48, 16
        await pilot.pause()
        unmoved = 0
        for frame in frames:
            before = app.pane.viewport
            last = bounding_box((x, y) for _, x, y in frame.last)
            assert frame.cursor is not None
            wanted = bounding_box([(last.left, last.top), (last.right, last.bottom), frame.cursor])
            app.pane.frame = frame
            await pilot.pause()
            after = app.pane.viewport
            if after.has_room_for(last):
                assert all(after.is_visible((x, y)) for _, x, y in frame.last)
            if after.has_room_for(wanted):
                assert after.is_visible(frame.cursor)
            grown = pieces_bounding_box(frame).expand(1)
            if before.zoom == after.zoom == 3 and not before.has_room_for(grown):
                fitting = wanted if before.has_room_for(wanted) else last
                assert after == before.reveal(fitting)
                unmoved += after == before
        assert app.pane.zoom == 3
        assert unmoved


async def test_zooming_out_centres_the_pieces() -> None:
    """If a play needs a smaller zoom, the pieces are centred."""
    frame = sample_frame("tiles", events=8)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        zoom, extent = app.pane.zoom, pieces_bounding_box(frame)
        placed = tuple((0, x, extent.top) for x in range(extent.right + 1, extent.right + 7))
        grown = replace(frame, pieces=(*frame.pieces, *placed), last=placed, cursor=placed[0][1:])
        app.pane.frame = grown
        await pilot.pause()
        viewport = app.pane.viewport
        assert viewport.zoom < zoom
        assert viewport == viewport.centre_on(pieces_bounding_box(grown))


async def test_the_board_scrolls_back_to_the_cursor() -> None:
    """After a distant play, moving the cursor, picking a piece or a hint scrolls back."""
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
            app.pane.frame = replace(away, banner="Bo is thinking")
            assert app.pane.viewport.is_visible(far[1:])
            app.pane.frame = then
            assert app.pane.viewport.is_visible(cell)


async def test_fit_shows_all_pieces_until_the_next_play() -> None:
    """The key 0 shows all pieces; 0 again or a play restores the default zoom."""
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
        placed = (0, *open_cells(frame)[0])
        app.pane.frame = replace(frame, pieces=(*frame.pieces, placed), last=(placed,))
        assert app.pane.zoom == 3
        assert app.pane.viewport.is_visible(placed[1:])


async def test_a_chosen_zoom_stays() -> None:
    """A play doesn't change the zoom that the player chose."""
    frame = sample_frame("tiles", events=12)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.pane.focus()
        for key, zoom in (("minus", 1), ("plus", 7)):
            await pilot.press(*[key] * 6)
            placed = (0, *open_cells(frame)[0])
            app.pane.frame = replace(frame, pieces=(*frame.pieces, placed), last=(placed,))
            assert app.pane.zoom == zoom
            assert app.pane.viewport.is_visible(placed[1:])
            app.pane.frame = frame


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1)])
async def test_a_play_at_the_edge_moves_no_cell(side: tuple[int, int]) -> None:
    """A play at any edge of the board leaves every cell in place on the screen."""
    frame = sample_frame("tiles", events=12)
    extent = pieces_bounding_box(frame)
    app = PaneApp(BoardPane(), frame, zoom=2)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        before = app.pane.cell_region(frame.cursor)
        x, y = extent.centre
        new = {-1: extent.left - 1, 1: extent.right + 1, 0: x}[side[0]]
        row = {-1: extent.top - 1, 1: extent.bottom + 1, 0: y}[side[1]]
        placed = (0, new, row)
        app.pane.frame = replace(frame, pieces=(*frame.pieces, placed), last=(placed,))
        await pilot.pause()
        assert app.pane.cell_region(frame.cursor) == before


async def test_a_draft_moves_nothing() -> None:
    """Placing pieces keeps the zoom and the position, even at the edges."""
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


async def test_the_cursor_stays_visible() -> None:
    """The board scrolls with the cursor, and arrows point to hidden pieces."""
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


async def test_a_distant_board_is_shown() -> None:
    """Pieces far from the origin are visible too."""
    frame = sample_frame("tiles", events=12)
    far = tuple((face, x + 5000, y - 7000) for face, x, y in frame.pieces)
    app = PaneApp(BoardPane(), frame)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        moved = replace(frame, pieces=far, last=(), cursor=None)
        app.pane.frame = moved
        await pilot.pause()
        assert app.pane.viewport.hidden_sides(pieces_bounding_box(moved)) == (False,) * 4


async def test_zoom_keys_post_the_zoom() -> None:
    """Plus and minus zoom between 1 and 7 and post a message; 0 restores the default."""
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
        zooms = [message.zoom for message in app.messages]
        assert zooms == [5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 1, None]


async def test_keys_pan_and_centre_the_board() -> None:
    """Shift+arrow pans by one cell, and c centres the pieces."""
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


async def test_clicks_select_cells_and_drags_pan() -> None:
    """Clicks post the cell and the button; a drag pans and posts nothing."""
    frame = sample_frame("tiles")
    app = PaneApp(BoardPane(), frame, zoom=3)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        cell = frame.cursor
        x, y = app.pane.cell_region(cell).center
        offset = (int(x), int(y))
        await pilot.click(BoardPane, offset=offset)
        await pilot.click(BoardPane, offset=offset, button=3)
        assert [(type(message), message.cell) for message in app.messages] == [
            (BoardPane.CellPressed, cell),
            (BoardPane.CellRightClicked, cell),
        ]
        before = app.pane.cell_region(cell)
        await pilot.mouse_down(BoardPane, offset=(50, 15))
        await pilot.hover(BoardPane, offset=(58, 18))
        await pilot.mouse_up(BoardPane, offset=(58, 18))
        assert app.pane.cell_region(cell) == before.translate((8, 3))
        assert len(app.messages) == 2


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
@pytest.mark.parametrize("zoom", ZOOMS)
async def test_the_board_can_be_drawn_in_ascii(variant: str, zoom: int) -> None:
    """In ASCII mode the pane draws only ASCII at every zoom, even without the filter."""
    frame = sample_frame(variant)
    free = open_cells(frame)
    frame = replace(
        frame,
        drafted=((3, *free[0]),),
        fits=(LegalCell(free[1], 4), LegalCell(free[2], 12)),
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


async def test_rows_fill_the_pane() -> None:
    """Every row is exactly as wide as the pane, however far it is panned."""
    app = PaneApp(BoardPane(), sample_frame("cubes"), zoom=4)
    async with app.run_test(size=(61, 19)) as pilot:
        await pilot.pause()
        for _ in range(9):
            app.pane.action_pan(1, 1)
            assert {app.pane.render_line(y).cell_length for y in range(19)} == {61}
