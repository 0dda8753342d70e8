"""The screen as an SVG of its own: blocks and lines as exact shapes, all else as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

WIDTH, HEIGHT = 10, 20
"""Pixels of one cell of the terminal."""
BASELINE = 15
FONT = "16.6px 'DejaVu Sans Mono', monospace"

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of a cell."""

_QUADRANTS = dict(zip("▘▝▖▗▚▞▛▜▙▟", (1, 2, 4, 8, 9, 6, 7, 11, 13, 14), strict=True))
_CORNERS: tuple[Box, ...] = ((0, 0, 0.5, 0.5), (0.5, 0, 1, 0.5), (0, 0.5, 0.5, 1), (0.5, 0.5, 1, 1))
_BLOCKS: dict[str, Box] = {
    "▀": (0, 0, 1, 0.5),
    "▐": (0.5, 0, 1, 1),
    "▔": (0, 0, 1, 1 / 8),
    "▕": (7 / 8, 0, 1, 1),
    **{sign: (0, 1 - part / 8, 1, 1) for part, sign in enumerate("▁▂▃▄▅▆▇█", 1)},
    **{sign: (0, 0, 1 - part / 8, 1) for part, sign in enumerate("▉▊▋▌▍▎▏", 1)},
}
_ARMS = dict(
    zip(
        "─│┌┐└┘━┃┏┓┗┛╸╺",
        ["lr", "ud", "dr", "dl", "ur", "ul", "LR", "UD", "DR", "DL", "UR", "UL", "L", "R"],
        strict=True,
    )
)
"""Which arms a line has from the middle of its cell; capitals for heavy ones."""
_ENDS = {"l": (0.0, 0.5), "r": (1.0, 0.5), "u": (0.5, 0.0), "d": (0.5, 1.0)}
_BENDS = {"╭": "dr", "╮": "dl", "╰": "ur", "╯": "ul"}


def svg_of(strips: list[Strip], ground: str) -> str:
    """The whole screen."""
    width, height = max(strip.cell_length for strip in strips) * WIDTH, len(strips) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
        f"<style>text {{ font: {FONT}; white-space: pre }} .b {{ font-weight: bold }}</style>",
        f'<rect width="{width}" height="{height}" fill="{ground}"/>',
    ]
    backs: list[str] = []
    fronts: list[str] = []
    for row, strip in enumerate(strips):
        column = 0
        for segment in strip:
            if not segment.control:
                front, back = _colours(segment.style or Style.null(), ground)
                length = cell_len(segment.text)
                backs.append(_rect((0, 0, length, 1), column, row, back))
                fronts += _drawn(segment, column, row, front)
                column += length
    return "\n".join([*parts, *backs, *fronts, "</svg>\n"])


def _colours(style: Style, ground: str) -> tuple[str, str]:
    front = style.color.get_truecolor().hex if style.color else "#ffffff"
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else ground
    return (back, front) if style.reverse else (front, back)


def _drawn(segment: Segment, column: int, row: int, front: str) -> Iterator[str]:
    written: list[tuple[int, str]] = []
    for sign in segment.text:
        if sign in _BLOCKS:
            yield _rect(_BLOCKS[sign], column, row, front)
        elif sign in _QUADRANTS:
            for corner, box in enumerate(_CORNERS):
                if _QUADRANTS[sign] >> corner & 1:
                    yield _rect(box, column, row, front)
        elif sign in _ARMS or sign in _BENDS:
            yield _line(sign, column, row, front)
        elif sign != " ":
            written.append((column, sign))
        column += cell_len(sign)
    if written:
        places = " ".join(str(at * WIDTH) for at, _ in written)
        text = escape("".join(sign for _, sign in written))
        bold = ' class="b"' if segment.style and segment.style.bold else ""
        yield f'<text x="{places}" y="{row * HEIGHT + BASELINE}" fill="{front}"{bold}>{text}</text>'


def _rect(box: Box, column: int, row: int, hue: str) -> str:
    left, top, right, bottom = box
    x, y = round((column + left) * WIDTH), round((row + top) * HEIGHT)
    width, height = round((column + right) * WIDTH) - x, round((row + bottom) * HEIGHT) - y
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{hue}"/>'


def _line(sign: str, column: int, row: int, hue: str) -> str:
    def place(x: float, y: float) -> str:
        return f"{(column + x) * WIDTH:g} {(row + y) * HEIGHT:g}"

    arms = _ARMS.get(sign) or _BENDS[sign]
    ends = [place(*_ENDS[arm.lower()]) for arm in arms]
    middle = place(0.5, 0.5)
    if sign in _BENDS:
        path = f"M{ends[0]} Q{middle} {ends[1]}"
    elif len(ends) == 1:
        path = f"M{middle} L{ends[0]}"
    else:
        path = f"M{ends[0]} L{middle} L{ends[1]}"
    weight = 4 if arms.isupper() else 2
    return f'<path d="{path}" fill="none" stroke="{hue}" stroke-width="{weight}"/>'
