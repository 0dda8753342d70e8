"""Tournaments: bots play each other in rounds of equal deals, on any executor.

In a round, each deal is played once per rotation of the seats, so luck evens out.
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

from qwirkle.arena.game import Forfeit, Outcome, Played, play_game, scores_at_once, winners_of
from qwirkle.arena.score import Score
from qwirkle.arena.seat import Bench
from qwirkle.bots.base import BotError
from qwirkle.engine.variant import Variant, VariantError, check_count
from qwirkle.files import atomic_write
from qwirkle.game import Game
from qwirkle.notation import Header, Player, clean_name, event_line, header_line

MOST_ROUNDS_AT_ONCE = 16
"""Rounds sent to a worker in one batch."""

YOUNGEST, OLDEST = 8, 12
"""Range of random ages, small enough for ties."""

AHEAD = 3
"""Batches submitted ahead per worker, so that no worker idles."""


class Contest(Struct, frozen=True):
    """What is played: `games` games between these bots, determined by the seed."""

    variant: Variant
    bots: tuple[str, ...]
    games: int
    seed: int
    patience: float = 60.0
    """Seconds an external bot may take per move."""
    recorded: bool = False

    @property
    def rounds(self) -> int:
        """Number of rounds, the last of which may be incomplete."""
        return -(-self.games // len(self.bots))

    def check(self) -> None:
        """Raise BotError if there are too many or too few bots, or one can't be created."""
        try:
            check_count(self.variant, len(self.bots))
        except VariantError as error:
            raise BotError(str(error)) from None
        with closing(Bench()) as bench:
            for place, name in enumerate(self.bots):
                bench.seat(name, place, "", self.patience)


def deal_seed(seed: int, round_: int) -> int:
    """Return the seed shared by all games of a round, so that every rotation gets the same deal."""
    return Random(f"{seed}/{round_}").getrandbits(63)


def ages_of(deal: int, players: int) -> tuple[int, ...]:
    """Return random ages for the seats of a deal, the same for every rotation; ties can occur."""
    chance = Random(f"{deal}/ages")
    return tuple(chance.randint(YOUNGEST, OLDEST) for _ in range(players))


def play_rounds(contest: Contest, rounds: range) -> list[Outcome]:
    """Play some rounds in this process. Deterministic, as far as the bots are."""
    with closing(Bench()) as bench:
        return [outcome for round_ in rounds for outcome in _play_round(contest, round_, bench)]


def _play_round(contest: Contest, round_: int, bench: Bench) -> list[Outcome]:
    first = round_ * len(contest.bots)
    numbers = range(first, min(first + len(contest.bots), contest.games))
    return [_play(contest, number, bench) for number in numbers]


def _play(contest: Contest, number: int, bench: Bench) -> Outcome:
    players = len(contest.bots)
    round_, turn = divmod(number, players)
    seating = [(seat + turn) % players for seat in range(players)]
    seed = deal_seed(contest.seed, round_)
    ages = ages_of(seed, players)
    if not contest.recorded:
        at_once = scores_at_once(contest.variant, contest.bots, seed, ages)
        if at_once is not None:
            best = max(at_once)
            scores_by_bot = tuple(at_once[seating.index(bot)] for bot in range(players))
            winners = tuple(bot for bot, score in enumerate(scores_by_bot) if score == best)
            return Outcome(number, scores_by_bot, winners)
    seats = []
    for seat, bot in enumerate(seating):
        try:
            own = f"{contest.seed}/{round_}/{seat}"
            seats.append(bench.seat(contest.bots[bot], bot, own, contest.patience))
        except BotError as error:
            return _not_begun(players, number, Forfeit(bot, str(error)))
    played = play_game(contest.variant, seats, seed, ages)
    scores = [0] * players
    for seat, bot in enumerate(seating):
        scores[bot] = played.position.scores[seat]
    return Outcome(
        number=number,
        scores=tuple(scores),
        winners=tuple(sorted(seating[seat] for seat in winners_of(played))),
        forfeit=None if played.failed is None else Forfeit(seating[played.failed], played.reason),
        record=_record_of(contest, seating, seed, ages, played) if contest.recorded else None,
        stopped=played.stopped,
    )


def _not_begun(players: int, number: int, forfeit: Forfeit) -> Outcome:
    others = tuple(bot for bot in range(players) if bot != forfeit.bot)
    return Outcome(number, (0,) * players, others, forfeit)


def _record_of(
    contest: Contest, seating: list[int], seed: int, ages: tuple[int, ...], played: Played
) -> bytes:
    """Return the game's record, after replaying it with every check."""
    players = [_player(contest.bots[bot], age) for bot, age in zip(seating, ages, strict=True)]
    header = Header(contest.variant, tuple(players), seed)
    Game.replay(header, played.events)
    lines = [header_line(header), *map(event_line, played.events), ""]
    return "\n".join(lines).encode()


def _player(bot: str, age: int) -> Player:
    kind = re.sub(r"[^A-Za-z0-9._+-]", ".", bot).strip("._+-")[:40]
    return Player(clean_name(bot), age, f"bot:{kind or 'unnamed'}")


def run_contest(
    contest: Contest,
    executor: Executor | None,
    workers: int,
    tell: Callable[[Score, list[Outcome]], bool],
) -> Score:
    """Play a tournament. Call `on_round` after each round, in order; stop if it returns False.

    Results are the same on every executor and for any number of workers.
    """
    score = Score.of(contest.bots)
    players = len(contest.bots)
    for outcomes in _parcels(contest, executor, workers):
        for first in range(0, len(outcomes), players):
            finished = outcomes[first : first + players]
            for outcome in finished:
                score.add(outcome)
            if not tell(score, finished):
                return score
    return score


def _parcels(contest: Contest, executor: Executor | None, workers: int) -> Iterator[list[Outcome]]:
    if executor is None:
        with closing(Bench()) as bench:
            for round_ in range(contest.rounds):
                yield _play_round(contest, round_, bench)
        return
    size = max(1, min(MOST_ROUNDS_AT_ONCE, contest.rounds // (workers * 32)))
    starts = iter(range(0, contest.rounds, size))
    under_way: deque[Future[list[Outcome]]] = deque()
    try:
        while True:
            while len(under_way) < workers * AHEAD and (start := next(starts, None)) is not None:
                rounds = range(start, min(start + size, contest.rounds))
                under_way.append(executor.submit(play_rounds, contest, rounds))
            if not under_way:
                return
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


def write_outcome(folder: Path, outcome: Outcome) -> None:
    """Write a game's record into the folder, if there is one. Raises OSError."""
    if outcome.record is not None:
        atomic_write(folder / f"{outcome.number:06d}.qwirkle", outcome.record)
