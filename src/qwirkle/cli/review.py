"""The command `review`: what each turn of a game could have been worth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.app.launch import Launch
from qwirkle.cli.files import load_game
from qwirkle.cli.terminal import open_app


def run(options: Namespace) -> int:
    """Open the app with the game, or print an object a turn."""
    path = Path(options.file)
    load_game(path)
    return open_app(Launch(review=path))
