"""What the commands for the network share."""

from __future__ import annotations

from importlib.util import find_spec

from qwirkle.cli.output import CommandError
from qwirkle.texts import tr

NEEDED = ("starlette", "uvicorn", "websockets", "segno")

MOST_PORT = 65535


def check_port(port: int) -> None:
    """Refuse what is no port."""
    if not 0 <= port <= MOST_PORT:
        raise CommandError(tr("A port is from 0 to {most}.", most=MOST_PORT))


def check_extra() -> None:
    """Refuse where the packages for the network are not installed."""
    if any(find_spec(name) is None for name in NEEDED):
        raise CommandError(tr("This needs more packages, which pip install 'qwirkle[web]' brings."))
