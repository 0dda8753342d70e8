"""The `stats` command: prints statistics over all finished games, player by player."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Sequence
from datetime import date, datetime

from msgspec.structs import asdict

from qwirkle.cli.output import CommandError, complain, plain, say, say_json
from qwirkle.cli.parsing import Parser, command_parser
from qwirkle.cli.progress import Progress
from qwirkle.cli.tables import print_table
from qwirkle.record import games_folder
from qwirkle.statistics.figures import Figures, PlayerFigures, Who, figures
from qwirkle.statistics.finished import FinishedGame
from qwirkle.statistics.index import Collection, collect
from qwirkle.statistics.reviews import kept_reviews
from qwirkle.statistics.words import Column, cells_of, columns_of, damaged_text, review_columns_of
from qwirkle.texts import tr, trn


def parser() -> Parser:
    """Build the command's argument parser."""
    parser = command_parser(
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
        "--since", type=_day, metavar="DAY", help=tr("only games saved since then: YYYY-MM-DD")
    )
    parser.add_argument("--json", action="store_true", help=tr("everything as one object"))
    return parser


def run(options: Namespace) -> int:
    """Print the statistics of all players, or of one and their opponents."""
    with Progress() as progress:
        found = collect(
            tell=lambda done, of: progress.show(done, of, tr("Reading the saved games"))
        )
    games = _chosen(options, found)
    players = figures(games, kept_reviews())
    if options.player is not None:
        players = tuple(
            each for each in players if each.who.name.casefold() == options.player.casefold()
        )
        if not players:
            raise CommandError(
                tr("There is no finished game of a player “{name}”.", name=options.player[:40])
            )
    if options.json:
        say_json(_as_json(games, found, players))
    elif not games:
        say(tr("There are no finished games in {folder}.", folder=plain(games_folder())))
    else:
        _print(players, len(games), one=options.player is not None)
    if found.damaged:
        complain(damaged_text(found.damaged))
    return 0


def _day(text: str) -> date:
    """Parse YYYY-MM-DD. Raises ArgumentTypeError."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            tr("{found} is no day such as 2026-01-31", found=repr(text[:40]))
        ) from None


def _chosen(options: Namespace, found: Collection) -> list[FinishedGame]:
    """Return the games that match --variant and --since."""
    since = _start_of(options.since) if options.since else None
    games = [
        game
        for game, changed in found.games
        if options.variant in (None, game.variant) and (since is None or changed >= since)
    ]
    if not games and options.variant is not None:
        raise CommandError(
            tr("There is no finished game of a variant “{name}”.", name=options.variant[:40])
        )
    return games


def _start_of(day: date) -> float | None:
    try:
        return datetime(day.year, day.month, day.day).timestamp()
    except (ValueError, OverflowError, OSError):
        return None  # earlier than the platform's clock can represent: no limit


def _as_json(
    games: Sequence[FinishedGame], found: Collection, players: Sequence[PlayerFigures]
) -> dict[str, object]:
    return {
        "games": len(games),
        "unfinished": found.unfinished,
        "damaged": found.damaged,
        "players": [
            _figures_as_json(each.who, each.total)
            | {"opponents": [_figures_as_json(*other) for other in each.opponents]}
            for each in players
        ],
    }


def _figures_as_json(who: Who, total: Figures) -> dict[str, object]:
    return {"name": who.name, "kind": who.kind} | asdict(total)


def _print(players: Sequence[PlayerFigures], games: int, *, one: bool) -> None:
    _print_tables(tr("player"), [(each.who, each.total) for each in players])
    if one:
        for each in players:
            say(tr("\n{name} against", name=plain(each.who.label)))
            _print_tables(tr("opponent"), each.opponents)
        return
    say(
        trn(
            "{count} finished game in {folder}.",
            "{count} finished games in {folder}.",
            games,
            folder=plain(games_folder()),
        )
    )


def _print_tables(head: str, rows: Sequence[tuple[Who, Figures]]) -> None:
    """Print game and review statistics as two tables, so that both fit in 80 columns."""
    all_figures = [total for _, total in rows]
    _print_table(head, columns_of(all_figures), rows)
    found = review_columns_of(all_figures)
    if found:
        say()
        _print_table(head, found, [(who, total) for who, total in rows if total.reviewed])


def _print_table(head: str, columns: Sequence[Column], rows: Sequence[tuple[Who, Figures]]) -> None:
    print_table(
        [head, *(column.head for column in columns)],
        [[who.label, *cells_of(columns, total)] for who, total in rows],
        figures_from=1,
    )
