"""Explains a turn in one or two sentences without revealing a hidden hand."""

from __future__ import annotations

from qwirkle.analysis.judging import NEGLIGIBLE_LOSS, TurnReview
from qwirkle.analysis.thinking import SearchMethod
from qwirkle.analysis.value import Evaluation
from qwirkle.texts import tr, trn


def explanation_text(turn: TurnReview, name: str, *, hand_is_secret: bool) -> str:
    """Say what a turn achieved and how it compares with the best one found.

    If the hand is secret, leave out every number that depends on the pieces kept in it.
    """
    if turn.played is None:
        return tr("{name} had no choice.", name=name)
    account = _outcome_text(turn, turn.played, name, hand_is_secret=hand_is_secret)
    return f"{account} {_comparison_text(turn, hand_is_secret=hand_is_secret)}"


def _outcome_text(
    turn: TurnReview, evaluation: Evaluation, name: str, *, hand_is_secret: bool
) -> str:
    """Say what the turn scores and what to expect after it."""
    if turn.kind == "trade":
        doing = tr("{name} traded", name=name)
    else:
        doing = trn(
            "{name} made {count} point", "{name} made {count} points", turn.points, name=name
        )
    if evaluation.ends_game:
        return tr("{doing} and went out.", doing=doing)
    if hand_is_secret:
        return tr(
            "{doing}; on average the others make {reply:.1f} next.",
            doing=doing,
            reply=evaluation.reply,
        )
    expected = tr(
        "{doing}: on average the others make {reply:.1f} next, and {name} {keep:.1f} after that",
        doing=doing,
        reply=evaluation.reply,
        name=name,
        keep=evaluation.keep,
    )
    if turn.win_probability is None:
        return tr("{expected}.", expected=expected)
    return tr("{expected}; chance to win {win:.0%}.", expected=expected, win=turn.win_probability)


def _comparison_text(turn: TurnReview, *, hand_is_secret: bool) -> str:
    if turn.play_loss >= NEGLIGIBLE_LOSS and hand_is_secret:
        return tr("A better turn was found.")
    if turn.play_loss >= NEGLIGIBLE_LOSS:
        return tr("A better turn was found, worth {lost:.1f} more.", lost=turn.play_loss)
    if turn.method is SearchMethod.EXACT:
        return tr("To the end of the game nothing is better.")
    return tr("Nothing better was found.")
