"""Loads the variants and records named on the command line. Raises CommandError."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.output import CommandError, complain
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game


class FileError(CommandError):
    """A file can't be used; `problem` is the reason without the file name."""

    def __init__(self, path: Path, problem: str) -> None:
        self.problem = problem
        super().__init__(tr("{file}: {problem}", file=path, problem=problem))


class Unreadable(FileError):
    """A file can't be read at all."""


class WrongRecord(FileError):
    """A record is damaged or breaks the rules of its variant."""


@contextmanager
def record_errors(path: Path | str | None) -> Iterator[None]:
    """Turn record errors into CommandError, with the file name if the user gave a path."""
    from qwirkle.record import Busy, RecordError

    try:
        yield
    except Busy as error:
        raise CommandError(str(error)) from None
    except RecordError as error:
        if isinstance(path, Path):
            raise FileError(path, str(error)) from None
        raise CommandError(str(error)) from None


def load_variant(name_or_path: str) -> Variant:
    """Load a variant by name or path; warn if its name doesn't match its file."""
    from qwirkle import catalog
    from qwirkle.engine.variant import VariantError

    try:
        variant = catalog.load(name_or_path)
    except VariantError as error:
        raise CommandError(str(error)) from None
    if misnamed := catalog.misnamed(name_or_path, variant):
        complain(misnamed)
    return variant


def load_game(path: Path) -> Game:
    """Load a game and validate its events. A truncated last line is ignored."""
    game, _ = read_game(path)
    return game


def load_whole_game(path: Path) -> Game:
    """Load a game and validate its events. A truncated last line raises InvalidRecord."""
    game, torn_line = read_game(path)
    if torn_line is not None:
        problem = tr("Line {line}: This line was not written to its end.", line=torn_line)
        raise WrongRecord(path, problem)
    return game


def read_game(path: Path) -> tuple[Game, int | None]:
    """Return the game and the number of its truncated last line, or None if it's complete."""
    from qwirkle.game import Game, IllegalEvent
    from qwirkle.record import RecordError, read
    from qwirkle.record.reading import line_of

    _check_readable(path)
    try:
        record = read(path)
        game = Game.replay(record.header.told_apart(), record.events)
        return game, line_of(len(record.events)) if record.torn else None
    except RecordError as error:
        raise WrongRecord(path, str(error)) from None
    except IllegalEvent as error:
        problem = tr(
            "Line {line}: {problem}",
            line=line_of(error.number),
            problem=error.refusal.with_rule,
        )
        raise WrongRecord(path, problem) from None


def _check_readable(path: Path) -> None:
    try:
        folder = path.is_dir()
        path.stat()
    except OSError as error:
        raise Unreadable(path, tr("{why}.", why=error.strerror or error)) from None
    except ValueError:
        raise Unreadable(path, tr("This cannot be the name of a file.")) from None
    if folder:
        raise Unreadable(path, tr("This is a folder, not a record."))
    if not os.access(path, os.R_OK):
        raise Unreadable(path, tr("The file may not be read."))
