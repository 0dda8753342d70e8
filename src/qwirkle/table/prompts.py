"""Texts for the current turn: the banner, the hand title and the points preview."""

from __future__ import annotations

from qwirkle.engine import movegen
from qwirkle.engine.board import Line
from qwirkle.engine.moves import Pass, Redraw, Roll
from qwirkle.engine.pieces import Faces
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage, View
from qwirkle.table.chronicle import latest_news, turn_so_far
from qwirkle.table.desk import Desk
from qwirkle.table.draft import Draft, Task
from qwirkle.table.notes import Keys, Note, note_text
from qwirkle.table.story import Story
from qwirkle.texts import tr, trn


def banner_text(story: Story, desk: Desk | None, keys: Keys) -> str:
    """Say whose turn it is and what they can do, or answer their last action."""
    said = _said_text(story, desk, keys) if desk else ""
    if said:
        return said
    view, draft = story.view, desk.draft if desk else None
    name = story.names[view.player]
    if view.stage is Stage.OVER:
        return tr("The game is over.")
    due = due_text(view, turn_so_far(story), name)
    if due and (draft is None or isinstance(view.forced, Roll)):
        return due
    if draft is not None:
        return task_text(draft, name, keys, purist=desk is not None and desk.purist)
    if story.players[view.player].bot is not None:
        return tr("{name} is thinking…", name=name)
    return tr("It is the turn of {name}.", name=name)


def aim_text(view: View) -> str:
    """Return the round and the target score, if the game can end that way; usually empty."""
    ending, players = view.variant.end, len(view.scores)
    told = []
    if ending.turns is not None:
        number = view.turns // players + 1
        told.append(tr("round {number}/{rounds}", number=number, rounds=ending.turns))
    if ending.score is not None:
        told.append(tr("to {score}", score=ending.score))
    return " · ".join(told)


def news_text(story: Story) -> str:
    """Describe the latest events: of the current turn if there are any, else of the one before."""
    return turn_so_far(story) or latest_news(story)


def _said_text(story: Story, desk: Desk, keys: Keys) -> str:
    match desk.said:
        case None:
            return ""
        case Note.HINTS:
            return _hints_text(story, desk, keys)
        case Note.WHY if desk.explained is not None:
            from qwirkle.table.explaining import why_text

            player, view = desk.explained.player, story.view
            hidden = not view.variant.hand.open and view.result is None
            secret = hidden and player != story.seat
            return why_text(desk.explained, story.names[player], secret=secret)
        case Note() as note:
            return note_text(note, story.names[story.view.player], keys)
        case failure:
            return str(failure)


def _hints_text(story: Story, desk: Desk, keys: Keys) -> str:
    """Describe the hints and what Enter does: take one, unless the player has marked pieces."""
    if desk.advice is None:
        return ""
    hand = desk.draft.hand if desk.draft else desk.view.hand
    if desk.draft is None or not desk.draft.marks:
        return desk.advice.text(hand, keys)
    doing = task_text(desk.draft, story.names[story.view.player], keys)
    return f"{desk.advice.told(hand)}  {doing}"


def due_text(view: View, so_far: str, name: str) -> str:
    """Say what happens next if the move is forced; empty if there is a choice."""
    match view.forced:
        case Roll() if view.opening:
            return tr(
                "{name}: fewer than {least} dice go together, so all of them are rolled again.",
                name=name,
                least=view.variant.opening.least,
            )
        case Roll() if so_far:
            return tr("{name}: still no die fits, so all of them are rolled once more.", name=name)
        case Roll():
            return tr("{name}: no die fits, so all of them are rolled again.", name=name)
        case Redraw():
            return tr(
                "{name}: no die can ever fit, so all of them go back into the bag.", name=name
            )
        case Pass():
            return tr("{name}: nothing fits and nothing else can be done.", name=name)
    return ""


def title_text(story: Story, desk: Desk | None) -> str:
    """Say whose hand is shown and what it's used for."""
    view, names = story.view, story.names
    if desk is not None and desk.draft is not None:
        name = names[view.player]
        match desk.draft.task:
            case Task.TRADE:
                return tr("{name} – mark what to trade", name=name)
            case Task.ROLL:
                return tr("{name} – mark what to roll", name=name)
            case Task.LAY:
                return tr("{name} – your hand", name=name)
    if story.seat is not None:
        return tr("{name} – your hand", name=names[story.seat])
    if view.variant.hand.open and view.hands:
        return names[view.player]
    return tr("No hand is shown")


def preview_text(draft: Draft) -> str:
    """Return the points of the placed pieces line by line, or what they lack."""
    if not draft.laid:
        return ""
    if draft.missing is not None:
        return _missing_text(draft.missing)
    lines = draft.board.lines_of(draft.pieces)
    if not lines:
        return trn("A lone piece = {count} point", "A lone piece = {count} points", draft.points)
    parts = [_line_text(line, draft.view.variant) for line in lines]
    return tr("{lines} = +{points}", lines=" + ".join(parts), points=draft.points)


def _line_text(line: Line, variant: Variant) -> str:
    """Name a line and its points; leave them out if they equal the number of its pieces."""
    points = line.worth(variant)
    if line.is_full(variant):
        return tr("Qwirkle {points}", points=points)
    if variant.scoring.line:
        return tr("line of {count}: {points}", count=len(line.cells), points=points)
    return tr("line of {count}", count=len(line.cells))


def _missing_text(missing: Refusal) -> str:
    """Say what the placed pieces lack, as a short fragment."""
    match missing.reason:
        case Reason.TOUCHES_NOTHING:
            return tr("touches nothing yet")
        case Reason.GAP:
            return tr("has a gap yet")
        case Reason.NOT_ONE_LINE:
            return tr("is not in one line")
        case Reason.NOTHING_IN_COMMON:
            return tr("shares no colour or shape")
        case Reason.SAME_PIECE_TWICE:
            return tr("has a piece twice")
        case Reason.NOT_THE_LARGEST_SET:
            return tr("is not the whole set yet")
    return tr("cannot lie like this")


def task_text(draft: Draft, name: str, keys: Keys, *, purist: bool = False) -> str:
    """Say what the player to move can do; a purist isn't shown points in advance."""
    view, options = draft.view, draft.view.options
    if draft.task is Task.ROLL:
        return _roll_text(draft, name, keys)
    if options.redraw:
        return tr(
            "{name}: no roll can help, because no face of your dice fits anywhere. "
            "{key} puts them all back and draws new ones.",
            name=name,
            key=keys.get("table.redraw", tr("Enter")),
        )
    if options.pass_:
        return tr(
            "{name}: nothing fits and nothing else can be done. {key} passes.",
            name=name,
            key=keys.get("table.pass", tr("Enter")),
        )
    if options.forced_roll:
        return tr("{name}: no die fits, so all of them are rolled again.", name=name)
    if draft.task is Task.TRADE:
        return _trade_text(draft, name)
    if view.opening and purist:
        return tr("{name}: open with a largest set of your hand.", name=name)
    if view.opening and not draft.complete:
        sets = opening_sets(draft.hand)
        return trn(
            "{name}: open with this set: {sets}.",
            "{name}: open with one of these sets: {sets}.",
            sets.count("/") + 1,
            name=name,
            sets=sets,
        )
    if draft.laid and purist:
        key = keys.get("table.play", tr("Enter"))
        return tr("{name}: lay another piece, or {key} plays this.", name=name, key=key)
    if draft.complete:
        return tr(
            "{name}: {key} plays this for +{points}.",
            name=name,
            key=keys.get("table.play", tr("Enter")),
            points=draft.points,
        )
    if draft.picked is not None:
        if purist:
            return tr("{name}: lay it where it fits.", name=name)
        if not draft.fits:
            return tr("{name}: this piece fits nowhere now.", name=name)
        return tr("{name}: lay it on a marked cell.", name=name)
    if draft.missing is not None and draft.laid:
        return tr("{name}: {missing}", name=name, missing=str(draft.missing))
    return tr("{name}: pick a piece.", name=name)


def opening_sets(hand: Faces) -> str:
    """Return the sets that may open, by slot numbers.

    >>> opening_sets((0, 1, 6, 20, 27))
    '1+2 / 1+3'
    """
    return " / ".join(
        sorted(
            "+".join(sorted(str(hand.index(face) + 1) for face in faces))
            for faces in movegen.largest_sets(hand)
        )
    )


def _trade_text(draft: Draft, name: str) -> str:
    """Say how many pieces can be marked for a trade, and what it costs."""
    options, cost = draft.view.options, draft.view.variant.trade.cost
    least, most = options.trade_from, options.trade
    if least == 1:
        marking = trn("mark one piece", "mark up to {count} pieces", most)
    elif least == most:
        marking = tr("mark {least} pieces", least=least)
    else:
        marking = tr("mark {least} to {most} pieces", least=least, most=most)
    if options.place:
        told = tr("{name}: {marking} to trade; it ends your turn.", name=name, marking=marking)
    else:
        told = tr("{name}: nothing fits, so you must trade: {marking}.", name=name, marking=marking)
    if not cost:
        return told
    price = trn("It costs {count} point.", "It costs {count} points.", cost)
    return tr("{told} {price}", told=told, price=price)


def _roll_text(draft: Draft, name: str, keys: Keys) -> str:
    """Say what the player to move can do with the remaining free rolls."""
    view = draft.view
    if draft.marks:
        words = {"name": name, "key": keys.get("table.roll-these", tr("Enter"))}
        if view.free_rolls > 1:
            told = trn(
                "{name}: {key} rolls the marked die.",
                "{name}: {key} rolls the {count} marked dice.",
                len(draft.marks),
                **words,
            )
            return _with_rolls_left(told, view)
        return trn(
            "{name}: {key} rolls the marked die, once.",
            "{name}: {key} rolls the {count} marked dice, once.",
            len(draft.marks),
            **words,
        )
    if view.options.place:
        words = {"name": name, "key": keys.get("table.keep", tr("Enter"))}
        if view.free_rolls > 1:
            told = tr("{name}: mark dice to roll them, or {key} keeps them all.", **words)
            return _with_rolls_left(told, view)
        return tr("{name}: mark dice to roll them once, or {key} keeps them all.", **words)
    return _with_rolls_left(_stuck_text(draft, name, keys), view)


def _with_rolls_left(told: str, view: View) -> str:
    if view.free_rolls == 1:
        return told
    left = trn("{count} roll is left.", "{count} rolls are left.", view.free_rolls)
    return tr("{told} {left}", told=told, left=left)


def _stuck_text(draft: Draft, name: str, keys: Keys) -> str:
    """Say what the player can do if no die fits."""
    view = draft.view
    key = keys.get("table.roll-all", tr("Enter"))
    if view.opening:
        return tr(
            "{name}: fewer than {least} dice go together. "
            "Mark some to roll, or {key} rolls all until they do.",
            name=name,
            least=view.variant.opening.least,
            key=key,
        )
    if view.options.forced_roll:
        return tr(
            "{name}: no die fits. Mark some to roll, or {key} rolls all until one fits.",
            name=name,
            key=key,
        )
    return tr("{name}: no die fits. Mark some to roll, or {key} rolls none.", name=name, key=key)
