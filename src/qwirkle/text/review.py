"""Reviews as text: what a turn achieved, what would have been better, and a player's totals.

A hidden hand is never revealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from qwirkle.analysis.evaluation import Evaluation, EvaluationWeights
from qwirkle.analysis.review import (
    MISTAKE_THRESHOLD,
    NEGLIGIBLE_LOSS,
    Luck,
    PlayerReview,
    RollReview,
    TurnRecord,
    TurnReview,
)
from qwirkle.analysis.search import SearchMethod
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.i18n import tr, trn
from qwirkle.text.events import signed_points

LABEL_WIDTH = 16
"""Width of the labels in columns."""

PIECES_PLACEHOLDER = "\ufffc"
"""Placeholder for pieces that are drawn within a sentence."""


class Tone(StrEnum):
    """Tone of a sentence, which sets its colour."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    ASIDE = "aside"


class ReviewComment(Struct, frozen=True):
    """A sentence or table of a review, with the pieces to draw at each placeholder."""

    text: str
    pieces: tuple[Faces, ...] = ()
    tone: Tone = Tone.PLAIN


def replace_placeholders(name: str) -> str:
    """Replace the placeholder for pieces in a player's name."""
    return name.replace(PIECES_PLACEHOLDER, "?")


def outcome_text(turn: TurnRecord) -> str:
    """Return the outcome of a turn in one or two words."""
    match turn.last.event:
        case Placed(_, _, points):
            return tr("+{points}", points=points)
        case Traded():
            cost = turn.last.before.variant.trade.cost
            return tr("traded, {points}", points=signed_points(-cost)) if cost else tr("traded")
        case _:
            return tr("passed")


def short_outcome_text(turn: TurnRecord) -> str:
    """Return the outcome in one word: for a trade with a cost, only the points."""
    cost = turn.last.before.variant.trade.cost
    if cost and isinstance(turn.last.event, Traded):
        return signed_points(-cost)
    return outcome_text(turn)


def loss_text(review: TurnReview | None) -> str:
    """Return the loss of a turn in a word; empty if it isn't reviewed yet."""
    if review is None:
        return ""
    if not review.had_choice:
        return tr("no choice")
    if review.was_best:
        return tr("the best")
    return tr("lost {lost:.1f}", lost=review.loss)


def loss_tone(review: TurnReview | None) -> Tone:
    """Return the tone for the loss of a turn."""
    if review is None or not review.had_choice:
        return Tone.ASIDE
    if review.loss >= MISTAKE_THRESHOLD:
        return Tone.BAD
    return Tone.GOOD if review.was_best else Tone.PLAIN


def review_banner_text(
    turn: TurnRecord, turn_count: int, review: TurnReview | None, name: str
) -> str:
    """Describe the turn shown: its number, player, outcome and loss."""
    if review is None:
        return tr(
            "Turn {number} of {turns}. {name}: {doing}.",
            number=turn.number,
            turns=turn_count,
            name=name,
            doing=outcome_text(turn),
        )
    return tr(
        "Turn {number} of {turns}. {name}: {doing}, {loss}.",
        number=turn.number,
        turns=turn_count,
        name=name,
        doing=outcome_text(turn),
        loss=loss_text(review),
    )


def review_progress_text(done: int, turn_count: int) -> str:
    """Say how many turns are reviewed; empty once all are."""
    if done == turn_count:
        return ""
    return tr("Reviewing: {done} of {turns} turns.", done=done, turns=turn_count)


def turn_sentences(
    review: TurnReview, name: str, weights: EvaluationWeights
) -> tuple[ReviewComment, ...]:
    """Describe a reviewed turn, sentence by sentence."""
    return tuple(_iter_sentences(review, replace_placeholders(name), weights))


def _iter_sentences(
    review: TurnReview, name: str, weights: EvaluationWeights
) -> Iterator[ReviewComment]:
    for roll in review.rolls:
        yield _roll_sentence(roll, name)
    if review.forced_rolls:
        text = trn(
            "All dice had to be rolled.",
            "All dice had to be rolled {count} times.",
            review.forced_rolls,
        )
        yield ReviewComment(text, tone=Tone.ASIDE)
    yield _played_sentence(review, name)
    if review.played is None or review.best is None:
        yield ReviewComment(tr("There was no choice."), tone=Tone.ASIDE)
    elif review.play_loss < NEGLIGIBLE_LOSS:
        yield ReviewComment(_no_better_turn_text(review.played), tone=Tone.GOOD)
    else:
        yield _best_sentence(review.best)
    if review.played is not None:
        better = review.best if review.play_loss >= NEGLIGIBLE_LOSS else None
        yield ReviewComment(value_breakdown_text(review.played, better, weights, review.method))
    if review.had_choice:
        yield ReviewComment(_loss_sentence(review), tone=loss_tone(review))
    if review.played is not None:
        yield ReviewComment(confidence_text(review), tone=Tone.ASIDE)
    if review.luck is not None:
        yield ReviewComment(luck_sentence(review.luck, rolled=bool(review.rolls)))
    if review.played is not None:
        yield ReviewComment(value_legend_text(name, weights), tone=Tone.ASIDE)


def _roll_sentence(roll: RollReview, name: str) -> ReviewComment:
    """Compare the choice of dice with the best one."""
    values = {"name": name, "mean": roll.mean, "best": roll.best_mean, "pieces": PIECES_PLACEHOLDER}
    match bool(roll.rolled_faces), roll.loss < NEGLIGIBLE_LOSS, bool(roll.best_faces):
        case False, True, _:
            text = tr(
                "{name} rolled nothing, which was best: {mean:.1f} points on average.", **values
            )
            return ReviewComment(text, tone=Tone.GOOD)
        case True, True, _:
            text = tr(
                "{name} rolled {pieces}, which was best: {mean:.1f} points on average.", **values
            )
            return ReviewComment(text, (roll.rolled_faces,), Tone.GOOD)
        case False, False, _:
            text = tr(
                "{name} rolled nothing, for {mean:.1f} points on average; it was best to roll "
                "{pieces}, for {best:.1f}.",
                **values,
            )
            return ReviewComment(text, (roll.best_faces,))
        case True, False, False:
            text = tr(
                "{name} rolled {pieces}, for {mean:.1f} points on average; it was best to roll "
                "nothing, for {best:.1f}.",
                **values,
            )
            return ReviewComment(text, (roll.rolled_faces,))
    text = tr(
        "{name} rolled {pieces}, for {mean:.1f} points on average; it was best to roll {others}, "
        "for {best:.1f}.",
        others=PIECES_PLACEHOLDER,
        **values,
    )
    return ReviewComment(text, (roll.rolled_faces, roll.best_faces))


def _played_sentence(review: TurnReview, name: str) -> ReviewComment:
    if review.kind == "pass":
        return ReviewComment(tr("{name} passed: nothing could be done.", name=name))
    if review.kind == "trade":
        text = tr("{name} traded {pieces}.", name=name, pieces=PIECES_PLACEHOLDER)
        if review.points:
            price = trn("It cost {count} point.", "It cost {count} points.", -review.points)
            text = tr("{told} {price}", told=text, price=price)
        return ReviewComment(text, (review.traded_faces,))
    if review.qwirkles:
        text = trn(
            "{name} laid {pieces} for {points} points, with a Qwirkle.",
            "{name} laid {pieces} for {points} points, with {count} Qwirkles.",
            review.qwirkles,
            name=name,
            pieces=PIECES_PLACEHOLDER,
            points=review.points,
        )
    else:
        text = trn(
            "{name} laid {pieces} for {count} point.",
            "{name} laid {pieces} for {count} points.",
            review.points,
            name=name,
            pieces=PIECES_PLACEHOLDER,
        )
    return ReviewComment(text, (_faces(review.placed_pieces),))


def _best_sentence(evaluation: Evaluation) -> ReviewComment:
    match evaluation.move:
        case Place(pieces) if evaluation.goes_out:
            text = trn(
                "It was best to lay {pieces} and go out, for {count} point in all.",
                "It was best to lay {pieces} and go out, for {count} points in all.",
                round(evaluation.points),
                pieces=PIECES_PLACEHOLDER,
            )
            return ReviewComment(text, (_faces(pieces),))
        case Place(pieces):
            text = trn(
                "It was best to lay {pieces} for {count} point.",
                "It was best to lay {pieces} for {count} points.",
                round(evaluation.points),
                pieces=PIECES_PLACEHOLDER,
            )
            return ReviewComment(text, (_faces(pieces),))
        case Trade(faces):
            return ReviewComment(
                tr("It was best to trade {pieces}.", pieces=PIECES_PLACEHOLDER), (faces,)
            )
    raise ValueError("only placements and trades have a value")


def _no_better_turn_text(evaluation: Evaluation) -> str:
    if evaluation.goes_out:
        return tr("Nothing better was found than to go out.")
    return tr("Nothing better was found.")


def _faces(pieces: tuple[PieceAt, ...]) -> Faces:
    return tuple(face for face, _, _ in pieces)


def _loss_sentence(review: TurnReview) -> str:
    if review.was_best:
        return tr("The best: nothing was lost.")
    if review.roll_loss >= NEGLIGIBLE_LOSS and review.play_loss >= NEGLIGIBLE_LOSS:
        return tr(
            "Lost {lost:.1f} points: {roll:.1f} by the roll, {play:.1f} by the play.",
            lost=review.loss,
            roll=review.roll_loss,
            play=review.play_loss,
        )
    return tr("Lost {lost:.1f} points.", lost=review.loss)


def confidence_text(review: TurnReview) -> str:
    """Say how a turn was evaluated and how certain that is."""
    match review.method:
        case SearchMethod.EXACT:
            return tr("Certain: every line of play was searched to the end.")
        case SearchMethod.BEAM:
            return tr("Nearly certain: the best lines of play were searched to the end.")
        case SearchMethod.ROLLOUTS if review.play_loss >= NEGLIGIBLE_LOSS:
            return tr(
                "Played on in many futures: what was lost is sure to ±{unsure:.1f}.",
                unsure=2 * review.loss_error,
            )
        case SearchMethod.ROLLOUTS:
            return tr("Played on in many futures.")
    return tr("An estimate: nothing was played on.")


def luck_text(luck: Luck | None) -> str:
    """Return the luck of a turn as a signed number; empty if no chance was involved."""
    return "" if luck is None else tr("{luck:+z.1f}", luck=luck.points)


def luck_sentence(luck: Luck, *, rolled: bool) -> str:
    """Say how lucky a turn was compared with the average."""
    values = {"luck": luck.points, "got": luck.actual, "mean": luck.mean}
    if rolled:
        return tr("Luck {luck:+z.1f}: the roll could score {got}, on average {mean:.1f}.", **values)
    return tr("Luck {luck:+z.1f}: the new hand can score {got}, on average {mean:.1f}.", **values)


def value_breakdown_text(
    played: Evaluation,
    better: Evaluation | None,
    weights: EvaluationWeights,
    method: SearchMethod | None = None,
) -> str:
    """Return a table of the parts of a turn's value, next to those of a better turn if any."""
    reply, keep = weights.reply, weights.own_next_turn
    others, own = tr("others next"), tr("own next turn")
    if reply != 1:
        others = tr("{percent:.0%} others next", percent=reply)
    if keep != 1:
        own = tr("{percent:.0%} own next", percent=keep)
    evaluations = (played,) if better is None else (better, played)
    rows: list[tuple[str, ...]] = [
        ("", *(tr("best"), tr("played"))[-len(evaluations) :]),
        (tr("points now"), *(f"{evaluation.points:.1f}" for evaluation in evaluations)),
        (others, *(f"{0.0 - reply * evaluation.reply:+.1f}" for evaluation in evaluations)),
        (own, *(f"{keep * evaluation.own_next_turn:+.1f}" for evaluation in evaluations)),
        (
            _remainder_label(method),
            *(f"{_remainder(evaluation, weights):+.1f}" for evaluation in evaluations),
        ),
        (tr("worth"), *(f"{evaluation.value:z.1f}" for evaluation in evaluations)),
    ]
    if all(abs(_remainder(evaluation, weights)) < NEGLIGIBLE_LOSS for evaluation in evaluations):
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


def _remainder(evaluation: Evaluation, weights: EvaluationWeights) -> float:
    """Return the part of a value that points and next turns don't explain."""
    return evaluation.value - (
        evaluation.points
        - weights.reply * evaluation.reply
        + weights.own_next_turn * evaluation.own_next_turn
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
        keep=weights.own_next_turn,
        name=name,
    )


def player_summary_text(summary: PlayerReview, has_rolls: bool) -> str:
    """Summarise a player's game in three lines."""
    totals = trn(
        "{name}: {score} points, {turns} turns, {average:.1f} points a turn, {count} Qwirkle.",
        "{name}: {score} points, {turns} turns, {average:.1f} points a turn, {count} Qwirkles.",
        summary.qwirkles,
        name=summary.name,
        score=summary.score,
        turns=summary.turns,
        average=summary.points_a_turn,
    )
    values = {
        "average": summary.lost_a_turn,
        "lost": summary.lost,
        "rolls": summary.lost_by_rolls,
        "turns": summary.turns,
    }
    if has_rolls:
        losses = trn(
            "Lost {average:.1f} a turn, {lost:.1f} in all, {rolls:.1f} by rolls; "
            "{count} of {turns} turns was the best.",
            "Lost {average:.1f} a turn, {lost:.1f} in all, {rolls:.1f} by rolls; "
            "{count} of {turns} turns were the best.",
            summary.best_plays,
            **values,
        )
    else:
        losses = trn(
            "Lost {average:.1f} a turn, {lost:.1f} in all; {count} of {turns} turns was the best.",
            "Lost {average:.1f} a turn, {lost:.1f} in all; {count} of {turns} turns were the best.",
            summary.best_plays,
            **values,
        )
    if summary.worst_turn:
        mistakes = tr(
            "The biggest mistake was turn {number}: it lost {lost:.1f}.",
            number=summary.worst_turn,
            lost=summary.most_lost,
        )
    else:
        mistakes = tr("No mistake was found.")
    if summary.luck:
        luck = tr(
            "Luck {luck:+z.1f}, {average:+z.1f} a turn.",
            luck=summary.luck,
            average=summary.luck_a_turn,
        )
        mistakes = f"{mistakes} {luck}"
    return "\n".join((totals, "  " + losses, "  " + mistakes))


def explanation_text(review: TurnReview, name: str, *, hand_is_secret: bool) -> str:
    """Say what a turn achieved and how it compares with the best one found.

    If the hand is secret, leave out every number that depends on the leave.
    """
    if review.played is None:
        return tr("{name} had no choice.", name=name)
    expectation = _expectation_text(review, review.played, name, hand_is_secret=hand_is_secret)
    return f"{expectation} {_comparison_text(review, hand_is_secret=hand_is_secret)}"


def _expectation_text(
    review: TurnReview, evaluation: Evaluation, name: str, *, hand_is_secret: bool
) -> str:
    """Say what the turn scores and what to expect after it."""
    if review.kind == "trade":
        action = tr("{name} traded", name=name)
    else:
        action = trn(
            "{name} made {count} point", "{name} made {count} points", review.points, name=name
        )
    if evaluation.goes_out:
        return tr("{doing} and went out.", doing=action)
    if hand_is_secret:
        return tr(
            "{doing}; on average the others make {reply:.1f} next.",
            doing=action,
            reply=evaluation.reply,
        )
    expected = tr(
        "{doing}: on average the others make {reply:.1f} next, and {name} {keep:.1f} after that",
        doing=action,
        reply=evaluation.reply,
        name=name,
        keep=evaluation.own_next_turn,
    )
    if review.win_probability is None:
        return tr("{expected}.", expected=expected)
    return tr("{expected}; chance to win {win:.0%}.", expected=expected, win=review.win_probability)


def _comparison_text(review: TurnReview, *, hand_is_secret: bool) -> str:
    if review.play_loss >= NEGLIGIBLE_LOSS and hand_is_secret:
        return tr("A better turn was found.")
    if review.play_loss >= NEGLIGIBLE_LOSS:
        return tr("A better turn was found, worth {lost:.1f} more.", lost=review.play_loss)
    if review.method is SearchMethod.EXACT:
        return tr("To the end of the game nothing is better.")
    return tr("Nothing better was found.")
