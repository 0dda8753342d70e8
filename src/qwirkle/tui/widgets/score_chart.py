"""The score chart: lines of half blocks, or of seat digits without colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from qwirkle.tui.drawing.palette import Appearance, HexColour, darken, get_palette, make_style

LINE_COLOUR_INDICES = (4, 1, 3, 5, 0, 2)
"""Piece colours of the players' lines, by seat; the most distinct ones first."""

AXIS_COLUMNS = 5
"""Columns for the scores on the left."""

ScoreHistory = Sequence[tuple[int, ...]]
"""All players' scores before the first turn and after each turn."""


def line_colour(appearance: Appearance, seat: int) -> HexColour:
    """Return the colour of a player's line."""
    colour = get_palette(appearance).pieces[LINE_COLOUR_INDICES[seat % len(LINE_COLOUR_INDICES)]]
    return (
        darken(colour, 0.7)
        if appearance.theme == "light" and appearance.colour_depth != "none"
        else colour
    )


def render_chart(
    scores: ScoreHistory, names: Sequence[str], appearance: Appearance, width: int, height: int
) -> Text:
    """Draw the chart in `width` columns and `height` rows, with the names below it."""
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    max_score = max(1, *(max(turn_scores) for turn_scores in scores))
    min_score = min(0, *(min(turn_scores) for turn_scores in scores))
    columns = max(2, width - AXIS_COLUMNS - 2)
    uses_digits = appearance.ascii or appearance.colour_depth == "none"
    pixels = plot_lines(
        scores, columns, height if uses_digits else 2 * height, max_score, min_score
    )
    end_labels = _label_rows(scores[-1], max_score, min_score, height)
    text = Text()
    for row in range(height):
        label = {
            0: max_score,
            height // 2: (max_score + min_score) // 2,
            height - 1: min_score,
        }.get(row)
        axis = "|" if appearance.ascii else "│"
        text.append(f"{'' if label is None else label:>{AXIS_COLUMNS - 2}} {axis}", muted)
        if uses_digits:
            for seat in pixels[row]:
                text.append(" " if seat is None else str(seat + 1), _style(appearance, seat, None))
        else:
            for upper, lower in zip(pixels[2 * row], pixels[2 * row + 1], strict=True):
                text.append(_half_block(upper, lower), _style(appearance, upper, lower))
        end_seat = end_labels.get(row)
        text.append(
            "" if end_seat is None else f" {end_seat + 1}", _style(appearance, end_seat, None)
        )
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
        previous_y: int | None = None
        for x in range(columns):
            turn = round(x * (len(scores) - 1) / max(1, columns - 1))
            y = _score_row(scores[turn][seat], rows, max_score, min_score)
            start = y if previous_y is None else previous_y
            for row in range(min(y, start), max(y, start) + 1):
                pixels[row][x] = seat
            previous_y = y
    return pixels


def _score_row(points: int, rows: int, max_score: int, min_score: int) -> int:
    return round((rows - 1) * (max_score - points) / (max_score - min_score))


def _label_rows(
    scores: tuple[int, ...], max_score: int, min_score: int, height: int
) -> dict[int, int]:
    """Map rows to the seats labelled there: where lines end, one per row, best player on top."""
    rows: dict[int, int] = {}
    row = -1
    ranked = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    for index, seat in enumerate(ranked):
        end_row = _score_row(scores[seat], height, max_score, min_score)
        lowest = height - len(ranked) + index
        row = max(row + 1, min(end_row, lowest))
        rows[row] = seat
    return rows


def _half_block(upper: int | None, lower: int | None) -> str:
    if upper is None:
        return " " if lower is None else "▄"
    return "█" if upper == lower else "▀"


def _style(appearance: Appearance, upper: int | None, lower: int | None) -> Style:
    palette = get_palette(appearance)
    foreground = upper if upper is not None else lower
    background = lower if upper is not None and lower not in (None, upper) else None
    return make_style(
        palette.text if foreground is None else line_colour(appearance, foreground),
        palette.panel if background is None else line_colour(appearance, background),
        True,
    )
