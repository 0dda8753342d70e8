"""Review of one turn: what was played, the best alternative, and the loss."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.clock import never
from qwirkle.analysis.luck import Luck, luck_of_draw
from qwirkle.analysis.odds import odds
from qwirkle.analysis.thinking import Candidate, How, same_turn, think
from qwirkle.analysis.value import Effort, Valuer, Worth
from qwirkle.engine.events import (
    Drawn,
    Finished,
    Happening,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.game import Game

Doing: TypeAlias = Placed | Traded | Rolled | Redrawn | Passed
"""What a player does, or has to do, in a turn."""

NOTHING = 1e-6
"""Values that differ by less are equal."""

EFFORT = Effort(turns=12, worlds=96)
"""Limits for reviewing a turn; the move that was played is always evaluated."""

SLIGHT = 0.05
"""Points; a smaller loss shows as 0.0 and counts as the best turn."""


class Step(Struct, frozen=True):
    """One event of a turn, with the positions before and after it."""

    event: Doing
    before: Position
    after: Position


class PlayedTurn(Struct, frozen=True):
    """A complete turn as it was played."""

    number: int
    steps: tuple[Step, ...]
    ended: int
    """Events in the game after this turn, without the draw that follows."""
    settled: int
    """The same, including the result if the turn ends the game."""
    filled: Faces = ()
    """Hand after the draw that follows the turn.

    Empty without a draw, after a player's last turn, and while the hand is secret.
    """

    @property
    def player(self) -> int:
        return self.last.event.player

    @property
    def last(self) -> Step:
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
            if not view.options.free_roll:
                return
            match step.event:
                case Rolled(_, rolled, became, False):
                    yield view, rolled, became
                case Placed():
                    yield view, (), ()
                case _:
                    return


class RolledBy(Struct, frozen=True):
    """A free roll, or the decision not to roll, compared with the best choice."""

    rolled: Faces
    became: Faces
    mean: float
    """Mean score of this choice."""
    best: Faces
    """Dice of the best choice."""
    best_mean: float

    @property
    def lost(self) -> float:
        """Mean points behind the best choice."""
        return max(0.0, self.best_mean - self.mean)


class JudgedTurn(Struct, frozen=True):
    """A turn compared with the best one found."""

    number: int
    player: int
    did: str
    """How the turn ended: place, trade or pass."""
    placed: tuple[Laid, ...]
    traded: Faces
    points: int
    qwirkles: int
    played: Worth | None
    """What was played; None if there was nothing to choose."""
    best: Worth | None
    """The best turn found with the same hand."""
    most: tuple[Laid, ...]
    """The highest-scoring placement of the hand; empty if nothing fitted."""
    most_points: int
    rolls: tuple[RolledBy, ...]
    """The free rolls of the turn, in order."""
    forced_rolls: int
    scores: tuple[int, ...]
    """All players' scores after the turn."""
    how: How | None = None
    """None if there was nothing to choose."""
    win: float | None = None
    """Probability that the player would win after this turn; None if unknown."""
    unsure: float = 0.0
    """Standard error of `play_loss`; 0 for exact values and estimates."""
    luck: Luck | None = None
    """Luck of the rolls, or else of the draw that follows; None without either."""

    @property
    def lost_by_play(self) -> float:
        """Value of the placement or trade below the best turn found."""
        if self.played is None or self.best is None:
            return 0.0
        return max(0.0, self.best.value - self.played.value)

    @property
    def lost_by_rolls(self) -> float:
        """Mean points lost by the choices of dice."""
        return sum(roll.lost for roll in self.rolls)

    @property
    def lost(self) -> float:
        """Total loss of the turn, from rolls and play."""
        return self.lost_by_play + self.lost_by_rolls

    @property
    def chosen(self) -> bool:
        """True if the player had a choice."""
        return self.played is not None or bool(self.rolls)

    @property
    def was_best(self) -> bool:
        """True if the loss is negligible."""
        return self.lost < SLIGHT

    @property
    def missed(self) -> int:
        """Points the highest-scoring placement would have scored beyond this turn."""
        return max(0, self.most_points - self.points)


def turns_of(game: Game) -> tuple[PlayedTurn, ...]:
    """Return the completed turns of a game, without undone ones."""
    turns = list(_turns(game))
    if game.over:
        last = {turn.player: index for index, turn in enumerate(turns)}
        for index in last.values():
            turns[index] = replace(turns[index], filled=())
    return tuple(turns)


def _turns(game: Game) -> Iterator[PlayedTurn]:
    steps: list[Step] = []
    number = 0
    standing = game.standing
    known = game.over or game.header.variant.hand.open
    for index in range(1, len(standing)):
        event, after = standing[index]
        if not isinstance(event, Doing):
            continue
        steps.append(Step(event, standing[index - 1][1], after))
        if isinstance(event, Placed | Traded | Passed):
            number += 1
            drawn = _follows(standing, index + 1, Drawn)
            over = _follows(standing, index + 1 + drawn, Finished)
            settled = index + 1 + (drawn + 1 if over else 0)
            filled: Faces = ()
            if known and (drawn or isinstance(event, Traded)):
                filled = standing[index + drawn][1].hands[event.player]
            yield PlayedTurn(number, tuple(steps), index + 1, settled, filled)
            steps = []


def _follows(
    standing: Sequence[tuple[Happening, Position]], index: int, kind: type[Happening]
) -> bool:
    """Return True if the event at `index` is of this kind."""
    return index < len(standing) and isinstance(standing[index][0], kind)


def judge_turn(taken: PlayedTurn) -> JudgedTurn:
    """Compare a turn with the best one found; the same turn always gets the same review."""
    event, before = taken.last.event, taken.last.before
    view = before.view(taken.player)
    most, most_points = best_placement(view) if view.options.place else ((), 0)
    played, best, how = _choice_of(view, taken.move)
    placed = event.pieces if isinstance(event, Placed) else ()
    made = taken.last.after.board.lines_of(placed) if placed else ()
    found = (_rolled_by(*roll) for roll in taken.free_rolls())
    rolls = tuple(roll for roll in found if roll is not None)
    return JudgedTurn(
        number=taken.number,
        player=taken.player,
        did=_name_of(event),
        placed=placed,
        traded=event.gave if isinstance(event, Traded) else (),
        points=_points_of(event, view.variant),
        qwirkles=sum(line.is_full(view.variant) for line in made),
        played=None if played is None else _valued(played),
        best=None if best is None else _valued(best),
        how=how,
        win=None if played is None else played.win,
        unsure=0.0 if played is None else played.error,
        most=most,
        most_points=most_points,
        rolls=rolls,
        forced_rolls=sum(isinstance(s.event, Rolled) and s.event.forced for s in taken.steps),
        scores=taken.last.after.scores,
        luck=_luck_of(taken, view, rolls, most_points),
    )


def _valued(candidate: Candidate) -> Worth:
    """Return the evaluation with the value found by the search."""
    return replace(candidate.worth, value=candidate.value)


def _points_of(event: Doing, variant: Variant) -> int:
    match event:
        case Placed(_, _, points):
            return points
        case Traded():
            return -variant.trade.cost
        case _:
            return 0


def _name_of(event: Doing) -> str:
    match event:
        case Placed():
            return "place"
        case Traded():
            return "trade"
        case _:
            return "pass"


def _choice_of(
    view: View, played: Move | None
) -> tuple[Candidate | None, Candidate | None, How | None]:
    """Return the candidate played, the best one (possibly the same), and the search method."""
    if played is None:
        return None, None, None
    chance = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    valuer = Valuer(view, chance, EFFORT)
    thought = think(view, valuer, budget, chance, never, also=played, every=True)
    mine = next(candidate for candidate in thought.candidates if same_turn(candidate.move, played))
    best = thought.best if thought.best.value > mine.value + NOTHING else mine
    return mine, best, thought.how


def _luck_of(
    taken: PlayedTurn, view: View, rolls: tuple[RolledBy, ...], most_points: int
) -> Luck | None:
    """Return the luck of the free rolls, or of the final draw in games without them."""
    if view.variant.roll_step is not None:
        # A throw is worth its best use, including the next free roll if there is one.
        brought = (*(roll.best_mean for roll in rolls[1:]), float(most_points))
        lucky = (
            [worth - roll.mean for roll, worth in zip(rolls, brought, strict=True) if roll.rolled]
            if rolls
            else []
        )
        return Luck(most_points, most_points - sum(lucky)) if lucky else None
    if not taken.filled:
        return None
    match taken.last.event:
        case Placed(_, pieces, _):
            kept = without(view.hand, tuple(face for face, _, _ in pieces))
        case Traded(_, gave, _):
            kept = without(view.hand, gave)
        case _:
            return None
    return luck_of_draw(view, taken.last.after.board, kept, taken.filled)


def _rolled_by(view: View, rolled: Faces, became: Faces) -> RolledBy | None:
    found = odds(view.board, view.hand, view.variant, view.free_rolls)
    if found is None:
        return None
    best, best_mean = found.best
    faces = tuple(view.hand[die] for die in best)
    return RolledBy(rolled, became, found.mean_of(rolled), faces, best_mean)
