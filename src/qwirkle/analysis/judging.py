"""One turn looked at afterwards: what was done, the best there was, and what was lost."""

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
"""Values closer than this are the same."""

EFFORT = Effort(turns=12, worlds=96)
"""How far each turn is looked into; what was played is looked into in any case."""

SLIGHT = 0.05
"""What costs less than this is as good as the best: it shows as 0.0."""


class Step(Struct, frozen=True):
    """One thing that happened in a turn, between two positions."""

    event: Doing
    before: Position
    after: Position


class PlayedTurn(Struct, frozen=True):
    """A whole turn as it was played."""

    number: int
    steps: tuple[Step, ...]
    ended: int
    """How many events the game had when the turn was over, but for the draw that follows it."""
    settled: int
    """The same with the result, where the turn ends the game."""
    filled: Faces = ()
    """The hand after the draw that follows; empty without one, where it was never played from as
    the game was over, and while it is secret."""

    @property
    def player(self) -> int:
        """Whose turn it was."""
        return self.last.event.player

    @property
    def last(self) -> Step:
        """What ended the turn: a placement, a trade or a pass."""
        return self.steps[-1]

    @property
    def move(self) -> Move | None:
        """The placement or trade that ended the turn, or None if the player had to pass."""
        match self.last.event:
            case Placed(_, pieces, _):
                return Place(pieces)
            case Traded(_, gave, _):
                return Trade(tuple(sorted(gave)))
            case _:
                return None

    def free_rolls(self) -> Iterator[tuple[View, Faces, Faces]]:
        """For each chance to roll: what the player saw, the dice rolled and what they became.

        Keeping all dice counts as rolling none.
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
    """A free roll of a turn, or the choice not to roll."""

    rolled: Faces
    became: Faces
    mean: float
    """What this choice scores on average."""
    best: Faces
    """The dice that it was best to roll."""
    best_mean: float

    @property
    def lost(self) -> float:
        """What the choice costs on average against the best."""
        return max(0.0, self.best_mean - self.mean)


class JudgedTurn(Struct, frozen=True):
    """One turn, and the best that could have been done in it."""

    number: int
    player: int
    did: str
    """What it came to: place, trade or pass."""
    placed: tuple[Laid, ...]
    traded: Faces
    points: int
    qwirkles: int
    played: Worth | None
    """What was done and its value; None where nothing could be chosen."""
    best: Worth | None
    """The most valuable turn found with the pieces as they then lay."""
    most: tuple[Laid, ...]
    """The best-scoring placement of these pieces; none where nothing fitted."""
    most_points: int
    rolls: tuple[RolledBy, ...]
    """The choices of dice that the turn had, one after the other."""
    forced_rolls: int
    scores: tuple[int, ...]
    """Everybody's points after the turn."""
    how: How | None = None
    """What the values rest on; None where nothing could be chosen."""
    win: float | None = None
    """How likely its player then was to win, where that is known."""
    unsure: float = 0.0
    """A standard error of what was lost by the play; nothing where chance had no part in it."""
    luck: Luck | None = None
    """What the last chosen roll, or else the draw that follows, brought; None for no chance."""

    @property
    def lost_by_play(self) -> float:
        """What the placement or the trade was worth less than the best turn found."""
        if self.played is None or self.best is None:
            return 0.0
        return max(0.0, self.best.value - self.played.value)

    @property
    def lost_by_rolls(self) -> float:
        """What the choices of dice cost on average."""
        return sum(roll.lost for roll in self.rolls)

    @property
    def lost(self) -> float:
        """What the turn cost against the best, by the choice of dice and by the play."""
        return self.lost_by_play + self.lost_by_rolls

    @property
    def chosen(self) -> bool:
        """Whether there was anything to choose."""
        return self.played is not None or bool(self.rolls)

    @property
    def was_best(self) -> bool:
        """Whether nothing to speak of was lost."""
        return self.lost < SLIGHT

    @property
    def missed(self) -> int:
        """The points that the best-scoring placement would have brought beyond this turn's."""
        return max(0, self.most_points - self.points)


def turns_of(game: Game) -> tuple[PlayedTurn, ...]:
    """The turns of a game that were finished and not taken back."""
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
    """Whether an event of this kind is the next."""
    return index < len(standing) and isinstance(standing[index][0], kind)


def judge_turn(taken: PlayedTurn) -> JudgedTurn:
    """Hold a turn against the best that was found for it; the same turn is always judged alike."""
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
    """The turn with its parts, and the value that the thought has found for it."""
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
    """What was done, the best turn found, which may be the same, and what that rests on."""
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
    """What free rolls brought; in games without them, what the draw at the end did."""
    if view.variant.roll_step is not None:
        # What a throw was worth is what could be made of it, by the next one too where there is.
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
