"""The variables that Textual reads when it is loaded: nonsense in them is taken out before."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

MOST_COLUMNS, MOST_ROWS = 600, 200
"""A terminal that says it is larger is drawn on as if it were so large."""


def number_in(low: int, high: int) -> Callable[[str], bool]:
    """Whether a text is a number from `low` to `high`.

    >>> is_small = number_in(1, 9)
    >>> is_small("7"), is_small("-7"), is_small("²"), is_small("9" * 5000)
    (True, False, False, False)
    """
    return lambda text: (
        text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high
    )


_SENSE: dict[str, Callable[[str], bool]] = {
    "COLUMNS": number_in(1, MOST_COLUMNS),
    "LINES": number_in(1, MOST_ROWS),
    "ESCDELAY": number_in(10, 1000),
    "TEXTUAL_ANIMATIONS": lambda text: text.lower() in ("none", "basic", "full"),
    "TEXTUAL_COLOR_SYSTEM": lambda text: (
        text in ("auto", "standard", "256", "truecolor", "windows")
    ),
    "TEXTUAL_DISABLE_KITTY_KEY": lambda text: text in ("0", "1"),
    "TEXTUAL_FPS": number_in(1, 240),
}
"""What a variable may say; whatever else Textual listens to is for those who work on Textual."""


def take_out_nonsense(environment: MutableMapping[str, str]) -> None:
    """Remove what would end the program, exhaust the memory or hide the table.

    >>> environment = {"TEXTUAL_DRIVER": "x", "TEXTUAL_FPS": "30", "COLUMNS": "-5", "HOME": "/"}
    >>> take_out_nonsense(environment)
    >>> environment
    {'TEXTUAL_FPS': '30', 'HOME': '/'}
    """
    for name, value in list(environment.items()):
        heard = name in _SENSE or name == "TEXTUAL" or name.startswith("TEXTUAL_")
        if heard and not _SENSE.get(name, _never)(value):
            del environment[name]


def _never(text: str) -> bool:
    return False
