"""What a finished game comes to: ranks, best turns and points of each turn; pure."""

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
    """One turn of a player."""

    turn: int
    """Its number in the whole game."""
    points: int = 0
    qwirkles: int = 0
    faces: Faces = ()


class Account(Struct, frozen=True):
    """What the game was for one player."""

    name: str
    kind: str
    seat: int
    place: int
    """The rank, equal for equal scores (J9)."""
    score: int
    turns: tuple[Gain, ...]

    @property
    def gains(self) -> tuple[int, ...]:
        """The points of each of their turns."""
        return tuple(gain.points for gain in self.turns)

    @property
    def qwirkles(self) -> int:
        """How many full lines they made."""
        return sum(gain.qwirkles for gain in self.turns)

    @property
    def best_gain(self) -> Gain:
        """Their best turn, the first of equal ones; number 0 without any."""
        return max(self.turns, key=lambda gain: gain.points, default=Gain(0))

    @property
    def best(self) -> int:
        """The points of their best turn."""
        return self.best_gain.points

    @property
    def average(self) -> float:
        """The points of a turn, without what the end of the game brings or costs."""
        return sum(self.gains) / max(1, len(self.turns))


class Result(Struct, frozen=True):
    """A finished game: all that there is to say and to draw of it."""

    headline: str
    """Who won."""
    ending: str
    """What ended it."""
    accounts: tuple[Account, ...]
    """Everybody, the best first."""
    scores: tuple[tuple[int, ...], ...]
    """Everybody's points at the start, after each turn and at the end, by seat."""


def result_of(story: Story) -> Result | None:
    """What a game came to; None while it is on."""
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
    """Everybody, the best first."""
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
    """Everybody's points at the start, after each turn and at the end."""
    scores = [
        scene.view.scores
        for scene in story.scenes
        if isinstance(scene.event, Placed | Traded | Passed | Finished)
    ]
    return ((0,) * len(story.players), *scores)


def headline(result: Finished, players: Sequence[Player]) -> str:
    """Who won."""
    names = [players[seat].name for seat in result.winners]
    if len(names) == 1:
        return tr("{name} wins.", name=names[0])
    return tr("{names} share the win.", names=", ".join(names))


def ending(view: View, players: Sequence[Player]) -> str:
    """What ended the game, and what that brought or cost; empty while it is on."""
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
