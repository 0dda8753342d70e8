"""What the commands for the network share."""

from __future__ import annotations

from importlib.util import find_spec

from qwirkle.cli.output import CommandError
from qwirkle.texts import tr

NEEDED = ("starlette", "uvicorn", "websockets")


def check_extra() -> None:
    """Refuse where the packages for the network are not installed."""
    if any(find_spec(name) is None for name in NEEDED):
        raise CommandError(tr("This needs more packages, which pip install 'qwirkle[web]' brings."))
