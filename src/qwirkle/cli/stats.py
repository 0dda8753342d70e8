"""The `stats` command: prints statistics over all finished games, player by player."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from datetime import date, datetime

from msgspec import to_builtins

from qwirkle.cli.output import CommandError, print_json, print_raw, print_stderr, sanitize
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


def build_parser() -> CommandParser:
    """Build the command's argument parser."""
    parser = build_command_parser(
        "stats",
        tr(
            "Points lost a turn and luck are those of the games that were reviewed.\n"
            "With a player, it also prints the figures against each opponent."
        ),
        "qwirkle stats\nqwirkle stats --player Ana --variant {dice_variant}",
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
        collection = collect_games(
            on_progress=lambda done, total: progress.update(
                done, total, tr("Reading the saved games")
            )
        )
    games = _filter_games(options, collection)
    players = compute_stats(games, load_reviews())
    if options.player is not None:
        players = tuple(
            breakdown
            for breakdown in players
            if breakdown.player.name.casefold() == options.player.casefold()
        )
        if not players:
            raise CommandError(
                tr("There is no finished game of a player “{name}”.", name=options.player[:40])
            )
    if options.json:
        print_json(_as_json(games, collection, players))
    elif not games:
        print_raw(tr("There are no finished games in {folder}.", folder=sanitize(games_folder())))
    else:
        _print_stats(players, len(games), with_opponents=options.player is not None)
    if collection.damaged:
        print_stderr(damaged_files_text(collection.damaged))
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
        for game, modified_at in collection.games
        if options.variant in (None, game.variant_name) and (since is None or modified_at >= since)
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
            _stats_as_json(breakdown.player, breakdown.total)
            | {"opponents": [_stats_as_json(*opponent) for opponent in breakdown.opponents]}
            for breakdown in players
        ],
    }


def _stats_as_json(player: PlayerKey, stats: PlayerStats) -> dict[str, object]:
    numbers: dict[str, object] = to_builtins(stats)
    return {"name": player.name, "kind": player.kind} | numbers


def _print_stats(
    players: Sequence[PlayerStatsBreakdown], game_count: int, *, with_opponents: bool
) -> None:
    _print_tables(tr("player"), [(breakdown.player, breakdown.total) for breakdown in players])
    if with_opponents:
        for breakdown in players:
            print_raw(tr("\n{name} against", name=sanitize(breakdown.player.label)))
            _print_tables(tr("opponent"), breakdown.opponents)
        return
    print_raw(
        trn(
            "{count} finished game in {folder}.",
            "{count} finished games in {folder}.",
            game_count,
            folder=sanitize(games_folder()),
        )
    )


def _print_tables(header: str, rows: Sequence[tuple[PlayerKey, PlayerStats]]) -> None:
    """Print game and review statistics as two tables, so that both fit in 80 columns."""
    all_stats = [stats for _, stats in rows]
    _print_table(header, stats_columns(all_stats), rows)
    columns = review_columns(all_stats)
    if columns:
        print_raw()
        _print_table(header, columns, [(player, stats) for player, stats in rows if stats.reviewed])


def _print_table(
    header: str, columns: Sequence[StatsColumn], rows: Sequence[tuple[PlayerKey, PlayerStats]]
) -> None:
    print_table(
        [header, *(column.heading for column in columns)],
        [[player.label, *row_cells(columns, stats)] for player, stats in rows],
        first_number_column=1,
    )
