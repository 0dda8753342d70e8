"""Texts for leaving a game: where it's saved, and how to resume it."""

from __future__ import annotations

from pathlib import Path

from qwirkle import saving
from qwirkle.record.locking import quote_path
from qwirkle.record.writing import RecordWriter, rescue_record
from qwirkle.texts import tr, trn


def resume_text(path: Path, command: str = "qwirkle play") -> str:
    """One sentence with the command that resumes a game; the latest needs no file name."""
    waiting = (each for each in saving.iter_summaries() if not (each.finished or each.problem))
    newest = next(waiting, None)
    if newest is not None and newest.path.resolve() == path.resolve():
        return tr("Saved. Go on with: {command} --resume", command=command)
    file = quote_path(path)
    return tr("Saved. Go on with: {command} --resume {file}", command=command, file=file)


def rescue_unsaved_game(record: RecordWriter) -> str:
    """Save an unsaved game in the rescue location; say where it is, or what is lost."""
    path, count, why = record.path, record.unsaved_event_count, record.error or ""
    copy = rescue_record(record)
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
