"""The rules of several variants side by side, and what differs between two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from qwirkle.engine.variant import Variant
from qwirkle.rulebook import rules
from qwirkle.texts import tr, trn


class Row(NamedTuple):
    """One topic, and what each variant says about it."""

    key: str
    topic: str
    values: tuple[str, ...]


def comparison(variants: Sequence[Variant]) -> tuple[Row, ...]:
    """The rules side by side, with a value for each variant in each row."""
    topics = _topics()
    return tuple(
        Row(key, topics[key], tuple(value(variant) for variant in variants))
        for key, value in _VALUES.items()
    )


def differences(known: Variant, other: Variant) -> tuple[str, ...]:
    """What is different in the other variant, for somebody who knows the first."""
    sentences = [
        sentence(other)
        for key, sentence in _SENTENCES.items()
        if _VALUES[key](known) != _VALUES[key](other)
    ]
    return tuple(sentences)


def _topics() -> dict[str, str]:
    return {
        "pieces": tr("Pieces"),
        "chance": tr("What chance decides"),
        "hands": tr("Hands"),
        "tie": tr("Tie for the opening"),
        "before": tr("Before placing"),
        "instead": tr("Instead of placing"),
        "stuck": tr("Cannot place"),
        "identical": tr("Identical pieces in play"),
        "counted": tr("What can be counted"),
        "hand_size": tr("Hand size"),
        "players": tr("Players"),
        "qwirkle_bonus": tr("Bonus for a Qwirkle"),
        "out_bonus": tr("Bonus for going out"),
        "lone_piece": tr("A lone first piece"),
    }


def _pieces(variant: Variant) -> str:
    if variant.rolls == "shape":
        return tr(
            "{dice} dice, {copies} of each colour", dice=variant.piece_count, copies=variant.copies
        )
    return tr(
        "{pieces} in all, {copies} of each colour and shape",
        pieces=variant.piece_count,
        copies=variant.copies,
    )


def _chance(variant: Variant) -> str:
    if variant.rolls == "shape":
        return tr("which colour you draw, and which shape it shows")
    return tr("which piece you draw")


def _hands(variant: Variant) -> str:
    return tr("open") if variant.hand_open else tr("hidden")


def _tie(variant: Variant) -> str:
    if variant.opening_tie == "oldest":
        return tr("the oldest starts")
    return tr("the youngest starts")


def _before(variant: Variant) -> str:
    if not variant.roll_step:
        return tr("nothing")
    if variant.roll_step.from_turn > 2:
        return tr(
            "may roll any dice once, from turn {number} on", number=variant.roll_step.from_turn
        )
    return tr("may roll any dice once")


def _instead(variant: Variant) -> str:
    if "trade" in variant.place_step.instead:
        return trn(
            "trade {count} piece",
            "trade 1 to {count} pieces",
            variant.hand_size,
        )
    return tr("nothing")


def _stuck(variant: Variant) -> str:
    words = {
        "trade": tr("must trade"),
        "roll": tr("must roll all until one fits"),
        "redraw": tr("draw a new hand"),
        "pass": tr("pass"),
    }
    *ways, told = (words[way] for way in variant.place_step.stuck)
    for way in reversed(ways):
        told = tr("{first}, else {next}", first=way, next=told)
    return told


def _identical(variant: Variant) -> str:
    return tr("at most {count}", count=variant.copies)


def _counted(variant: Variant) -> str:
    if variant.rolls == "shape":
        return tr("unseen dice of each colour")
    return tr("unseen pieces of each colour and shape")


def _players(variant: Variant) -> str:
    if variant.fewest_players == variant.most_players:
        return str(variant.most_players)
    return tr("{fewest} to {most}", fewest=variant.fewest_players, most=variant.most_players)


def _points(points: int) -> str:
    return trn("{count} point", "{count} points", points)


_VALUES: dict[str, Callable[[Variant], str]] = {
    "pieces": _pieces,
    "chance": _chance,
    "hands": _hands,
    "tie": _tie,
    "before": _before,
    "instead": _instead,
    "stuck": _stuck,
    "identical": _identical,
    "counted": _counted,
    "hand_size": lambda variant: str(variant.hand_size),
    "players": _players,
    "qwirkle_bonus": lambda variant: _points(variant.qwirkle_bonus),
    "out_bonus": lambda variant: _points(variant.out_bonus),
    "lone_piece": lambda variant: _points(variant.lone_piece),
}


def _stuck_sentence(variant: Variant) -> str:
    return tr("If nothing fits: {ways}.", ways=_stuck(variant))


_SENTENCES: dict[str, Callable[[Variant], str]] = {
    "pieces": rules.bag_sentence,
    "hands": rules.hand_sentence,
    "tie": rules.tie_sentence,
    "before": rules.roll_sentence,
    "instead": rules.instead_sentence,
    "stuck": _stuck_sentence,
    "hand_size": rules.hand_size_sentence,
    "players": rules.players_sentence,
    "qwirkle_bonus": rules.qwirkle_sentence,
    "out_bonus": rules.out_sentence,
    "lone_piece": rules.lone_sentence,
}
