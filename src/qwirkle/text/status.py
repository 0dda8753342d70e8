"""Why an action isn't allowed or available right now, and how a game was saved, as sentences.

Messages about illegal moves are in `engine/errors.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from qwirkle.i18n import tr, trn
from qwirkle.records import library
from qwirkle.records.locked_file import quote_path
from qwirkle.records.writer import RecordWriter, rescue_record
from qwirkle.session.availability import Status

ControlLabels = Mapping[str, str]
"""Key-binding id -> what sentences call the control: a key, a button or a command.

Bindings with their default key are left out.
"""


def status_text(status: Status, name: str, control_labels: ControlLabels) -> str:
    """Return the sentence for a status; `name` is the player to move."""
    enter, escape = tr("Enter"), tr("Esc")
    match status:
        case Status.FINDING_HINTS:
            return tr("Looking for the best turns…")
        case Status.HINTS | Status.EXPLANATION:
            return ""
        case Status.EXPLAINING:
            return tr("Looking into the last turn…")
        case Status.HIDDEN_HAND:
            return tr("The last turn was made from a hidden hand, which stays secret.")
        case Status.NO_TURN_YET:
            return tr("No turn has been made yet.")
        case Status.NOT_YOUR_TURN:
            return tr("Wait a moment: it is the turn of {name}.", name=name)
        case Status.GAME_OVER:
            key = control_labels.get("table.result", "e")
            return tr("The game is over; {key} shows the result.", key=key)
        case Status.NO_CHOICE:
            key = control_labels.get("table.play", enter)
            return tr("Nothing else can be done now: {key} goes on.", key=key)
        case Status.PICK_FIRST:
            return tr("Pick a piece first.")
        case Status.FITS_NOWHERE:
            return tr("This piece fits nowhere now.")
        case Status.PLACE_FIRST:
            return tr("Lay a piece first.")
        case Status.MARK_FIRST:
            return tr("Mark a piece first, by its number or a click.")
        case Status.RETURN_PIECES_FIRST:
            key = control_labels.get("table.clear", escape)
            return tr("Pieces of yours lie on the table: {key} takes them back first.", key=key)
        case Status.NOTHING_TO_RETURN:
            return tr("There is nothing to take back.")
        case Status.NO_SUCH_PIECE:
            return tr("There is no such piece in your hand.")
        case Status.ALREADY_PLACED:
            key = control_labels.get("table.back", tr("Backspace"))
            return tr("This piece lies on the table already; {key} takes one back.", key=key)
        case Status.CHOOSING_TRADE:
            key = control_labels.get("table.no-trade", escape)
            return tr("You are choosing what to trade; {key} goes back to laying.", key=key)
        case Status.ROLL_FIRST:
            key = control_labels.get("table.keep", enter)
            return tr("The free roll comes first: mark dice, or {key} keeps them all.", key=key)
        case Status.ROLL_OR_SKIP:
            key = control_labels.get("table.roll-all", enter)
            return tr("The free roll comes first: mark dice, or {key} goes on without it.", key=key)
        case Status.ONLY_WHEN_MARKING:
            return tr("This key marks all pieces for a trade or a roll.")
        case Status.NO_TRADES:
            return tr("Nothing is traded in this game.")
        case Status.NO_TRADE_YET:
            return tr("The game is opened first: nothing can be traded before that.")
        case Status.TRADE_ONLY_IF_STUCK:
            return tr("Something fits, so nothing may be traded.")
        case Status.EMPTY_BAG:
            return tr("The bag is empty, so nothing can be traded.")
        case Status.BAG_TOO_SMALL:
            return tr("The bag holds too few pieces for a trade.")
        case Status.NO_ROLLS:
            return tr("Nothing is rolled in this game.")
        case Status.NO_ROLL_YET:
            return tr("The free roll comes with a later turn.")
        case Status.ROLL_USED:
            return tr("The free roll of this turn is used up.")
        case Status.NO_HINTS:
            return tr("Hints are switched off in this game.")
        case Status.PURIST:
            return tr("You play as a purist: without hints, and nothing shows where a piece fits.")
        case Status.NOTHING_TO_UNDO:
            return tr("There is no turn of yours to take back.")
        case Status.UNDO_AFTER_DRAW:
            return tr("A piece has been drawn or rolled since, so the turn stands.")
        case Status.NOTHING_TO_REPLAY:
            return tr("Nothing has happened since your last turn.")
        case Status.ALL_PANES_VISIBLE:
            return tr("All panes are in sight already.")
        case Status.NOT_OVER:
            return tr("There is no result yet: the game is still on.")
        case Status.BOARD_COVERED:  # pragma: no branch
            key = control_labels.get("table.board", escape)
            return tr("The board is covered: {key} shows it again.", key=key)


def resume_text(path: Path, command: str = "qwirkle play") -> str:
    """One sentence with the command that resumes a game; the latest needs no file name."""
    unfinished = (
        summary for summary in library.iter_summaries() if not (summary.finished or summary.problem)
    )
    latest = next(unfinished, None)
    if latest is not None and latest.path.resolve() == path.resolve():
        return tr("Saved. Go on with: {command} --resume", command=command)
    file = quote_path(path)
    return tr("Saved. Go on with: {command} --resume {file}", command=command, file=file)


def rescue_unsaved_game(record: RecordWriter) -> str:
    """Save an unsaved game in the rescue location; say where it is, or what is lost."""
    path, count, error = record.path, record.unsaved_event_count, record.error or ""
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
        why=error,
    )
