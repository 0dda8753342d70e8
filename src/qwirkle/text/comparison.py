"""Differences between variants as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from qwirkle.engine.variant import AGE_CRITERIA, Variant
from qwirkle.i18n import tr, trn
from qwirkle.text import rules


class Topic(NamedTuple):
    """A rule that can differ between variants."""

    key: str
    title: str
    value: Callable[[Variant], str]
    """Returns a few words for a table cell."""
    clause_template: str
    """Continues a sentence after "but"; `#` stands for the value."""
    sentence: Callable[[Variant], str] | None = None
    """Returns the rule as a full sentence. None if the topic isn't a rule of its own."""
    applies_to: Callable[[Variant], bool] = lambda variant: True

    def value_or_dash(self, variant: Variant) -> str:
        """Return the variant's value, or "-" if the topic doesn't apply to it."""
        return self.value(variant) if self.applies_to(variant) else "-"

    def differs(self, base: Variant, other: Variant) -> bool:
        """Return True if the topic applies to `other` and its value isn't that of `base`."""
        return self.applies_to(other) and self.value_or_dash(base) != self.value_or_dash(other)


class ComparisonRow(NamedTuple):
    """A topic and its value in each variant."""

    key: str
    topic: str
    values: tuple[str, ...]

    @property
    def all_equal(self) -> bool:
        return len(set(self.values)) == 1


def compare_variants(variants: Sequence[Variant]) -> tuple[ComparisonRow, ...]:
    """Return a row per topic, with a value per variant."""
    return tuple(
        ComparisonRow(
            topic.key, topic.title, tuple(topic.value_or_dash(variant) for variant in variants)
        )
        for topic in topics()
    )


def difference_sentences(base: Variant, other: Variant) -> tuple[str, ...]:
    """Return the rules of `other` that differ, for a player who knows `base`.

    Details of a mechanism that `base` doesn't have are left out.
    """
    sentences = (
        topic.sentence(other)
        for topic in topics()
        if topic.sentence is not None and topic.applies_to(base) and topic.differs(base, other)
    )
    return tuple(dict.fromkeys(sentences))


def difference_clauses(base: Variant, other: Variant) -> tuple[str, ...]:
    """Return all differences of `other` from `base`, as clauses that follow "but"."""
    return tuple(
        topic.clause_template.replace("#", topic.value(other))
        for topic in topics()
        if topic.differs(base, other)
    )


def topics() -> tuple[Topic, ...]:
    """Return every topic, roughly in the order of a game."""
    return (
        Topic("pieces", tr("Pieces"), _describe_pieces, tr("there are #"), rules.bag_sentence),
        Topic(
            "looks",
            tr("Colours and shapes"),
            _describe_faces,
            tr("there are #"),
            rules.faces_sentence,
        ),
        Topic("look", tr("Look"), _describe_look, tr("the pieces look like #")),
        Topic("chance", tr("What chance decides"), _describe_chance, tr("chance decides #")),
        Topic(
            "hand_size",
            tr("Hand size"),
            lambda variant: str(variant.hand.size),
            tr("the size of a hand is #"),
            rules.hand_size_sentence,
        ),
        Topic(
            "hands", tr("Hands"), _describe_hands, tr("hands are #"), rules.hand_visibility_sentence
        ),
        Topic(
            "players",
            tr("Players"),
            _describe_player_count,
            tr("it is for # players"),
            rules.players_sentence,
        ),
        Topic(
            "who", tr("Who opens"), _describe_opener, tr("the opener is #"), rules.opener_sentence
        ),
        Topic(
            "tie",
            tr("Tie for the opening"),
            _describe_tie_break,
            tr("of equals #"),
            rules.tie_break_text,
            lambda variant: variant.opening.who != "seat",
        ),
        Topic(
            "least",
            tr("Least of the opening"),
            _describe_min_opening,
            tr("the opening is #"),
            rules.min_opening_sentence,
        ),
        Topic(
            "first_turn",
            tr("Roll in the first turn"),
            _describe_first_turn_roll,
            tr("the roll in the first turn is: #"),
            rules.first_roll_sentence,
            _has_free_roll,
        ),
        Topic(
            "before",
            tr("Before placing"),
            _describe_free_roll,
            tr("before placing one has: #"),
            rules.free_roll_sentence,
        ),
        Topic(
            "instead",
            tr("Instead of placing"),
            _describe_alternatives,
            tr("instead of placing one has: #"),
            rules.alternatives_sentence,
        ),
        Topic(
            "trade_size",
            tr("Pieces in a trade"),
            _describe_trade_size,
            tr("a trade is of #"),
            rules.trade_size_sentence,
            _has_trades,
        ),
        Topic(
            "trade_bag",
            tr("Bag for a trade"),
            _describe_trade_bag,
            tr("for a trade the bag holds #"),
            rules.bag_limit_sentence,
            _has_trades,
        ),
        Topic(
            "trade_cost",
            tr("Cost of a trade"),
            _describe_trade_cost,
            tr("a trade costs #"),
            rules.trade_cost_sentence,
            _has_trades,
        ),
        Topic(
            "stuck", tr("Cannot place"), _describe_stuck, tr("who cannot place #"), _stuck_sentence
        ),
        Topic(
            "identical",
            tr("Identical pieces in play"),
            _describe_copies,
            tr("of identical pieces there are #"),
        ),
        Topic("counted", tr("What can be counted"), _describe_countable, tr("one can count #")),
        Topic(
            "line",
            tr("Points for a line"),
            _describe_line_score,
            tr("a line scores #"),
            rules.line_score_sentence,
        ),
        Topic(
            "qwirkle",
            tr("A full line (Qwirkle)"),
            _describe_qwirkle,
            tr("a Qwirkle is #"),
            rules.line_length_sentence,
        ),
        Topic(
            "qwirkle_bonus",
            tr("Bonus for a Qwirkle"),
            lambda variant: _points_text(variant.scoring.qwirkle_bonus),
            tr("the Qwirkle bonus is #"),
            rules.qwirkle_bonus_sentence,
        ),
        Topic(
            "out_bonus",
            tr("Bonus for going out"),
            lambda variant: _points_text(variant.scoring.out_bonus),
            tr("the bonus for going out is #"),
            rules.going_out_sentence,
        ),
        Topic(
            "lone_piece",
            tr("A lone first piece"),
            lambda variant: _points_text(variant.scoring.lone_piece),
            tr("a lone first piece scores #"),
            rules.lone_piece_sentence,
            lambda variant: variant.opening.min_pieces == 1,
        ),
        Topic(
            "end",
            tr("What ends it besides"),
            _describe_end,
            tr("what ends the game besides is: #"),
            rules.end_condition_sentence,
        ),
        Topic(
            "left_piece",
            tr("Cost of a piece left"),
            _describe_leftover_cost,
            tr("a piece left in hand costs #"),
            rules.leftover_sentence,
        ),
    )


def _describe_pieces(variant: Variant) -> str:
    if variant.has_dice:
        return tr(
            "{dice} dice, {copies} of each colour",
            dice=variant.piece_count,
            copies=variant.pieces.copies,
        )
    return tr(
        "{pieces} in all, {copies} of each colour and shape",
        pieces=variant.piece_count,
        copies=variant.pieces.copies,
    )


def _describe_faces(variant: Variant) -> str:
    return tr(
        "{colours} colours, {shapes} shapes",
        colours=variant.pieces.colours,
        shapes=variant.pieces.shapes,
    )


def _describe_look(variant: Variant) -> str:
    return tr("coloured dice") if variant.pieces.look == "die" else tr("dark pieces")


def _describe_chance(variant: Variant) -> str:
    if variant.has_dice:
        return tr("which colour you draw, and which shape it shows")
    return tr("which piece you draw")


def _describe_hands(variant: Variant) -> str:
    return tr("open") if variant.hand.open else tr("hidden")


def _describe_opener(variant: Variant) -> str:
    texts = {
        "set": tr("who has the largest set"),
        "youngest": tr("the youngest"),
        "oldest": tr("the oldest"),
        "seat": tr("who sits first"),
    }
    return texts[variant.opening.who]


def _describe_tie_break(variant: Variant) -> str:
    texts = {
        "youngest": tr("the youngest starts"),
        "oldest": tr("the oldest starts"),
        "seat": tr("the first seat starts"),
        "chance": tr("a lot decides"),
    }
    criteria = rules.tie_breakers(variant)
    if len(criteria) == 2 and criteria[0] in AGE_CRITERIA and criteria[1] == "seat":
        criteria = criteria[:1]  # every edition ends with this, so leave it out
    return _join_alternatives([texts[criterion] for criterion in criteria])


def _describe_min_opening(variant: Variant) -> str:
    if variant.opening.min_pieces == 1:
        return tr("the largest set, even of one piece")
    return tr("the largest set, {least} or more", least=variant.opening.min_pieces)


def _has_free_roll(variant: Variant) -> bool:
    return variant.roll_step is not None


def _has_trades(variant: Variant) -> bool:
    return variant.allows_trading


def _describe_first_turn_roll(variant: Variant) -> str:
    if variant.first_roll_turn == 1:
        return tr("as in any other")
    return tr("none before turn {number}", number=variant.first_roll_turn)


def _describe_free_roll(variant: Variant) -> str:
    if not variant.roll_step:
        return tr("nothing")
    if variant.roll_step.times > 1:
        return tr("may roll any dice up to {times} times", times=variant.roll_step.times)
    return tr("may roll any dice once")


def _describe_alternatives(variant: Variant) -> str:
    if "trade" in variant.place_step.instead:
        return tr("a trade")
    return tr("nothing")


def _describe_trade_size(variant: Variant) -> str:
    min_trade, max_trade = variant.trade.min_pieces, variant.max_trade
    if min_trade == max_trade:
        return trn("{count} piece", "{count} pieces", max_trade)
    return tr("{least} to {most} pieces", least=min_trade, most=max_trade)


def _describe_trade_bag(variant: Variant) -> str:
    if variant.trade.min_bag_size > 1:
        return tr("what is traded, and {bag} or more", bag=variant.trade.min_bag_size)
    return tr("what is traded")


def _describe_trade_cost(variant: Variant) -> str:
    return _points_text(variant.trade.cost) if variant.trade.cost else tr("nothing")


def _describe_stuck(variant: Variant) -> str:
    texts = {
        "trade": tr("must trade"),
        "roll": tr("must roll all until one fits"),
        "redraw": tr("draw a new hand"),
        "pass": tr("pass"),
    }
    return _join_alternatives([texts[option] for option in variant.place_step.stuck])


def _join_alternatives(alternatives: Sequence[str]) -> str:
    *earlier, text = alternatives
    for alternative in reversed(earlier):
        text = tr("{first}, else {next}", first=alternative, next=text)
    return text


def _describe_copies(variant: Variant) -> str:
    return tr("at most {count}", count=variant.pieces.copies)


def _describe_countable(variant: Variant) -> str:
    if variant.has_dice:
        return tr("unseen dice of each colour")
    return tr("unseen pieces of each colour and shape")


def _describe_player_count(variant: Variant) -> str:
    if variant.players.min == variant.players.max:
        return str(variant.players.max)
    return tr("{fewest} to {most}", fewest=variant.players.min, most=variant.players.max)


def _describe_line_score(variant: Variant) -> str:
    if not variant.scoring.line:
        return tr("1 a piece")
    return tr("{points} from 2 on", points=", ".join(map(str, variant.scoring.line)))


def _describe_qwirkle(variant: Variant) -> str:
    if variant.pieces.colours == variant.pieces.shapes:
        return tr("a line of {length}", length=variant.pieces.shapes)
    return tr(
        "{shapes} of a colour, {colours} of a shape",
        shapes=variant.pieces.shapes,
        colours=variant.pieces.colours,
    )


def _points_text(points: int) -> str:
    return trn("{count} point", "{count} points", points)


def _describe_end(variant: Variant) -> str:
    conditions = []
    if variant.end.target_score is not None:
        conditions.append(tr("a round with {score} points", score=variant.end.target_score))
    if variant.end.max_rounds is not None:
        conditions.append(trn("{count} turn each", "{count} turns each", variant.end.max_rounds))
    return tr(" or ").join(conditions) or tr("nothing")


def _describe_leftover_cost(variant: Variant) -> str:
    return (
        _points_text(variant.end.leftover_penalty)
        if variant.end.leftover_penalty
        else tr("nothing")
    )


def _stuck_sentence(variant: Variant) -> str:
    return tr("If nothing fits: {ways}.", ways=_describe_stuck(variant))
