"""What `qwirkle` does without a command: it opens the start screen."""

from __future__ import annotations

from argparse import Namespace

from qwirkle.cli.terminal import open_app


def run(options: Namespace) -> int:
    """Open the start screen."""
    from qwirkle.app.launch import Launch

    return open_app(Launch(start=True))
