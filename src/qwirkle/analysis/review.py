"""A game looked at afterwards: for each turn the best there was, and what was lost against it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from qwirkle.analysis.odds import odds
from qwirkle.analysis.turns import best_placement
from qwirkle.engine.board import QWIRKLE
from qwirkle.engine.events import (
    Event,
    Finished,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.position import Position
from qwirkle.game import Game
from qwirkle.notation import Header, faces_to_json, laid_to_json


@dataclass(frozen=True, slots=True)
class RolledBy:
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


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, and the best that could have been done in it."""

    number: int
    player: int
    did: str
    """What it came to: place, trade or pass."""
    placed: tuple[Laid, ...]
    points: int
    best: tuple[Laid, ...]
    """The best-scoring placement of the pieces as they then lay; none where nothing fitted."""
    best_points: int
    qwirkles: int
    roll: RolledBy | None
    forced_rolls: int
    scores: tuple[int, ...]
    """Everybody's points after the turn."""

    @property
    def lost(self) -> int:
        """The points that the best placement would have brought beyond this turn's."""
        return max(0, self.best_points - self.points)


@dataclass(frozen=True, slots=True)
class Summary:
    """What one player did in a game."""

    name: str
    score: int
    turns: int
    points_a_turn: float
    best_turn: int
    """The number of the turn with the most points; 0 where there was none."""
    most_points: int
    qwirkles: int
    trades: int
    best_plays: int
    """How many placements were the best-scoring ones."""
    lost: int
    lost_by_rolls: float
    """What the choices of dice cost on average."""
    luck: float
    """Points of the best placements beyond what the chosen rolls bring on average."""


@dataclass(frozen=True, slots=True)
class Review:
    """All turns of a game and a summary for each player."""

    turns: tuple[Turn, ...]
    players: tuple[Summary, ...]
    finished: Finished | None

    def to_json(self) -> dict[str, Any]:
        """The review as a JSON object."""
        return {
            "turns": [_turn_to_json(turn) for turn in self.turns],
            "players": [asdict(player) for player in self.players],
            "winners": list(self.finished.winners) if self.finished else None,
        }


@dataclass(slots=True)
class _Open:
    """A turn that is still going on."""

    roll: RolledBy | None = None
    forced_rolls: int = 0


def review(header: Header, events: Iterable[Event]) -> Review:
    """Look at every turn of a game; what was taken back does not count."""
    game = Game.replay(header, events)
    turns: list[Turn] = []
    finished: Finished | None = None
    before: Position | None = None
    open_: _Open | None = None
    for event, position in game.standing:
        if before is not None and isinstance(event, Placed | Traded | Rolled | Redrawn | Passed):
            if open_ is None:
                open_ = _Open()
            turn = _step(open_, event, before, position, len(turns) + 1)
            if turn is not None:
                turns.append(turn)
                open_ = None
        elif isinstance(event, Finished):
            finished = event
        before = position
    players = tuple(
        _summary(header.players[seat].name, seat, game.position.scores[seat], turns)
        for seat in range(len(header.players))
    )
    return Review(tuple(turns), players, finished)


def _step(
    open_: _Open,
    event: Placed | Traded | Rolled | Redrawn | Passed,
    before: Position,
    after: Position,
    number: int,
) -> Turn | None:
    """Take an event into the turn; gives the turn once it is done."""
    match event:
        case Rolled(_, rolled, became, forced):
            if forced:
                open_.forced_rolls += 1
            else:
                open_.roll = _roll_of(before, rolled, became)
            return None
        case Redrawn():
            return None
        case Placed(player, pieces, points):
            if open_.roll is None:
                open_.roll = _roll_of(before, (), ())
            best, best_points = best_placement(before.view(player))
            made = after.board.lines_of(pieces)
            qwirkles = sum(len(line.cells) == QWIRKLE for line in made)
            scores = after.scores
            return Turn(
                number,
                player,
                "place",
                pieces,
                points,
                best,
                best_points,
                qwirkles,
                open_.roll,
                open_.forced_rolls,
                scores,
            )
        case Traded(player) | Passed(player):
            did = "trade" if isinstance(event, Traded) else "pass"
            best, best_points = (), 0
            if before.view(player).options.place:
                best, best_points = best_placement(before.view(player))
            return Turn(
                number,
                player,
                did,
                (),
                0,
                best,
                best_points,
                0,
                open_.roll,
                open_.forced_rolls,
                after.scores,
            )


def _roll_of(before: Position, rolled: Faces, became: Faces) -> RolledBy | None:
    """How good the choice of dice was; None where there was none to make."""
    hand = before.hands[before.player]
    view = before.view(before.player)
    if not view.options.free_roll:
        return None
    found = odds(before.board, hand, before.variant)
    if found is None:
        return None
    wanted = sorted(rolled)
    mean = next(
        mean for choice, mean in found.choices if sorted(hand[index] for index in choice) == wanted
    )
    best, best_mean = found.best
    return RolledBy(rolled, became, mean, tuple(hand[index] for index in best), best_mean)


def _summary(name: str, seat: int, score: int, turns: list[Turn]) -> Summary:
    own = [turn for turn in turns if turn.player == seat]
    placed = [turn for turn in own if turn.did == "place"]
    points = sum(turn.points for turn in own)
    top = max(placed, key=lambda turn: turn.points, default=None)
    rolls = [(turn, turn.roll) for turn in own if turn.roll is not None]
    return Summary(
        name=name,
        score=score,
        turns=len(own),
        points_a_turn=points / len(own) if own else 0.0,
        best_turn=top.number if top else 0,
        most_points=top.points if top else 0,
        qwirkles=sum(turn.qwirkles for turn in own),
        trades=sum(turn.did == "trade" for turn in own),
        best_plays=sum(turn.lost == 0 for turn in placed),
        lost=sum(turn.lost for turn in own),
        lost_by_rolls=sum(roll.lost for _, roll in rolls),
        luck=sum(turn.best_points - roll.mean for turn, roll in rolls),
    )


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    told: dict[str, Any] = {
        "turn": turn.number,
        "player": turn.player,
        "did": turn.did,
        "pieces": laid_to_json(turn.placed),
        "points": turn.points,
        "best": {
            "pieces": laid_to_json(turn.best),
            "points": turn.best_points,
        },
        "lost": turn.lost,
        "qwirkles": turn.qwirkles,
        "scores": list(turn.scores),
    }
    if turn.roll is not None:
        told["roll"] = {
            "rolled": faces_to_json(turn.roll.rolled),
            "became": faces_to_json(turn.roll.became),
            "mean": turn.roll.mean,
            "best": faces_to_json(turn.roll.best),
            "best_mean": turn.roll.best_mean,
            "lost": turn.roll.lost,
        }
    if turn.forced_rolls:
        told["forced_rolls"] = turn.forced_rolls
    return told
