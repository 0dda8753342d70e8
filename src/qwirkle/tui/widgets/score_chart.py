"""The score chart: lines of half blocks, or of seat digits without colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from qwirkle.tui.drawing.appearance import Appearance
from qwirkle.tui.drawing.palette import HexColour, darken, get_palette, make_style

LINE_COLOURS = (4, 1, 3, 5, 0, 2)
"""Piece colours of the players' lines, by seat; the most distinct ones first."""

AXIS_COLUMNS = 5
"""Columns for the scores on the left."""

ScoreHistory = Sequence[tuple[int, ...]]
"""All players' scores before the first turn and after each turn."""


def line_colour(appearance: Appearance, seat: int) -> HexColour:
    """Return the colour of a player's line."""
    hue = get_palette(appearance).pieces[LINE_COLOURS[seat % len(LINE_COLOURS)]]
    return (
        darken(hue, 0.7)
        if appearance.theme == "light" and appearance.colour_depth != "none"
        else hue
    )


def render_chart(
    scores: ScoreHistory, names: Sequence[str], appearance: Appearance, width: int, height: int
) -> Text:
    """Draw the chart in `width` columns and `height` rows, with the names below it."""
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    most = max(1, *(max(each) for each in scores))
    least = min(0, *(min(each) for each in scores))
    columns = max(2, width - AXIS_COLUMNS - 2)
    plain = appearance.ascii or appearance.colour_depth == "none"
    pixels = plot_lines(scores, columns, height if plain else 2 * height, most, least)
    ends = _label_rows(scores[-1], most, least, height)
    text = Text()
    for row in range(height):
        label = {0: most, height // 2: (most + least) // 2, height - 1: least}.get(row)
        side = "|" if appearance.ascii else "│"
        text.append(f"{'' if label is None else label:>{AXIS_COLUMNS - 2}} {side}", muted)
        if plain:
            for seat in pixels[row]:
                text.append(" " if seat is None else str(seat + 1), _style(appearance, seat, None))
        else:
            for upper, lower in zip(pixels[2 * row], pixels[2 * row + 1], strict=True):
                text.append(_half_block(upper, lower), _style(appearance, upper, lower))
        end = ends.get(row)
        text.append("" if end is None else f" {end + 1}", _style(appearance, end, None))
        text.append("\n")
    for seat, name in enumerate(names):
        text.append(f"{seat + 1} ", _style(appearance, seat, None))
        text.append(f"{name} {scores[-1][seat]}", make_style(palette.text, palette.panel))
        text.append("   ")
    return text


def plot_lines(
    scores: ScoreHistory, columns: int, rows: int, max_score: int, min_score: int = 0
) -> list[list[int | None]]:
    """Return the seat whose line covers each pixel, or None; the first row is the top.

    >>> plot_lines(((0,), (1,), (2,)), 3, 3, 2)
    [[None, None, 0], [None, 0, 0], [0, 0, None]]
    """
    pixels: list[list[int | None]] = [[None] * columns for _ in range(rows)]
    for seat in reversed(range(len(scores[0]))):
        before: int | None = None
        for x in range(columns):
            turn = round(x * (len(scores) - 1) / max(1, columns - 1))
            y = _score_row(scores[turn][seat], rows, max_score, min_score)
            start = y if before is None else before
            for between in range(min(y, start), max(y, start) + 1):
                pixels[between][x] = seat
            before = y
    return pixels


def _score_row(points: int, rows: int, max_score: int, min_score: int) -> int:
    return round((rows - 1) * (max_score - points) / (max_score - min_score))


def _label_rows(
    scores: tuple[int, ...], max_score: int, min_score: int, height: int
) -> dict[int, int]:
    """Map rows to the seats labelled there: where lines end, one per row, best player on top."""
    rows: dict[int, int] = {}
    below = -1
    ranked = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    for place, seat in enumerate(ranked):
        wanted = _score_row(scores[seat], height, max_score, min_score)
        lowest = height - len(ranked) + place
        below = max(below + 1, min(wanted, lowest))
        rows[below] = seat
    return rows


def _half_block(upper: int | None, lower: int | None) -> str:
    if upper is None:
        return " " if lower is None else "▄"
    return "█" if upper == lower else "▀"


def _style(appearance: Appearance, upper: int | None, lower: int | None) -> Style:
    palette = get_palette(appearance)
    front = upper if upper is not None else lower
    back = lower if upper is not None and lower not in (None, upper) else None
    return make_style(
        palette.text if front is None else line_colour(appearance, front),
        palette.panel if back is None else line_colour(appearance, back),
        True,
    )
