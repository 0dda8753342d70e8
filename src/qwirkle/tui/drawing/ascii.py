"""Pure ASCII output: a filter that replaces every other character with one of the same width."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from qwirkle.tui.drawing.glyphs import ASCII_GLYPHS, GLYPHS

_REPLACEMENTS = dict(zip(GLYPHS, ASCII_GLYPHS, strict=True)) | {
    "·": ".",
    "•": "*",
    "…": "~",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "×": "x",
    "Σ": "+",
    "✓": "*",
    "✔": "*",
    "★": "*",
    "☆": "*",
    "►": ">",
    "▶": ">",
    "▸": ">",
    "◄": "<",
    "◀": "<",
    "◂": "<",
    "▲": "^",
    "▴": "^",
    "▼": "v",
    "▾": "v",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "⏎": "<",
    "↵": "<",
    "⌫": "<",
    "␣": "_",
    "⭘": "O",
    "○": "o",
    "◯": "o",
    "□": "#",
    "▁": "_",
    "▂": "_",
    "▄": "_",
    "▔": "-",
    "▀": "-",
    "▌": "|",
    "▍": "|",
    "▎": "|",
    "▏": "|",
    "▐": "|",
    "▕": "|",
}

_HORIZONTAL, _VERTICAL = "─━┄┅┈┉╌╍═╴╶╸╺╼╾", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"


@lru_cache(4096)
def char_to_ascii(char: str) -> str:
    """Return an ASCII replacement of the same width for one character.

    >>> char_to_ascii("┏"), char_to_ascii("é"), char_to_ascii("●")
    ('+', 'e', 'o')
    """
    if char.isascii():
        return char
    width = cell_len(char)
    if not width:
        return ""
    if char in _REPLACEMENTS:
        return _REPLACEMENTS[char].ljust(width)
    if char in _HORIZONTAL:
        return "=" if char in "━═" else "-"
    if char in _VERTICAL:
        return "|"
    if "\u2500" <= char <= "\u257f":
        return "+"
    if "\u2580" <= char <= "\u259f":
        return "#"
    plain = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    if len(plain) == width and plain.isprintable():
        return plain
    return "?" * width


@lru_cache(4096)
def text_to_ascii(text: str) -> str:
    """Return a text with every character replaced by ASCII.

    >>> text_to_ascii("╭─ Zoë ─╮")
    '+- Zoe -+'
    """
    return text if text.isascii() else "".join(map(char_to_ascii, text))


class AsciiFilter(LineFilter):
    """A line filter that converts the whole screen to ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text_to_ascii(text), style, control) for text, style, control in segments]
