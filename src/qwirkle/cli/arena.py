"""The `arena` command: runs a tournament between bots and prints the score."""

from __future__ import annotations

import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from qwirkle.arena.game import MAX_EVENTS, Outcome
from qwirkle.arena.process_pool import ProcessPool
from qwirkle.arena.standings import Standings
from qwirkle.arena.tournament import Tournament, run_tournament, write_outcome_record
from qwirkle.bots.registry import BotLoadError
from qwirkle.cli import EXIT_INTERRUPTED
from qwirkle.cli.loading import load_variant
from qwirkle.cli.output import (
    CommandError,
    print_json,
    print_raw,
    print_stderr,
    redirect_to_devnull,
    sanitize,
)
from qwirkle.cli.parser import (
    CommandParser,
    add_variant_option,
    build_command_parser,
    int_in_range,
    parse_fraction,
    parse_int,
    parse_seconds,
)
from qwirkle.cli.progress import ProgressBar
from qwirkle.compile_kernel import start_compiling
from qwirkle.files import make_folder
from qwirkle.i18n import tr, trn
from qwirkle.kernel import loader

MAX_GAMES = 1_000_000_000

MIN_JOB_LIMIT = 32
"""Lowest value of `max_jobs`, however few CPUs there are."""

EXIT_TERMINATED = 143
MAX_LISTED_FORFEITS = 10


def max_jobs() -> int:
    """Return the limit of --jobs on this machine: more processes only use up memory."""
    return max(MIN_JOB_LIMIT, 4 * (os.cpu_count() or 1))


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "arena",
        tr(
            "Seats rotate, and each deal is played once in every seating, so luck evens out. The\n"
            "same seed gives the same games, however many jobs share the work. A bot that breaks\n"
            "the rules, fails or does not answer loses that game. A game of 2,000 events is\n"
            "stopped, and the scores decide."
        ),
        "qwirkle arena --variant {tile_variant} --bots greedy,casual --games 200 --seed 1 --jobs 2",
    )
    add_variant_option(parser)
    parser.add_argument(
        "--bots",
        required=True,
        metavar="A,B[,…]",
        help=tr(
            "two or more of random, casual, simple, greedy, expert, master, master-SECONDS, or "
            "package.module:factory"
        ),
    )
    parser.add_argument(
        "--games", required=True, type=int_in_range(1, MAX_GAMES), metavar="N", help=tr("how many")
    )
    parser.add_argument(
        "--seed", required=True, type=parse_int, metavar="S", help=tr("a whole number")
    )
    parser.add_argument(
        "--jobs",
        type=int_in_range(1, max_jobs()),
        default=1,
        metavar="J",
        help=tr("processes at work (default 1, at most {most} here)", most=max_jobs()),
    )
    parser.add_argument(
        "--records", metavar="DIR", help=tr("write every game to DIR/NNNNNN.qwirkle")
    )
    parser.add_argument(
        "--until",
        type=parse_fraction,
        metavar="W",
        help=tr("stop early once every interval is at most this wide, for example 0.1"),
    )
    parser.add_argument(
        "--timeout",
        type=parse_seconds,
        default=60.0,
        metavar="SECONDS",
        help=tr("how long a bot from another package may think about a turn (default 60)"),
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=tr("play on this Dask cluster; needs qwirkle[cluster], see docs/arena.md"),
    )
    parser.add_argument("--json", action="store_true", help=tr("the result as one object"))
    return parser


def run(options: Namespace) -> int:
    """Play the games, write their records if asked to, and print the score."""
    tournament = Tournament(
        variant=load_variant(options.variant),
        bots=tuple(name.strip() for name in options.bots.split(",")),
        games=options.games,
        seed=options.seed,
        timeout=options.timeout,
        with_records=options.records is not None,
    )
    try:
        tournament.validate()
    except BotLoadError as error:
        raise CommandError(str(error)) from None
    folder = None if options.records is None else _make_records_folder(options.records)
    _prepare_kernel()
    monitor = _TournamentMonitor(tournament, folder, options.until)
    status = 0
    failure: Exception | None = None
    try:
        with (
            _exit_on_sigterm(),
            monitor.progress,
            _open_executor(options, tournament) as (executor, workers),
        ):
            run_tournament(tournament, executor, workers, monitor.handle_round)
    except KeyboardInterrupt:
        status = EXIT_INTERRUPTED
    except BrokenExecutor:
        failure = CommandError(
            tr("Processes that played games have died, one after the other; the arena ends here.")
        )
    except Exception as error:
        failure = error
    if failure is None or monitor.standings.games:
        _print_result(tournament, monitor.standings, options.json)
    if failure is not None:
        raise failure
    return status


def _make_records_folder(name: str) -> Path:
    if "\0" in name:
        raise CommandError(tr("{file} cannot be the name of a folder.", file=name))
    folder = Path(name)
    make_folder(folder)
    return folder


def _print_result(tournament: Tournament, standings: Standings, as_json: bool) -> None:
    """Print the result. If that fails, put it in the error: it may have taken hours."""
    try:
        if as_json:
            print_json(_as_json(tournament, standings))
        else:
            _print_standings(tournament, standings)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        redirect_to_devnull(sys.stdout)
        wins = [f"{bot.name} {float(bot.wins):g}/{bot.games}" for bot in standings.bots]
        raise CommandError(
            tr(
                "The result cannot be written ({why}); the games won are: {wins}.",
                why=error.strerror or str(error),
                wins=", ".join(wins),
            )
        ) from None


def _prepare_kernel() -> None:
    """Compile the kernel if it's installed but not compiled yet."""
    if loader.needs_compiling():
        print_stderr(tr("Compiling the fast kernel. This takes about a minute, and happens once."))
        process = start_compiling()
        try:
            process.wait()
        finally:
            process.kill()


class _TournamentMonitor:
    """Round callback: writes records, updates the progress bar and decides when to stop early."""

    def __init__(
        self, tournament: Tournament, folder: Path | None, max_width: float | None
    ) -> None:
        self.standings = Standings.for_bots(tournament.bots)
        self.progress = ProgressBar()
        self._games = tournament.games
        self._folder = folder
        self._max_width = max_width

    def handle_round(self, standings: Standings, outcomes: list[Outcome]) -> bool:
        """Process a finished round. Return False if the intervals are narrow enough to stop."""
        self.standings = standings
        if self._folder is not None:
            for outcome in outcomes:
                write_outcome_record(self._folder, outcome)
        self.progress.update(standings.games, self._games, _win_rate_text(standings))
        return self._max_width is None or standings.max_interval_width > self._max_width


def _win_rate_text(standings: Standings) -> str:
    """Describe the first bot's win rate and its interval."""
    first = standings.bots[0]
    low, high = first.win_rate_interval
    return tr(
        "{bot} wins {rate:.1%} ({low:.1%} to {high:.1%})",
        bot=sanitize(first.name),
        rate=first.win_rate,
        low=low,
        high=high,
    )


@contextmanager
def _open_executor(
    options: Namespace, tournament: Tournament
) -> Iterator[tuple[Executor | None, int]]:
    if options.dask is not None:
        from qwirkle.arena.cluster import ClusterError, cluster_executor

        try:
            with cluster_executor(options.dask) as (executor, workers):
                yield executor, workers
        except ClusterError as error:
            raise CommandError(str(error)) from None
    elif options.jobs > 1:
        jobs = min(options.jobs, tournament.round_count)
        with ProcessPool(jobs) as executor:
            yield executor, jobs
    else:
        yield None, 1


@contextmanager
def _exit_on_sigterm() -> Iterator[None]:
    """Turn SIGTERM into SystemExit, so that the worker processes are shut down too."""

    def handle_sigterm(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(EXIT_TERMINATED)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous_handler = signal.signal(signal.SIGTERM, handle_sigterm)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous_handler)


def _as_json(tournament: Tournament, standings: Standings) -> dict[str, object]:
    result: dict[str, object] = {
        "variant": tournament.variant.name,
        "games": standings.games,
        "seed": tournament.seed,
        "bots": [
            {
                "name": bot.name,
                "games": bot.games,
                "wins": float(bot.wins),
                "win_rate": bot.win_rate,
                "interval": list(bot.win_rate_interval),
                "mean_score": bot.mean_score,
            }
            for bot in standings.bots
        ],
    }
    if standings.forfeits:
        result["forfeits"] = [
            {"game": outcome.number, "bot": tournament.bots[outcome.forfeit.bot]}
            | {"reason": outcome.forfeit.reason}
            for outcome in standings.forfeits
            if outcome.forfeit is not None
        ]
    if standings.games_at_event_limit:
        result["stopped"] = standings.games_at_event_limit
    return result


def _print_standings(tournament: Tournament, standings: Standings) -> None:
    from qwirkle.cli.table_output import print_table

    print_raw(
        trn(
            "{variant}: {count} game, seed {seed}.",
            "{variant}: {count} games, seed {seed}.",
            standings.games,
            variant=sanitize(tournament.variant.title),
            seed=tournament.seed,
        )
    )
    rows = []
    for bot in standings.bots:
        low, high = bot.win_rate_interval
        rows.append(
            [
                bot.name,
                f"{float(bot.wins):.1f}",
                f"{bot.win_rate:.1%}",
                tr("{low:.1%} to {high:.1%}", low=low, high=high),
                f"{bot.mean_score:.1f}",
            ]
        )
    print_table(
        [tr("bot"), tr("wins"), tr("rate"), tr("at 95 %"), tr("mean score")],
        rows,
        first_number_column=1,
    )
    if standings.games_at_event_limit:
        print_raw(
            trn(
                "{count} game was stopped after {most} events, and the scores decided it.",
                "{count} games were stopped after {most} events, and the scores decided them.",
                len(standings.games_at_event_limit),
                most=MAX_EVENTS,
            )
        )
    for outcome in standings.forfeits[:MAX_LISTED_FORFEITS]:
        if outcome.forfeit is not None:
            print_stderr(
                tr(
                    "Game {number} was lost by {bot}: {reason}",
                    number=outcome.number,
                    bot=tournament.bots[outcome.forfeit.bot],
                    reason=outcome.forfeit.reason,
                )
            )
    unlisted = len(standings.forfeits) - MAX_LISTED_FORFEITS
    if unlisted > 0:
        print_stderr(
            trn(
                "{count} more game was lost in such a way.",
                "{count} more games were lost in such a way.",
                unlisted,
            )
        )
