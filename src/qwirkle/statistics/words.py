"""Texts for statistics: table columns and sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from qwirkle.statistics.figures import Figures
from qwirkle.texts import tr, trn

NONE = "–"
"""Shown for a missing number."""


class Column(Struct, frozen=True):
    """A column of the statistics table."""

    head: str
    cell: Callable[[Figures], str]


def columns_of(rows: Sequence[Figures]) -> list[Column]:
    """Return the columns for these statistics, except review results."""
    columns = [
        Column(tr("games"), lambda each: str(each.games)),
        Column(tr("wins"), lambda each: str(each.wins)),
        Column(tr("rate"), lambda each: tr("{rate:.0%}", rate=each.win_rate)),
        Column(tr("mean"), lambda each: f"{each.mean:.1f}"),
        Column(tr("best"), lambda each: str(each.best)),
        Column(tr("best turn"), lambda each: str(each.best_turn)),
        Column(tr("Qwirkles"), lambda each: str(each.qwirkles)),
    ]
    if any(each.taken_back for each in rows):
        columns.append(Column(tr("taken back"), lambda each: str(each.taken_back)))
    return columns


def review_columns_of(rows: Sequence[Figures]) -> list[Column]:
    """Return the columns for review results; empty if nothing was reviewed."""
    columns = []
    if any(each.reviewed for each in rows):
        columns.append(Column(tr("reviewed"), lambda each: str(each.reviewed)))
        columns.append(Column(tr("lost a turn"), lambda each: _points(each.lost_a_turn, "")))
        columns.append(Column(tr("luck"), lambda each: _points(each.luck, "+")))
    return columns


def cells_of(columns: Sequence[Column], figures: Figures) -> list[str]:
    """Return one row's cells."""
    return [column.cell(figures) for column in columns]


def _points(points: float | None, sign: str) -> str:
    return NONE if points is None else f"{points:{sign}.1f}"


def reviewed_text(figures: Figures) -> str:
    """Summarise the reviewed games in a sentence; empty if there are none."""
    if figures.lost_a_turn is None or figures.luck is None:
        return ""
    return trn(
        "In {count} reviewed game a turn lost {lost:.1f} points, and chance brought {luck:+.1f} "
        "beyond its mean.",
        "In {count} reviewed games a turn lost {lost:.1f} points, and chance brought {luck:+.1f} "
        "a game beyond its mean.",
        figures.reviewed,
        lost=figures.lost_a_turn,
        luck=figures.luck,
    )


def taken_back_text(count: int) -> str:
    """Return a sentence with the number of undone turns; empty if there are none."""
    return trn("{count} turn taken back.", "{count} turns taken back.", count) if count else ""


def damaged_text(count: int) -> str:
    """Return a sentence with the number of damaged files."""
    return trn(
        "{count} file is damaged and does not count.",
        "{count} files are damaged and do not count.",
        count,
    )
