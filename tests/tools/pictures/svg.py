"""Renders a screen as SVG: block and line characters as exact shapes, all others as text."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

WIDTH, HEIGHT = 10, 20
"""Size of a terminal cell in pixels."""
BASELINE = 15
FONT = "16.6px 'DejaVu Sans Mono', monospace"

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as fractions of a cell."""

_QUADRANTS = dict(zip("▘▝▖▗▚▞▛▜▙▟", (1, 2, 4, 8, 9, 6, 7, 11, 13, 14), strict=True))
_CORNERS: tuple[Box, ...] = ((0, 0, 0.5, 0.5), (0.5, 0, 1, 0.5), (0, 0.5, 0.5, 1), (0.5, 0.5, 1, 1))
_BLOCKS: dict[str, Box] = {
    "▀": (0, 0, 1, 0.5),
    "▐": (0.5, 0, 1, 1),
    "▔": (0, 0, 1, 1 / 8),
    "▕": (7 / 8, 0, 1, 1),
    **{block: (0, 1 - eighths / 8, 1, 1) for eighths, block in enumerate("▁▂▃▄▅▆▇█", 1)},
    **{block: (0, 0, 1 - eighths / 8, 1) for eighths, block in enumerate("▉▊▋▌▍▎▏", 1)},
}
_ARMS = dict(
    zip(
        "─│┌┐└┘━┃┏┓┗┛╸╺",
        ["lr", "ud", "dr", "dl", "ur", "ul", "LR", "UD", "DR", "DL", "UR", "UL", "L", "R"],
        strict=True,
    )
)
"""Directions in which a line runs from the centre of its cell; capitals for heavy lines."""
_ENDS = {"l": (0.0, 0.5), "r": (1.0, 0.5), "u": (0.5, 0.0), "d": (0.5, 1.0)}
_ROUND_CORNERS = {"╭": "dr", "╮": "dl", "╰": "ur", "╯": "ul"}


def render_svg(strips: list[Strip], background: str) -> str:
    """Return the whole screen as SVG."""
    width, height = max(strip.cell_length for strip in strips) * WIDTH, len(strips) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">',
        f"<style>text {{ font: {FONT}; white-space: pre }} .b {{ font-weight: bold }}</style>",
        f'<rect width="{width}" height="{height}" fill="{background}"/>',
    ]
    back_layer: list[str] = []
    front_layer: list[str] = []
    for row, strip in enumerate(strips):
        column = 0
        for segment in strip:
            if not segment.control:
                front, back = _colours(segment.style or Style.null(), background)
                length = cell_len(segment.text)
                back_layer.append(_rectangle((0, 0, length, 1), column, row, back))
                front_layer += _render_segment(segment, column, row, front)
                column += length
    return "\n".join([*parts, *back_layer, *front_layer, "</svg>\n"])


def _colours(style: Style, background: str) -> tuple[str, str]:
    front = style.color.get_truecolor().hex if style.color else "#ffffff"
    back = style.bgcolor.get_truecolor().hex if style.bgcolor else background
    return (back, front) if style.reverse else (front, back)


def _render_segment(segment: Segment, column: int, row: int, colour: str) -> Iterator[str]:
    characters: list[tuple[int, str]] = []
    for character in segment.text:
        if character in _BLOCKS:
            yield _rectangle(_BLOCKS[character], column, row, colour)
        elif character in _QUADRANTS:
            for corner, box in enumerate(_CORNERS):
                if _QUADRANTS[character] >> corner & 1:
                    yield _rectangle(box, column, row, colour)
        elif character in _ARMS or character in _ROUND_CORNERS:
            yield _line(character, column, row, colour)
        elif character != " ":
            characters.append((column, character))
        column += cell_len(character)
    if characters:
        xs = " ".join(str(column * WIDTH) for column, _ in characters)
        y = row * HEIGHT + BASELINE
        text = escape("".join(character for _, character in characters))
        bold = ' class="b"' if segment.style and segment.style.bold else ""
        yield f'<text x="{xs}" y="{y}" fill="{colour}"{bold}>{text}</text>'


def _rectangle(box: Box, column: int, row: int, colour: str) -> str:
    left, top, right, bottom = box
    x, y = round((column + left) * WIDTH), round((row + top) * HEIGHT)
    width, height = round((column + right) * WIDTH) - x, round((row + bottom) * HEIGHT) - y
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def _line(character: str, column: int, row: int, colour: str) -> str:
    def point(x: float, y: float) -> str:
        return f"{(column + x) * WIDTH:g} {(row + y) * HEIGHT:g}"

    arms = _ARMS.get(character) or _ROUND_CORNERS[character]
    ends = [point(*_ENDS[arm.lower()]) for arm in arms]
    centre = point(0.5, 0.5)
    if character in _ROUND_CORNERS:
        path = f"M{ends[0]} Q{centre} {ends[1]}"
    elif len(ends) == 1:
        path = f"M{centre} L{ends[0]}"
    else:
        path = f"M{ends[0]} L{centre} L{ends[1]}"
    weight = 4 if arms.isupper() else 2
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{weight}"/>'
