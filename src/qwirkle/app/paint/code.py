"""A code to photograph: dark on light in any theme, whatever the terminal can draw."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from qwirkle.app.paint.look import Look

QUIET = 4
"""Modules of light ground around the code, by which cameras find it."""

DARK, LIGHT = "#000000", "#ffffff"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""By whether the upper and the lower module are drawn."""


def modules_of(address: str) -> list[list[bool]]:
    """The code row by row with its ground, each module by whether it is dark."""
    import segno  # of an extra

    code = segno.make(address, micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def code_text(address: str, look: Look) -> Text:
    """The code of an address; two modules in each cell, or in pure ASCII one in two spaces."""
    rows = modules_of(address)
    lines = _spaces(rows, look) if look.ascii else _half_blocks(rows, look)
    return Text("\n").join(lines)


def _is_drawn(dark: bool, look: Look) -> bool:
    """Whether a module is in the colour of the text: without colours the terminal has only that.

    A dark terminal writes light, so that there the ground is drawn.
    """
    return dark != (look.colours == "none" and look.theme == "dark")


def _half_blocks(rows: list[list[bool]], look: Look) -> list[Text]:
    style = Style() if look.colours == "none" else Style(color=DARK, bgcolor=LIGHT)
    ground = [[False] * len(rows[0])] * (len(rows) % 2)
    rows = rows + ground
    return [
        Text(
            "".join(
                HALVES[_is_drawn(top, look), _is_drawn(foot, look)]
                for top, foot in zip(upper, lower, strict=True)
            ),
            style,
            end="",
        )
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _spaces(rows: list[list[bool]], look: Look) -> list[Text]:
    lines = []
    for row in rows:
        line = Text("", end="")
        for dark in row:
            if look.colours == "none":
                style = Style(reverse=_is_drawn(dark, look))
            else:
                style = Style(bgcolor=DARK if dark else LIGHT)
            line.append("  ", style)
        lines.append(line)
    return lines
