"""The result of a finished game: ranks, best turns and running scores; pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View
from qwirkle.notation.header import Player
from qwirkle.table.chronicle import leftover_penalties, signed_points
from qwirkle.table.story import SeatHistory
from qwirkle.texts import tr, trn


class TurnScore(Struct, frozen=True):
    """The score of one turn."""

    turn: int
    """Turn number within the game."""
    points: int = 0
    qwirkles: int = 0
    faces: Faces = ()


class PlayerResult(Struct, frozen=True):
    """A player's result: rank, score and turns."""

    name: str
    kind: str
    seat: int
    place: int
    """Rank, from 1; shared by equal scores (J9)."""
    score: int
    turns: tuple[TurnScore, ...]

    @property
    def turn_points(self) -> tuple[int, ...]:
        return tuple(gain.points for gain in self.turns)

    @property
    def qwirkles(self) -> int:
        return sum(gain.qwirkles for gain in self.turns)

    @property
    def best_turn(self) -> TurnScore:
        """The best turn, the earliest of equal ones; its number is 0 if there were no turns."""
        return max(self.turns, key=lambda gain: gain.points, default=TurnScore(0))

    @property
    def best_points(self) -> int:
        return self.best_turn.points

    @property
    def average_points(self) -> float:
        """Points per turn, without the bonus and penalties at the end."""
        return sum(self.turn_points) / max(1, len(self.turns))


class GameResult(Struct, frozen=True):
    """The result of a finished game."""

    headline: str
    """Who won, in words."""
    ending: str
    """What ended the game, in words."""
    accounts: tuple[PlayerResult, ...]
    """All players, the best first."""
    scores: tuple[tuple[int, ...], ...]
    """Scores by seat: at the start, after each turn and at the end."""


def build_result(history: SeatHistory) -> GameResult | None:
    """Return the result, or None if the game isn't over."""
    view = history.view
    if view.result is None:
        return None
    return GameResult(
        headline_text(view.result, history.players),
        ending_text(view, history.players),
        build_player_results(history),
        running_scores(history),
    )


def build_player_results(history: SeatHistory) -> tuple[PlayerResult, ...]:
    """Return the result of each player, the best first."""
    turns: list[list[TurnScore]] = [[] for _ in history.players]
    scores = history.view.scores
    number = 0
    for scene in history.entries:
        match scene.event:
            case Placed(player, pieces, points):
                number += 1
                faces = tuple(face for face, _, _ in pieces)
                turns[player].append(TurnScore(number, points, scene.qwirkle_count, faces))
            case Traded(player, _, _):
                number += 1
                turns[player].append(TurnScore(number, -scene.view.variant.trade.cost))
            case Passed(player):
                number += 1
                turns[player].append(TurnScore(number))
            case _:
                pass
    accounts = [
        PlayerResult(
            name=player.name,
            kind=player.kind,
            seat=seat,
            place=1 + sum(score > scores[seat] for score in scores),
            score=scores[seat],
            turns=tuple(turns[seat]),
        )
        for seat, player in enumerate(history.players)
    ]
    return tuple(sorted(accounts, key=lambda account: (account.place, account.seat)))


def running_scores(history: SeatHistory) -> tuple[tuple[int, ...], ...]:
    """Return the scores by seat: at the start, after each turn and at the end."""
    scores = [
        scene.view.scores
        for scene in history.entries
        if isinstance(scene.event, Placed | Traded | Passed | Finished)
    ]
    return ((0,) * len(history.players), *scores)


def headline_text(result: Finished, players: Sequence[Player]) -> str:
    """Say who won."""
    names = [players[seat].name for seat in result.winners]
    if len(names) == 1:
        return tr("{name} wins.", name=names[0])
    return tr("{names} share the win.", names=", ".join(names))


def ending_text(view: View, players: Sequence[Player]) -> str:
    """Say what ended the game, with its bonus and penalties; empty if it isn't over."""
    result, rules = view.result, view.variant.end
    if result is None:
        return ""
    if result.player is not None and not result.bonus:
        told = tr("{name} went out.", name=players[result.player].name)
    elif result.player is not None:
        told = trn(
            "{name} went out and got {count} point more.",
            "{name} went out and got {count} points more.",
            result.bonus,
            name=players[result.player].name,
        )
    elif view.consecutive_passes == len(players):
        told = tr("Nobody could go on, so there is no bonus.")
    elif rules.turns is not None and view.turns_played + 1 >= rules.turns * len(players):
        told = trn(
            "The only round has been played.",
            "All {count} rounds have been played.",
            rules.turns,
        )
    else:
        told = tr("The round in which somebody reached {score} points is over.", score=rules.score)
    if not rules.left_piece:
        return told
    losses = ", ".join(
        tr("{name} {points}", name=player.name, points=signed_points(-lost))
        for player, lost in zip(players, leftover_penalties(view), strict=True)
        if lost
    )
    return tr("{told} Pieces left in hand: {losses}.", told=told, losses=losses) if losses else told
