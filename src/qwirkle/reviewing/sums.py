"""The numbers of a review: the parts of a turn's value, its confidence and its luck."""

from __future__ import annotations

from qwirkle.analysis.judging import NEGLIGIBLE_LOSS, TurnReview
from qwirkle.analysis.luck import Luck
from qwirkle.analysis.thinking import SearchMethod
from qwirkle.analysis.value import Evaluation, EvaluationWeights
from qwirkle.texts import tr

LABEL_WIDTH = 16
"""Width of the labels in columns."""


def value_breakdown_text(
    played: Evaluation,
    better: Evaluation | None,
    weights: EvaluationWeights,
    method: SearchMethod | None = None,
) -> str:
    """Return a table of the parts of a turn's value, next to those of a better turn if any."""
    reply, keep = weights.reply, weights.keep
    others, own = tr("others next"), tr("own next turn")
    if reply != 1:
        others = tr("{percent:.0%} others next", percent=reply)
    if keep != 1:
        own = tr("{percent:.0%} own next", percent=keep)
    turns = (played,) if better is None else (better, played)
    rows: list[tuple[str, ...]] = [
        ("", *(tr("best"), tr("played"))[-len(turns) :]),
        (tr("points now"), *(f"{worth.points:.1f}" for worth in turns)),
        (others, *(f"{0.0 - reply * worth.reply:+.1f}" for worth in turns)),
        (own, *(f"{keep * worth.keep:+.1f}" for worth in turns)),
        (_remainder_label(method), *(f"{_remainder(worth, weights):+.1f}" for worth in turns)),
        (tr("worth"), *(f"{worth.value:z.1f}" for worth in turns)),
    ]
    if all(abs(_remainder(worth, weights)) < NEGLIGIBLE_LOSS for worth in turns):
        del rows[4]
    return "\n".join(
        _label(label) + " ".join(f"{number:>6}" for number in numbers) for label, *numbers in rows
    )


def _label(text: str) -> str:
    """Pad a label to LABEL_WIDTH, or shorten it with an ellipsis.

    >>> _label("what others make next")
    'what others mak…'
    """
    return (text if len(text) <= LABEL_WIDTH else text[: LABEL_WIDTH - 1] + "…").ljust(LABEL_WIDTH)


def _remainder_label(method: SearchMethod | None) -> str:
    """Label the rest of a value: what points and next turns don't explain."""
    match method:
        case SearchMethod.ROLLOUTS:
            return tr("played on")
        case SearchMethod.EXACT | SearchMethod.BEAM:
            return tr("to the end")
    return tr("pieces left")


def confidence_text(turn: TurnReview) -> str:
    """Say how a turn was evaluated and how certain that is."""
    match turn.method:
        case SearchMethod.EXACT:
            return tr("Certain: every line of play was searched to the end.")
        case SearchMethod.BEAM:
            return tr("Nearly certain: the best lines of play were searched to the end.")
        case SearchMethod.ROLLOUTS if turn.play_loss >= NEGLIGIBLE_LOSS:
            return tr(
                "Played on in many futures: what was lost is sure to ±{unsure:.1f}.",
                unsure=2 * turn.loss_error,
            )
        case SearchMethod.ROLLOUTS:
            return tr("Played on in many futures.")
    return tr("An estimate: nothing was played on.")


def _remainder(evaluation: Evaluation, weights: EvaluationWeights) -> float:
    """Return the part of a value that points and next turns don't explain."""
    return evaluation.value - (
        evaluation.points - weights.reply * evaluation.reply + weights.keep * evaluation.keep
    )


def value_legend_text(name: str, weights: EvaluationWeights) -> str:
    """Explain the parts of a turn's value."""
    if weights == EvaluationWeights(1, 1):
        return tr(
            "Worth: the points now, less what each other player makes next, plus what {name} "
            "makes after that; both on average.",
            name=name,
        )
    if weights == EvaluationWeights(1, 0.5):
        return tr(
            "Worth: the points now, less what each other player makes next, plus half of what "
            "{name} makes after that; both on average.",
            name=name,
        )
    return tr(
        "Worth: the points now, less {reply:.0%} of what each other player makes next, plus "
        "{keep:.0%} of what {name} makes after that; both on average.",
        reply=weights.reply,
        keep=weights.keep,
        name=name,
    )


def luck_text(luck: Luck | None) -> str:
    """Return the luck of a turn as a signed number; empty if no chance was involved."""
    return "" if luck is None else tr("{luck:+z.1f}", luck=luck.points)


def luck_sentence(luck: Luck, *, rolled: bool) -> str:
    """Say how lucky a turn was compared with the average."""
    parts = {"luck": luck.points, "got": luck.actual, "mean": luck.mean}
    if rolled:
        return tr("Luck {luck:+z.1f}: the roll could score {got}, on average {mean:.1f}.", **parts)
    return tr("Luck {luck:+z.1f}: the new hand can score {got}, on average {mean:.1f}.", **parts)
