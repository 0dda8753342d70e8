"""The result of a finished game: ranks, best turns and running scores; pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View
from qwirkle.notation import Player
from qwirkle.table.chronicle import lost_for_left, signed
from qwirkle.table.story import Story
from qwirkle.texts import tr, trn


class Gain(Struct, frozen=True):
    """The score of one turn."""

    turn: int
    """Turn number within the game."""
    points: int = 0
    qwirkles: int = 0
    faces: Faces = ()


class Account(Struct, frozen=True):
    """A player's result: rank, score and turns."""

    name: str
    kind: str
    seat: int
    place: int
    """Rank, from 1; shared by equal scores (J9)."""
    score: int
    turns: tuple[Gain, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        return tuple(gain.points for gain in self.turns)

    @property
    def qwirkles(self) -> int:
        return sum(gain.qwirkles for gain in self.turns)

    @property
    def best_gain(self) -> Gain:
        """The best turn, the earliest of equal ones; its number is 0 if there were no turns."""
        return max(self.turns, key=lambda gain: gain.points, default=Gain(0))

    @property
    def best(self) -> int:
        return self.best_gain.points

    @property
    def average(self) -> float:
        """Points per turn, without the bonus and penalties at the end."""
        return sum(self.gains) / max(1, len(self.turns))


class Result(Struct, frozen=True):
    """The result of a finished game."""

    headline: str
    """Who won, in words."""
    ending: str
    """What ended the game, in words."""
    accounts: tuple[Account, ...]
    """All players, the best first."""
    scores: tuple[tuple[int, ...], ...]
    """Scores by seat: at the start, after each turn and at the end."""


def result_of(story: Story) -> Result | None:
    """Return the result, or None if the game isn't over."""
    view = story.view
    if view.result is None:
        return None
    return Result(
        headline(view.result, story.players),
        ending(view, story.players),
        accounts_of(story),
        running_scores(story),
    )


def accounts_of(story: Story) -> tuple[Account, ...]:
    """Return the result of each player, the best first."""
    turns: list[list[Gain]] = [[] for _ in story.players]
    scores = story.view.scores
    number = 0
    for scene in story.scenes:
        match scene.event:
            case Placed(player, pieces, points):
                number += 1
                faces = tuple(face for face, _, _ in pieces)
                turns[player].append(Gain(number, points, scene.qwirkles, faces))
            case Traded(player, _, _):
                number += 1
                turns[player].append(Gain(number, -scene.view.variant.trade.cost))
            case Passed(player):
                number += 1
                turns[player].append(Gain(number))
            case _:
                pass
    accounts = [
        Account(
            name=player.name,
            kind=player.kind,
            seat=seat,
            place=1 + sum(score > scores[seat] for score in scores),
            score=scores[seat],
            turns=tuple(turns[seat]),
        )
        for seat, player in enumerate(story.players)
    ]
    return tuple(sorted(accounts, key=lambda account: (account.place, account.seat)))


def running_scores(story: Story) -> tuple[tuple[int, ...], ...]:
    """Return the scores by seat: at the start, after each turn and at the end."""
    scores = [
        scene.view.scores
        for scene in story.scenes
        if isinstance(scene.event, Placed | Traded | Passed | Finished)
    ]
    return ((0,) * len(story.players), *scores)


def headline(result: Finished, players: Sequence[Player]) -> str:
    """Say who won."""
    names = [players[seat].name for seat in result.winners]
    if len(names) == 1:
        return tr("{name} wins.", name=names[0])
    return tr("{names} share the win.", names=", ".join(names))


def ending(view: View, players: Sequence[Player]) -> str:
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
    elif view.passes == len(players):
        told = tr("Nobody could go on, so there is no bonus.")
    elif rules.turns is not None and view.turns + 1 >= rules.turns * len(players):
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
        tr("{name} {points}", name=player.name, points=signed(-lost))
        for player, lost in zip(players, lost_for_left(view), strict=True)
        if lost
    )
    return tr("{told} Pieces left in hand: {losses}.", told=told, losses=losses) if losses else told
