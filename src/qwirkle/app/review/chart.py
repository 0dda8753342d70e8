"""The score chart: lines of half blocks, or of seat digits without colours."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import Hue, darken, palette_of, style_of

HUES = (4, 1, 3, 5, 0, 2)
"""Piece colours of the players' lines, by seat; the most distinct ones first."""

AXIS = 5
"""Columns for the scores on the left."""

Scores = Sequence[tuple[int, ...]]
"""All players' scores before the first turn and after each turn."""


def hue_of(look: Look, seat: int) -> Hue:
    """Return the colour of a player's line."""
    hue = palette_of(look).pieces[HUES[seat % len(HUES)]]
    return darken(hue, 0.7) if look.theme == "light" and look.colours != "none" else hue


def chart_text(scores: Scores, names: Sequence[str], look: Look, width: int, height: int) -> Text:
    """Draw the chart in `width` columns and `height` rows, with the names below it."""
    palette = palette_of(look)
    muted = style_of(palette.muted, palette.panel)
    most = max(1, *(max(each) for each in scores))
    least = min(0, *(min(each) for each in scores))
    columns = max(2, width - AXIS - 2)
    plain = look.ascii or look.colours == "none"
    pixels = trace(scores, columns, height if plain else 2 * height, most, least)
    ends = _ends(scores[-1], most, least, height)
    text = Text()
    for row in range(height):
        label = {0: most, height // 2: (most + least) // 2, height - 1: least}.get(row)
        side = "|" if look.ascii else "│"
        text.append(f"{'' if label is None else label:>{AXIS - 2}} {side}", muted)
        if plain:
            for seat in pixels[row]:
                text.append(" " if seat is None else str(seat + 1), _style(look, seat, None))
        else:
            for upper, lower in zip(pixels[2 * row], pixels[2 * row + 1], strict=True):
                text.append(_half(upper, lower), _style(look, upper, lower))
        end = ends.get(row)
        text.append("" if end is None else f" {end + 1}", _style(look, end, None))
        text.append("\n")
    for seat, name in enumerate(names):
        text.append(f"{seat + 1} ", _style(look, seat, None))
        text.append(f"{name} {scores[-1][seat]}", style_of(palette.text, palette.panel))
        text.append("   ")
    return text


def trace(
    scores: Scores, columns: int, rows: int, most: int, least: int = 0
) -> list[list[int | None]]:
    """Return the seat whose line covers each pixel, or None; the first row is the top.

    >>> trace(((0,), (1,), (2,)), 3, 3, 2)
    [[None, None, 0], [None, 0, 0], [0, 0, None]]
    """
    pixels: list[list[int | None]] = [[None] * columns for _ in range(rows)]
    for seat in reversed(range(len(scores[0]))):
        before: int | None = None
        for x in range(columns):
            turn = round(x * (len(scores) - 1) / max(1, columns - 1))
            y = _row_of(scores[turn][seat], rows, most, least)
            start = y if before is None else before
            for between in range(min(y, start), max(y, start) + 1):
                pixels[between][x] = seat
            before = y
    return pixels


def _row_of(points: int, rows: int, most: int, least: int) -> int:
    return round((rows - 1) * (most - points) / (most - least))


def _ends(scores: tuple[int, ...], most: int, least: int, height: int) -> dict[int, int]:
    """Map rows to the seats labelled there: where lines end, one per row, best player on top."""
    rows: dict[int, int] = {}
    below = -1
    ranked = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    for place, seat in enumerate(ranked):
        wanted = _row_of(scores[seat], height, most, least)
        lowest = height - len(ranked) + place
        below = max(below + 1, min(wanted, lowest))
        rows[below] = seat
    return rows


def _half(upper: int | None, lower: int | None) -> str:
    if upper is None:
        return " " if lower is None else "▄"
    return "█" if upper == lower else "▀"


def _style(look: Look, upper: int | None, lower: int | None) -> Style:
    palette = palette_of(look)
    front = upper if upper is not None else lower
    back = lower if upper is not None and lower not in (None, upper) else None
    return style_of(
        palette.text if front is None else hue_of(look, front),
        palette.panel if back is None else hue_of(look, back),
        True,
    )
