"""Game events as text: the log, the news, the opening, replay steps and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

from msgspec import Struct

from qwirkle.engine.events import Drawn, Finished, Opened, Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.rules import OpenerDecision
from qwirkle.engine.variant import AGE_CRITERIA
from qwirkle.engine.view import Stage, View
from qwirkle.i18n import tr, trn
from qwirkle.records.players import Player
from qwirkle.session.history import HistoryEntry, SeatHistory, ends_turn, index_after_last_turn


class LogLine(Struct, frozen=True):
    """One line of the log: a turn, a bonus or penalty at the end, or the opening (turn 0)."""

    turn: int
    name: str
    """Name of the player; empty in turn 0."""
    text: str
    """For example `+5` or `traded 3`."""
    faces: Faces = ()
    """Pieces to draw after the text."""


def build_log(history: SeatHistory) -> tuple[LogLine, ...]:
    """Return the log, newest first.

    One line per turn and per bonus or penalty at the end; the oldest says who starts and why.
    """
    lines: list[LogLine] = []
    actions: list[str] = []
    names, turn = history.names, 1
    for entry in history.entries:
        event, view = entry.event, entry.view
        match event:
            case Rolled(player, _, after, True):
                actions.append(tr("had to roll"))
                line = LogLine(
                    turn, names[player], _join_actions(actions), _public_faces(after, view)
                )
            case Rolled(player, before, after, False):
                actions.append(tr("rolled {count}", count=len(before)))
                line = LogLine(
                    turn, names[player], _join_actions(actions), _public_faces(after, view)
                )
            case Redrawn(player, _, drew):
                actions.append(tr("drew anew"))
                line = LogLine(
                    turn, names[player], _join_actions(actions), _public_faces(drew, view)
                )
            case Placed(player, pieces, _):
                actions.append(_placement_points_text(entry, event))
                faces = tuple(face for face, _, _ in pieces)
                line = LogLine(turn, names[player], _join_actions(actions), faces)
            case Traded(player, gave, _):
                actions.append(_trade_log_text(len(gave), view.variant.trade.cost))
                line = LogLine(turn, names[player], _join_actions(actions))
            case Passed(player):
                actions.append(tr("passed"))
                line = LogLine(turn, names[player], _join_actions(actions))
            case Finished(player, bonus, _, _):
                if player is not None:
                    text = tr("+{bonus}, went out", bonus=bonus) if bonus else tr("went out")
                    lines.append(LogLine(turn, names[player], text))
                lines.extend(
                    LogLine(
                        turn, names[seat], tr("{points}, pieces left", points=signed_points(-lost))
                    )
                    for seat, lost in enumerate(view.leftover_penalties)
                    if lost
                )
                continue
            case Opened():
                lines.append(LogLine(0, "", opening_text(history)))
                continue
            case _:
                turn, actions = view.turns_played + 1, []
                continue
        if lines and len(actions) > 1:
            lines.pop()
        lines.append(line)
        if view.turns_played + 1 != turn:
            turn, actions = view.turns_played + 1, []
    return tuple(reversed(lines))


def _placement_points_text(entry: HistoryEntry, event: Placed) -> str:
    """Return the points of a placement, naming its Qwirkles."""
    if entry.qwirkle_count:
        many = "+{points} {count} Qwirkles!"
        return trn("+{points} Qwirkle!", many, entry.qwirkle_count, points=event.points)
    return tr("+{points}", points=event.points)


def _trade_log_text(count: int, cost: int) -> str:
    if not cost:
        return tr("traded {count}", count=count)
    return tr("traded {count}, {points}", count=count, points=signed_points(-cost))


def _public_faces(faces: Faces, view: View) -> Faces:
    """Return the faces if hands are open, otherwise none."""
    return faces if view.variant.hand.open else ()


def _join_actions(actions: Sequence[str]) -> str:
    """Join the actions of a turn; repeated ones get a count.

    >>> _join_actions(["had to roll", "had to roll", "+4"])
    'had to roll 2×, +4'
    """
    if len(actions) == 1:
        return actions[0]
    parts = []
    for action, repeats in groupby(actions):
        count = len(tuple(repeats))
        parts.append(tr("{doing} {count}×", doing=action, count=count) if count > 1 else action)
    return ", ".join(parts)


def signed_points(points: int) -> str:
    """Format points with their sign.

    >>> signed_points(4), signed_points(-4)
    ('+4', '-4')
    """
    return f"{points:+d}"


def events_text(entries: Sequence[HistoryEntry], names: Sequence[str]) -> str:
    """Describe consecutive events in sentences; empty if none of them has a text."""
    sentences: list[str] = []
    forced = 0
    for entry in entries:
        event = entry.event
        if isinstance(event, Rolled) and event.forced:
            forced += 1
            sentences[len(sentences) - (forced > 1) :] = [
                trn(
                    "{name} had to roll all dice.",
                    "{name} had to roll all dice {count} times.",
                    forced,
                    name=names[event.player],
                )
            ]
        else:
            sentences.extend(_event_sentences(entry, names))
    return " ".join(sentences)


def last_event_text(history: SeatHistory) -> str:
    """Describe the latest event that has a text; before the first turn, the opening."""
    for entry in reversed(history.entries):
        text = events_text((entry,), history.names)
        if text:
            return text
    return opening_text(history)


def current_turn_text(history: SeatHistory) -> str:
    """Describe the rolls and redraws of the current turn; empty if there are none."""
    turn_entries = takewhile(
        lambda entry: isinstance(entry.event, Rolled | Redrawn), reversed(history.entries)
    )
    return events_text(tuple(turn_entries)[::-1], history.names)


def _event_sentences(entry: HistoryEntry, names: Sequence[str]) -> Iterator[str]:
    """Describe an event other than a forced roll; not every event has a text."""
    match entry.event:
        case Placed(player, pieces, _) as event:
            gain = _placement_points_text(entry, event)
            yield trn(
                "{name} laid {count} piece: {gain}",
                "{name} laid {count} pieces: {gain}",
                len(pieces),
                name=names[player],
                gain=gain if gain.endswith("!") else tr("{gain}.", gain=gain),
            )
        case Traded(player, gave, _):
            yield trn(
                "{name} traded {count} piece.",
                "{name} traded {count} pieces.",
                len(gave),
                name=names[player],
            )
            cost = entry.view.variant.trade.cost
            if cost:
                yield trn("It cost {count} point.", "It cost {count} points.", cost)
        case Rolled(player, before, _, _):
            yield trn(
                "{name} rolled {count} die.",
                "{name} rolled {count} dice.",
                len(before),
                name=names[player],
            )
        case Redrawn(player, _, _):
            yield tr(
                "{name} held no die that can fit, put all back and drew anew; "
                "the free roll is used up.",
                name=names[player],
            )
        case Passed(player):
            yield tr("{name} passed.", name=names[player])
        case _:
            pass


def events_text_since(history: SeatHistory, seat: int) -> tuple[str, ...]:
    """Return one text per turn since a seat's last turn; before its first, add the opening."""
    new_entries = history.entries[index_after_last_turn(history, seat) :]
    turns = (tuple(entries) for _, entries in groupby(new_entries, key=_turn_number))
    texts = tuple(
        text for text in (events_text(entries, history.names) for entries in turns) if text
    )
    has_played = any(ends_turn(entry, seat) for entry in history.entries)
    return texts if has_played else (opening_text(history), *texts)


def _turn_number(entry: HistoryEntry) -> int:
    """Return the number of the turn that an event belongs to."""
    is_move = isinstance(entry.event, Placed | Traded | Passed | Drawn)
    ended = is_move and entry.view.stage is not Stage.DRAW
    return entry.view.turns_played - ended


def rolling_text(event: Rolled | Redrawn, name: str) -> str:
    """Return the sentence to show during the dice animation."""
    if isinstance(event, Redrawn):
        return tr("{name} draws new dice and rolls them.", name=name)
    if event.forced:
        return tr("{name} has to roll all dice.", name=name)
    return trn(
        "{name} rolls {count} die.", "{name} rolls {count} dice.", len(event.before), name=name
    )


def opening_text(history: SeatHistory) -> str:
    """Say who starts and why (R3, J2); empty before the opening."""
    for entry in history.entries:
        if entry.opening is not None:
            return _opening_reason_text(entry.opening, entry.view, history.names)
    return ""


def _opening_reason_text(opening: OpenerDecision, view: View, names: Sequence[str]) -> str:
    [player] = opening.candidates
    values = {"name": names[player], "tied": _join_names(opening.tied, names)}
    if view.variant.opening.who != "set":
        return _opening_reason_without_sets(opening, values)
    if opening.decided_by == "set":
        return trn(
            "{name} starts: no match in any hand, but one piece must open.",
            "{name} starts, with the largest set: {count} pieces.",
            opening.largest_set_size,
            **values,
        )
    values["count"] = str(opening.largest_set_size)
    match opening.decided_by:
        case "youngest":
            return tr(
                "{tied} each hold a set of {count}; {name} starts, being the youngest of them.",
                **values,
            )
        case "oldest":
            return tr(
                "{tied} each hold a set of {count}; {name} starts, being the oldest of them.",
                **values,
            )
    uses_age = any(criterion in AGE_CRITERIA for criterion in view.variant.opening.tie_breakers)
    if len(opening.contenders) < len(opening.tied):
        values["among"] = _join_names(opening.contenders, names)
        if opening.decided_by == "chance":
            return tr(
                "{tied} each hold a set of {count}; of {among}, who are of one age, {name} starts "
                "by lot.",
                **values,
            )
        return tr(
            "{tied} each hold a set of {count}; of {among}, who are of one age, {name} sits first "
            "and starts.",
            **values,
        )
    if opening.decided_by == "chance":
        return tr("{tied} each hold a set of {count}; {name} starts by lot.", **values)
    if not uses_age:
        return tr("{tied} each hold a set of {count}: {name} sits first and starts.", **values)
    return tr(
        "{tied} each hold a set of {count} and no age decides: {name} sits first and starts.",
        **values,
    )


def _opening_reason_without_sets(opening: OpenerDecision, values: dict[str, str]) -> str:
    """Say why a player starts if the hands don't decide."""
    match opening.decided_by:
        case "youngest":
            return tr("{name} starts, being the youngest.", **values)
        case "oldest":
            return tr("{name} starts, being the oldest.", **values)
        case "chance":
            return tr("Of {tied}, {name} starts by lot.", **values)
    if len(opening.tied) == 1:
        return tr("{name} sits first and starts.", **values)
    return tr("No age decides between {tied}: {name} sits first and starts.", **values)


def _join_names(seats: Sequence[int], names: Sequence[str]) -> str:
    *others, last = (names[seat] for seat in seats)
    return tr("{others} and {last}", others=", ".join(others), last=last) if others else last


def replay_step_text(history: SeatHistory) -> str:
    """Describe the last step of a replay, including the opening and the end of the game."""
    match history.entries[-1].event:
        case Opened():
            return opening_text(history)
        case Finished():
            return tr("The game is over.")
        case Drawn():
            return events_text(history.entries[-2:], history.names)
    return events_text(history.entries[-1:], history.names)


def headline_text(result: Finished, players: Sequence[Player]) -> str:
    """Say who won."""
    names = [players[seat].name for seat in result.winners]
    if len(names) == 1:
        return tr("{name} wins.", name=names[0])
    return tr("{names} share the win.", names=", ".join(names))


def ending_text(view: View, players: Sequence[Player]) -> str:
    """Say what ended the game, with its bonus and penalties; empty if it isn't over."""
    result, rules = view.result, view.variant.end
    if result is None:
        return ""
    if result.player is not None and not result.bonus:
        text = tr("{name} went out.", name=players[result.player].name)
    elif result.player is not None:
        text = trn(
            "{name} went out and got {count} point more.",
            "{name} went out and got {count} points more.",
            result.bonus,
            name=players[result.player].name,
        )
    elif view.consecutive_passes == len(players):
        text = tr("Nobody could go on, so there is no bonus.")
    elif rules.max_rounds is not None and view.turns_played + 1 >= rules.max_rounds * len(players):
        text = trn(
            "The only round has been played.",
            "All {count} rounds have been played.",
            rules.max_rounds,
        )
    else:
        text = tr(
            "The round in which somebody reached {score} points is over.", score=rules.target_score
        )
    if not rules.leftover_penalty:
        return text
    losses = ", ".join(
        tr("{name} {points}", name=player.name, points=signed_points(-penalty))
        for player, penalty in zip(players, view.leftover_penalties, strict=True)
        if penalty
    )
    return tr("{told} Pieces left in hand: {losses}.", told=text, losses=losses) if losses else text
