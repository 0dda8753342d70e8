"""Pure ASCII output: a filter that replaces every other character with one of the same width."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from qwirkle.app.paint.glyphs import ASCII_GLYPHS, GLYPHS

_SIGNS = dict(zip(GLYPHS, ASCII_GLYPHS, strict=True)) | {
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

_ACROSS, _DOWN = "─━┄┅┈┉╌╍═╴╶╸╺╼╾", "│┃┆┇┊┋╎╏║╵╷╹╻╽╿"


@lru_cache(4096)
def spell(sign: str) -> str:
    """Return an ASCII replacement of the same width for one character.

    >>> spell("┏"), spell("é"), spell("●")
    ('+', 'e', 'o')
    """
    if sign.isascii():
        return sign
    width = cell_len(sign)
    if not width:
        return ""
    if sign in _SIGNS:
        return _SIGNS[sign].ljust(width)
    if sign in _ACROSS:
        return "=" if sign in "━═" else "-"
    if sign in _DOWN:
        return "|"
    if "\u2500" <= sign <= "\u257f":
        return "+"
    if "\u2580" <= sign <= "\u259f":
        return "#"
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    if len(plain) == width and plain.isprintable():
        return plain
    return "?" * width


@lru_cache(4096)
def spell_out(text: str) -> str:
    """Return a text with every character replaced by ASCII.

    >>> spell_out("╭─ Zoë ─╮")
    '+- Zoe -+'
    """
    return text if text.isascii() else "".join(map(spell, text))


class Plain(LineFilter):
    """A line filter that converts the whole screen to ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(spell_out(text), style, control) for text, style, control in segments]
