"""Review of a game: every turn compared with the best one, and a summary for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from qwirkle.analysis.judging import JudgedTurn, RolledBy, judge_turn, turns_of
from qwirkle.analysis.luck import Luck
from qwirkle.analysis.value import Weights, Worth, weights_of
from qwirkle.engine.events import Finished
from qwirkle.engine.moves import Place, Trade
from qwirkle.game import Game
from qwirkle.notation import faces_to_json, laid_to_json

MOST_TURNS = 400
"""Three times the length of a game in which most turns place something."""


class Summary(Struct, frozen=True):
    """Totals of one player over the reviewed turns."""

    name: str
    score: int
    turns: int
    points_a_turn: float
    best_turn: int
    """Number of the turn with the most points; 0 if there is none."""
    most_points: int
    qwirkles: int
    trades: int
    best_plays: int
    """Turns with a negligible loss."""
    lost: float
    """Total loss in points."""
    lost_a_turn: float
    lost_by_rolls: float
    """Part of the loss due to choices of dice."""
    worst_turn: int
    """Number of the turn with the greatest loss; 0 if there is none."""
    most_lost: float
    missed: int
    """Points the highest-scoring placements would have scored beyond those played."""
    luck: float
    """Points above average from rolls and draws; see `analysis/luck.py`."""
    luck_a_turn: float


class Review(Struct, frozen=True):
    """All reviewed turns of a game, and totals for each player."""

    turns: tuple[JudgedTurn, ...]
    players: tuple[Summary, ...]
    finished: Finished | None
    weights: Weights
    left_out: int = 0
    """Turns not reviewed because there are more than MAX_REVIEWED_TURNS."""
    taken_back: int = 0
    """Undone turns of people."""

    def to_json(self) -> dict[str, Any]:
        """Convert to a JSON object."""
        return {
            "turns": [_turn_to_json(turn) for turn in self.turns],
            "players": [asdict(player) for player in self.players],
            "weights": asdict(self.weights),
            "winners": list(self.finished.winners) if self.finished else None,
            "left_out": self.left_out,
            "taken_back": self.taken_back,
        }


def review(game: Game) -> Review:
    """Review the turns of a game up to MAX_REVIEWED_TURNS, without undone ones."""
    played = turns_of(game)
    turns = tuple(map(judge_turn, played[:MOST_TURNS]))
    left_out = len(played) - len(turns)
    names = [player.name for player in game.header.players]
    players = summaries(names, game.position.scores, turns)
    weights = weights_of(game.position.view(0))
    result = game.position.result
    return Review(turns, players, result, weights, left_out, game.taken_back)


def summaries(
    names: Sequence[str], scores: Sequence[int], turns: Sequence[JudgedTurn]
) -> tuple[Summary, ...]:
    """Summarise the reviewed turns of each player."""
    return tuple(
        _summary(name, scores[seat], [turn for turn in turns if turn.player == seat])
        for seat, name in enumerate(names)
    )


def _summary(name: str, score: int, own: Sequence[JudgedTurn]) -> Summary:
    placed = [turn for turn in own if turn.did == "place"]
    points = sum(turn.points for turn in own)
    top = max(placed, key=lambda turn: turn.points, default=None)
    worst = max(own, key=lambda turn: turn.lost, default=None)
    if worst is not None and worst.was_best:
        worst = None
    lost = sum(turn.lost for turn in own)
    luck = sum(turn.luck.points for turn in own if turn.luck is not None)
    return Summary(
        name=name,
        score=score,
        turns=len(own),
        points_a_turn=points / len(own) if own else 0.0,
        best_turn=top.number if top else 0,
        most_points=top.points if top else 0,
        qwirkles=sum(turn.qwirkles for turn in own),
        trades=sum(turn.did == "trade" for turn in own),
        best_plays=sum(turn.was_best for turn in own),
        lost=lost,
        lost_a_turn=lost / len(own) if own else 0.0,
        lost_by_rolls=sum(turn.lost_by_rolls for turn in own),
        worst_turn=worst.number if worst else 0,
        most_lost=worst.lost if worst else 0.0,
        missed=sum(turn.missed for turn in own),
        luck=luck,
        luck_a_turn=luck / len(own) if own else 0.0,
    )


def _turn_to_json(turn: JudgedTurn) -> dict[str, Any]:
    told: dict[str, Any] = {
        "turn": turn.number,
        "player": turn.player,
        "did": turn.did,
        "pieces": laid_to_json(turn.placed) if turn.placed else faces_to_json(turn.traded),
        "points": turn.points,
        "played": _worth_to_json(turn.played),
        "best": _worth_to_json(turn.best),
        "lost": turn.lost,
        "lost_by_play": turn.lost_by_play,
        "how": None if turn.how is None else turn.how.value,
        "unsure": turn.unsure,
        "win": turn.win,
        "most": {"pieces": laid_to_json(turn.most), "points": turn.most_points},
        "qwirkles": turn.qwirkles,
        "scores": list(turn.scores),
        "luck": _luck_to_json(turn.luck),
    }
    if turn.rolls:
        told["roll"], *later = map(_roll_to_json, turn.rolls)
        if later:
            told["later_rolls"] = later
    if turn.forced_rolls:
        told["forced_rolls"] = turn.forced_rolls
    return told


def _worth_to_json(worth: Worth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    told: dict[str, Any] = {}
    match worth.move:
        case Place(pieces):
            told = {"did": "place", "pieces": laid_to_json(pieces)}
        case Trade(faces):
            told = {"did": "trade", "pieces": faces_to_json(faces)}
    return told | {
        "points": worth.points,
        "reply": worth.reply,
        "keep": worth.keep,
        "value": worth.value,
        "ends": worth.ends,
    }


def _luck_to_json(luck: Luck | None) -> dict[str, Any] | None:
    if luck is None:
        return None
    return {"points": luck.points, "got": luck.got, "mean": luck.mean}


def _roll_to_json(roll: RolledBy) -> dict[str, Any]:
    return {
        "rolled": faces_to_json(roll.rolled),
        "became": faces_to_json(roll.became),
        "mean": roll.mean,
        "best": faces_to_json(roll.best),
        "best_mean": roll.best_mean,
        "lost": roll.lost,
    }
