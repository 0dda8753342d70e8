"""Loads the variants and records named on the command line. Raises CommandError."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.output import CommandError, print_stderr
from qwirkle.i18n import tr

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game


class FileError(CommandError):
    """A file can't be used; `problem` is the reason without the file name."""

    def __init__(self, path: Path, problem: str) -> None:
        self.problem = problem
        super().__init__(tr("{file}: {problem}", file=path, problem=problem))


class UnreadableFile(FileError):
    """A file can't be read at all."""


class InvalidRecord(FileError):
    """A record is damaged or breaks the rules of its variant."""


@contextmanager
def convert_record_errors(path: Path | str | None) -> Iterator[None]:
    """Turn record errors into CommandError, with the file name if the user gave a path."""
    from qwirkle.records.locked_file import RecordLocked
    from qwirkle.records.reader import RecordError

    try:
        yield
    except RecordLocked as error:
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
        variant = catalog.load_variant(name_or_path)
    except VariantError as error:
        raise CommandError(str(error)) from None
    if warning := catalog.name_mismatch_warning(name_or_path, variant):
        print_stderr(warning)
    return variant


def load_game(path: Path) -> Game:
    """Load a game and validate its events. A truncated last line is ignored."""
    game, _ = _read_game(path)
    return game


def load_untruncated_game(path: Path) -> Game:
    """Load a game and validate its events. A truncated last line raises InvalidRecord."""
    game, truncated_line = _read_game(path)
    if truncated_line is not None:
        problem = tr("Line {line}: This line was not written to its end.", line=truncated_line)
        raise InvalidRecord(path, problem)
    return game


def _read_game(path: Path) -> tuple[Game, int | None]:
    """Return the game and the number of its truncated last line, or None if it's complete."""
    from qwirkle.game import Game, IllegalEvent
    from qwirkle.records.reader import RecordError, event_line_number, read_record

    _check_readable(path)
    try:
        record = read_record(path)
        game = Game.replay(record.header.with_unique_names(), record.events)
        return game, event_line_number(len(record.events)) if record.truncated else None
    except RecordError as error:
        raise InvalidRecord(path, str(error)) from None
    except IllegalEvent as error:
        problem = tr(
            "Line {line}: {problem}",
            line=event_line_number(error.index),
            problem=error.cause.message_with_rule,
        )
        raise InvalidRecord(path, problem) from None


def _check_readable(path: Path) -> None:
    try:
        is_folder = path.is_dir()
        path.stat()
    except OSError as error:
        raise UnreadableFile(path, tr("{why}.", why=error.strerror or error)) from None
    except ValueError:
        raise UnreadableFile(path, tr("This cannot be the name of a file.")) from None
    if is_folder:
        raise UnreadableFile(path, tr("This is a folder, not a record."))
    if not os.access(path, os.R_OK):
        raise UnreadableFile(path, tr("The file may not be read."))
