"""Review of one turn: what was played, the best alternative, and the loss."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.clock import never_stop
from qwirkle.analysis.luck import Luck, draw_luck
from qwirkle.analysis.odds import odds
from qwirkle.analysis.thinking import Candidate, SearchMethod, is_same_move, search
from qwirkle.analysis.value import Evaluation, EvaluationLimits, Evaluator
from qwirkle.engine.events import (
    Drawn,
    Finished,
    GameEvent,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.holding import remove_from_hand
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.game import Game

TurnEvent: TypeAlias = Placed | Traded | Rolled | Redrawn | Passed
"""What a player does, or has to do, in a turn."""

EPSILON = 1e-6
"""Values that differ by less are equal."""

REVIEW_LIMITS = EvaluationLimits(max_placements=12, determinizations=96)
"""Limits for reviewing a turn; the move that was played is always evaluated."""

NEGLIGIBLE_LOSS = 0.05
"""Points; a smaller loss shows as 0.0 and counts as the best turn."""


class TurnStep(Struct, frozen=True):
    """One event of a turn, with the positions before and after it."""

    event: TurnEvent
    before: Position
    after: Position


class TurnRecord(Struct, frozen=True):
    """A complete turn as it was played."""

    number: int
    steps: tuple[TurnStep, ...]
    event_count: int
    """Events in the game after this turn, without the draw that follows."""
    event_count_with_result: int
    """The same, including the result if the turn ends the game."""
    refilled_hand: Faces = ()
    """Hand after the draw that follows the turn.

    Empty without a draw, after a player's last turn, and while the hand is secret.
    """

    @property
    def player(self) -> int:
        return self.last.event.player

    @property
    def last(self) -> TurnStep:
        """The step that ended the turn: a placement, a trade or a pass."""
        return self.steps[-1]

    @property
    def move(self) -> Move | None:
        """The placement or trade that ended the turn; None if the player had to pass."""
        match self.last.event:
            case Placed(_, pieces, _):
                return Place(pieces)
            case Traded(_, gave, _):
                return Trade(tuple(sorted(gave)))
            case _:
                return None

    def free_rolls(self) -> Iterator[tuple[View, Faces, Faces]]:
        """Yield each chance to roll: the view before it, the dice rolled, and what they showed.

        Keeping all dice counts as an empty roll.
        """
        for step in self.steps:
            view = step.before.view(self.player)
            if not view.options.can_roll_free:
                return
            match step.event:
                case Rolled(_, rolled, became, False):
                    yield view, rolled, became
                case Placed():
                    yield view, (), ()
                case _:
                    return


class RollReview(Struct, frozen=True):
    """A free roll, or the decision not to roll, compared with the best choice."""

    rolled: Faces
    outcome: Faces
    mean: float
    """Mean score of this choice."""
    best: Faces
    """Dice of the best choice."""
    best_mean: float

    @property
    def loss(self) -> float:
        """Mean points behind the best choice."""
        return max(0.0, self.best_mean - self.mean)


class TurnReview(Struct, frozen=True):
    """A turn compared with the best one found."""

    number: int
    player: int
    kind: str
    """How the turn ended: place, trade or pass."""
    placed_pieces: tuple[PieceAt, ...]
    traded_faces: Faces
    points: int
    qwirkles: int
    played: Evaluation | None
    """What was played; None if there was nothing to choose."""
    best: Evaluation | None
    """The best turn found with the same hand."""
    top_placement: tuple[PieceAt, ...]
    """The highest-scoring placement of the hand; empty if nothing fitted."""
    max_points: int
    rolls: tuple[RollReview, ...]
    """The free rolls of the turn, in order."""
    forced_rolls: int
    scores: tuple[int, ...]
    """All players' scores after the turn."""
    method: SearchMethod | None = None
    """None if there was nothing to choose."""
    win_probability: float | None = None
    """Probability that the player would win after this turn; None if unknown."""
    loss_error: float = 0.0
    """Standard error of `play_loss`; 0 for exact values and estimates."""
    luck: Luck | None = None
    """Luck of the rolls, or else of the draw that follows; None without either."""

    @property
    def play_loss(self) -> float:
        """Value of the placement or trade below the best turn found."""
        if self.played is None or self.best is None:
            return 0.0
        return max(0.0, self.best.value - self.played.value)

    @property
    def roll_loss(self) -> float:
        """Mean points lost by the choices of dice."""
        return sum(roll.loss for roll in self.rolls)

    @property
    def loss(self) -> float:
        """Total loss of the turn, from rolls and play."""
        return self.play_loss + self.roll_loss

    @property
    def had_choice(self) -> bool:
        """True if the player had a choice."""
        return self.played is not None or bool(self.rolls)

    @property
    def was_best(self) -> bool:
        """True if the loss is negligible."""
        return self.loss < NEGLIGIBLE_LOSS

    @property
    def missed_points(self) -> int:
        """Points the highest-scoring placement would have scored beyond this turn."""
        return max(0, self.max_points - self.points)


def completed_turns(game: Game) -> tuple[TurnRecord, ...]:
    """Return the completed turns of a game, without undone ones."""
    turns = list(_iter_turns(game))
    if game.is_over:
        last = {turn.player: index for index, turn in enumerate(turns)}
        for index in last.values():
            turns[index] = replace(turns[index], refilled_hand=())
    return tuple(turns)


def _iter_turns(game: Game) -> Iterator[TurnRecord]:
    steps: list[TurnStep] = []
    number = 0
    standing = game.active_history
    known = game.is_over or game.header.variant.hand.open
    for index in range(1, len(standing)):
        event, after = standing[index]
        if not isinstance(event, TurnEvent):
            continue
        steps.append(TurnStep(event, standing[index - 1][1], after))
        if isinstance(event, Placed | Traded | Passed):
            number += 1
            drawn = _is_next_event(standing, index + 1, Drawn)
            over = _is_next_event(standing, index + 1 + drawn, Finished)
            settled = index + 1 + (drawn + 1 if over else 0)
            filled: Faces = ()
            if known and (drawn or isinstance(event, Traded)):
                filled = standing[index + drawn][1].hands[event.player]
            yield TurnRecord(number, tuple(steps), index + 1, settled, filled)
            steps = []


def _is_next_event(
    standing: Sequence[tuple[GameEvent, Position]], index: int, kind: type[GameEvent]
) -> bool:
    """Return True if the event at `index` is of this kind."""
    return index < len(standing) and isinstance(standing[index][0], kind)


def review_turn(turn: TurnRecord) -> TurnReview:
    """Compare a turn with the best one found; the same turn always gets the same review."""
    event, before = turn.last.event, turn.last.before
    view = before.view(turn.player)
    most, most_points = best_placement(view) if view.options.can_place else ((), 0)
    played, best, how = _compare_with_best(view, turn.move)
    placed = event.pieces if isinstance(event, Placed) else ()
    made = turn.last.after.board.lines_through(placed) if placed else ()
    found = (_review_roll(*roll) for roll in turn.free_rolls())
    rolls = tuple(roll for roll in found if roll is not None)
    return TurnReview(
        number=turn.number,
        player=turn.player,
        kind=_kind_name(event),
        placed_pieces=placed,
        traded_faces=event.gave if isinstance(event, Traded) else (),
        points=_turn_points(event, view.variant),
        qwirkles=sum(line.is_full(view.variant) for line in made),
        played=None if played is None else _with_search_value(played),
        best=None if best is None else _with_search_value(best),
        method=how,
        win_probability=None if played is None else played.win_probability,
        loss_error=0.0 if played is None else played.standard_error,
        top_placement=most,
        max_points=most_points,
        rolls=rolls,
        forced_rolls=sum(isinstance(s.event, Rolled) and s.event.forced for s in turn.steps),
        scores=turn.last.after.scores,
        luck=_turn_luck(turn, view, rolls, most_points),
    )


def _with_search_value(candidate: Candidate) -> Evaluation:
    """Return the evaluation with the value found by the search."""
    return replace(candidate.evaluation, value=candidate.value)


def _turn_points(event: TurnEvent, variant: Variant) -> int:
    match event:
        case Placed(_, _, points):
            return points
        case Traded():
            return -variant.trade.cost
        case _:
            return 0


def _kind_name(event: TurnEvent) -> str:
    match event:
        case Placed():
            return "place"
        case Traded():
            return "trade"
        case _:
            return "pass"


def _compare_with_best(
    view: View, played: Move | None
) -> tuple[Candidate | None, Candidate | None, SearchMethod | None]:
    """Return the candidate played, the best one (possibly the same), and the search method."""
    if played is None:
        return None, None, None
    chance = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    valuer = Evaluator(view, chance, REVIEW_LIMITS)
    thought = search(
        view, valuer, budget, chance, never_stop, must_include=played, include_all=True
    )
    mine = next(
        candidate for candidate in thought.candidates if is_same_move(candidate.move, played)
    )
    best = thought.best if thought.best.value > mine.value + EPSILON else mine
    return mine, best, thought.method


def _turn_luck(
    turn: TurnRecord, view: View, rolls: tuple[RollReview, ...], max_points: int
) -> Luck | None:
    """Return the luck of the free rolls, or of the final draw in games without them."""
    if view.variant.roll_step is not None:
        # A throw is worth its best use, including the next free roll if there is one.
        brought = (*(roll.best_mean for roll in rolls[1:]), float(max_points))
        lucky = (
            [worth - roll.mean for roll, worth in zip(rolls, brought, strict=True) if roll.rolled]
            if rolls
            else []
        )
        return Luck(max_points, max_points - sum(lucky)) if lucky else None
    if not turn.refilled_hand:
        return None
    match turn.last.event:
        case Placed(_, pieces, _):
            kept = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
        case Traded(_, gave, _):
            kept = remove_from_hand(view.hand, gave)
        case _:
            return None
    return draw_luck(view, turn.last.after.board, kept, turn.refilled_hand)


def _review_roll(view: View, rolled: Faces, outcome: Faces) -> RollReview | None:
    found = odds(view.board, view.hand, view.variant, view.free_rolls)
    if found is None:
        return None
    best, best_mean = found.best
    faces = tuple(view.hand[die] for die in best)
    return RollReview(rolled, outcome, found.mean_score(rolled), faces, best_mean)
