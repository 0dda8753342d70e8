"""Variants: a ruleset as data, and what can be derived from it.

Each class is a table of a variant file, each field a key with its limits. docs/variants.md
describes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from math import isqrt
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from qwirkle.engine.pieces import COLOUR_LETTERS, COLOURS, FACE_TEXTS, FACES, SHAPES, Faces, mask_of
from qwirkle.schema import SchemaError, convert, must_be, shown
from qwirkle.texts import tr

AGES = ("youngest", "oldest")
MAX_PLAYERS = 6
MAX_HAND = 8

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Pattern of a variant's name."""

SHAPE_LINE = 16
"""Added to the length of a line of one shape to index `Variant.line_scores`."""

NO_KIND = -1
"""Kind of a face that no piece of the variant can show."""

Age: TypeAlias = Literal["youngest", "oldest"]
Tie: TypeAlias = Literal["youngest", "oldest", "seat", "chance"]
Stuck: TypeAlias = Literal["trade", "roll", "redraw", "pass"]
PlayerCount: TypeAlias = Annotated[int, Meta(ge=2, le=MAX_PLAYERS)]
HandCount: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_HAND)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class VariantError(ValueError):
    """A variant can't be used; the message is one sentence for people."""


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a variant file."""


class PieceRule(_Table, frozen=True):
    """The pieces in the bag (R1, T1, C1)."""

    look: Literal["tile", "die"]
    """How they're drawn and what they're called."""
    rolls: Literal["nothing", "shape"]
    """What a roll changes."""
    copies: Annotated[int, Meta(ge=1, le=30)]
    """Of each face, or of each colour if pieces roll."""
    colours: Annotated[int, Meta(ge=3, le=COLOURS)] = COLOURS
    shapes: Annotated[int, Meta(ge=3, le=SHAPES)] = SHAPES


class HandRule(_Table, frozen=True):
    """Size of a full hand, and if everyone sees it (R2, T2, C2)."""

    size: HandCount
    open: bool


class PlayerRule(_Table, frozen=True):
    """How many can play."""

    fewest: PlayerCount
    most: PlayerCount


class OpeningRule(_Table, frozen=True):
    """Who opens the game, and with how many pieces (R3, A1, A4)."""

    who: Literal["set", "youngest", "oldest", "seat"] = "set"
    tie: (
        Age
        | Annotated[
            tuple[Tie, ...],
            Meta(description="a list of youngest, oldest, seat or chance, each at most once"),
        ]
    ) = ()
    least: Annotated[int, Meta(ge=1, le=3)] = 1
    """Minimum pieces in the opening; a player who can't place that many rerolls (A4)."""

    @property
    def ties(self) -> tuple[str, ...]:
        """What breaks ties, in this order; after them the earliest seat (J2)."""
        return (self.tie,) if isinstance(self.tie, str) else self.tie

    @property
    def by_the_books(self) -> bool:
        """True if the largest set opens and one age breaks ties (R3)."""
        return (self.who, self.least) == ("set", 1) and self.tie in AGES


class RollStep(_Table, frozen=True, tag_field="step", tag="roll"):
    """You may roll any of your pieces, from this turn of the game on (C3, J1)."""

    from_turn: Annotated[int, Meta(ge=1, le=99)]
    times: Annotated[int, Meta(ge=1, le=5)] = 1


class PlaceStep(_Table, frozen=True, tag_field="step", tag="place"):
    """You place pieces; what you may do instead, and what happens if none fits."""

    instead: Annotated[
        tuple[Literal["trade"], ...], Meta(description="a list of trade, each at most once")
    ]
    stuck: Annotated[
        tuple[Stuck, ...],
        Meta(description="a list of trade, roll, redraw or pass, each at most once"),
    ]
    """The first possible one of these is what the player does."""


class RefillStep(_Table, frozen=True, tag_field="step", tag="refill"):
    """The hand is refilled from the bag (R11)."""


Step: TypeAlias = RollStep | PlaceStep | RefillStep

_STEPS = "a list of steps: place and then refill, with at most one roll before them"


class ScoringRule(_Table, frozen=True):
    """Points (R9, R10, R12, J3)."""

    lone_piece: Points = 1
    """For a lone first piece (J3)."""
    qwirkle_bonus: Points = 6
    out_bonus: Points = 6
    line: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100)], ...],
        Meta(max_length=COLOURS - 1, description="a list of 2 to 5 entries"),
    ] = ()
    """Points for lines of two, three and so on; empty means a point per piece (R9)."""


class TradeRule(_Table, frozen=True):
    """How a trade is limited, and what it costs."""

    least: HandCount = 1
    most: HandCount | None = None
    """None if the whole hand can be traded."""
    cost: Points = 0
    bag: Annotated[int, Meta(ge=1, le=100)] = 1
    """Minimum pieces in the bag."""


class EndRule(_Table, frozen=True):
    """What ends a game besides an empty hand, and what pieces left in hand cost."""

    score: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Score that triggers the final round, or None."""
    turns: Annotated[int, Meta(ge=1, le=100)] | None = None
    """Turns each player has, or None."""
    left_piece: Points = 0


DEFAULT_TRADE = TradeRule()
DEFAULT_END = EndRule()


class Kind(NamedTuple):
    """A kind of piece: the faces it can show, and how many pieces of it there are."""

    name: str
    faces: Faces
    copies: int


class Variant(_Table, frozen=True, kw_only=True, dict=True):
    """A ruleset: the tables of its file, and values derived from them."""

    name: Annotated[
        str,
        Meta(
            pattern=rf"^(?:{NAME.pattern})\Z",
            description="1 to 40 small letters, digits and hyphens",
        ),
    ]
    title: Annotated[
        str,
        Meta(min_length=1, max_length=60, description="one line of 1 to 60 visible characters"),
    ]
    summary: Annotated[
        str, Meta(max_length=200, description="one line of 1 to 200 visible characters")
    ] = ""
    pieces: PieceRule
    hand: HandRule
    players: PlayerRule
    opening: OpeningRule
    turn: Annotated[tuple[Step, ...], Meta(min_length=2, max_length=3, description=_STEPS)]
    scoring: ScoringRule = ScoringRule()
    trade: TradeRule = DEFAULT_TRADE
    end: EndRule = DEFAULT_END

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of pieces: one per face, or one per colour if pieces roll."""
        copies, shapes = self.pieces.copies, range(self.pieces.shapes)
        by_colour = [
            tuple(colour * SHAPES + shape for shape in shapes)
            for colour in range(self.pieces.colours)
        ]
        if self.pieces.rolls == "shape":
            return tuple(
                Kind(letter, faces, copies)
                for letter, faces in zip(COLOUR_LETTERS, by_colour, strict=False)
            )
        return tuple(
            Kind(FACE_TEXTS[face], (face,), copies) for faces in by_colour for face in faces
        )

    @cached_property
    def kind_of(self) -> tuple[int, ...]:
        """For each face, the index of the kind that can show it, or NO_KIND."""
        kind_of = [NO_KIND] * FACES
        for index, kind in enumerate(self.kinds):
            for face in kind.faces:
                kind_of[face] = index
        return tuple(kind_of)

    @cached_property
    def faces(self) -> int:
        """Mask of all faces that the pieces can show."""
        return mask_of(face for kind in self.kinds for face in kind.faces)

    @cached_property
    def piece_count(self) -> int:
        return self.pieces.copies * len(self.kinds)

    @cached_property
    def worths(self) -> tuple[int, ...]:
        """Points by line length, with SHAPE_LINE_OFFSET added for lines of one shape (R9, R10)."""
        return _line_scores(self.scoring, self.pieces.shapes) + _line_scores(
            self.scoring, self.pieces.colours
        )

    @cached_property
    def rising(self) -> bool:
        """True if lines of equal length score the same, and longer ones never less."""
        of_colours, of_shapes = self.worths[:SHAPE_LINE], self.worths[SHAPE_LINE:]
        return of_colours == of_shapes == tuple(sorted(of_colours))

    @cached_property
    def place_step(self) -> PlaceStep:
        return next(step for step in self.turn if isinstance(step, PlaceStep))

    @cached_property
    def roll_step(self) -> RollStep | None:
        return next((step for step in self.turn if isinstance(step, RollStep)), None)

    @property
    def trades(self) -> bool:
        """True if a player can ever trade."""
        return "trade" in self.place_step.instead + self.place_step.stuck

    @property
    def first_roll(self) -> int:
        """First turn of the game with a free roll, counted from 1; 0 if there is none (J1)."""
        return 0 if self.roll_step is None else self.roll_step.from_turn

    @property
    def rolls_when_stuck(self) -> bool:
        """True if a player who can't place rerolls all pieces before anything else (C4)."""
        return self.place_step.stuck[0] == "roll"

    @property
    def most_traded(self) -> int:
        """Maximum pieces in a trade, if the bag holds that many (J4)."""
        return self.hand.size if self.trade.most is None else self.trade.most


def _line_scores(scoring: ScoringRule, full: int) -> tuple[int, ...]:
    """Return points by length, if `full` pieces complete a line; one piece isn't a line."""
    points = (0, 0, *(scoring.line or range(2, full + 1)))[: full + 1]
    score_of_full = points[full] + scoring.qwirkle_bonus
    return (*points[:full], *[score_of_full] * (SHAPE_LINE - full))  # none is longer


# From a dict


def variant_from_table(table: object) -> Variant:
    """Build a variant from the parsed content of its file. Raises VariantError."""
    try:
        return checked(convert(table, Variant))
    except SchemaError as error:
        raise VariantError(str(error)) from None


def checked(variant: Variant) -> Variant:
    """Check rules that involve several keys, and normalise the rest. Raises SchemaError.

    After that, variants that play the same have equal tables.
    """
    step_names = tuple(type(step).__struct_config__.tag for step in variant.turn)
    if step_names not in (("roll", "place", "refill"), ("place", "refill")):
        raise SchemaError(
            tr(
                "turn must be {allowed}, not {found}.",
                allowed=tr(_STEPS),
                found=", ".join(map(str, step_names)),
            )
        )
    _check_repeats(variant)
    variant = replace(
        variant,
        title=_checked_line("title", variant.title, 60),
        summary=_checked_line("summary", variant.summary, 200) if variant.summary else "",
        opening=_normal_opening(variant.opening),
        scoring=_normal_scoring(variant),
        trade=_normal_trade(variant.trade, variant.hand.size),
    )
    _check_numbers(variant)
    _check_rolls(variant)
    _check_stuck(variant.place_step)
    _check_trades(variant)
    return variant


def _checked_line(key: str, text: str, max_length: int) -> str:
    if not text.isprintable() or not text.strip():
        allowed = tr("one line of 1 to {most} visible characters", most=max_length)
        raise must_be(key, text, allowed)
    return text.strip()


def _check_repeats(variant: Variant) -> None:
    lists: dict[str, Sequence[str]] = {
        "opening.tie": variant.opening.ties,
        "turn.place.instead": variant.place_step.instead,
        "turn.place.stuck": variant.place_step.stuck,
    }
    for key, words in lists.items():
        for position, word in enumerate(words):
            if word in words[:position]:
                raise SchemaError(
                    tr(
                        "{key} may have each word at most once, but has {word} twice.",
                        key=key,
                        word=shown(word),
                    )
                )


def _normal_opening(rule: OpeningRule) -> OpeningRule:
    """Drop tie-breakers that can't decide: those after seat or chance, and a second age.

    Players still tied after an age have the same age, or some haven't entered theirs.
    """
    ties: list[Tie] = []
    for tie in rule.ties:
        if "seat" in (rule.who, tie):
            break
        if tie not in AGES or not {rule.who, *ties} & set(AGES):
            ties.append(tie)  # type: ignore[arg-type]
        if tie == "chance":
            break
    alone = ties[0] if len(ties) == 1 and ties[0] in AGES else tuple(ties)
    return replace(rule, tie=alone)


def _normal_scoring(variant: Variant) -> ScoringRule:
    """Drop `line` if it means a point per piece, and `lone_piece` if one piece can't open."""
    rule, longest = variant.scoring, max(variant.pieces.colours, variant.pieces.shapes)
    if rule.line and len(rule.line) != longest - 1:
        raise SchemaError(
            tr(
                "scoring.line must have {wanted} entries, one for each length of a line from 2 "
                "to {longest}, not {found}.",
                wanted=longest - 1,
                longest=longest,
                found=len(rule.line),
            )
        )
    line = () if rule.line == tuple(range(2, longest + 1)) else rule.line
    lone_piece = rule.lone_piece if variant.opening.least == 1 else ScoringRule().lone_piece
    return replace(rule, line=line, lone_piece=lone_piece)


def _normal_trade(rule: TradeRule, hand_size: int) -> TradeRule:
    """Drop limits that don't limit: a full hand, and a bag as large as the smallest trade (J4)."""
    most = None if rule.most == hand_size else rule.most
    bag = rule.bag if rule.bag > rule.least else DEFAULT_TRADE.bag
    return replace(rule, most=most, bag=bag)


def _check_numbers(variant: Variant) -> None:
    fewest, most = variant.players.fewest, variant.players.most
    if most < fewest:
        raise must_be("players.most", most, _from_to(fewest, MAX_PLAYERS))
    max_size = variant.piece_count // most
    if variant.hand.size > max_size:
        allowed = tr(
            "at most {most}, because {players} players share {pieces} pieces",
            most=max_size,
            players=most,
            pieces=variant.piece_count,
        )
        raise must_be("hand.size", variant.hand.size, allowed)


def _from_to(low: int, high: int) -> str:
    return tr("a whole number from {low} to {high}", low=low, high=high)


def _check_rolls(variant: Variant) -> None:
    """Check that only dice are rolled, and that rerolls before the opening can end (A5)."""
    least = variant.opening.least
    if variant.pieces.rolls == "nothing":
        if variant.roll_step is not None:
            raise SchemaError(tr('turn may have a roll step only if pieces.rolls is "shape".'))
        if "roll" in variant.place_step.stuck:
            raise _unplayable(
                variant.place_step, tr('may have "roll" only if pieces.rolls is "shape"')
            )
        if least > 1:
            allowed = tr('1 if pieces.rolls is "nothing", because nothing can be rolled for it')
            raise must_be("opening.least", least, allowed)
    # Among n dice, at least √n differ in colour or at least √n share one.
    possible = isqrt(variant.hand.size - 1) + 1
    if least > possible:
        allowed = tr(
            "at most {most}, because no roll of some hands of {size} gives a larger set",
            most=possible,
            size=variant.hand.size,
        )
        raise must_be("opening.least", least, allowed)


def _check_stuck(step: PlaceStep) -> None:
    if step.stuck[-1:] != ("pass",):
        raise _unplayable(step, tr('must end with "pass"'))
    if "trade" in step.instead and "trade" not in step.stuck:
        raise _unplayable(step, tr('must have "trade" too, because instead has it'))
    if {"trade", "redraw"} <= set(step.stuck):
        raise _unplayable(step, tr('may have only one of "trade" and "redraw"'))


def _unplayable(step: PlaceStep, rule: str) -> SchemaError:
    found = ", ".join(step.stuck) or tr("an empty list")
    return SchemaError(tr("turn.place.stuck {rule}, but is {found}.", rule=rule, found=found))


def _check_trades(variant: Variant) -> None:
    rule = variant.trade
    if rule != DEFAULT_TRADE and not variant.trades:
        raise SchemaError(tr("There is a table trade, but nothing in turn.place allows a trade."))
    if variant.most_traded > variant.hand.size:
        raise must_be("trade.most", rule.most, _from_to(1, variant.hand.size))
    if rule.least > variant.most_traded:
        raise must_be("trade.least", rule.least, _from_to(1, variant.most_traded))


def check_count(variant: Variant, players: int) -> None:
    """Raise VariantError if the variant isn't for this many players."""
    fewest, most = variant.players.fewest, variant.players.most
    if fewest <= players <= most:
        return
    words = {"variant": variant.title, "fewest": fewest, "most": most, "found": players}
    if fewest == most:
        raise VariantError(tr("{variant} is for {most} players, not {found}.", **words))
    raise VariantError(tr("{variant} is for {fewest} to {most} players, not {found}.", **words))


# To a dict

_ALWAYS_WRITTEN = {"tie", "lone_piece", "qwirkle_bonus", "out_bonus", "scoring"}
"""Keys that a record contains even with their default value."""


def table_of(table: Struct) -> dict[str, Any]:
    """Return what `variant_from_dict` reads, without most keys that have their default value."""
    config = table.__struct_config__
    written: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for key, default in _defaults_of(type(table)).items():
        value = getattr(table, key)
        if key in _ALWAYS_WRITTEN or value != default:
            written[key] = _plain(value)
    return written


@cache
def _defaults_of(table: type[Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in fields(table)}


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return table_of(value)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
