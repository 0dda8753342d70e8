"""What a finished game comes to: ranks, best turns and points per turn; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qwirkle.app.wording import Standing, qwirkles_of
from qwirkle.engine.events import Finished, Passed, Placed, Traded
from qwirkle.notation import Player
from qwirkle.texts import tr, trn

BARS = "▁▂▃▄▅▆▇█"
ASCII_BARS = ".:-=+*#@"


@dataclass(frozen=True, slots=True)
class Account:
    """What the game was for one player."""

    name: str
    seat: int
    place: int
    """The rank, equal for equal scores (J9)."""
    score: int
    qwirkles: int
    best: int
    best_turn: int
    """The number of the best turn in the whole game; 0 without one."""
    gains: tuple[int, ...]
    """The points of each of their turns."""


def accounts_of(standing: Standing, players: Sequence[Player]) -> tuple[Account, ...]:
    """Everybody, the best first."""
    seats = range(len(players))
    gains: list[list[tuple[int, int]]] = [[] for _ in seats]
    qwirkles = [0 for _ in seats]
    scores = standing[-1][1].scores
    turn = 0
    for event, position in standing:
        match event:
            case Placed(player, pieces, points):
                turn += 1
                gains[player].append((turn, points))
                qwirkles[player] += qwirkles_of(position.board, pieces)
            case Traded(player, _, _) | Passed(player):
                turn += 1
                gains[player].append((turn, 0))
            case _:
                pass
    accounts = []
    for seat in seats:
        best_turn, best = max(gains[seat], key=lambda gain: gain[1], default=(0, 0))
        accounts.append(
            Account(
                name=players[seat].name,
                seat=seat,
                place=1 + sum(score > scores[seat] for score in scores),
                score=scores[seat],
                qwirkles=qwirkles[seat],
                best=best,
                best_turn=best_turn,
                gains=tuple(points for _, points in gains[seat]),
            )
        )
    return tuple(sorted(accounts, key=lambda account: (account.place, account.seat)))


def verdict(result: Finished, players: Sequence[Player]) -> str:
    """Who won and who went out."""
    names = [players[seat].name for seat in result.winners]
    if len(names) == 1:
        won = tr("{name} wins.", name=names[0])
    else:
        won = tr("{names} share the win.", names=", ".join(names))
    if result.player is None:
        return tr("{won} Nobody could go on, so there is no bonus.", won=won)
    return tr(
        "{won} {name} went out and got {bonus} points more.",
        won=won,
        name=players[result.player].name,
        bonus=result.bonus,
    )


def account_text(account: Account) -> str:
    """One line of the ranking."""
    best = (
        trn(
            "best turn {turn}: {count} point",
            "best turn {turn}: {count} points",
            account.best,
            turn=account.best_turn,
        )
        if account.best_turn
        else tr("no turn")
    )
    qwirkles = trn("{count} Qwirkle", "{count} Qwirkles", account.qwirkles)
    return tr(
        "{place}. {name}  {score}   {qwirkles}, {best}",
        place=account.place,
        name=account.name,
        score=account.score,
        qwirkles=qwirkles,
        best=best,
    )


def chart_text(account: Account, most: int, plain: bool) -> str:
    """The points of each turn as bars; a turn without points is a blank.

    >>> chart_text(Account("Ana", 0, 1, 9, 0, 6, 3, (3, 0, 6)), 6, plain=False)
    '▅ █'
    """
    bars = ASCII_BARS if plain else BARS
    return "".join(
        bars[min(len(bars) - 1, points * len(bars) // max(1, most))] if points else " "
        for points in account.gains
    )
