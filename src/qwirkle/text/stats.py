"""Texts for statistics: table columns and sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from qwirkle.i18n import tr, trn
from qwirkle.stats.players import PlayerStats

NO_VALUE = "–"
"""Shown for a missing number."""


class StatsColumn(Struct, frozen=True):
    """A column of the statistics table."""

    heading: str
    cell: Callable[[PlayerStats], str]


def stats_columns(stats: Sequence[PlayerStats]) -> list[StatsColumn]:
    """Return the columns for these statistics, except review results."""
    columns = [
        StatsColumn(tr("games"), lambda each: str(each.games)),
        StatsColumn(tr("wins"), lambda each: str(each.wins)),
        StatsColumn(tr("rate"), lambda each: tr("{rate:.0%}", rate=each.win_rate)),
        StatsColumn(tr("mean"), lambda each: f"{each.mean:.1f}"),
        StatsColumn(tr("best"), lambda each: str(each.best)),
        StatsColumn(tr("best turn"), lambda each: str(each.best_turn)),
        StatsColumn(tr("Qwirkles"), lambda each: str(each.qwirkles)),
    ]
    if any(each.undone_turns for each in stats):
        columns.append(StatsColumn(tr("taken back"), lambda each: str(each.undone_turns)))
    return columns


def review_columns(stats: Sequence[PlayerStats]) -> list[StatsColumn]:
    """Return the columns for review results; empty if nothing was reviewed."""
    columns = []
    if any(each.reviewed for each in stats):
        columns.append(StatsColumn(tr("reviewed"), lambda each: str(each.reviewed)))
        columns.append(StatsColumn(tr("lost a turn"), lambda each: _points(each.lost_a_turn, "")))
        columns.append(StatsColumn(tr("luck"), lambda each: _points(each.luck, "+")))
    return columns


def row_cells(columns: Sequence[StatsColumn], stats: PlayerStats) -> list[str]:
    """Return one row's cells."""
    return [column.cell(stats) for column in columns]


def _points(points: float | None, sign: str) -> str:
    return NO_VALUE if points is None else f"{points:{sign}.1f}"


def review_stats_text(stats: PlayerStats) -> str:
    """Summarise the reviewed games in a sentence; empty if there are none."""
    if stats.lost_a_turn is None or stats.luck is None:
        return ""
    return trn(
        "In {count} reviewed game a turn lost {lost:.1f} points, and chance brought {luck:+.1f} "
        "beyond its mean.",
        "In {count} reviewed games a turn lost {lost:.1f} points, and chance brought {luck:+.1f} "
        "a game beyond its mean.",
        stats.reviewed,
        lost=stats.lost_a_turn,
        luck=stats.luck,
    )


def undone_turns_text(count: int) -> str:
    """Return a sentence with the number of undone turns; empty if there are none."""
    return trn("{count} turn taken back.", "{count} turns taken back.", count) if count else ""


def damaged_files_text(count: int) -> str:
    """Return a sentence with the number of damaged files."""
    return trn(
        "{count} file is damaged and does not count.",
        "{count} files are damaged and do not count.",
        count,
    )
