"""The `stats` command: prints statistics over all finished games, player by player."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from datetime import date, datetime

from msgspec.structs import asdict

from qwirkle.cli.output import CommandError, print_json, print_stderr, print_text, sanitize
from qwirkle.cli.parser import CommandParser, build_command_parser
from qwirkle.cli.progress import ProgressBar
from qwirkle.cli.table_output import print_table
from qwirkle.i18n import tr, trn
from qwirkle.paths import games_folder
from qwirkle.stats.finished_games import FinishedGame
from qwirkle.stats.index import GameCollection, collect_games
from qwirkle.stats.players import PlayerKey, PlayerStats, PlayerStatsBreakdown, compute_stats
from qwirkle.stats.saved_reviews import load_reviews
from qwirkle.text.stats import (
    StatsColumn,
    damaged_files_text,
    review_columns,
    row_cells,
    stats_columns,
)


def parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "stats",
        tr(
            "Points lost a turn and luck are those of the games that were reviewed.\n"
            "With a player, it also prints the figures against each opponent."
        ),
        "qwirkle stats\nqwirkle stats --player Ana --variant {rolling}",
    )
    parser.add_argument("--player", metavar="NAME", help=tr("only this player's figures"))
    parser.add_argument("--variant", metavar="V", help=tr("only games of the variant of this name"))
    parser.add_argument(
        "--since",
        type=_parse_date,
        metavar="DAY",
        help=tr("only games saved since then: YYYY-MM-DD"),
    )
    parser.add_argument("--json", action="store_true", help=tr("everything as one object"))
    return parser


def run(options: Namespace) -> int:
    """Print the statistics of all players, or of one and their opponents."""
    with ProgressBar() as progress:
        found = collect_games(
            on_progress=lambda done, of: progress.update(done, of, tr("Reading the saved games"))
        )
    games = _filter_games(options, found)
    players = compute_stats(games, load_reviews())
    if options.player is not None:
        players = tuple(
            each for each in players if each.player.name.casefold() == options.player.casefold()
        )
        if not players:
            raise CommandError(
                tr("There is no finished game of a player “{name}”.", name=options.player[:40])
            )
    if options.json:
        print_json(_as_json(games, found, players))
    elif not games:
        print_text(tr("There are no finished games in {folder}.", folder=sanitize(games_folder())))
    else:
        _print_stats(players, len(games), with_opponents=options.player is not None)
    if found.damaged:
        print_stderr(damaged_files_text(found.damaged))
    return 0


def _parse_date(text: str) -> date:
    """Parse YYYY-MM-DD. Raises ArgumentTypeError."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{found} is no day such as 2026-01-31", found=repr(text[:40]))
        ) from None


def _filter_games(options: Namespace, collection: GameCollection) -> list[FinishedGame]:
    """Return the games that match --variant and --since."""
    since = _day_start(options.since) if options.since else None
    games = [
        game
        for game, changed in collection.games
        if options.variant in (None, game.variant) and (since is None or changed >= since)
    ]
    if not games and options.variant is not None:
        raise CommandError(
            tr("There is no finished game of a variant “{name}”.", name=options.variant[:40])
        )
    return games


def _day_start(day: date) -> float | None:
    try:
        return datetime(day.year, day.month, day.day).timestamp()
    except (ValueError, OverflowError, OSError):
        return None  # earlier than the platform's clock can represent: no limit


def _as_json(
    games: Sequence[FinishedGame],
    collection: GameCollection,
    players: Sequence[PlayerStatsBreakdown],
) -> dict[str, object]:
    return {
        "games": len(games),
        "unfinished": collection.unfinished,
        "damaged": collection.damaged,
        "players": [
            _stats_as_json(each.player, each.total)
            | {"opponents": [_stats_as_json(*other) for other in each.opponents]}
            for each in players
        ],
    }


def _stats_as_json(who: PlayerKey, total: PlayerStats) -> dict[str, object]:
    return {"name": who.name, "kind": who.kind} | asdict(total)


def _print_stats(
    players: Sequence[PlayerStatsBreakdown], games: int, *, with_opponents: bool
) -> None:
    _print_tables(tr("player"), [(each.player, each.total) for each in players])
    if with_opponents:
        for each in players:
            print_text(tr("\n{name} against", name=sanitize(each.player.label)))
            _print_tables(tr("opponent"), each.opponents)
        return
    print_text(
        trn(
            "{count} finished game in {folder}.",
            "{count} finished games in {folder}.",
            games,
            folder=sanitize(games_folder()),
        )
    )


def _print_tables(head: str, rows: Sequence[tuple[PlayerKey, PlayerStats]]) -> None:
    """Print game and review statistics as two tables, so that both fit in 80 columns."""
    all_figures = [total for _, total in rows]
    _print_table(head, stats_columns(all_figures), rows)
    found = review_columns(all_figures)
    if found:
        print_text()
        _print_table(head, found, [(who, total) for who, total in rows if total.reviewed])


def _print_table(
    head: str, columns: Sequence[StatsColumn], rows: Sequence[tuple[PlayerKey, PlayerStats]]
) -> None:
    print_table(
        [head, *(column.heading for column in columns)],
        [[who.label, *row_cells(columns, total)] for who, total in rows],
        first_number_column=1,
    )
