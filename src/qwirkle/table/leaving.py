"""Texts for leaving a game: where it's saved, and how to resume it."""

from __future__ import annotations

from pathlib import Path

from qwirkle import saving
from qwirkle.record import RecordFile, rescue
from qwirkle.record.locking import shell_word
from qwirkle.texts import tr, trn


def how_to_go_on(path: Path, command: str = "qwirkle play") -> str:
    """One sentence with the command that resumes a game; the latest needs no file name."""
    waiting = (each for each in saving.glimpses() if not (each.finished or each.problem))
    newest = next(waiting, None)
    if newest is not None and newest.path.resolve() == path.resolve():
        return tr("Saved. Go on with: {command} --resume", command=command)
    file = shell_word(path)
    return tr("Saved. Go on with: {command} --resume {file}", command=command, file=file)


def account_of_rescue(record: RecordFile) -> str:
    """Save an unsaved game in the rescue location; say where it is, or what is lost."""
    path, count, why = record.path, record.unsaved, record.trouble or ""
    copy = rescue(record)
    if copy is not None:
        return tr(
            "The game could not be saved in {path}; all of it is in {copy} instead.",
            path=path,
            copy=copy,
        )
    return trn(
        "{count} event of the game in {path} is lost: {why}",
        "{count} events of the game in {path} are lost: {why}",
        count,
        path=path,
        why=why,
    )
