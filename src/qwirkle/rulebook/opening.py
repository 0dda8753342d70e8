"""The rules for the opening, in sentences: who starts, and with which pieces."""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle.engine.variant import AGE_CRITERIA, Variant
from qwirkle.texts import tr


def tie_breakers(variant: Variant) -> tuple[str, ...]:
    """Return the tie-breakers for the opening in order. The last is always a seat or chance."""
    tie = variant.opening.tie_breakers
    return tie if tie[-1:] == ("chance",) else (*tie, "seat")


def opening_sentences(variant: Variant) -> Iterator[str]:
    """Explain who starts and what they place, sentence by sentence."""
    yield opener_sentence(variant)
    if variant.opening.who != "seat":
        yield tie_break_sentence(variant)
        if further := _further_tie_breaks(variant):
            yield further
    yield tr(
        "Who has several largest sets chooses one of them. All of it is laid, as one line. Then it "
        "goes round clockwise."
    )
    if variant.opening.least > 1:
        yield min_opening_sentence(variant)
    if variant.roll_step:
        yield first_roll_sentence(variant)


def opener_sentence(variant: Variant) -> str:
    """Explain who starts."""
    look = tr(
        "Look for your largest set: pieces that share a colour or share a shape, with identical "
        "ones counted once."
    )
    match variant.opening.who:
        case "youngest":
            who = tr("The youngest player starts, whatever the hands are, and lays a largest set.")
        case "oldest":
            who = tr("The oldest player starts, whatever the hands are, and lays a largest set.")
        case "seat":
            who = tr("Who sits first starts, whatever the hands are, and lays a largest set.")
        case _:
            who = tr("Whoever has the largest set of all starts with it.")
    return tr("{look} {who}", look=look, who=who)


def tie_break_sentence(variant: Variant) -> str:
    """Explain who starts if several players are tied."""
    way = tie_breakers(variant)[0]
    if variant.opening.who == "set":
        match way:
            case "youngest":
                return tr("If several have equally large sets, the youngest of them starts.")
            case "oldest":
                return tr("If several have equally large sets, the oldest of them starts.")
            case "chance":
                return tr("If several have equally large sets, a lot decides among them.")
        return tr("If several have equally large sets, the one who sits first starts.")
    match way:
        case "youngest":
            return tr("If that does not decide, the youngest of them starts.")
        case "oldest":
            return tr("If that does not decide, the oldest of them starts.")
        case "chance":
            return tr("If ages are equal, or not all are told, a lot decides.")
    return tr(
        "If ages are equal, the one of them who sits first starts; if not all are told, the "
        "one who sits first of all."
    )


def tie_break_sentences(variant: Variant) -> str:
    """Explain all tie-breaks, but leave out the earliest seat if only that follows."""
    further = "" if tie_breakers(variant)[1:] == ("seat",) else _further_tie_breaks(variant)
    return f"{tie_break_sentence(variant)} {further}".rstrip()


def _further_tie_breaks(variant: Variant) -> str:
    """Explain what applies if ages don't break the tie (J2); empty if ages aren't compared."""
    way, *others = tie_breakers(variant)
    if way not in AGE_CRITERIA:
        return ""
    if others == ["seat"]:
        return tr(
            "Of several of that age the one who sits first starts. Where one of those who are "
            "equal has not told their age, the one of all of them who sits first does."
        )
    words = {
        "youngest": tr("the youngest"),
        "oldest": tr("the oldest"),
        "seat": tr("who sits first"),
        "chance": tr("a lot"),
    }
    return tr(
        "If that leaves several, or if one of them has not told their age, these decide one after "
        "the other: {ways}.",
        ways=", ".join(words[other] for other in others),
    )


def min_opening_sentence(variant: Variant) -> str:
    """Explain how many pieces the opening needs (A4)."""
    if variant.opening.least == 1:
        return tr("A set of one piece may open, if there is no larger one.")
    return tr(
        "The first line has at least {least} dice: who could lay fewer rolls all dice again, and "
        "again, until so many go together.",
        least=variant.opening.least,
    )


def first_roll_sentence(variant: Variant) -> str:
    """Explain from which turn on the free roll is available (J1)."""
    if variant.first_roll_turn == 1:
        return tr("Before the first line too, the opener may use the free roll of a turn.")
    if variant.first_roll_turn == 2:
        return tr(
            "This first line is played as it was dealt: the free roll only starts with the second "
            "turn of the game."
        )
    return tr(
        "This first line is played as it was dealt: the free roll only starts with turn {number} "
        "of the game.",
        number=variant.first_roll_turn,
    )
