"""Terminal sizes at which screens and widgets change their layout, as style-sheet classes."""

from __future__ import annotations

MIN_COLUMNS = 40
MIN_ROWS = 12
MIN_COLUMNS_FOR_SIDE = 80
MIN_COLUMNS_FOR_ALL = 110
MIN_COLUMNS_FOR_WIDE_SIDE = 160
"""From this many columns on, the side has more room for names and pieces."""
ROOMY_ROWS = 30
"""From this many rows on, screens leave blank lines between their parts."""

WIDTH_CLASSES = [
    (0, "-too-narrow"),
    (MIN_COLUMNS, "-narrow"),
    (MIN_COLUMNS_FOR_SIDE, "-tabs"),
    (MIN_COLUMNS_FOR_ALL, "-wide"),
]
HEIGHT_CLASSES = [
    (0, "-too-short"),
    (MIN_ROWS, "-short"),
    (24, "-tall"),
    (40, "-very-tall"),
]
