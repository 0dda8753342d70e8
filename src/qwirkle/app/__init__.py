"""The table in the terminal, drawn with Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle.app.launch import Launch


def run(launch: Launch) -> int:
    """Draw the app until it is left; returns the exit status."""
    from qwirkle.app.launch import run_app

    return run_app(launch)
