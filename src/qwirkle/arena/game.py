"""One game between bots. A bot that breaks the rules or doesn't answer loses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from qwirkle.bots.registry import BotFailure
from qwirkle.engine import rng, rules
from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.events import GameEvent
from qwirkle.engine.moves import Move
from qwirkle.engine.position import Position
from qwirkle.engine.variant import DEFAULT_TRADE, Variant
from qwirkle.engine.view import PLAYER_STAGES, Stage, View
from qwirkle.i18n import tr
from qwirkle.kernel import loader

MAX_EVENTS = 2000
"""A game is stopped after this many events, and the scores decide: some bots only trade."""


class BotPlayer(Protocol):
    """A bot that plays one seat of one game."""

    @property
    def is_trusted(self) -> bool:
        """True if its moves needn't be checked."""
        ...

    def choose(self, view: View) -> Move:
        """Return a move. Raises BotFailure."""
        ...


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
    hit_event_limit: bool = False
    """True if the game was stopped after MAX_EVENTS, so that the scores decided."""


class PlayedGame(Struct, frozen=True):
    """A game that is over, failed or stopped."""

    events: list[GameEvent]
    position: Position
    failed_seat: int | None = None
    """The seat whose bot failed, or None."""
    failure_reason: str = ""

    @property
    def hit_event_limit(self) -> bool:
        """True if the game was stopped because it had too many events."""
        return self.failed_seat is None and self.position.stage is not Stage.OVER


def play_game(
    variant: Variant, players: Sequence[BotPlayer], seed: int, ages: tuple[int, ...]
) -> PlayedGame:
    """Play a game. The seed determines all draws and rolls, as in any other game."""
    position = rules.initial_position(variant, ages)
    events: list[GameEvent] = []
    while position.stage is not Stage.OVER and len(events) < MAX_EVENTS:
        move: Move | None = None
        if position.stage in PLAYER_STAGES:
            player = position.seat_to_move
            view = position.view(player)
            move = view.forced_move
            if move is None:
                bot = players[player]
                try:
                    move = bot.choose(view)
                    if not bot.is_trusted:
                        rules.validate_move(view, move)
                except BotFailure as failure:
                    return PlayedGame(events, position, player, str(failure))
                except IllegalMove as error:
                    return PlayedGame(events, position, player, _describe_illegal_move(error))
        event = rules.resolve(position, move, rng.rng_for_event(seed, len(events)))
        events.append(event)
        position = rules.apply_event(position, event)
    return PlayedGame(events, position)


def _describe_illegal_move(error: IllegalMove) -> str:
    return tr("It made a move against the rules: {problem}", problem=error.message_with_rule)


def winning_seats(game: PlayedGame) -> tuple[int, ...]:
    """Return the winning seats.

    If the game was stopped, the highest score wins; if a bot failed, the highest of the others.
    """
    if game.position.result is not None:
        return game.position.result.winners
    scores = game.position.scores
    others = [seat for seat in range(len(scores)) if seat != game.failed_seat]
    best = max(scores[seat] for seat in others)
    return tuple(seat for seat in others if scores[seat] == best)


def fast_path_scores(
    variant: Variant, bots: Sequence[str], seed: int, ages: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Let the kernel play a game between `simple` bots; return the scores by seat.

    None if it can't, or if another bot takes part.
    """
    if any(bot != "simple" for bot in bots) or not has_fast_path(variant):
        return None
    kernel = loader.get_kernel()
    game = None if kernel is None else kernel.play_simple_game(variant, ages, seed, MAX_EVENTS)
    return None if game is None else game[:-1]


def has_fast_path(variant: Variant) -> bool:
    """Return True if the kernel opens, trades and ends games as this variant does."""
    return (
        loader.supports_play(variant)
        and variant.opening.is_standard
        and variant.trade == DEFAULT_TRADE
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )
