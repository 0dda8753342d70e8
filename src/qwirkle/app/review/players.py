"""What a review says of each player; pure."""

from __future__ import annotations

from qwirkle.analysis.review import Summary
from qwirkle.texts import tr, trn


def summary_text(summary: Summary, rolls: bool) -> str:
    """What one player did, in three lines."""
    made = trn(
        "{name}: {score} points, {turns} turns, {average:.1f} points a turn, {count} Qwirkle.",
        "{name}: {score} points, {turns} turns, {average:.1f} points a turn, {count} Qwirkles.",
        summary.qwirkles,
        name=summary.name,
        score=summary.score,
        turns=summary.turns,
        average=summary.points_a_turn,
    )
    lost = {
        "average": summary.lost_a_turn,
        "lost": summary.lost,
        "rolls": summary.lost_by_rolls,
        "turns": summary.turns,
    }
    if rolls:
        cost = trn(
            "Lost {average:.1f} a turn, {lost:.1f} in all, {rolls:.1f} by rolls; "
            "{count} of {turns} turns was the best.",
            "Lost {average:.1f} a turn, {lost:.1f} in all, {rolls:.1f} by rolls; "
            "{count} of {turns} turns were the best.",
            summary.best_plays,
            **lost,
        )
    else:
        cost = trn(
            "Lost {average:.1f} a turn, {lost:.1f} in all; {count} of {turns} turns was the best.",
            "Lost {average:.1f} a turn, {lost:.1f} in all; {count} of {turns} turns were the best.",
            summary.best_plays,
            **lost,
        )
    if summary.worst_turn:
        worst = tr(
            "The biggest mistake was turn {number}: it lost {lost:.1f}.",
            number=summary.worst_turn,
            lost=summary.most_lost,
        )
    else:
        worst = tr("No mistake was found.")
    return "\n".join((made, "  " + cost, "  " + worst))
