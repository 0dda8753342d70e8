"""The command `review`: what each turn of a game could have been worth."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from qwirkle.app.launch import Launch
from qwirkle.cli.files import load_game
from qwirkle.cli.output import say_json
from qwirkle.cli.terminal import open_app


def run(options: Namespace) -> int:
    """Open the app with the game, or print it as one object."""
    path = Path(options.file)
    game = load_game(path)
    if not options.json:
        return open_app(Launch(review=path))
    from qwirkle.analysis.review import review

    say_json(review(game.header, game.events).to_json())
    return 0
