"""What the table says in words: banners, titles, previews and the lines of the log; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from qwirkle.engine import movegen
from qwirkle.engine.board import QWIRKLE, Board
from qwirkle.engine.events import (
    Finished,
    Happening,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.opening import opening_of
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.position import Position
from qwirkle.engine.view import Options, Stage, View
from qwirkle.table.draft import Draft, Task
from qwirkle.table.frame import LogLine
from qwirkle.texts import tr, trn

Standing = Sequence[tuple[Happening, Position]]
"""What happened, each with the position after it."""


def qwirkles_of(board: Board, pieces: tuple[Laid, ...]) -> int:
    """How many full lines these pieces, which lie on the board, are part of (R10)."""
    return sum(len(line.cells) == QWIRKLE for line in board.lines_of(pieces))


def gain_text(board: Board, event: Placed) -> str:
    """The points of a play, and what is special about it."""
    count = qwirkles_of(board, event.pieces)
    if count:
        return trn("+{points} Qwirkle!", "+{points} {count} Qwirkles!", count, points=event.points)
    return tr("+{points}", points=event.points)


def log_lines(standing: Standing, names: Sequence[str]) -> tuple[LogLine, ...]:
    """One line a turn, newest first."""
    lines: list[LogLine] = []
    doings: list[str] = []
    turn = 1
    for event, position in standing:
        match event:
            case Rolled(player, _, after, True):
                doings.append(tr("had to roll"))
                line = LogLine(turn, names[player], _in_short(doings), _open(after, position))
            case Rolled(player, before, after, False):
                doings.append(trn("rolled {count}", "rolled {count}", len(before)))
                line = LogLine(turn, names[player], _in_short(doings), _open(after, position))
            case Redrawn(player, _, drew):
                doings.append(tr("drew anew"))
                line = LogLine(turn, names[player], _in_short(doings), _open(drew, position))
            case Placed(player, pieces, _):
                doings.append(gain_text(position.board, event))
                line = LogLine(turn, names[player], _in_short(doings), _faces(pieces))
            case Traded(player, gave, _):
                text = trn("traded {count}", "traded {count}", len(gave))
                line = LogLine(turn, names[player], text)
            case Passed(player):
                doings.append(tr("passed"))
                line = LogLine(turn, names[player], _in_short(doings))
            case Finished(player, bonus, _, _) if player is not None:
                text = tr("+{bonus}, went out", bonus=bonus)
                lines.append(LogLine(turn, names[player], text))
                continue
            case _:
                turn, doings = position.turns + 1, []
                continue
        if lines and len(doings) > 1:
            lines.pop()
        lines.append(line)
        if position.turns + 1 != turn:
            turn, doings = position.turns + 1, []
    return tuple(reversed(lines))


def _open(faces: Faces, position: Position) -> Faces:
    """What everybody may see of faces that came to a hand."""
    return faces if position.variant.hand_open else ()


def _in_short(doings: Sequence[str]) -> str:
    """What was done in a turn; what was done again and again is told once.

    >>> _in_short(["had to roll", "had to roll", "+4"])
    'had to roll 2×, +4'
    """
    told = []
    for doing, again in groupby(doings):
        count = len(tuple(again))
        told.append(tr("{doing} {count}×", doing=doing, count=count) if count > 1 else doing)
    return ", ".join(told)


def _faces(pieces: tuple[Laid, ...]) -> Faces:
    return tuple(face for face, _, _ in pieces)


def opening_text(standing: Standing, names: Sequence[str]) -> str:
    """Who starts and why (R3, J2)."""
    position = next(after for _, after in standing if after.stage is Stage.OPENING)
    opening = opening_of(position)
    name = names[opening.player]
    if opening.by == "set":
        return trn(
            "{name} starts: no match in any hand, but one piece must open.",
            "{name} starts, with the largest set: {count} pieces.",
            opening.matches,
            name=name,
        )
    *others, last = (names[seat] for seat in opening.tied)
    tied = tr("{others} and {last}", others=", ".join(others), last=last)
    if opening.by == "age":
        youngest = position.variant.opening_tie == "youngest"
        return tr(
            "{tied} each hold a set of {count}; {name} starts, being the youngest of them."
            if youngest
            else "{tied} each hold a set of {count}; {name} starts, being the oldest of them.",
            tied=tied,
            count=opening.matches,
            name=name,
        )
    return tr(
        "{tied} each hold a set of {count} and no age decides: {name} sits first and starts.",
        tied=tied,
        count=opening.matches,
        name=name,
    )


def opening_sets(hand: Faces) -> str:
    """The sets that may open, by the keys of their pieces.

    >>> opening_sets((0, 1, 6, 20, 27))
    '1+2 / 1+3'
    """
    return " / ".join(
        sorted(
            "+".join(sorted(str(hand.index(face) + 1) for face in faces))
            for faces in movegen.largest_sets(hand)
        )
    )


def preview_text(view: View, draft: Draft) -> str:
    """The points of the half-built turn, line by line."""
    if not draft.laid:
        return ""
    board = draft.board(view)
    points = draft.points(view)
    lines = board.lines_of(draft.pieces)
    if not lines:
        return trn("A lone piece = {count} point", "A lone piece = {count} points", points)
    parts = [
        tr("Qwirkle {points}", points=QWIRKLE + view.variant.qwirkle_bonus)
        if len(line.cells) == QWIRKLE
        else tr("line of {count}", count=len(line.cells))
        for line in lines
    ]
    return tr("{lines} = +{points}", lines=" + ".join(parts), points=points)


def hand_title(name: str, draft: Draft) -> str:
    """Whose hand it is and what is being done with it."""
    match draft.task:
        case Task.TRADE:
            return tr("{name} – mark what to trade", name=name)
        case Task.ROLL:
            return tr("{name} – mark what to roll", name=name)
        case Task.LAY:
            return tr("{name} – your hand", name=name)


def task_text(view: View, draft: Draft, name: str, keys: Mapping[str, str] | None = None) -> str:
    """What the person to move can do now; `keys` has those that were moved, by their ids."""
    moved, options = keys or {}, view.options
    if draft.task is Task.ROLL:
        return _roll_text(options, draft, name, moved)
    if options.redraw:
        return tr(
            "{name}: no roll can help, because no face of your dice fits anywhere. "
            "{key} puts them all back and draws new ones.",
            name=name,
            key=moved.get("table.redraw", tr("Enter")),
        )
    if options.pass_:
        return tr(
            "{name}: nothing fits and nothing else can be done. {key} passes.",
            name=name,
            key=moved.get("table.pass", tr("Enter")),
        )
    if options.forced_roll:
        return tr("{name}: no die fits, so all of them are rolled again.", name=name)
    if draft.task is Task.TRADE:
        if not options.place:
            return tr("{name}: nothing fits, so you must trade.", name=name)
        return trn(
            "{name}: mark the piece to trade; it ends your turn.",
            "{name}: mark up to {count} pieces to trade; it ends your turn.",
            options.trade,
            name=name,
        )
    if view.stage is Stage.OPENING and not draft.complete(view):
        sets = opening_sets(draft.hand)
        return trn(
            "{name}: open with this set: {sets}.",
            "{name}: open with one of these sets: {sets}.",
            sets.count("/") + 1,
            name=name,
            sets=sets,
        )
    if draft.complete(view):
        return tr(
            "{name}: {key} plays this for +{points}.",
            name=name,
            key=moved.get("table.play", tr("Enter")),
            points=draft.points(view),
        )
    if draft.picked is not None:
        if not draft.fits(view):
            return tr("{name}: this piece fits nowhere now.", name=name)
        return tr("{name}: lay it on a marked cell.", name=name)
    return tr("{name}: pick a piece.", name=name)


def _roll_text(options: Options, draft: Draft, name: str, moved: Mapping[str, str]) -> str:
    """What the person to move can do with the free roll."""
    if draft.marks:
        return trn(
            "{name}: {key} rolls the marked die, once.",
            "{name}: {key} rolls the {count} marked dice, once.",
            len(draft.marks),
            name=name,
            key=moved.get("table.roll-these", tr("Enter")),
        )
    if options.place:
        return tr(
            "{name}: mark dice to roll them once, or {key} keeps them all.",
            name=name,
            key=moved.get("table.keep", tr("Esc")),
        )
    key = moved.get("table.roll-all", tr("Esc"))
    if options.forced_roll:
        return tr(
            "{name}: no die fits. Mark some to roll, or {key} rolls all until one fits.",
            name=name,
            key=key,
        )
    return tr("{name}: no die fits. Mark some to roll, or {key} rolls none.", name=name, key=key)
