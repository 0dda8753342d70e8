"""Review of a game: every turn compared with the best one, its luck, and a summary per player."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict, replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.evaluation import (
    Evaluation,
    EvaluationLimits,
    EvaluationWeights,
    Evaluator,
    default_weights,
)
from qwirkle.analysis.odds import best_score_array, compute_odds, hand_line_masks, mean_best_score
from qwirkle.analysis.score_table import line_masks
from qwirkle.analysis.search import Candidate, SearchMethod, is_same_move, search
from qwirkle.engine.board import Board
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
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import best_legal_play
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.game import Game
from qwirkle.records.schema import faces_to_json, pieces_to_json

DRAW_SAMPLE_COUNT = 1000
"""Draws to average for the luck of a draw."""

MAX_REVIEWED_TURNS = 400
"""About eight times the turns of a normal game."""

REVIEW_LIMITS = EvaluationLimits(max_placements=12, determinizations=96)
"""Limits for reviewing a turn; the move that was played is always evaluated."""

NEGLIGIBLE_LOSS = 0.05
"""Points; a smaller loss shows as 0.0 and counts as the best turn."""

MISTAKE_THRESHOLD = 1.0
"""A turn that loses this many points or more is a mistake."""

EPSILON = 1e-6
"""Values that differ by less are equal."""

TurnEvent: TypeAlias = Placed | Traded | Rolled | Redrawn | Passed
"""What a player does, or has to do, in a turn."""


class Transition(Struct, frozen=True):
    """One event of a turn, with the positions before and after it."""

    event: TurnEvent
    before: Position
    after: Position


class TurnRecord(Struct, frozen=True):
    """A complete turn as it was played."""

    number: int
    transitions: tuple[Transition, ...]
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
    def last(self) -> Transition:
        """The transition that ended the turn: a placement, a trade or a pass."""
        return self.transitions[-1]

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

    def roll_decisions(self) -> Iterator[tuple[View, Faces, Faces]]:
        """Yield each chance to roll: the view before it, the dice rolled, and what they showed.

        Keeping all dice counts as an empty roll.
        """
        for transition in self.transitions:
            view = transition.before.view(self.player)
            if not view.options.can_roll_free:
                return
            match transition.event:
                case Rolled(_, rolled, outcome, False):
                    yield view, rolled, outcome
                case Placed():
                    yield view, (), ()
                case _:
                    return


class Luck(Struct, frozen=True):
    """What a roll or draw can score, and what it scores on average."""

    actual: int
    mean: float

    @property
    def points(self) -> float:
        """Difference from the average; negative for bad luck."""
        return self.actual - self.mean


class RollReview(Struct, frozen=True):
    """A free roll, or the decision not to roll, compared with the best choice."""

    rolled_faces: Faces
    outcome: Faces
    mean: float
    """Mean score of this choice."""
    best_faces: Faces
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
        return self.played is not None or bool(self.rolls)

    @property
    def was_best(self) -> bool:
        """True if the loss is negligible."""
        return self.loss < NEGLIGIBLE_LOSS

    @property
    def missed_points(self) -> int:
        """Points the highest-scoring placement would have scored beyond this turn."""
        return max(0, self.max_points - self.points)


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
    """Points above average from rolls and draws; see `Luck`."""
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
    """Number of turns that people undid."""

    def to_json(self) -> dict[str, Any]:
        """Convert to a JSON object."""
        return {
            "turns": [_turn_to_json(turn) for turn in self.turns],
            "players": [asdict(player) for player in self.players],
            "weights": {"reply": self.weights.reply, "keep": self.weights.own_next_turn},
            "winners": list(self.result.winners) if self.result else None,
            "left_out": self.skipped_turns,
            "taken_back": self.undone_turns,
        }


def review_game(game: Game) -> GameReview:
    """Review the turns of a game up to MAX_REVIEWED_TURNS, without undone ones."""
    completed = completed_turns(game)
    turns = tuple(map(review_turn, completed[:MAX_REVIEWED_TURNS]))
    skipped_turns = len(completed) - len(turns)
    names = [player.name for player in game.header.players]
    players = summarise_players(names, game.position.scores, turns)
    weights = default_weights(game.position.view(0))
    result = game.position.result
    return GameReview(turns, players, result, weights, skipped_turns, game.undone_turns)


def completed_turns(game: Game) -> tuple[TurnRecord, ...]:
    """Return the completed turns of a game, without undone ones."""
    turns = list(_iter_turns(game))
    if game.is_over:
        last = {turn.player: index for index, turn in enumerate(turns)}
        for index in last.values():
            turns[index] = replace(turns[index], refilled_hand=())
    return tuple(turns)


def _iter_turns(game: Game) -> Iterator[TurnRecord]:
    transitions: list[Transition] = []
    number = 0
    history = game.active_history
    hands_visible = game.is_over or game.header.variant.hand.open
    for index in range(1, len(history)):
        event, after = history[index]
        if not isinstance(event, TurnEvent):
            continue
        transitions.append(Transition(event, history[index - 1][1], after))
        if isinstance(event, Placed | Traded | Passed):
            number += 1
            has_draw = _is_next_event(history, index + 1, Drawn)
            is_over = _is_next_event(history, index + 1 + has_draw, Finished)
            count_with_result = index + 1 + (has_draw + 1 if is_over else 0)
            refilled_hand: Faces = ()
            if hands_visible and (has_draw or isinstance(event, Traded)):
                refilled_hand = history[index + has_draw][1].hands[event.player]
            yield TurnRecord(
                number, tuple(transitions), index + 1, count_with_result, refilled_hand
            )
            transitions = []


def _is_next_event(
    history: Sequence[tuple[GameEvent, Position]], index: int, kind: type[GameEvent]
) -> bool:
    """Return True if the event at `index` is of this kind."""
    return index < len(history) and isinstance(history[index][0], kind)


def review_turn(turn: TurnRecord) -> TurnReview:
    """Compare a turn with the best one found; the same turn and kernel give the same review."""
    event, before = turn.last.event, turn.last.before
    view = before.view(turn.player)
    top_placement, max_points = best_legal_play(view) if view.options.can_place else ((), 0)
    played, best, method = _compare_with_best(view, turn.move)
    placed_pieces = event.pieces if isinstance(event, Placed) else ()
    lines = turn.last.after.board.lines_through(placed_pieces) if placed_pieces else ()
    roll_reviews = (_review_roll(*roll) for roll in turn.roll_decisions())
    rolls = tuple(roll for roll in roll_reviews if roll is not None)
    return TurnReview(
        number=turn.number,
        player=turn.player,
        kind=_kind_name(event),
        placed_pieces=placed_pieces,
        traded_faces=event.gave if isinstance(event, Traded) else (),
        points=_turn_points(event, view.variant),
        qwirkles=sum(line.is_qwirkle(view.variant) for line in lines),
        played=None if played is None else _with_search_value(played),
        best=None if best is None else _with_search_value(best),
        method=method,
        win_probability=None if played is None else played.win_probability,
        loss_error=0.0 if played is None else played.standard_error,
        top_placement=top_placement,
        max_points=max_points,
        rolls=rolls,
        forced_rolls=sum(
            isinstance(transition.event, Rolled) and transition.event.forced
            for transition in turn.transitions
        ),
        scores=turn.last.after.scores,
        luck=_turn_luck(turn, view, rolls, max_points),
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
    rng = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    evaluator = Evaluator(view, rng, REVIEW_LIMITS)
    result = search(
        view, evaluator, budget, rng, never_stop, must_include=played, include_alternatives=True
    )
    played_candidate = next(
        candidate for candidate in result.candidates if is_same_move(candidate.move, played)
    )
    best = result.best if result.best.value > played_candidate.value + EPSILON else played_candidate
    return played_candidate, best, result.method


def _review_roll(view: View, rolled: Faces, outcome: Faces) -> RollReview | None:
    roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
    if roll_odds is None:
        return None
    best, best_mean = roll_odds.best
    faces = tuple(view.hand[die] for die in best)
    return RollReview(rolled, outcome, roll_odds.mean_of_faces(rolled), faces, best_mean)


def _turn_luck(
    turn: TurnRecord, view: View, rolls: tuple[RollReview, ...], max_points: int
) -> Luck | None:
    """Return the luck of the free rolls, or of the final draw in games without them."""
    if view.variant.roll_step is not None:
        # A roll is worth its best continuation: the next free roll, or else a placement.
        next_values = (*(roll.best_mean for roll in rolls[1:]), float(max_points))
        luck_by_roll = (
            [
                value - roll.mean
                for roll, value in zip(rolls, next_values, strict=True)
                if roll.rolled_faces
            ]
            if rolls
            else []
        )
        return Luck(max_points, max_points - sum(luck_by_roll)) if luck_by_roll else None
    if not turn.refilled_hand:
        return None
    match turn.last.event:
        case Placed(_, pieces, _):
            leave = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
        case Traded(_, gave, _):
            leave = remove_from_hand(view.hand, gave)
        case _:
            return None
    return draw_luck(view, turn.last.after.board, leave, turn.refilled_hand)


def draw_luck(view: View, board: Board, leave: Faces, hand: Faces) -> Luck:
    """Compare a refilled hand with other draws from the pieces its player can't see.

    As in hints and bots, a hand is worth its best score on the board after the turn. The other
    draws are sampled with a fixed seed.
    """
    table = best_score_array(board, view.variant)
    count = len(hand) - len(leave)
    draws = sample_determinizations(view, DRAW_SAMPLE_COUNT, random.Random(0)).bags[:, :count]
    rows = hand_line_masks(draws) | np.array(line_masks(leave), dtype=np.int16)
    actual = mean_best_score(table, hand_line_masks(np.array([hand])))
    return Luck(int(actual), mean_best_score(table, rows))


def summarise_players(
    names: Sequence[str], scores: Sequence[int], turns: Sequence[TurnReview]
) -> tuple[PlayerReview, ...]:
    """Summarise the reviewed turns of each player."""
    return tuple(
        _summarise_player(name, scores[seat], [turn for turn in turns if turn.player == seat])
        for seat, name in enumerate(names)
    )


def _summarise_player(name: str, score: int, turns: Sequence[TurnReview]) -> PlayerReview:
    placements = [turn for turn in turns if turn.kind == "place"]
    points = sum(turn.points for turn in turns)
    best_turn = max(placements, key=lambda turn: turn.points, default=None)
    worst = max(turns, key=lambda turn: turn.loss, default=None)
    if worst is not None and worst.was_best:
        worst = None
    loss = sum(turn.loss for turn in turns)
    luck = sum(turn.luck.points for turn in turns if turn.luck is not None)
    return PlayerReview(
        name=name,
        score=score,
        turns=len(turns),
        points_a_turn=points / len(turns) if turns else 0.0,
        best_turn=best_turn.number if best_turn else 0,
        most_points=best_turn.points if best_turn else 0,
        qwirkles=sum(turn.qwirkles for turn in turns),
        trades=sum(turn.kind == "trade" for turn in turns),
        best_plays=sum(turn.was_best for turn in turns),
        lost=loss,
        lost_a_turn=loss / len(turns) if turns else 0.0,
        lost_by_rolls=sum(turn.roll_loss for turn in turns),
        worst_turn=worst.number if worst else 0,
        most_lost=worst.loss if worst else 0.0,
        missed=sum(turn.missed_points for turn in turns),
        luck=luck,
        luck_a_turn=luck / len(turns) if turns else 0.0,
    )


def _turn_to_json(turn: TurnReview) -> dict[str, Any]:
    result: dict[str, Any] = {
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
        result["roll"], *later_rolls = map(_roll_to_json, turn.rolls)
        if later_rolls:
            result["later_rolls"] = later_rolls
    if turn.forced_rolls:
        result["forced_rolls"] = turn.forced_rolls
    return result


def _evaluation_to_json(evaluation: Evaluation | None) -> dict[str, Any] | None:
    if evaluation is None:
        return None
    move: dict[str, Any] = {}
    match evaluation.move:
        case Place(pieces):
            move = {"did": "place", "pieces": pieces_to_json(pieces)}
        case Trade(faces):
            move = {"did": "trade", "pieces": faces_to_json(faces)}
    return move | {
        "points": evaluation.points,
        "reply": evaluation.reply,
        "keep": evaluation.own_next_turn,
        "value": evaluation.value,
        "ends": evaluation.goes_out,
    }


def _luck_to_json(luck: Luck | None) -> dict[str, Any] | None:
    if luck is None:
        return None
    return {"points": luck.points, "got": luck.actual, "mean": luck.mean}


def _roll_to_json(roll: RollReview) -> dict[str, Any]:
    return {
        "rolled": faces_to_json(roll.rolled_faces),
        "became": faces_to_json(roll.outcome),
        "mean": roll.mean,
        "best": faces_to_json(roll.best_faces),
        "best_mean": roll.best_mean,
        "lost": roll.loss,
    }
