"""One game between bots. A bot that breaks the rules or doesn't answer loses it."""

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
    """A bot that plays one seat of one game."""

    @property
    def trusted(self) -> bool:
        """True if its moves needn't be checked."""
        ...

    def choose(self, view: View) -> Move:
        """Return a move. Raises BotFailure."""
        ...


MOST_EVENTS = 2000
"""A game is stopped after this many events, and the scores decide: some bots only trade."""


class Failure(Exception):
    """A bot gave no valid answer; the text is one sentence for people."""


class Forfeit(Struct, frozen=True):
    """The bot (as an index) that lost a game because it failed, and why."""

    bot: int
    reason: str


class Outcome(Struct, frozen=True):
    """The result of one game. Scores and winners are by bot, not by seat."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    forfeit: Forfeit | None = None
    record: bytes | None = None
    stopped: bool = False
    """True if the game was stopped after MAX_EVENTS, so that the scores decided."""


class Played(Struct, frozen=True):
    """A game that is over, failed or stopped."""

    events: list[Happening]
    position: Position
    failed: int | None = None
    """The seat whose bot failed, or None."""
    reason: str = ""

    @property
    def stopped(self) -> bool:
        """True if the game was stopped because it had too many events."""
        return self.failed is None and self.position.stage is not Stage.OVER


def play_game(variant: Variant, seats: Sequence[Seat], seed: int, ages: tuple[int, ...]) -> Played:
    """Play a game. The seed determines all draws and rolls, as in any other game."""
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
    """Return the winning seats.

    If the game was stopped, the highest score wins; if a bot failed, the highest of the others.
    """
    if played.position.result is not None:
        return played.position.result.winners
    scores = played.position.scores
    others = [seat for seat in range(len(scores)) if seat != played.failed]
    best = max(scores[seat] for seat in others)
    return tuple(seat for seat in others if scores[seat] == best)


def scores_at_once(
    variant: Variant, bots: Sequence[str], seed: int, ages: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Let the kernel play a game between `simple` bots; return the scores by seat.

    None if it can't, or if another bot takes part.
    """
    if any(bot != "simple" for bot in bots) or not is_played_at_once(variant):
        return None
    tools = loading.tools()
    game = None if tools is None else tools.simple_game(variant, ages, seed, MOST_EVENTS)
    return None if game is None else game[:-1]


def is_played_at_once(variant: Variant) -> bool:
    """Return True if the kernel opens, trades and ends games as this variant does."""
    return (
        loading.knows_turns(variant)
        and variant.opening.by_the_books
        and variant.trade == DEFAULT_TRADE
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )
