"""Entry point to the rules: decide who opens, validate and resolve moves, validate events."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from qwirkle.engine import rng
from qwirkle.engine.board import EMPTY_BOARD, score_placement
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.inventory import add_to_bag, find_slots, remove_from_bag
from qwirkle.engine.movegen import largest_set_size
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.options import available_options
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.position import Position
from qwirkle.engine.rng import RandomSource
from qwirkle.engine.transitions import apply_event
from qwirkle.engine.validation import validate_move
from qwirkle.engine.variant import NO_KIND, Variant
from qwirkle.engine.view import ENDED_STAGES, PLAYER_STAGES, Stage

__all__ = [
    "OpenerDecision",
    "apply_event",
    "available_options",
    "decide_opener",
    "initial_position",
    "is_decision",
    "needs_player",
    "resolve",
    "validate_event",
    "validate_move",
]


class OpenerDecision(Struct, frozen=True):
    """Who may start, and how that was decided."""

    candidates: tuple[int, ...]
    """The seat that starts, or several if one of them is picked at random."""
    tied: tuple[int, ...]
    """Seats tied at first; one seat if there was no tie."""
    contenders: tuple[int, ...]
    """Seats still tied before the deciding criterion."""
    largest_set_size: int
    """Size of the largest set of the opener, or of the first candidate."""
    decided_by: str
    """The deciding criterion: "set", "youngest", "oldest", "seat" or "chance"."""


def initial_position(variant: Variant, ages: tuple[int | None, ...]) -> Position:
    """Return the position before the deal, with one player per age (None if unknown)."""
    return Position(
        variant=variant,
        ages=ages,
        board=EMPTY_BOARD,
        hands=((),) * len(ages),
        bag=tuple(kind.copies for kind in variant.kinds),
        scores=(0,) * len(ages),
        seat_to_move=0,
        stage=Stage.DEAL,
    )


def needs_player(position: Position) -> bool:
    """Return True if a player moves next; False if a draw, a deal or the result is due."""
    return position.stage in PLAYER_STAGES


def is_decision(position: Position) -> bool:
    """Return True if the player to move chooses: a placement, a trade or a free roll.

    False before a forced roll, redraw or pass, and with an unplayable hand (J7): a free roll can't
    make anything fit.
    """
    if not needs_player(position):
        return False
    return available_options(position).forced_move(position.hands[position.seat_to_move]) is None


def decide_opener(position: Position) -> OpenerDecision:
    """Decide who starts: by set, age or seat, then by the tie-breakers of the variant."""
    rule = position.variant.opening
    seats = contenders = tied = _seats_first_by(
        position, tuple(range(position.player_count)), rule.who
    )
    decided_by: str = rule.who
    for criterion in (*rule.tie_breakers, "seat"):
        if len(seats) == 1 or decided_by == "chance":
            break
        contenders, decided_by = seats, criterion
        seats = seats if criterion == "chance" else _seats_first_by(position, seats, criterion)
    return OpenerDecision(
        seats, tied, contenders, largest_set_size(position.hands[seats[0]]), decided_by
    )


def _seats_first_by(position: Position, seats: tuple[int, ...], criterion: str) -> tuple[int, ...]:
    """Return the seats that come first by this criterion."""
    if criterion == "seat":
        return seats[:1]
    if criterion == "set":
        sizes = {seat: largest_set_size(position.hands[seat]) for seat in seats}
        return tuple(seat for seat in seats if sizes[seat] == max(sizes.values()))
    ages = [position.ages[seat] for seat in seats]
    known = [age for age in ages if age is not None]
    if len(known) < len(ages):
        return seats  # J2: without all ages, age decides nothing
    best_age = min(known) if criterion == "youngest" else max(known)
    return tuple(seat for seat, age in zip(seats, ages, strict=True) if age == best_age)


def resolve(position: Position, move: Move | None, random: RandomSource) -> GameEvent:
    """Return the event that a move causes, or with None the next automatic event.

    The move must be legal.
    """
    variant, player = position.variant, position.seat_to_move
    match move:
        case Place(pieces):
            points = score_placement(position.board.place(pieces), pieces, variant)
            return Placed(player, pieces, points)
        case Trade(faces):
            return Traded(player, faces, rng.draw(variant, position.bag, len(faces), random))
        case Roll(faces, forced):
            hand = position.hands[player]
            before = tuple(hand[index] for index in sorted(find_slots(hand, faces)))
            return Rolled(player, before, rng.roll(variant, before, random), forced)
        case Redraw():
            hand = position.hands[player]
            bag = add_to_bag(variant, position.bag, hand)
            return Redrawn(player, hand, rng.draw(variant, bag, len(hand), random))
        case Pass():
            return Passed(player)
        case None:  # pragma: no branch
            return _automatic_event(position, random)


def _automatic_event(position: Position, random: RandomSource) -> GameEvent:
    variant, player = position.variant, position.seat_to_move
    if position.stage is Stage.DEAL:
        return Dealt(player, rng.draw(variant, position.bag, variant.hand.size, random))
    if position.stage is Stage.CHOOSE_OPENER:
        candidates = decide_opener(position).candidates
        opener = (
            candidates[int(random.random() * len(candidates))]
            if len(candidates) > 1
            else candidates[0]
        )
        return Opened(opener, largest_set_size(position.hands[opener]))
    if position.stage is Stage.DRAW:
        missing = variant.hand.size - len(position.hands[player])
        return Drawn(player, rng.draw(variant, position.bag, missing, random))
    if position.stage is Stage.FINISH:
        return _game_result(position)
    raise IllegalMove(Reason.NOT_NOW)


def _game_result(position: Position) -> Finished:
    """Return who went out, the bonus (R12, J8), and all players with the top score (J9)."""
    variant = position.variant
    scores = list(position.scores)
    out_seat, bonus = None, 0
    if not position.hands[position.seat_to_move]:
        out_seat, bonus = position.seat_to_move, variant.scoring.out_bonus
        scores[out_seat] += bonus
    for seat, hand in enumerate(position.hands):
        scores[seat] -= variant.end.leftover_penalty * len(hand)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Finished(out_seat, bonus, tuple(scores), winners)


def validate_event(position: Position, event: GameEvent) -> None:
    """Raise IllegalMove if this event can't happen in this position."""
    result_due = position.stage is Stage.FINISH and isinstance(event, Finished)
    if position.stage in ENDED_STAGES and not result_due:
        raise IllegalMove(Reason.GAME_OVER)
    if isinstance(event, Finished | Opened):
        _validate_opening_or_result(position, event)
        return
    if event.player != position.seat_to_move:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    match event:
        case Dealt(_, pieces):
            _validate_stage(position, Stage.DEAL)
            size = position.variant.hand.size
            _validate_draw(position, position.bag, pieces, size, count_reason=Reason.WRONG_DEAL)
        case Drawn(player, pieces):
            _validate_stage(position, Stage.DRAW)
            missing = position.variant.hand.size - len(position.hands[player])
            _validate_draw(position, position.bag, pieces, min(missing, sum(position.bag)))
        case Placed(player, pieces, points):
            validate_move(position.view(player), Place(pieces))
            _validate_points(position, pieces, points)
        case Rolled(player, before, after, forced):
            validate_move(position.view(player), Roll(before, forced))
            kind_of = position.variant.kind_by_face
            if [kind_of[face] for face in before] != [kind_of[face] for face in after]:
                raise IllegalMove(Reason.WRONG_FACES)
        case Traded(player, gave, drew):
            validate_move(position.view(player), Trade(gave))
            includes_traded = _bag_contains(
                position, add_to_bag(position.variant, position.bag, gave), drew
            )
            missing_reason = Reason.DREW_TRADED_PIECES if includes_traded else Reason.NOT_IN_BAG
            _validate_draw(position, position.bag, drew, len(gave), missing_reason=missing_reason)
        case Redrawn(player, gave, drew):
            validate_move(position.view(player), Redraw())
            if Counter(gave) != Counter(position.hands[player]):
                raise IllegalMove(Reason.REDRAW_ALL)
            bag = add_to_bag(position.variant, position.bag, gave)
            _validate_draw(position, bag, drew, len(gave))
        case Passed(player):  # pragma: no branch
            validate_move(position.view(player), Pass())


def _validate_stage(position: Position, stage: Stage) -> None:
    if position.stage is not stage:
        raise IllegalMove(Reason.NOT_NOW)


def _validate_opening_or_result(position: Position, event: Finished | Opened) -> None:
    """Check the events that follow from the position: the opener and the result."""
    if isinstance(event, Opened):
        _validate_stage(position, Stage.CHOOSE_OPENER)
        by_set = position.variant.opening.who == "set"
        if event.player not in decide_opener(position).candidates:
            raise IllegalMove(Reason.WRONG_OPENING if by_set else Reason.WRONG_OPENER)
        if event.set_size != largest_set_size(position.hands[event.player]):
            raise IllegalMove(Reason.WRONG_OPENING)
    else:
        _validate_stage(position, Stage.FINISH)
        if event != _game_result(position):
            raise IllegalMove(Reason.WRONG_RESULT)


def _validate_points(position: Position, pieces: tuple[PieceAt, ...], points: int) -> None:
    """Check the points (R9); report R10 if exactly a Qwirkle bonus is missing."""
    variant, board = position.variant, position.board.place(pieces)
    expected = score_placement(board, pieces, variant)
    if points == expected:
        return
    qwirkle_count = sum(line.is_qwirkle(variant) for line in board.lines_through(pieces))
    missing = {number * variant.scoring.qwirkle_bonus for number in range(1, qwirkle_count + 1)}
    reason = Reason.NO_BONUS if expected - points in missing else Reason.WRONG_POINTS
    raise IllegalMove(reason, found=points, expected=expected)


def _validate_draw(
    position: Position,
    bag: tuple[int, ...],
    drawn: Faces,
    count: int,
    *,
    count_reason: Reason = Reason.WRONG_COUNT,
    missing_reason: Reason = Reason.NOT_IN_BAG,
) -> None:
    if len(drawn) != count:
        raise IllegalMove(count_reason, found=len(drawn), expected=count)
    if not _bag_contains(position, bag, drawn):
        raise IllegalMove(missing_reason)


def _bag_contains(position: Position, bag: tuple[int, ...], faces: Faces) -> bool:
    variant = position.variant
    all_in_variant = all(variant.kind_by_face[face] != NO_KIND for face in faces)
    return all_in_variant and min(remove_from_bag(variant, bag, faces)) >= 0
