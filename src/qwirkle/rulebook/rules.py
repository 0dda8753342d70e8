"""The rules of one variant as sections of text, sentence by sentence from its data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qwirkle.engine.pieces import COLOURS, FACES, SHAPES
from qwirkle.engine.variant import Variant
from qwirkle.texts import tr, trn


class Section(NamedTuple):
    """A titled part of the rules."""

    title: str
    paragraphs: tuple[str, ...]


def rules_text(variant: Variant) -> list[Section]:
    """The rules of a variant, in the order in which one learns them."""
    return [
        Section(tr("What it is about"), tuple(_aim(variant))),
        Section(tr("The pieces"), tuple(_pieces(variant))),
        Section(tr("Who starts"), tuple(_opening(variant))),
        Section(tr("Lines"), tuple(_lines())),
        Section(tr("Your turn"), tuple(_turn(variant))),
        Section(tr("When nothing fits"), tuple(_stuck(variant))),
        Section(tr("Points"), tuple(_points(variant))),
        Section(tr("The end"), tuple(_end(variant))),
    ]


def _aim(variant: Variant) -> Iterator[str]:
    if variant.summary:
        yield variant.summary
    yield tr(
        "Everybody builds on the same grid of pieces. A line shares a colour or a shape, and you "
        "score for every line that you make or extend. Most points win."
    )


def _pieces(variant: Variant) -> Iterator[str]:
    yield tr(
        "A piece has one of six colours (red, orange, yellow, green, blue, purple) and shows one "
        "of six shapes (circle, square, diamond, clover, starburst, cross)."
    )
    yield bag_sentence(variant)
    if variant.rolls == "shape":
        yield tr(
            "A die has one colour and all six shapes: a roll changes its shape, never its colour. "
            "Dice are drawn blind and rolled at once."
        )
    yield hand_size_sentence(variant)
    yield hand_sentence(variant)
    yield players_sentence(variant)


def bag_sentence(variant: Variant) -> str:
    """What is in the bag at the start."""
    if variant.rolls == "shape":
        return trn(
            "The bag holds {dice} dice: {count} in each of the {colours} colours.",
            "The bag holds {dice} dice: {count} in each of the {colours} colours.",
            variant.copies,
            dice=variant.piece_count,
            colours=COLOURS,
        )
    return trn(
        "The bag holds {pieces} pieces: every pair of colour and shape once.",
        "The bag holds {pieces} pieces: each of the {pairs} pairs of colour and shape "
        "{count} times.",
        variant.copies,
        pieces=variant.piece_count,
        pairs=FACES,
    )


def hand_size_sentence(variant: Variant) -> str:
    """How many pieces everybody has."""
    return trn(
        "Everybody starts with {count} piece.",
        "Everybody starts with {count} pieces.",
        variant.hand_size,
    )


def hand_sentence(variant: Variant) -> str:
    """Who sees whose hand."""
    if variant.hand_open:
        return tr("All hands lie open on the table all the time.")
    return tr("You see only your own hand.")


def players_sentence(variant: Variant) -> str:
    """How many can play."""
    if variant.fewest_players == variant.most_players:
        return tr("It is a game for {count} players.", count=variant.most_players)
    return tr(
        "It is a game for {fewest} to {most} players.",
        fewest=variant.fewest_players,
        most=variant.most_players,
    )


def _opening(variant: Variant) -> Iterator[str]:
    yield tr(
        "Everybody looks for their largest set: pieces that share a colour or share a shape, "
        "with identical ones counted once. Whoever has the largest set starts, and lays all of "
        "it as one line. Then it goes round clockwise."
    )
    yield tie_sentence(variant)
    yield tr("Where ages are missing or equal, the one of them who sits first starts.")
    if variant.roll_step:
        yield tr("This first line is played as it was dealt, without a roll before it.")


def tie_sentence(variant: Variant) -> str:
    """Who starts among equals."""
    if variant.opening_tie == "oldest":
        return tr("If several have equally large sets, the oldest of them starts.")
    return tr("If several have equally large sets, the youngest of them starts.")


def _lines() -> Iterator[str]:
    yield tr(
        "A line is two or more pieces in a row or a column without a gap. Either they have one "
        "colour and all shapes are different, or they have one shape and all colours are "
        "different. So a line has at most six pieces, and no two alike."
    )
    yield tr(
        "A new piece must suit every line that it becomes part of, along and across. Some places "
        "can take no piece at all."
    )


def _turn(variant: Variant) -> Iterator[str]:
    if variant.roll_step:
        yield roll_sentence(variant)
    yield tr(
        "Lay one or more pieces that share a colour or a shape, all in one line, and at least one "
        "of them side by side with a piece that was there before; corners do not count. They need "
        "not touch each other: older pieces may stand between them, and a line may grow at both "
        "ends."
    )
    yield instead_sentence(variant)
    if "trade" in variant.place_step.instead + variant.place_step.stuck:
        yield tr(
            "To trade, set aside the pieces that you do not want, at most as many as the bag "
            "holds. Draw as many, and only then put the others back. It scores nothing and ends "
            "your turn."
        )
    yield _refill(variant)


def roll_sentence(variant: Variant) -> str:
    """What may be rolled before placing."""
    if not variant.roll_step:
        return tr("Nothing is rolled before placing.")
    if variant.roll_step.from_turn > 2:
        return tr(
            "From turn {number} of the game on, you may roll any of your dice again before you "
            "place, once and all together.",
            number=variant.roll_step.from_turn,
        )
    return tr("Before you place, you may roll any of your dice again, once and all together.")


def instead_sentence(variant: Variant) -> str:
    """What may be done rather than placing."""
    if "trade" in variant.place_step.instead:
        return tr("Instead of placing, you may trade some of your pieces.")
    if "trade" in variant.place_step.stuck:
        return tr("You may trade only when nothing fits.")
    return tr("There is no trading.")


def _refill(variant: Variant) -> str:
    if variant.rolls == "shape":
        return tr(
            "Then fill your hand up to {size} from the bag, as far as it reaches, and roll the "
            "new dice once.",
            size=variant.hand_size,
        )
    return tr(
        "Then fill your hand up to {size} from the bag, as far as it reaches.",
        size=variant.hand_size,
    )


def _stuck(variant: Variant) -> Iterator[str]:
    ways = variant.place_step.stuck
    if ways == ("pass",):
        yield tr("If none of your pieces fits anywhere, you pass.")
        return
    yield tr("If none of your pieces fits anywhere, you do the first of these that is possible.")
    for way in ways:
        yield _way(way, variant)


def _way(way: str, variant: Variant) -> str:
    match way:
        case "trade":
            return tr(
                "You must trade, unless the bag is empty or no piece that is left could fit "
                "anywhere."
            )
        case "roll" if variant.roll_step:
            return tr(
                "You must roll all your dice, again and again, until one fits. You may try your "
                "free roll before that, but not after it."
            )
        case "roll":
            return tr("You must roll all your dice, again and again, until one fits.")
        case "redraw" if "roll" in variant.place_step.stuck[: variant.place_step.stuck.index(way)]:
            return tr(
                "If no roll could help, but a die in the bag could, you put all your dice back, "
                "draw as many, roll them and go on with your turn."
            )
        case "redraw" if variant.rolls == "shape":
            return tr(
                "If a die in the bag could fit, you put all your dice back, draw as many, roll "
                "them and go on with your turn."
            )
        case "redraw":
            return tr(
                "If a piece in the bag could fit, you put all your pieces back, draw as many and "
                "go on with your turn."
            )
    return tr("If none of this is possible, you pass. Nobody may pass otherwise.")


def _points(variant: Variant) -> Iterator[str]:
    yield tr(
        "Every line that you make or extend scores a point for each piece in it, older pieces "
        "too. A piece in two such lines counts twice. A line that you do not touch scores nothing, "
        "and pieces beyond a gap belong to another line."
    )
    yield qwirkle_sentence(variant)
    yield lone_sentence(variant)


def qwirkle_sentence(variant: Variant) -> str:
    """What a full line is worth."""
    if not variant.qwirkle_bonus:
        return tr("A full line of six is a Qwirkle. It scores six points and nothing on top.")
    return tr(
        "A full line of six is a Qwirkle and scores {bonus} on top, so {points} for that line.",
        bonus=variant.qwirkle_bonus,
        points=SHAPES + variant.qwirkle_bonus,
    )


def lone_sentence(variant: Variant) -> str:
    """What a first piece alone is worth."""
    return trn(
        "A single first piece makes no line; it scores {count} point.",
        "A single first piece makes no line; it scores {count} points.",
        variant.lone_piece,
    )


def _end(variant: Variant) -> Iterator[str]:
    yield tr("When the bag is empty, the game goes on without refilling.")
    yield out_sentence(variant)
    yield tr("If everybody passes one after the other, the game ends and nobody has gone out.")
    yield tr("Most points win. Equal points share the win.")


def out_sentence(variant: Variant) -> str:
    """What ends the game, and its bonus."""
    if not variant.out_bonus:
        return tr("Whoever is first to lay their last piece ends the game at once.")
    return trn(
        "Whoever is first to lay their last piece ends the game at once and gets {count} point.",
        "Whoever is first to lay their last piece ends the game at once and gets {count} points.",
        variant.out_bonus,
    )
