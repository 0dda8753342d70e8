"""Explains a turn in one or two sentences without revealing a hidden hand."""

from __future__ import annotations

from qwirkle.analysis.judging import SLIGHT, JudgedTurn
from qwirkle.analysis.thinking import How
from qwirkle.analysis.value import Worth
from qwirkle.texts import tr, trn


def why_text(turn: JudgedTurn, name: str, *, secret: bool) -> str:
    """Say what a turn achieved and how it compares with the best one found.

    If the hand is secret, leave out every number that depends on the pieces kept in it.
    """
    if turn.played is None:
        return tr("{name} had no choice.", name=name)
    account = _account(turn, turn.played, name, secret=secret)
    return f"{account} {_comparison(turn, secret=secret)}"


def _account(turn: JudgedTurn, worth: Worth, name: str, *, secret: bool) -> str:
    """Say what the turn scores and what to expect after it."""
    if turn.did == "trade":
        doing = tr("{name} traded", name=name)
    else:
        doing = trn(
            "{name} made {count} point", "{name} made {count} points", turn.points, name=name
        )
    if worth.ends:
        return tr("{doing} and went out.", doing=doing)
    if secret:
        return tr(
            "{doing}; on average the others make {reply:.1f} next.", doing=doing, reply=worth.reply
        )
    expected = tr(
        "{doing}: on average the others make {reply:.1f} next, and {name} {keep:.1f} after that",
        doing=doing,
        reply=worth.reply,
        name=name,
        keep=worth.keep,
    )
    if turn.win is None:
        return tr("{expected}.", expected=expected)
    return tr("{expected}; chance to win {win:.0%}.", expected=expected, win=turn.win)


def _comparison(turn: JudgedTurn, *, secret: bool) -> str:
    if turn.lost_by_play >= SLIGHT and secret:
        return tr("A better turn was found.")
    if turn.lost_by_play >= SLIGHT:
        return tr("A better turn was found, worth {lost:.1f} more.", lost=turn.lost_by_play)
    if turn.how is How.EXACT:
        return tr("To the end of the game nothing is better.")
    return tr("Nothing better was found.")
