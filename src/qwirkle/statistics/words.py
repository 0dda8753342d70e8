"""Figures in words: the columns of a table, and sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from qwirkle.statistics.figures import Figures
from qwirkle.texts import tr, trn

NONE = "–"
"""Stands where there is no figure."""


class Column(Struct, frozen=True):
    """One figure of everybody."""

    head: str
    cell: Callable[[Figures], str]


def columns_of(rows: Sequence[Figures]) -> list[Column]:
    """The columns for these figures, but for what reviews found."""
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
    """The columns for what reviews found; none where nothing was reviewed."""
    columns = []
    if any(each.reviewed for each in rows):
        columns.append(Column(tr("reviewed"), lambda each: str(each.reviewed)))
        columns.append(Column(tr("lost a turn"), lambda each: _points(each.lost_a_turn, "")))
        columns.append(Column(tr("luck"), lambda each: _points(each.luck, "+")))
    return columns


def cells_of(columns: Sequence[Column], figures: Figures) -> list[str]:
    """What stands in the columns."""
    return [column.cell(figures) for column in columns]


def _points(points: float | None, sign: str) -> str:
    return NONE if points is None else f"{points:{sign}.1f}"


def reviewed_text(figures: Figures) -> str:
    """What the reviewed games tell, in a sentence; empty where none was reviewed."""
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
    """How many turns were taken back, so that a result is what it is; empty where none was."""
    return trn("{count} turn taken back.", "{count} turns taken back.", count) if count else ""


def damaged_text(count: int) -> str:
    """That some files do not count."""
    return trn(
        "{count} file is damaged and does not count.",
        "{count} files are damaged and do not count.",
        count,
    )
