"""Status codes that answer an action, such as why it isn't available, and their texts."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from qwirkle.texts import tr

Keys = Mapping[str, str]
"""Key-binding id -> key to show, for the bindings that differ from the default."""


class Note(StrEnum):
    """The answer to a player's last action, as a code; `status_text` puts it into words."""

    LOOKING = "looking"
    """The presenter requests hints and then calls `with_hints`."""
    HINTS = "hints"
    JUDGING = "judging"
    """The presenter requests a review of the last turn and then calls `with_explanation`."""
    WHY = "why"
    SECRET = "secret"
    NO_TURN = "no-turn"
    NOT_YOUR_TURN = "not-your-turn"
    OVER = "over"
    NO_CHOICE = "no-choice"
    PICK_FIRST = "pick-first"
    FITS_NOWHERE = "fits-nowhere"
    LAY_FIRST = "lay-first"
    MARK_FIRST = "mark-first"
    TAKE_BACK_FIRST = "take-back-first"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    NO_SUCH_PIECE = "no-such-piece"
    LIES_ALREADY = "lies-already"
    MARKING = "marking"
    ROLL_FIRST = "roll-first"
    ROLL_OR_LEAVE = "roll-or-leave"
    MARKS_ONLY = "marks-only"
    NEVER_TRADED = "never-traded"
    NO_TRADE_YET = "no-trade-yet"
    ONLY_IF_STUCK = "only-if-stuck"
    EMPTY_BAG = "empty-bag"
    BAG_TOO_SMALL = "bag-too-small"
    NEVER_ROLLED = "never-rolled"
    NO_ROLL_YET = "no-roll-yet"
    ROLL_USED = "roll-used"
    NO_HINTS = "no-hints"
    PURIST = "purist"
    NO_UNDO = "no-undo"
    DRAWN_SINCE = "drawn-since"
    NO_ROUND = "no-round"
    ALL_PANES = "all-panes"
    NOT_OVER = "not-over"
    COVERED = "covered"


def note_text(note: Note, name: str, keys: Keys) -> str:
    """Return the sentence for a status; `name` is the player to move."""
    enter, escape = tr("Enter"), tr("Esc")
    match note:
        case Note.LOOKING:
            return tr("Looking for the best turns…")
        case Note.HINTS | Note.WHY:
            return ""
        case Note.JUDGING:
            return tr("Looking into the last turn…")
        case Note.SECRET:
            return tr("The last turn was made from a hidden hand, which stays secret.")
        case Note.NO_TURN:
            return tr("No turn has been made yet.")
        case Note.NOT_YOUR_TURN:
            return tr("Wait a moment: it is the turn of {name}.", name=name)
        case Note.OVER:
            key = keys.get("table.result", "e")
            return tr("The game is over; {key} shows the result.", key=key)
        case Note.NO_CHOICE:
            key = keys.get("table.play", enter)
            return tr("Nothing else can be done now: {key} goes on.", key=key)
        case Note.PICK_FIRST:
            return tr("Pick a piece first.")
        case Note.FITS_NOWHERE:
            return tr("This piece fits nowhere now.")
        case Note.LAY_FIRST:
            return tr("Lay a piece first.")
        case Note.MARK_FIRST:
            return tr("Mark a piece first, by its number or a click.")
        case Note.TAKE_BACK_FIRST:
            key = keys.get("table.clear", escape)
            return tr("Pieces of yours lie on the table: {key} takes them back first.", key=key)
        case Note.NOTHING_TO_TAKE_BACK:
            return tr("There is nothing to take back.")
        case Note.NO_SUCH_PIECE:
            return tr("There is no such piece in your hand.")
        case Note.LIES_ALREADY:
            key = keys.get("table.back", tr("Backspace"))
            return tr("This piece lies on the table already; {key} takes one back.", key=key)
        case Note.MARKING:
            key = keys.get("table.no-trade", escape)
            return tr("You are choosing what to trade; {key} goes back to laying.", key=key)
        case Note.ROLL_FIRST:
            key = keys.get("table.keep", enter)
            return tr("The free roll comes first: mark dice, or {key} keeps them all.", key=key)
        case Note.ROLL_OR_LEAVE:
            key = keys.get("table.roll-all", enter)
            return tr("The free roll comes first: mark dice, or {key} goes on without it.", key=key)
        case Note.MARKS_ONLY:
            return tr("This key marks all pieces for a trade or a roll.")
        case Note.NEVER_TRADED:
            return tr("Nothing is traded in this game.")
        case Note.NO_TRADE_YET:
            return tr("The game is opened first: nothing can be traded before that.")
        case Note.ONLY_IF_STUCK:
            return tr("Something fits, so nothing may be traded.")
        case Note.EMPTY_BAG:
            return tr("The bag is empty, so nothing can be traded.")
        case Note.BAG_TOO_SMALL:
            return tr("The bag holds too few pieces for a trade.")
        case Note.NEVER_ROLLED:
            return tr("Nothing is rolled in this game.")
        case Note.NO_ROLL_YET:
            return tr("The free roll comes with a later turn.")
        case Note.ROLL_USED:
            return tr("The free roll of this turn is used up.")
        case Note.NO_HINTS:
            return tr("Hints are switched off in this game.")
        case Note.PURIST:
            return tr("You play as a purist: without hints, and nothing shows where a piece fits.")
        case Note.NO_UNDO:
            return tr("There is no turn of yours to take back.")
        case Note.DRAWN_SINCE:
            return tr("A piece has been drawn or rolled since, so the turn stands.")
        case Note.NO_ROUND:
            return tr("Nothing has happened since your last turn.")
        case Note.ALL_PANES:
            return tr("All panes are in sight already.")
        case Note.NOT_OVER:
            return tr("There is no result yet: the game is still on.")
        case Note.COVERED:  # pragma: no branch
            key = keys.get("table.board", escape)
            return tr("The board is covered: {key} shows it again.", key=key)
