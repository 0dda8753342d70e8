"""Parses the arguments of one command, and of that one only."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from qwirkle.cli import people, programs
from qwirkle.cli.output import CommandError
from qwirkle.cli.parsing import Parser
from qwirkle.texts import tr

_PARSERS: dict[str, Callable[[], Parser]] = {
    "play": people.play,
    "games": people.games,
    "show": people.show,
    "review": people.review,
    "rules": people.rules,
    "variants": people.variants,
    "compare": people.compare,
    "arena": programs.arena,
    "plays": programs.plays,
    "odds": programs.odds,
    "verify": programs.verify,
}


def parse(name: str, arguments: Sequence[str]) -> tuple[str, Namespace]:
    """The module that runs a command, and its options; wrong ones end in one sentence."""
    if not name:
        return "qwirkle.cli.start", Namespace()
    make = _PARSERS.get(name)
    if make is None:
        raise CommandError(
            tr(
                "There is no command “{name}”; there are {names}.",
                name=name[:40],
                names=", ".join(_PARSERS),
            )
        )
    return f"qwirkle.cli.{name}", make().parse_args(arguments)
