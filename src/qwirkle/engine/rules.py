"""Entry point to the rules: validate a move, resolve it, validate an event, apply it."""

from __future__ import annotations

from collections import Counter

from qwirkle.engine import chance
from qwirkle.engine.applying import apply
from qwirkle.engine.board import EMPTY, points_of
from qwirkle.engine.chance import Source
from qwirkle.engine.checking import check
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Happening,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.holding import places_in, put_into, take_from
from qwirkle.engine.movegen import set_size
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.opening import opening_of
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.policies import options_of
from qwirkle.engine.position import Position
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import NO_KIND, Variant
from qwirkle.engine.view import ENDED, PLAYER_STAGES, Stage

__all__ = [
    "apply",
    "check",
    "is_decision",
    "judge",
    "needs_player",
    "opening_of",
    "options_of",
    "resolve",
    "start",
]


def start(variant: Variant, ages: tuple[int | None, ...]) -> Position:
    """Return the position before the deal, with one player per age (None if unknown)."""
    return Position(
        variant=variant,
        ages=ages,
        board=EMPTY,
        hands=((),) * len(ages),
        bag=tuple(kind.copies for kind in variant.kinds),
        scores=(0,) * len(ages),
        player=0,
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
    return options_of(position).forced(position.hands[position.player]) is None


def resolve(position: Position, move: Move | None, random: Source) -> Happening:
    """Return the event that a move causes, or with None the next automatic event.

    The move must be legal.
    """
    variant, player = position.variant, position.player
    match move:
        case Place(pieces):
            points = points_of(position.board.lay(pieces), pieces, variant)
            return Placed(player, pieces, points)
        case Trade(faces):
            return Traded(player, faces, chance.draw(variant, position.bag, len(faces), random))
        case Roll(faces, forced):
            hand = position.hands[player]
            before = tuple(hand[index] for index in sorted(places_in(hand, faces)))
            return Rolled(player, before, chance.roll(variant, before, random), forced)
        case Redraw():
            hand = position.hands[player]
            bag = put_into(variant, position.bag, hand)
            return Redrawn(player, hand, chance.draw(variant, bag, len(hand), random))
        case Pass():
            return Passed(player)
        case None:  # pragma: no branch
            return _go_on(position, random)


def _go_on(position: Position, random: Source) -> Happening:
    variant, player = position.variant, position.player
    if position.stage is Stage.DEAL:
        return Dealt(player, chance.draw(variant, position.bag, variant.hand.size, random))
    if position.stage is Stage.OPEN:
        players = opening_of(position).players
        opener = players[int(random.random() * len(players))] if len(players) > 1 else players[0]
        return Opened(opener, set_size(position.hands[opener]))
    if position.stage is Stage.DRAW:
        missing = variant.hand.size - len(position.hands[player])
        return Drawn(player, chance.draw(variant, position.bag, missing, random))
    if position.stage is Stage.END:
        return _result(position)
    raise Refusal(Reason.NOT_NOW)


def _result(position: Position) -> Finished:
    """Return who went out, the bonus (R12, J8), and all players with the top score (J9)."""
    variant = position.variant
    scores = list(position.scores)
    out, bonus = None, 0
    if not position.hands[position.player]:
        out, bonus = position.player, variant.scoring.out_bonus
        scores[out] += bonus
    for seat, hand in enumerate(position.hands):
        scores[seat] -= variant.end.left_piece * len(hand)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Finished(out, bonus, tuple(scores), winners)


def judge(position: Position, event: Happening) -> None:
    """Raise IllegalMove if this event can't happen in this position."""
    result_due = position.stage is Stage.END and isinstance(event, Finished)
    if position.stage in ENDED and not result_due:
        raise Refusal(Reason.GAME_OVER)
    if isinstance(event, Finished | Opened):
        _judge_ruling(position, event)
        return
    if event.player != position.player:
        raise Refusal(Reason.NOT_YOUR_TURN)
    match event:
        case Dealt(_, pieces):
            _judge_stage(position, Stage.DEAL)
            size = position.variant.hand.size
            _judge_draw(position, position.bag, pieces, size, miscounted=Reason.WRONG_DEAL)
        case Drawn(player, pieces):
            _judge_stage(position, Stage.DRAW)
            missing = position.variant.hand.size - len(position.hands[player])
            _judge_draw(position, position.bag, pieces, min(missing, sum(position.bag)))
        case Placed(player, pieces, points):
            check(position.view(player), Place(pieces))
            _judge_points(position, pieces, points)
        case Rolled(player, before, after, forced):
            check(position.view(player), Roll(before, forced))
            kind_of = position.variant.kind_of
            if [kind_of[face] for face in before] != [kind_of[face] for face in after]:
                raise Refusal(Reason.WRONG_FACES)
        case Traded(player, gave, drew):
            check(position.view(player), Trade(gave))
            own = _holds(position, put_into(position.variant, position.bag, gave), drew)
            absent = Reason.DREW_OWN if own else Reason.NOT_IN_BAG
            _judge_draw(position, position.bag, drew, len(gave), absent=absent)
        case Redrawn(player, gave, drew):
            check(position.view(player), Redraw())
            if Counter(gave) != Counter(position.hands[player]):
                raise Refusal(Reason.REDRAW_ALL)
            bag = put_into(position.variant, position.bag, gave)
            _judge_draw(position, bag, drew, len(gave))
        case Passed(player):  # pragma: no branch
            check(position.view(player), Pass())


def _judge_stage(position: Position, stage: Stage) -> None:
    if position.stage is not stage:
        raise Refusal(Reason.NOT_NOW)


def _judge_ruling(position: Position, event: Finished | Opened) -> None:
    """Check the events that follow from the position: the opener and the result."""
    if isinstance(event, Opened):
        _judge_stage(position, Stage.OPEN)
        by_set = position.variant.opening.who == "set"
        if event.player not in opening_of(position).players:
            raise Refusal(Reason.WRONG_OPENING if by_set else Reason.WRONG_OPENER)
        if event.matches != set_size(position.hands[event.player]):
            raise Refusal(Reason.WRONG_OPENING)
    else:
        _judge_stage(position, Stage.END)
        if event != _result(position):
            raise Refusal(Reason.WRONG_RESULT)


def _judge_points(position: Position, pieces: tuple[Laid, ...], points: int) -> None:
    """Check the points (R9); report R10 if exactly a Qwirkle bonus is missing."""
    variant, board = position.variant, position.board.lay(pieces)
    expected = points_of(board, pieces, variant)
    if points == expected:
        return
    full = sum(line.is_full(variant) for line in board.lines_of(pieces))
    missing = {number * variant.scoring.qwirkle_bonus for number in range(1, full + 1)}
    reason = Reason.NO_BONUS if expected - points in missing else Reason.WRONG_POINTS
    raise Refusal(reason, found=points, expected=expected)


def _judge_draw(
    position: Position,
    bag: tuple[int, ...],
    drawn: Faces,
    count: int,
    *,
    miscounted: Reason = Reason.WRONG_COUNT,
    absent: Reason = Reason.NOT_IN_BAG,
) -> None:
    if len(drawn) != count:
        raise Refusal(miscounted, found=len(drawn), expected=count)
    if not _holds(position, bag, drawn):
        raise Refusal(absent)


def _holds(position: Position, bag: tuple[int, ...], faces: Faces) -> bool:
    variant = position.variant
    known = all(variant.kind_of[face] != NO_KIND for face in faces)
    return known and min(take_from(variant, bag, faces)) >= 0
