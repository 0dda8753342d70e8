"""The signs and bitmaps of the six shapes, and the characters that draw bitmaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Bitmap: TypeAlias = tuple[str, ...]
"""Rows of `#` and `.`; a pixel is half a column wide and half a row high."""

GLYPHS = "●■◆✤✸✕"
ASCII_GLYPHS = "o#v%*x"

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By a mask of pixels: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


def _mirrored(*upper: str) -> Bitmap:
    return upper + upper[-2::-1]


SMALL: tuple[Bitmap, ...] = (
    _mirrored("..######..", "##########", "##########"),
    _mirrored("##########", "##########", "##########"),
    _mirrored("....##....", "..######..", "##########"),
    _mirrored("..######..", "##..##..##", "##########"),
    _mirrored("##..##..##", "..######..", "##########"),
    _mirrored("###....###", ".###..###.", "...####..."),
)
"""10 by 5 pixels, by shape."""

TINY: tuple[Bitmap, ...] = (
    _mirrored("..####..", ".######."),
    _mirrored("########", "########"),
    _mirrored("...##...", "########"),
    _mirrored("..####..", "###..###"),
    _mirrored("#..##..#", ".######."),
    _mirrored("##....##", "..####.."),
)
"""8 by 3 pixels, by shape: the body of a small die must stay in sight around the shape."""

LARGE: tuple[Bitmap, ...] = (
    _mirrored("...########...", ".############.", "##############", "##############"),
    _mirrored("##############", "##############", "##############", "##############"),
    _mirrored("......##......", "....######....", "..##########..", "##############"),
    _mirrored("....######....", "....######....", "####.####.####", "##############"),
    _mirrored("##....##....##", "..##.####.##..", "...########...", "##############"),
    _mirrored("###........###", ".####....####.", "...########...", "....######...."),
)
"""14 by 7 pixels, by shape."""

ASCII_SMALL: tuple[Bitmap, ...] = (
    (".###.", "#####", ".###."),
    ("#####", "#####", "#####"),
    ("..#..", "#####", "..#.."),
    (".#.#.", "#####", ".#.#."),
    ("#.#.#", ".###.", "#.#.#"),
    ("##.##", "..#..", "##.##"),
)
"""5 columns by 3 rows of whole characters, by shape."""

ASCII_LARGE: tuple[Bitmap, ...] = (
    ("..###..", "#######", "#######", "..###.."),
    ("#######", "#######", "#######", "#######"),
    ("...#...", ".#####.", ".#####.", "...#..."),
    (".##.##.", "#######", "#######", ".##.##."),
    ("#..#..#", ".#####.", ".#####.", "#..#..#"),
    ("##...##", "..###..", "..###..", "##...##"),
)
"""7 columns by 4 rows of whole characters, by shape."""


def quadrant(pixels: Sequence[bool]) -> str:
    """The character with these four pixels set: upper left and right, lower left and right.

    >>> quadrant((True, False, True, False))
    '▌'
    """
    return QUADRANTS[sum(1 << place for place, lit in enumerate(pixels) if lit)]
