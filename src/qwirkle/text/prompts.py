"""Texts for the current turn: the banner, the hand title and the points preview."""

from __future__ import annotations

from qwirkle.engine import movegen
from qwirkle.engine.board import Line
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.moves import Pass, Redraw, Roll
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage, View
from qwirkle.i18n import tr, trn
from qwirkle.session.availability import Status
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.history import SeatHistory
from qwirkle.session.turn import TurnState
from qwirkle.text.events import current_turn_text, last_event_text
from qwirkle.text.status import ControlLabels, status_text


def banner_text(
    history: SeatHistory, turn_state: TurnState | None, control_labels: ControlLabels
) -> str:
    """Say whose turn it is and what they can do, or report the result of their last action."""
    result_text = _turn_status_text(history, turn_state, control_labels) if turn_state else ""
    if result_text:
        return result_text
    view, draft = history.view, turn_state.draft if turn_state else None
    name = history.names[view.seat_to_move]
    if view.stage is Stage.OVER:
        return tr("The game is over.")
    forced_text = forced_move_text(view, current_turn_text(history), name)
    if forced_text and (draft is None or isinstance(view.forced_move, Roll)):
        return forced_text
    if draft is not None:
        return instruction_text(
            draft, name, control_labels, purist=turn_state is not None and turn_state.purist
        )
    if history.players[view.seat_to_move].bot is not None:
        return tr("{name} is thinking…", name=name)
    return tr("It is the turn of {name}.", name=name)


def latest_events_text(history: SeatHistory) -> str:
    """Describe the current turn's rolls and redraws; if there are none, the latest event."""
    return current_turn_text(history) or last_event_text(history)


def goal_text(view: View) -> str:
    """Return the round and the target score, if the game can end that way; usually empty."""
    ending, players = view.variant.end, len(view.scores)
    parts = []
    if ending.max_rounds is not None:
        number = view.turns_played // players + 1
        parts.append(tr("round {number}/{rounds}", number=number, rounds=ending.max_rounds))
    if ending.target_score is not None:
        parts.append(tr("to {score}", score=ending.target_score))
    return " · ".join(parts)


def _turn_status_text(
    history: SeatHistory, turn_state: TurnState, control_labels: ControlLabels
) -> str:
    match turn_state.status:
        case None:
            return ""
        case Status.HINTS:
            return _hints_text(history, turn_state, control_labels)
        case Status.EXPLANATION if turn_state.explanation is not None:
            from qwirkle.text.review import explanation_text  # loads numpy

            player, view = turn_state.explanation.player, history.view
            hidden = not view.variant.hand.open and view.result is None
            hand_is_secret = hidden and player != history.seat
            return explanation_text(
                turn_state.explanation, history.names[player], hand_is_secret=hand_is_secret
            )
        case Status() as status:
            return status_text(status, history.names[history.view.seat_to_move], control_labels)
        case error:
            return str(error)


def _hints_text(history: SeatHistory, turn_state: TurnState, control_labels: ControlLabels) -> str:
    """Describe the hints and what Enter does: take one, unless the player has marked pieces."""
    if turn_state.hint_selection is None:
        return ""
    from qwirkle.text.hints import hint_prompt_text, hints_text  # loads numpy

    hand = turn_state.draft.hand if turn_state.draft else turn_state.view.hand
    if turn_state.draft is None or not turn_state.draft.marked_slots:
        return hint_prompt_text(turn_state.hint_selection, hand, control_labels)
    instruction = instruction_text(
        turn_state.draft, history.names[history.view.seat_to_move], control_labels
    )
    return f"{hints_text(turn_state.hint_selection, hand)}  {instruction}"


def forced_move_text(view: View, current_turn: str, name: str) -> str:
    """Say what happens next if the move is forced; empty if there is a choice."""
    match view.forced_move:
        case Roll() if view.is_opening:
            return tr(
                "{name}: fewer than {least} dice go together, so all of them are rolled again.",
                name=name,
                least=view.variant.opening.min_pieces,
            )
        case Roll() if current_turn:
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


def instruction_text(
    draft: Draft, name: str, control_labels: ControlLabels, *, purist: bool = False
) -> str:
    """Say what the player to move can do; a purist isn't shown points in advance."""
    view, options = draft.view, draft.view.options
    if draft.mode is TurnMode.ROLL:
        return _roll_instruction(draft, name, control_labels)
    if options.can_redraw:
        return tr(
            "{name}: no roll can help, because no face of your dice fits anywhere. "
            "{key} puts them all back and draws new ones.",
            name=name,
            key=control_labels.get("table.redraw", tr("Enter")),
        )
    if options.can_pass:
        return tr(
            "{name}: nothing fits and nothing else can be done. {key} passes.",
            name=name,
            key=control_labels.get("table.pass", tr("Enter")),
        )
    if options.must_roll:
        return tr("{name}: no die fits, so all of them are rolled again.", name=name)
    if draft.mode is TurnMode.TRADE:
        return _trade_instruction(draft, name)
    if view.is_opening and purist:
        return tr("{name}: open with a largest set of your hand.", name=name)
    if view.is_opening and not draft.is_complete:
        sets = opening_sets_text(draft.hand)
        return trn(
            "{name}: open with this set: {sets}.",
            "{name}: open with one of these sets: {sets}.",
            sets.count("/") + 1,
            name=name,
            sets=sets,
        )
    if draft.placed and purist:
        key = control_labels.get("table.play", tr("Enter"))
        return tr("{name}: lay another piece, or {key} plays this.", name=name, key=key)
    if draft.is_complete:
        return tr(
            "{name}: {key} plays this for +{points}.",
            name=name,
            key=control_labels.get("table.play", tr("Enter")),
            points=draft.points,
        )
    if draft.picked_slot is not None:
        if purist:
            return tr("{name}: lay it where it fits.", name=name)
        if not draft.legal_cells:
            return tr("{name}: this piece fits nowhere now.", name=name)
        return tr("{name}: lay it on a marked cell.", name=name)
    if draft.incomplete_reason is not None and draft.placed:
        return tr("{name}: {missing}", name=name, missing=str(draft.incomplete_reason))
    return tr("{name}: pick a piece.", name=name)


def _trade_instruction(draft: Draft, name: str) -> str:
    """Say how many pieces can be marked for a trade, and what it costs."""
    options, cost = draft.view.options, draft.view.variant.trade.cost
    min_trade, max_trade = options.min_trade, options.max_trade
    if min_trade == 1:
        marking = trn("mark one piece", "mark up to {count} pieces", max_trade)
    elif min_trade == max_trade:
        marking = tr("mark {least} pieces", least=min_trade)
    else:
        marking = tr("mark {least} to {most} pieces", least=min_trade, most=max_trade)
    if options.can_place:
        text = tr("{name}: {marking} to trade; it ends your turn.", name=name, marking=marking)
    else:
        text = tr("{name}: nothing fits, so you must trade: {marking}.", name=name, marking=marking)
    if not cost:
        return text
    price = trn("It costs {count} point.", "It costs {count} points.", cost)
    return tr("{told} {price}", told=text, price=price)


def _roll_instruction(draft: Draft, name: str, control_labels: ControlLabels) -> str:
    """Say what the player to move can do with the remaining free rolls."""
    view = draft.view
    if draft.marked_slots:
        values = {"name": name, "key": control_labels.get("table.roll-these", tr("Enter"))}
        if view.free_rolls > 1:
            text = trn(
                "{name}: {key} rolls the marked die.",
                "{name}: {key} rolls the {count} marked dice.",
                len(draft.marked_slots),
                **values,
            )
            return _with_rolls_left(text, view)
        return trn(
            "{name}: {key} rolls the marked die, once.",
            "{name}: {key} rolls the {count} marked dice, once.",
            len(draft.marked_slots),
            **values,
        )
    if view.options.can_place:
        values = {"name": name, "key": control_labels.get("table.keep", tr("Enter"))}
        if view.free_rolls > 1:
            text = tr("{name}: mark dice to roll them, or {key} keeps them all.", **values)
            return _with_rolls_left(text, view)
        return tr("{name}: mark dice to roll them once, or {key} keeps them all.", **values)
    return _with_rolls_left(_stuck_instruction(draft, name, control_labels), view)


def _stuck_instruction(draft: Draft, name: str, control_labels: ControlLabels) -> str:
    """Say what the player can do if no die fits."""
    view = draft.view
    key = control_labels.get("table.roll-all", tr("Enter"))
    if view.is_opening:
        return tr(
            "{name}: fewer than {least} dice go together. "
            "Mark some to roll, or {key} rolls all until they do.",
            name=name,
            least=view.variant.opening.min_pieces,
            key=key,
        )
    if view.options.must_roll:
        return tr(
            "{name}: no die fits. Mark some to roll, or {key} rolls all until one fits.",
            name=name,
            key=key,
        )
    return tr("{name}: no die fits. Mark some to roll, or {key} rolls none.", name=name, key=key)


def _with_rolls_left(text: str, view: View) -> str:
    if view.free_rolls == 1:
        return text
    rolls_left = trn("{count} roll is left.", "{count} rolls are left.", view.free_rolls)
    return tr("{told} {left}", told=text, left=rolls_left)


def opening_sets_text(hand: Faces) -> str:
    """Return the sets that may open, by slot numbers.

    >>> opening_sets_text((0, 1, 6, 20, 27))
    '1+2 / 1+3'
    """
    return " / ".join(
        sorted(
            "+".join(sorted(str(hand.index(face) + 1) for face in faces))
            for faces in movegen.largest_sets(hand)
        )
    )


def hand_title_text(history: SeatHistory, turn_state: TurnState | None) -> str:
    """Say whose hand is shown and what it's used for."""
    view, names = history.view, history.names
    if turn_state is not None and turn_state.draft is not None:
        name = names[view.seat_to_move]
        match turn_state.draft.mode:
            case TurnMode.TRADE:
                return tr("{name} – mark what to trade", name=name)
            case TurnMode.ROLL:
                return tr("{name} – mark what to roll", name=name)
            case TurnMode.PLACE:
                return tr("{name} – your hand", name=name)
    if history.seat is not None:
        return tr("{name} – your hand", name=names[history.seat])
    if view.variant.hand.open and view.hands:
        return names[view.seat_to_move]
    return tr("No hand is shown")


def points_preview_text(draft: Draft) -> str:
    """Return the points of the placed pieces line by line, or what they lack."""
    if not draft.placed:
        return ""
    if draft.incomplete_reason is not None:
        return _incomplete_text(draft.incomplete_reason)
    lines = draft.board.lines_through(draft.placed_pieces)
    if not lines:
        return trn("A lone piece = {count} point", "A lone piece = {count} points", draft.points)
    parts = [_line_text(line, draft.view.variant) for line in lines]
    return tr("{lines} = +{points}", lines=" + ".join(parts), points=draft.points)


def _line_text(line: Line, variant: Variant) -> str:
    """Name a line and its points; leave them out if they equal the number of its pieces."""
    points = line.score(variant)
    if line.is_qwirkle(variant):
        return tr("Qwirkle {points}", points=points)
    if variant.scoring.line:
        return tr("line of {count}: {points}", count=len(line.cells), points=points)
    return tr("line of {count}", count=len(line.cells))


def _incomplete_text(reason: IllegalMove) -> str:
    """Say what the placed pieces lack, as a short fragment."""
    match reason.reason:
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
