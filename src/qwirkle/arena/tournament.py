"""Tournaments: bots play each other in rounds, on any executor.

A round plays one deal once per rotation of the seats, so luck evens out.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from pathlib import Path
from random import Random

from msgspec import Struct

from qwirkle.arena.bot_players import BotPlayerPool
from qwirkle.arena.game import (
    Forfeit,
    Outcome,
    PlayedGame,
    fast_path_scores,
    play_game,
    winning_seats,
)
from qwirkle.arena.standings import Standings
from qwirkle.bots.registry import BotLoadError
from qwirkle.engine.variant import Variant, VariantError, validate_player_count
from qwirkle.files import atomic_write
from qwirkle.game import Game
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.players import Player, clean_name
from qwirkle.records.schema import Header

MAX_ROUNDS_PER_BATCH = 16
"""Rounds sent to a worker in one batch."""

MIN_RANDOM_AGE, MAX_RANDOM_AGE = 8, 12
"""Range of random ages, small enough for ties."""

BATCHES_PER_WORKER = 3
"""Batches submitted ahead per worker, so that no worker idles."""


class Tournament(Struct, frozen=True):
    """What is played: `games` games between these bots, determined by the seed."""

    variant: Variant
    bots: tuple[str, ...]
    games: int
    seed: int
    timeout: float = 60.0
    """Seconds an external bot may take per move."""
    with_records: bool = False

    @property
    def round_count(self) -> int:
        """Number of rounds, the last of which may be incomplete."""
        return -(-self.games // len(self.bots))

    def validate(self) -> None:
        """Raise BotLoadError if there are too many or too few bots, or one can't be created."""
        try:
            validate_player_count(self.variant, len(self.bots))
        except VariantError as error:
            raise BotLoadError(str(error)) from None
        with closing(BotPlayerPool()) as player_pool:
            for index, name in enumerate(self.bots):
                player_pool.player_for(name, index, "", self.timeout)


def deal_seed_for_round(seed: int, round_: int) -> int:
    """Return the seed shared by all games of a round, so that every rotation gets the same deal."""
    return Random(f"{seed}/{round_}").getrandbits(63)


def ages_for_deal(deal_seed: int, player_count: int) -> tuple[int, ...]:
    """Return random ages for the seats of a deal, the same for every rotation; ties can occur."""
    rng = Random(f"{deal_seed}/ages")
    return tuple(rng.randint(MIN_RANDOM_AGE, MAX_RANDOM_AGE) for _ in range(player_count))


def play_rounds(tournament: Tournament, rounds: range) -> list[Outcome]:
    """Play some rounds in this process. Deterministic, as far as the bots are."""
    with closing(BotPlayerPool()) as player_pool:
        return [
            outcome for round_ in rounds for outcome in _play_round(tournament, round_, player_pool)
        ]


def _play_round(tournament: Tournament, round_: int, player_pool: BotPlayerPool) -> list[Outcome]:
    first = round_ * len(tournament.bots)
    numbers = range(first, min(first + len(tournament.bots), tournament.games))
    return [_play_game(tournament, number, player_pool) for number in numbers]


def _play_game(tournament: Tournament, number: int, player_pool: BotPlayerPool) -> Outcome:
    player_count = len(tournament.bots)
    round_, rotation = divmod(number, player_count)
    seating = [(seat + rotation) % player_count for seat in range(player_count)]
    seed = deal_seed_for_round(tournament.seed, round_)
    ages = ages_for_deal(seed, player_count)
    if not tournament.with_records:
        fast_scores = fast_path_scores(tournament.variant, tournament.bots, seed, ages)
        if fast_scores is not None:
            best = max(fast_scores)
            scores_by_bot = tuple(fast_scores[seating.index(bot)] for bot in range(player_count))
            winners = tuple(bot for bot, score in enumerate(scores_by_bot) if score == best)
            return Outcome(number, scores_by_bot, winners)
    seats = []
    for seat, bot in enumerate(seating):
        try:
            bot_seed = f"{tournament.seed}/{round_}/{seat}"
            seats.append(
                player_pool.player_for(tournament.bots[bot], bot, bot_seed, tournament.timeout)
            )
        except BotLoadError as error:
            return _forfeited_outcome(player_count, number, Forfeit(bot, str(error)))
    played = play_game(tournament.variant, seats, seed, ages)
    scores = [0] * player_count
    for seat, bot in enumerate(seating):
        scores[bot] = played.position.scores[seat]
    return Outcome(
        number=number,
        scores=tuple(scores),
        winners=tuple(sorted(seating[seat] for seat in winning_seats(played))),
        forfeit=None
        if played.failed_seat is None
        else Forfeit(seating[played.failed_seat], played.failure_reason),
        record=_encode_record(tournament, seating, seed, ages, played)
        if tournament.with_records
        else None,
        hit_event_limit=played.hit_event_limit,
    )


def _forfeited_outcome(player_count: int, number: int, forfeit: Forfeit) -> Outcome:
    others = tuple(bot for bot in range(player_count) if bot != forfeit.bot)
    return Outcome(number, (0,) * player_count, others, forfeit)


def _encode_record(
    tournament: Tournament, seating: list[int], seed: int, ages: tuple[int, ...], game: PlayedGame
) -> bytes:
    """Return the game's record, after replaying it with every check."""
    players = [
        _record_player(tournament.bots[bot], age) for bot, age in zip(seating, ages, strict=True)
    ]
    header = Header(tournament.variant, tuple(players), seed)
    Game.replay(header, game.events)
    lines = [encode_header(header), *map(encode_event, game.events), ""]
    return "\n".join(lines).encode()


def _record_player(bot: str, age: int) -> Player:
    kind = re.sub(r"[^A-Za-z0-9._+-]", ".", bot).strip("._+-")[:40]
    return Player(clean_name(bot), age, f"bot:{kind or 'unnamed'}")


def run_tournament(
    tournament: Tournament,
    executor: Executor | None,
    workers: int,
    on_round: Callable[[Standings, list[Outcome]], bool],
) -> Standings:
    """Play a tournament. Call `on_round` after each round, in order; stop if it returns False.

    Results are the same on every executor and for any number of workers.
    """
    standings = Standings.for_bots(tournament.bots)
    player_count = len(tournament.bots)
    for outcomes in _outcome_batches(tournament, executor, workers):
        for first in range(0, len(outcomes), player_count):
            round_outcomes = outcomes[first : first + player_count]
            for outcome in round_outcomes:
                standings.add(outcome)
            if not on_round(standings, round_outcomes):
                return standings
    return standings


def _outcome_batches(
    tournament: Tournament, executor: Executor | None, workers: int
) -> Iterator[list[Outcome]]:
    if executor is None:
        with closing(BotPlayerPool()) as player_pool:
            for round_ in range(tournament.round_count):
                yield _play_round(tournament, round_, player_pool)
        return
    size = max(1, min(MAX_ROUNDS_PER_BATCH, tournament.round_count // (workers * 32)))
    starts = iter(range(0, tournament.round_count, size))
    pending: deque[Future[list[Outcome]]] = deque()
    try:
        while True:
            while (
                len(pending) < workers * BATCHES_PER_WORKER
                and (start := next(starts, None)) is not None
            ):
                rounds = range(start, min(start + size, tournament.round_count))
                pending.append(executor.submit(play_rounds, tournament, rounds))
            if not pending:
                return
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def write_outcome_record(folder: Path, outcome: Outcome) -> None:
    """Write a game's record into the folder, if there is one. Raises OSError."""
    if outcome.record is not None:
        atomic_write(folder / f"{outcome.number:06d}.qwirkle", outcome.record)
