"""Checking: whether a player may make a move now."""

from __future__ import annotations

from collections import Counter

from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.placing import check_opening, check_placement
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.view import PLAYER_STAGES, Stage, View


def check(view: View, move: Move) -> None:
    """Refuse a move that this seat may not make now."""
    if view.stage not in PLAYER_STAGES:
        raise Refusal(Reason.NOT_NOW)
    if view.seat != view.player:
        raise Refusal(Reason.NOT_YOUR_TURN)
    match move:
        case Place(pieces) if view.stage is Stage.OPENING:
            check_opening(view.hand, pieces, view.board)
        case Place(pieces):
            check_placement(view.board, view.hand, pieces)
        case Trade(faces):
            _check_trade(view, faces)
        case Roll(faces, forced=True):
            _check_forced_roll(view, faces)
        case Roll(faces):
            _check_free_roll(view, faces)
        case Redraw():
            if not view.options.redraw:
                raise Refusal(Reason.NO_REDRAW)
        case Pass():  # pragma: no branch
            if not view.options.pass_:
                raise Refusal(Reason.NO_PASS)


def _check_trade(view: View, faces: Faces) -> None:
    if not view.options.trade:
        raise Refusal(Reason.NO_TRADE)
    if not faces:
        raise Refusal(Reason.TRADE_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)
    if len(faces) > view.options.trade:
        raise Refusal(Reason.TRADE_TOO_MANY, found=len(faces), expected=view.options.trade)


def _check_forced_roll(view: View, faces: Faces) -> None:
    if not view.options.forced_roll:
        raise Refusal(Reason.NOT_STUCK)
    if Counter(faces) != Counter(view.hand):
        raise Refusal(Reason.ROLL_ALL)


def _check_free_roll(view: View, faces: Faces) -> None:
    if not view.options.free_roll:
        raise Refusal(Reason.NO_ROLL)
    if not faces:
        raise Refusal(Reason.ROLL_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)
