"""The texts of a review: for each turn, the best one found, and each player."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from qwirkle.analysis.judging import SLIGHT, JudgedTurn, PlayedTurn, RolledBy
from qwirkle.analysis.review import Summary
from qwirkle.analysis.value import Weights, Worth
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.reviewing.sums import luck_sentence, parts_text, sums_text, sure_text
from qwirkle.table.chronicle import signed
from qwirkle.texts import tr, trn

PIECES = "\ufffc"
"""Placeholder for pieces that are drawn within a sentence."""

MISTAKE = 1.0
"""A turn that loses this many points or more is a mistake."""


class Tone(StrEnum):
    """Tone of a sentence, which sets its colour."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    ASIDE = "aside"


class Told(Struct, frozen=True):
    """A sentence, with the pieces to draw at each placeholder."""

    text: str
    pieces: tuple[Faces, ...] = ()
    tone: Tone = Tone.PLAIN


def shown_name(name: str) -> str:
    """Replace the placeholder for pieces in a player's name."""
    return name.replace(PIECES, "?")


def doing_text(turn: PlayedTurn) -> str:
    """Return the outcome of a turn in a word or two."""
    match turn.last.event:
        case Placed(_, _, points):
            return tr("+{points}", points=points)
        case Traded():
            cost = turn.last.before.variant.trade.cost
            return tr("traded, {points}", points=signed(-cost)) if cost else tr("traded")
        case _:
            return tr("passed")


def gain_text(turn: PlayedTurn) -> str:
    """Return the outcome in one word: for a trade with a cost, only the points."""
    cost = turn.last.before.variant.trade.cost
    if cost and isinstance(turn.last.event, Traded):
        return signed(-cost)
    return doing_text(turn)


def loss_text(turn: JudgedTurn | None) -> str:
    """Return the loss of a turn in a word; empty if it isn't reviewed yet."""
    if turn is None:
        return ""
    if not turn.chosen:
        return tr("no choice")
    if turn.was_best:
        return tr("the best")
    return tr("lost {lost:.1f}", lost=turn.lost)


def tone_of(turn: JudgedTurn | None) -> Tone:
    """Return the tone for the loss of a turn."""
    if turn is None or not turn.chosen:
        return Tone.ASIDE
    if turn.lost >= MISTAKE:
        return Tone.BAD
    return Tone.GOOD if turn.was_best else Tone.PLAIN


def banner_text(turn: PlayedTurn, turns: int, judged: JudgedTurn | None, name: str) -> str:
    """Describe the turn shown: its number, player, outcome and loss."""
    if judged is None:
        return tr(
            "Turn {number} of {turns}. {name}: {doing}.",
            number=turn.number,
            turns=turns,
            name=name,
            doing=doing_text(turn),
        )
    return tr(
        "Turn {number} of {turns}. {name}: {doing}, {loss}.",
        number=turn.number,
        turns=turns,
        name=name,
        doing=doing_text(turn),
        loss=loss_text(judged),
    )


def progress_text(done: int, turns: int) -> str:
    """Say how many turns are reviewed; empty once all are."""
    if done == turns:
        return ""
    return tr("Reviewing: {done} of {turns} turns.", done=done, turns=turns)


def tell_turn(turn: JudgedTurn, name: str, weights: Weights) -> tuple[Told, ...]:
    """Describe a reviewed turn, sentence by sentence."""
    return tuple(_tell(turn, shown_name(name), weights))


def _tell(turn: JudgedTurn, name: str, weights: Weights) -> Iterator[Told]:
    for roll in turn.rolls:
        yield _roll(roll, name)
    if turn.forced_rolls:
        text = trn(
            "All dice had to be rolled.",
            "All dice had to be rolled {count} times.",
            turn.forced_rolls,
        )
        yield Told(text, tone=Tone.ASIDE)
    yield _played(turn, name)
    if turn.played is None or turn.best is None:
        yield Told(tr("There was no choice."), tone=Tone.ASIDE)
    elif turn.lost_by_play < SLIGHT:
        yield Told(_unbeaten(turn.played), tone=Tone.GOOD)
    else:
        yield _best(turn.best)
    if turn.played is not None:
        better = turn.best if turn.lost_by_play >= SLIGHT else None
        yield Told(sums_text(turn.played, better, weights, turn.how))
    if turn.chosen:
        yield Told(_verdict(turn), tone=tone_of(turn))
    if turn.played is not None:
        yield Told(sure_text(turn), tone=Tone.ASIDE)
    if turn.luck is not None:
        yield Told(luck_sentence(turn.luck, rolled=bool(turn.rolls)))
    if turn.played is not None:
        yield Told(parts_text(name, weights), tone=Tone.ASIDE)


def _verdict(turn: JudgedTurn) -> str:
    if turn.was_best:
        return tr("The best: nothing was lost.")
    if turn.lost_by_rolls >= SLIGHT and turn.lost_by_play >= SLIGHT:
        return tr(
            "Lost {lost:.1f} points: {roll:.1f} by the roll, {play:.1f} by the play.",
            lost=turn.lost,
            roll=turn.lost_by_rolls,
            play=turn.lost_by_play,
        )
    return tr("Lost {lost:.1f} points.", lost=turn.lost)


def _faces(pieces: tuple[Laid, ...]) -> Faces:
    return tuple(face for face, _, _ in pieces)


def _played(turn: JudgedTurn, name: str) -> Told:
    if turn.did == "pass":
        return Told(tr("{name} passed: nothing could be done.", name=name))
    if turn.did == "trade":
        told = tr("{name} traded {pieces}.", name=name, pieces=PIECES)
        if turn.points:
            price = trn("It cost {count} point.", "It cost {count} points.", -turn.points)
            told = tr("{told} {price}", told=told, price=price)
        return Told(told, (turn.traded,))
    if turn.qwirkles:
        text = trn(
            "{name} laid {pieces} for {points} points, with a Qwirkle.",
            "{name} laid {pieces} for {points} points, with {count} Qwirkles.",
            turn.qwirkles,
            name=name,
            pieces=PIECES,
            points=turn.points,
        )
    else:
        text = trn(
            "{name} laid {pieces} for {count} point.",
            "{name} laid {pieces} for {count} points.",
            turn.points,
            name=name,
            pieces=PIECES,
        )
    return Told(text, (_faces(turn.placed),))


def _unbeaten(worth: Worth) -> str:
    if worth.ends:
        return tr("Nothing better was found than to go out.")
    return tr("Nothing better was found.")


def _best(worth: Worth) -> Told:
    match worth.move:
        case Place(pieces) if worth.ends:
            text = trn(
                "It was best to lay {pieces} and go out, for {count} point in all.",
                "It was best to lay {pieces} and go out, for {count} points in all.",
                round(worth.points),
                pieces=PIECES,
            )
            return Told(text, (_faces(pieces),))
        case Place(pieces):
            text = trn(
                "It was best to lay {pieces} for {count} point.",
                "It was best to lay {pieces} for {count} points.",
                round(worth.points),
                pieces=PIECES,
            )
            return Told(text, (_faces(pieces),))
        case Trade(faces):
            return Told(tr("It was best to trade {pieces}.", pieces=PIECES), (faces,))
    raise ValueError("only placements and trades have a value")


def _roll(roll: RolledBy, name: str) -> Told:
    """Compare the choice of dice with the best one."""
    means = {"name": name, "mean": roll.mean, "best": roll.best_mean, "pieces": PIECES}
    match bool(roll.rolled), roll.lost < SLIGHT, bool(roll.best):
        case False, True, _:
            text = tr(
                "{name} rolled nothing, which was best: {mean:.1f} points on average.", **means
            )
            return Told(text, tone=Tone.GOOD)
        case True, True, _:
            text = tr(
                "{name} rolled {pieces}, which was best: {mean:.1f} points on average.", **means
            )
            return Told(text, (roll.rolled,), Tone.GOOD)
        case False, False, _:
            text = tr(
                "{name} rolled nothing, for {mean:.1f} points on average; it was best to roll "
                "{pieces}, for {best:.1f}.",
                **means,
            )
            return Told(text, (roll.best,))
        case True, False, False:
            text = tr(
                "{name} rolled {pieces}, for {mean:.1f} points on average; it was best to roll "
                "nothing, for {best:.1f}.",
                **means,
            )
            return Told(text, (roll.rolled,))
    text = tr(
        "{name} rolled {pieces}, for {mean:.1f} points on average; it was best to roll {others}, "
        "for {best:.1f}.",
        others=PIECES,
        **means,
    )
    return Told(text, (roll.rolled, roll.best))


def summary_text(summary: Summary, rolls: bool) -> str:
    """Summarise a player's game in three lines."""
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
    if summary.luck:
        luck = tr(
            "Luck {luck:+z.1f}, {average:+z.1f} a turn.",
            luck=summary.luck,
            average=summary.luck_a_turn,
        )
        worst = f"{worst} {luck}"
    return "\n".join((made, "  " + cost, "  " + worst))
