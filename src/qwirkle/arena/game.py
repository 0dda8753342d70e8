"""Plays one game between bots, and ends it where one of them does not keep to the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from qwirkle.engine import chance, rules
from qwirkle.engine.events import Happening
from qwirkle.engine.moves import Move
from qwirkle.engine.position import Position
from qwirkle.engine.refusal import Refusal
from qwirkle.engine.variant import DEFAULT_TRADE, Variant
from qwirkle.engine.view import PLAYER_STAGES, Stage, View
from qwirkle.kernel import loading
from qwirkle.texts import tr


class Seat(Protocol):
    """Whoever answers for one seat during one game."""

    @property
    def trusted(self) -> bool:
        """Whether its moves are right without a check."""
        ...

    def choose(self, view: View) -> Move:
        """The move; raises Failure where there is none."""
        ...


MOST_EVENTS = 2000
"""After so many a game is stopped, and the scores decide: bots that only trade never end one."""


class Failure(Exception):
    """A bot gave no answer, said in one sentence."""


class Forfeit(Struct, frozen=True):
    """Who lost a game by not playing on, as an index of the arena's bots, and why."""

    bot: int
    reason: str


class Outcome(Struct, frozen=True):
    """How one game ended; scores and winners are told by bot, not by seat."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    forfeit: Forfeit | None = None
    record: bytes | None = None
    stopped: bool = False
    """Whether it had more events than a game may have, so that the scores decided."""


class Played(Struct, frozen=True):
    """A game from its deal to its end, to where a seat failed, or to where it was stopped."""

    events: list[Happening]
    position: Position
    failed: int | None = None
    """The seat that did not play on."""
    reason: str = ""

    @property
    def stopped(self) -> bool:
        """Whether it was ended because it had too many events."""
        return self.failed is None and self.position.stage is not Stage.OVER


def play_game(variant: Variant, seats: Sequence[Seat], seed: int, ages: tuple[int, ...]) -> Played:
    """Play a game; the seed settles all draws and rolls, as it does in every other game."""
    position = rules.start(variant, ages)
    events: list[Happening] = []
    while position.stage is not Stage.OVER and len(events) < MOST_EVENTS:
        move: Move | None = None
        if position.stage in PLAYER_STAGES:
            player = position.player
            view = position.view(player)
            move = view.forced
            if move is None:
                seat = seats[player]
                try:
                    move = seat.choose(view)
                    if not seat.trusted:
                        rules.check(view, move)
                except Failure as failure:
                    return Played(events, position, player, str(failure))
                except Refusal as refusal:
                    return Played(events, position, player, _account_of(refusal))
        event = rules.resolve(position, move, chance.for_event(seed, len(events)))
        events.append(event)
        position = rules.apply(position, event)
    return Played(events, position)


def _account_of(refusal: Refusal) -> str:
    return tr("It made a move against the rules: {problem}", problem=refusal.with_rule)


def winners_of(played: Played) -> tuple[int, ...]:
    """The seats that won; where one failed, the best of the others, and else the best of all."""
    if played.position.result is not None:
        return played.position.result.winners
    scores = played.position.scores
    others = [seat for seat in range(len(scores)) if seat != played.failed]
    best = max(scores[seat] for seat in others)
    return tuple(seat for seat in others if scores[seat] == best)


def scores_at_once(
    variant: Variant, bots: Sequence[str], seed: int, ages: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The scores by seat of a game that the kernel plays, or None if it can't.

    It plays games in which every bot is `simple`.
    """
    if any(bot != "simple" for bot in bots) or not is_played_at_once(variant):
        return None
    tools = loading.tools()
    game = None if tools is None else tools.simple_game(variant, ages, seed, MOST_EVENTS)
    return None if game is None else game[:-1]


def is_played_at_once(variant: Variant) -> bool:
    """Return True if the kernel opens, trades and ends games as this ruleset does.

    It also knows only one way out at a time when a player is stuck.
    """
    return (
        loading.knows_turns(variant)
        and variant.opening.by_the_books
        and variant.trade == DEFAULT_TRADE
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )
