"""Review of a game: every turn compared with the best one, and a summary for each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from qwirkle.analysis.judging import RollReview, TurnReview, completed_turns, review_turn
from qwirkle.analysis.luck import Luck
from qwirkle.analysis.value import Evaluation, EvaluationWeights, default_weights
from qwirkle.engine.events import Finished
from qwirkle.engine.moves import Place, Trade
from qwirkle.game import Game
from qwirkle.notation.events import faces_to_json, pieces_to_json

MAX_REVIEWED_TURNS = 400
"""Three times the length of a game in which most turns place something."""


class PlayerReview(Struct, frozen=True):
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


class GameReview(Struct, frozen=True):
    """All reviewed turns of a game, and totals for each player."""

    turns: tuple[TurnReview, ...]
    players: tuple[PlayerReview, ...]
    result: Finished | None
    weights: EvaluationWeights
    skipped_turns: int = 0
    """Turns not reviewed because there are more than MAX_REVIEWED_TURNS."""
    undone_turns: int = 0
    """Undone turns of people."""

    def to_json(self) -> dict[str, Any]:
        """Convert to a JSON object."""
        return {
            "turns": [_turn_to_json(turn) for turn in self.turns],
            "players": [asdict(player) for player in self.players],
            "weights": asdict(self.weights),
            "winners": list(self.result.winners) if self.result else None,
            "left_out": self.skipped_turns,
            "taken_back": self.undone_turns,
        }


def review(game: Game) -> GameReview:
    """Review the turns of a game up to MAX_REVIEWED_TURNS, without undone ones."""
    played = completed_turns(game)
    turns = tuple(map(review_turn, played[:MAX_REVIEWED_TURNS]))
    left_out = len(played) - len(turns)
    names = [player.name for player in game.header.players]
    players = summarise_players(names, game.position.scores, turns)
    weights = default_weights(game.position.view(0))
    result = game.position.result
    return GameReview(turns, players, result, weights, left_out, game.undone_turns)


def summarise_players(
    names: Sequence[str], scores: Sequence[int], turns: Sequence[TurnReview]
) -> tuple[PlayerReview, ...]:
    """Summarise the reviewed turns of each player."""
    return tuple(
        _summarise_player(name, scores[seat], [turn for turn in turns if turn.player == seat])
        for seat, name in enumerate(names)
    )


def _summarise_player(name: str, score: int, own: Sequence[TurnReview]) -> PlayerReview:
    placed = [turn for turn in own if turn.kind == "place"]
    points = sum(turn.points for turn in own)
    top = max(placed, key=lambda turn: turn.points, default=None)
    worst = max(own, key=lambda turn: turn.loss, default=None)
    if worst is not None and worst.was_best:
        worst = None
    lost = sum(turn.loss for turn in own)
    luck = sum(turn.luck.points for turn in own if turn.luck is not None)
    return PlayerReview(
        name=name,
        score=score,
        turns=len(own),
        points_a_turn=points / len(own) if own else 0.0,
        best_turn=top.number if top else 0,
        most_points=top.points if top else 0,
        qwirkles=sum(turn.qwirkles for turn in own),
        trades=sum(turn.kind == "trade" for turn in own),
        best_plays=sum(turn.was_best for turn in own),
        lost=lost,
        lost_a_turn=lost / len(own) if own else 0.0,
        lost_by_rolls=sum(turn.roll_loss for turn in own),
        worst_turn=worst.number if worst else 0,
        most_lost=worst.loss if worst else 0.0,
        missed=sum(turn.missed_points for turn in own),
        luck=luck,
        luck_a_turn=luck / len(own) if own else 0.0,
    )


def _turn_to_json(turn: TurnReview) -> dict[str, Any]:
    told: dict[str, Any] = {
        "turn": turn.number,
        "player": turn.player,
        "did": turn.kind,
        "pieces": pieces_to_json(turn.placed_pieces)
        if turn.placed_pieces
        else faces_to_json(turn.traded_faces),
        "points": turn.points,
        "played": _evaluation_to_json(turn.played),
        "best": _evaluation_to_json(turn.best),
        "lost": turn.loss,
        "lost_by_play": turn.play_loss,
        "how": None if turn.method is None else turn.method.value,
        "unsure": turn.loss_error,
        "win": turn.win_probability,
        "most": {"pieces": pieces_to_json(turn.top_placement), "points": turn.max_points},
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


def _evaluation_to_json(evaluation: Evaluation | None) -> dict[str, Any] | None:
    if evaluation is None:
        return None
    told: dict[str, Any] = {}
    match evaluation.move:
        case Place(pieces):
            told = {"did": "place", "pieces": pieces_to_json(pieces)}
        case Trade(faces):
            told = {"did": "trade", "pieces": faces_to_json(faces)}
    return told | {
        "points": evaluation.points,
        "reply": evaluation.reply,
        "keep": evaluation.keep,
        "value": evaluation.value,
        "ends": evaluation.ends_game,
    }


def _luck_to_json(luck: Luck | None) -> dict[str, Any] | None:
    if luck is None:
        return None
    return {"points": luck.points, "got": luck.actual, "mean": luck.mean}


def _roll_to_json(roll: RollReview) -> dict[str, Any]:
    return {
        "rolled": faces_to_json(roll.rolled),
        "became": faces_to_json(roll.outcome),
        "mean": roll.mean,
        "best": faces_to_json(roll.best),
        "best_mean": roll.best_mean,
        "lost": roll.loss,
    }
