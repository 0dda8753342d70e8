"""The rules of a variant as text, in sections with examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qwirkle.engine.board import Board, score_placement
from qwirkle.engine.pieces import COLOUR_NAMES, FACE_BY_TEXT, SHAPE_NAMES, PieceAt
from qwirkle.engine.variant import AGE_CRITERIA, SHAPE_LINE_OFFSET, Variant
from qwirkle.i18n import tr, trn

EXAMPLE_BOARD: tuple[PieceAt, ...] = ((FACE_BY_TEXT["Rc"], 0, 0), (FACE_BY_TEXT["Rs"], 1, 0))
EXAMPLE_PLACEMENT: tuple[PieceAt, ...] = ((FACE_BY_TEXT["Oc"], 0, 1), (FACE_BY_TEXT["Os"], 1, 1))
"""The worked example: pieces on the board, and those placed below them. Every variant has them."""


class RulesSection(NamedTuple):
    """A titled part of the rules."""

    title: str
    paragraphs: tuple[str, ...]
    pieces: tuple[PieceAt, ...] = ()
    """Drawn as a board below the text."""


def rules_sections(variant: Variant) -> list[RulesSection]:
    """Return the rules of a variant in teaching order."""
    return [
        RulesSection(tr("What it is about"), tuple(_aim_sentences(variant))),
        RulesSection(tr("The pieces"), tuple(_piece_sentences(variant))),
        RulesSection(tr("Who starts"), tuple(opening_sentences(variant))),
        RulesSection(tr("Lines"), tuple(_line_sentences(variant))),
        RulesSection(tr("Your turn"), tuple(_turn_sentences(variant))),
        RulesSection(tr("When nothing fits"), tuple(_stuck_sentences(variant))),
        RulesSection(tr("Points"), tuple(_scoring_sentences(variant))),
        RulesSection(
            tr("An example"), tuple(_example_sentences(variant)), EXAMPLE_BOARD + EXAMPLE_PLACEMENT
        ),
        RulesSection(tr("The end"), tuple(_end_sentences(variant))),
        RulesSection(tr("Advice"), tuple(_advice_sentences(variant))),
    ]


def number_word(number: int) -> str:
    """Spell out a number from 3 to 6; others stay digits."""
    names = {3: tr("three"), 4: tr("four"), 5: tr("five"), 6: tr("six")}
    return names.get(number) or str(number)


def colour_names() -> tuple[str, ...]:
    """Return the translated names of all colours."""
    return tuple(tr(name) for name in COLOUR_NAMES)


def shape_names() -> tuple[str, ...]:
    """Return the translated names of all shapes."""
    return tuple(tr(name) for name in SHAPE_NAMES)


def _aim_sentences(variant: Variant) -> Iterator[str]:
    if variant.summary:
        yield variant.summary
    yield tr(
        "Everybody builds on the same grid of pieces. A line shares a colour or a shape, and you "
        "score for every line that you make or extend. Most points win."
    )


def _piece_sentences(variant: Variant) -> Iterator[str]:
    yield faces_sentence(variant)
    if variant.pieces.shapes == len(SHAPE_NAMES):
        yield tr("What is called a cross here is drawn as a four-pointed star in the rule books.")
    yield bag_sentence(variant)
    if variant.has_dice:
        yield tr(
            "A die has one colour and all {shapes} shapes: a roll changes its shape, never its "
            "colour. Dice are drawn blind and rolled at once.",
            shapes=number_word(variant.pieces.shapes),
        )
    yield hand_size_sentence(variant)
    yield hand_visibility_sentence(variant)
    yield players_sentence(variant)


def faces_sentence(variant: Variant) -> str:
    """Explain which colours and shapes there are."""
    return tr(
        "A piece has one of {colours} colours ({every_colour}) and shows one of {shapes} shapes "
        "({every_shape}).",
        colours=number_word(variant.pieces.colours),
        every_colour=", ".join(colour_names()[: variant.pieces.colours]),
        shapes=number_word(variant.pieces.shapes),
        every_shape=", ".join(shape_names()[: variant.pieces.shapes]),
    )


def bag_sentence(variant: Variant) -> str:
    """Explain what is in the bag at the start."""
    if variant.has_dice:
        return tr(
            "The bag holds {dice} dice: {copies} in each of the {colours} colours.",
            copies=variant.pieces.copies,
            dice=variant.piece_count,
            colours=variant.pieces.colours,
        )
    return trn(
        "The bag holds {pieces} pieces: every pair of colour and shape once.",
        "The bag holds {pieces} pieces: each of the {pairs} pairs of colour and shape "
        "{count} times.",
        variant.pieces.copies,
        pieces=variant.piece_count,
        pairs=variant.pieces.colours * variant.pieces.shapes,
    )


def hand_size_sentence(variant: Variant) -> str:
    """Explain how many pieces a full hand has."""
    return trn(
        "Everybody starts with {count} piece.",
        "Everybody starts with {count} pieces.",
        variant.hand.size,
    )


def hand_visibility_sentence(variant: Variant) -> str:
    """Explain whether hands are open or hidden."""
    if variant.hand.open:
        return tr("All hands lie open on the table all the time.")
    return tr("You see only your own hand.")


def players_sentence(variant: Variant) -> str:
    """Explain how many can play."""
    if variant.players.min == variant.players.max:
        return tr("It is a game for {count} players.", count=variant.players.max)
    return tr(
        "It is a game for {fewest} to {most} players.",
        fewest=variant.players.min,
        most=variant.players.max,
    )


def opening_sentences(variant: Variant) -> Iterator[str]:
    """Explain who starts and what they place, sentence by sentence."""
    yield opener_sentence(variant)
    if variant.opening.who != "seat":
        yield first_tie_break_sentence(variant)
        if further := _further_tie_breaks(variant):
            yield further
    yield tr(
        "Who has several largest sets chooses one of them. All of it is laid, as one line. Then it "
        "goes round clockwise."
    )
    if variant.opening.min_pieces > 1:
        yield min_opening_sentence(variant)
    if variant.roll_step:
        yield first_roll_sentence(variant)


def opener_sentence(variant: Variant) -> str:
    """Explain who starts."""
    instruction = tr(
        "Look for your largest set: pieces that share a colour or share a shape, with identical "
        "ones counted once."
    )
    match variant.opening.who:
        case "youngest":
            opener = tr(
                "The youngest player starts, whatever the hands are, and lays a largest set."
            )
        case "oldest":
            opener = tr("The oldest player starts, whatever the hands are, and lays a largest set.")
        case "seat":
            opener = tr("Who sits first starts, whatever the hands are, and lays a largest set.")
        case _:
            opener = tr("Whoever has the largest set of all starts with it.")
    return tr("{look} {who}", look=instruction, who=opener)


def tie_breakers(variant: Variant) -> tuple[str, ...]:
    """Return the tie-breakers for the opening in order. The last is always a seat or chance."""
    criteria = variant.opening.tie_breakers
    return criteria if criteria[-1:] == ("chance",) else (*criteria, "seat")


def first_tie_break_sentence(variant: Variant) -> str:
    """Explain who starts if several players are tied."""
    criterion = tie_breakers(variant)[0]
    if variant.opening.who == "set":
        match criterion:
            case "youngest":
                return tr("If several have equally large sets, the youngest of them starts.")
            case "oldest":
                return tr("If several have equally large sets, the oldest of them starts.")
            case "chance":
                return tr("If several have equally large sets, a lot decides among them.")
        return tr("If several have equally large sets, the one who sits first starts.")
    match criterion:
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


def tie_break_text(variant: Variant) -> str:
    """Explain all tie-breaks, but leave out the earliest seat if only that follows."""
    further = "" if tie_breakers(variant)[1:] == ("seat",) else _further_tie_breaks(variant)
    return f"{first_tie_break_sentence(variant)} {further}".rstrip()


def _further_tie_breaks(variant: Variant) -> str:
    """Explain what applies if ages don't break the tie (J2); empty if ages aren't compared."""
    first, *others = tie_breakers(variant)
    if first not in AGE_CRITERIA:
        return ""
    if others == ["seat"]:
        return tr(
            "Of several of that age the one who sits first starts. Where one of those who are "
            "equal has not told their age, the one of all of them who sits first does."
        )
    texts = {
        "youngest": tr("the youngest"),
        "oldest": tr("the oldest"),
        "seat": tr("who sits first"),
        "chance": tr("a lot"),
    }
    return tr(
        "If that leaves several, or if one of them has not told their age, these decide one after "
        "the other: {ways}.",
        ways=", ".join(texts[other] for other in others),
    )


def min_opening_sentence(variant: Variant) -> str:
    """Explain how many pieces the opening needs (A4)."""
    if variant.opening.min_pieces == 1:
        return tr("A set of one piece may open, if there is no larger one.")
    return tr(
        "The first line has at least {least} dice: who could lay fewer rolls all dice again, and "
        "again, until so many go together.",
        least=variant.opening.min_pieces,
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


def _line_sentences(variant: Variant) -> Iterator[str]:
    yield tr(
        "A line is two or more pieces in a row or a column without a gap. Either they have one "
        "colour and all shapes are different, or they have one shape and all colours are "
        "different."
    )
    yield line_length_sentence(variant)
    yield tr(
        "A new piece must suit every line that it becomes part of, along and across. Some places "
        "can take no piece at all."
    )


def line_length_sentence(variant: Variant) -> str:
    """Explain how long a line can get, and when it's a Qwirkle."""
    shapes, colours = number_word(variant.pieces.shapes), number_word(variant.pieces.colours)
    if variant.pieces.shapes == variant.pieces.colours:
        return tr(
            "So a line has at most {shapes} pieces, and no two alike. A line of {shapes} is full: "
            "it is called a Qwirkle.",
            shapes=shapes,
        )
    return tr(
        "So a line of one colour has at most {shapes} pieces, a line of one shape at most "
        "{colours}, and no two alike. A line that has so many is full: it is called a Qwirkle.",
        shapes=shapes,
        colours=colours,
    )


def _turn_sentences(variant: Variant) -> Iterator[str]:
    if variant.roll_step:
        yield free_roll_sentence(variant)
    yield tr(
        "Lay one or more pieces that share a colour or a shape, all in one line, and at least one "
        "of them side by side with a piece that was there before; corners do not count. They need "
        "not touch each other: older pieces may stand between them, and a line may grow at both "
        "ends."
    )
    yield alternatives_sentence(variant)
    if variant.allows_trading:
        yield trade_sentence(variant)
    yield _refill_sentence(variant)


def free_roll_sentence(variant: Variant) -> str:
    """Explain what you may roll before placing."""
    step = variant.roll_step
    if step is None:
        return tr("Nothing is rolled before placing.")
    if step.times > 1:
        return tr(
            "Before you place, you may roll any of your dice again, up to {times} times, and each "
            "time others. Once you keep all, or have to roll or draw anew, no roll is left.",
            times=step.times,
        )
    return tr("Before you place, you may roll any of your dice again, once and all together.")


def alternatives_sentence(variant: Variant) -> str:
    """Explain what you may do instead of placing."""
    if "trade" in variant.place_step.instead and variant.max_trade < variant.hand.size:
        return tr("Instead of placing, you may trade some of your pieces.")
    if "trade" in variant.place_step.instead:
        return tr("Instead of placing, you may trade some of your pieces, or all of them.")
    if "trade" in variant.place_step.stuck:
        return tr("You may trade only when nothing fits.")
    return tr("There is no trading.")


def trade_sentence(variant: Variant) -> str:
    """Explain how to trade, with limits and cost, in several sentences."""
    trade = variant.trade
    sentences = [trade_size_sentence(variant), bag_limit_sentence(variant)]
    sentences.append(tr("Draw as many as you set aside, and only then put those back."))
    if trade.cost:
        sentences.append(trade_cost_sentence(variant))
        sentences.append(tr("It ends your turn: you place nothing in it."))
    else:
        sentences.append(tr("It scores nothing and ends your turn: you place nothing in it."))
    return " ".join(sentences)


def trade_size_sentence(variant: Variant) -> str:
    """Explain how many pieces you may trade."""
    min_trade, max_trade = variant.trade.min_pieces, variant.max_trade
    if min_trade == max_trade:
        return trn(
            "To trade, set {count} piece aside.", "To trade, set {count} pieces aside.", max_trade
        )
    return tr(
        "To trade, set aside {least} to {most} pieces that you do not want.",
        least=min_trade,
        most=max_trade,
    )


def bag_limit_sentence(variant: Variant) -> str:
    """Explain how many pieces the bag must hold for a trade (J4)."""
    if variant.trade.min_bag_size > 1:
        return tr(
            "They may be no more than the bag holds, and it must hold {bag} or more.",
            bag=variant.trade.min_bag_size,
        )
    return tr("They may be no more than the bag holds.")


def trade_cost_sentence(variant: Variant) -> str:
    """Explain what a trade costs."""
    if not variant.trade.cost:
        return tr("A trade costs nothing.")
    return trn(
        "A trade costs {count} point, and may take you below zero.",
        "A trade costs {count} points, and may take you below zero.",
        variant.trade.cost,
    )


def _refill_sentence(variant: Variant) -> str:
    if variant.has_dice:
        return tr(
            "Then fill your hand up to {size} from the bag, as far as it reaches, and roll the "
            "new dice once.",
            size=variant.hand.size,
        )
    return tr(
        "Then fill your hand up to {size} from the bag, as far as it reaches.",
        size=variant.hand.size,
    )


def _stuck_sentences(variant: Variant) -> Iterator[str]:
    options = variant.place_step.stuck
    if options == ("pass",):
        yield tr("If none of your pieces fits anywhere, you pass.")
        return
    yield tr("If none of your pieces fits anywhere, you do the first of these that is possible.")
    for option in options:
        yield _stuck_option_sentence(option, variant)


def _stuck_option_sentence(option: str, variant: Variant) -> str:
    match option:
        case "trade":
            return tr(
                "You must trade, unless the bag does not allow it or no piece that is left could "
                "fit anywhere."
            )
        case "roll" if variant.roll_step:
            return tr(
                "You must roll all your dice, again and again, until one fits. You may try your "
                "free roll before that, but not after it."
            )
        case "roll":
            return tr("You must roll all your dice, again and again, until one fits.")
        case "redraw":
            sentence = _redraw_sentence(variant)
            if not variant.roll_step:
                return sentence
            return tr("{told} Your free roll is used up then.", told=sentence)
    return tr("If none of this is possible, you pass. Nobody may pass otherwise.")


def _redraw_sentence(variant: Variant) -> str:
    stuck = variant.place_step.stuck
    if "roll" in stuck[: stuck.index("redraw")]:
        return tr(
            "If no roll could help, but a die in the bag could, you put all your dice back, "
            "draw as many, roll them and go on with your turn."
        )
    if variant.has_dice:
        return tr(
            "If a die in the bag could fit, you put all your dice back, draw as many, roll "
            "them and go on with your turn."
        )
    return tr(
        "If a piece in the bag could fit, you put all your pieces back, draw as many and "
        "go on with your turn."
    )


def _scoring_sentences(variant: Variant) -> Iterator[str]:
    yield line_score_sentence(variant)
    yield tr(
        "A piece in two such lines counts in both. A line that you do not touch scores nothing, "
        "and pieces beyond a gap belong to another line."
    )
    yield qwirkle_bonus_sentence(variant)
    if variant.opening.min_pieces == 1:
        yield lone_piece_sentence(variant)


def line_score_sentence(variant: Variant) -> str:
    """Explain what a line scores (R9)."""
    if not variant.scoring.line:
        return tr(
            "Every line that you make or extend scores a point for each piece in it, older pieces "
            "too."
        )
    return tr(
        "Every line that you make or extend scores by its length, older pieces too: {points}.",
        points=", ".join(
            tr("{points} for a line of {length}", points=points, length=length)
            for length, points in enumerate(variant.scoring.line, start=2)
        ),
    )


def qwirkle_bonus_sentence(variant: Variant) -> str:
    """Explain the bonus for a Qwirkle (R10)."""
    if not variant.scoring.qwirkle_bonus:
        return tr("A full line, a Qwirkle, scores nothing on top.")
    if variant.pieces.colours != variant.pieces.shapes:
        return tr(
            "A full line, a Qwirkle, scores {bonus} on top.", bonus=variant.scoring.qwirkle_bonus
        )
    return tr(
        "A full line, a Qwirkle, scores {bonus} on top, so {points} for that line.",
        bonus=variant.scoring.qwirkle_bonus,
        points=variant.line_scores[variant.pieces.shapes],
    )


def lone_piece_sentence(variant: Variant) -> str:
    """Explain what a lone first piece scores (J3)."""
    return trn(
        "A single first piece makes no line; it scores {count} point.",
        "A single first piece makes no line; it scores {count} points.",
        variant.scoring.lone_piece,
    )


def _example_sentences(variant: Variant) -> Iterator[str]:
    board = Board.of(EXAMPLE_BOARD + EXAMPLE_PLACEMENT)
    pair = variant.line_scores[2]
    yield tr(
        "A red circle and a red square lie side by side. You lay an orange circle below the one "
        "and an orange square below the other. That makes three lines of two: the oranges, the "
        "circles and the squares. Each scores {pair}, so your turn scores {points}.",
        pair=pair,
        points=score_placement(board, EXAMPLE_PLACEMENT, variant),
    )
    yield tr(
        "A yellow circle could not go beside the red square: the two have nothing in common. Nor "
        "could a red circle go to the right of it: that row has one already."
    )


def _end_sentences(variant: Variant) -> Iterator[str]:
    yield tr("When the bag is empty, the game goes on without refilling.")
    yield going_out_sentence(variant)
    yield tr("If everybody passes one after the other, the game ends and nobody has gone out.")
    if (variant.end.target_score, variant.end.max_rounds) != (None, None):
        yield end_condition_sentence(variant)
    if variant.end.leftover_penalty:
        yield leftover_sentence(variant)
    yield tr("Most points win. Equal points share the win.")


def going_out_sentence(variant: Variant) -> str:
    """Explain the bonus for going out, which ends the game (R12)."""
    if not variant.scoring.out_bonus:
        return tr("Whoever is first to lay their last piece ends the game at once.")
    return trn(
        "Whoever is first to lay their last piece ends the game at once and gets {count} point.",
        "Whoever is first to lay their last piece ends the game at once and gets {count} points.",
        variant.scoring.out_bonus,
    )


def end_condition_sentence(variant: Variant) -> str:
    """Explain which score or number of turns ends the game."""
    score, turns = variant.end.target_score, variant.end.max_rounds
    sentences = []
    if score is not None:
        sentences.append(
            tr(
                "Once somebody has {score} points, the round is played to its end, up to the one "
                "who sits before the opener, and the game is over.",
                score=score,
            )
        )
    if turns is not None:
        sentences.append(
            trn(
                "After {count} turn of everybody the game is over.",
                "After {count} turns of everybody the game is over.",
                turns,
            )
        )
    if not sentences:
        return tr("Neither a score nor a number of turns ends the game.")
    sentences.append(
        tr("The last hand is filled up before that, and nobody gets the points for going out.")
    )
    return " ".join(sentences)


def leftover_sentence(variant: Variant) -> str:
    """Explain what pieces left in hand cost."""
    if not variant.end.leftover_penalty:
        return tr("Pieces left in hand cost nothing.")
    return trn(
        "At the end each piece left in hand costs {count} point, even below zero.",
        "At the end each piece left in hand costs {count} points, even below zero.",
        variant.end.leftover_penalty,
    )


def _advice_sentences(variant: Variant) -> Iterator[str]:
    yield tr("Look for cells where one piece joins two lines: it scores in both.")
    yield tr(
        "Before you leave a line one piece short, ask who could complete it: that scores {points} "
        "points.",
        points=max(
            variant.line_scores[variant.pieces.shapes],
            variant.line_scores[SHAPE_LINE_OFFSET + variant.pieces.colours],
        ),
    )
    yield _counting_advice(variant)
    if variant.has_dice and variant.hand.open:
        yield tr(
            "Watch which colours the others hold, but remember that a roll changes the shapes of "
            "their dice."
        )
    elif variant.hand.open:
        yield tr("All hands are open: check what the others could place before you play.")
    if variant.roll_step is not None:
        yield tr(
            "Keep the dice that score now. Reroll doubles, and shapes that your line already has."
        )
    elif variant.allows_trading:
        yield tr("Keep pieces that go together. Trade doubles and pieces with no partner left.")


def _counting_advice(variant: Variant) -> str:
    if variant.has_dice:
        return trn(
            "Count what is unseen. Once the only die of a colour is on the board or in your hand, "
            "nobody else can add that colour to a line.",
            "Count what is unseen. Once all {count} dice of a colour are on the board or in your "
            "hand, nobody else can add that colour to a line.",
            variant.pieces.copies,
        )
    return trn(
        "Count what is unseen. A line that is one piece short is safe once the only copy of the "
        "missing piece is on the board or in your hand.",
        "Count what is unseen. A line that is one piece short is safe once all {count} copies of "
        "the missing piece are on the board or in your hand.",
        variant.pieces.copies,
    )
