"""Variants: a ruleset as data, and what can be derived from it.

Each class is a table of a variant file, each field a key with its limits; `field(name=…)` is the
key where it differs. docs/variants.md describes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from math import isqrt
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import fields, replace

from qwirkle.decoding import SchemaError, convert, describe_value, invalid_value
from qwirkle.engine.pieces import (
    COLOUR_COUNT,
    COLOUR_LETTERS,
    FACE_COUNT,
    FACE_TEXTS,
    SHAPE_COUNT,
    Faces,
    face_mask,
)
from qwirkle.i18n import tr

AGE_CRITERIA = ("youngest", "oldest")
MAX_PLAYERS = 6
MAX_HAND_SIZE = 8

VARIANT_NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")

SHAPE_LINE_OFFSET = 16
"""Added to the length of a line of one shape to index `Variant.line_scores`."""

NO_KIND = -1
"""Kind of a face that no piece of the variant can show."""

AgeCriterion: TypeAlias = Literal["youngest", "oldest"]
TieBreaker: TypeAlias = Literal["youngest", "oldest", "seat", "chance"]
StuckAction: TypeAlias = Literal["trade", "roll", "redraw", "pass"]
PlayerCount: TypeAlias = Annotated[int, Meta(ge=2, le=MAX_PLAYERS)]
HandSize: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_HAND_SIZE)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]


class VariantError(ValueError):
    """A variant can't be used; the message is one sentence to show the user."""


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a variant file."""


class PieceRule(_Table, frozen=True):
    """The pieces in the bag (R1, T1, C1)."""

    look: Literal["tile", "die"]
    """How they're drawn."""
    rolls: Literal["nothing", "shape"]
    """What a roll changes."""
    copies: Annotated[int, Meta(ge=1, le=30)]
    """Of each face, or of each colour if pieces roll."""
    colours: Annotated[int, Meta(ge=3, le=COLOUR_COUNT)] = COLOUR_COUNT
    shapes: Annotated[int, Meta(ge=3, le=SHAPE_COUNT)] = SHAPE_COUNT


class HandRule(_Table, frozen=True):
    """Size of a full hand, and if everyone sees it (R2, T2, C2)."""

    size: HandSize
    open: bool


class PlayerRule(_Table, frozen=True):
    """Number of players."""

    min: PlayerCount = field(name="fewest")
    max: PlayerCount = field(name="most")


class OpeningRule(_Table, frozen=True):
    """Who opens the game, and with how many pieces (R3, A1, A4)."""

    who: Literal["set", "youngest", "oldest", "seat"] = "set"
    tie: (
        AgeCriterion
        | Annotated[
            tuple[TieBreaker, ...],
            Meta(description="a list of youngest, oldest, seat or chance, each at most once"),
        ]
    ) = ()
    min_pieces: Annotated[int, Meta(ge=1, le=3)] = field(default=1, name="least")
    """Minimum pieces in the opening; a player who can't place that many rerolls (A4)."""

    @property
    def tie_breakers(self) -> tuple[str, ...]:
        """What breaks ties, in this order; after them the earliest seat (J2)."""
        return (self.tie,) if isinstance(self.tie, str) else self.tie

    @property
    def is_standard(self) -> bool:
        """True if the largest set opens and one age breaks ties (R3)."""
        return (self.who, self.min_pieces) == ("set", 1) and self.tie in AGE_CRITERIA


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
        tuple[StuckAction, ...],
        Meta(description="a list of trade, roll, redraw or pass, each at most once"),
    ]
    """The first possible one of these is what the player does."""


class RefillStep(_Table, frozen=True, tag_field="step", tag="refill"):
    """The hand is refilled from the bag (R11)."""


Step: TypeAlias = RollStep | PlaceStep | RefillStep

_TURN_DESCRIPTION = "a list of steps: place and then refill, with at most one roll before them"


class ScoringRule(_Table, frozen=True):
    """Points (R9, R10, R12, J3)."""

    lone_piece: Points = 1
    """For a lone first piece (J3)."""
    qwirkle_bonus: Points = 6
    out_bonus: Points = 6
    line: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100)], ...],
        Meta(max_length=COLOUR_COUNT - 1, description="a list of 2 to 5 entries"),
    ] = ()
    """Points for lines of two, three and so on; empty means a point per piece (R9)."""


class TradeRule(_Table, frozen=True):
    """How a trade is limited, and what it costs."""

    min_pieces: HandSize = field(default=1, name="least")
    max_pieces: HandSize | None = field(default=None, name="most")
    """None if the whole hand can be traded."""
    cost: Points = 0
    min_bag_size: Annotated[int, Meta(ge=1, le=100)] = field(default=1, name="bag")
    """Minimum pieces in the bag."""


class EndRule(_Table, frozen=True):
    """What ends a game besides an empty hand, and what pieces left in hand cost."""

    target_score: Annotated[int, Meta(ge=1, le=1000)] | None = field(default=None, name="score")
    """Score that triggers the final round, or None."""
    max_rounds: Annotated[int, Meta(ge=1, le=100)] | None = field(default=None, name="turns")
    """Turns each player has, or None."""
    leftover_penalty: Points = field(default=0, name="left_piece")
    """Points lost per piece left in hand."""


DEFAULT_TRADE = TradeRule()
DEFAULT_END = EndRule()


class PieceKind(NamedTuple):
    """A kind of piece: the faces it can show, and how many pieces of it there are."""

    name: str
    faces: Faces
    copies: int


class Variant(_Table, frozen=True, kw_only=True, dict=True):
    """A ruleset: the tables of its file, and values derived from them."""

    name: Annotated[
        str,
        Meta(
            pattern=rf"^(?:{VARIANT_NAME_PATTERN.pattern})\Z",
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
    turn: Annotated[
        tuple[Step, ...], Meta(min_length=2, max_length=3, description=_TURN_DESCRIPTION)
    ]
    scoring: ScoringRule = ScoringRule()
    trade: TradeRule = DEFAULT_TRADE
    end: EndRule = DEFAULT_END

    @property
    def has_dice(self) -> bool:
        """True if a roll changes the shape of a piece."""
        return self.pieces.rolls == "shape"

    @cached_property
    def kinds(self) -> tuple[PieceKind, ...]:
        """The kinds of pieces: one per face, or one per colour if pieces roll."""
        copies, shapes = self.pieces.copies, range(self.pieces.shapes)
        by_colour = [
            tuple(colour * SHAPE_COUNT + shape for shape in shapes)
            for colour in range(self.pieces.colours)
        ]
        if self.has_dice:
            return tuple(
                PieceKind(letter, faces, copies)
                for letter, faces in zip(COLOUR_LETTERS, by_colour, strict=False)
            )
        return tuple(
            PieceKind(FACE_TEXTS[face], (face,), copies) for faces in by_colour for face in faces
        )

    @cached_property
    def kind_by_face(self) -> tuple[int, ...]:
        """For each face, the index of the kind that can show it, or NO_KIND."""
        kind_of = [NO_KIND] * FACE_COUNT
        for index, kind in enumerate(self.kinds):
            for face in kind.faces:
                kind_of[face] = index
        return tuple(kind_of)

    @cached_property
    def face_mask(self) -> int:
        """Mask of all faces that the pieces can show."""
        return face_mask(face for kind in self.kinds for face in kind.faces)

    @cached_property
    def piece_count(self) -> int:
        return self.pieces.copies * len(self.kinds)

    @cached_property
    def line_scores(self) -> tuple[int, ...]:
        """Points by line length, with SHAPE_LINE_OFFSET added for lines of one shape (R9, R10)."""
        return _line_scores(self.scoring, self.pieces.shapes) + _line_scores(
            self.scoring, self.pieces.colours
        )

    @cached_property
    def scores_are_monotonic(self) -> bool:
        """True if lines of equal length score the same, and longer ones never less."""
        colour_scores, shape_scores = (
            self.line_scores[:SHAPE_LINE_OFFSET],
            self.line_scores[SHAPE_LINE_OFFSET:],
        )
        return colour_scores == shape_scores == tuple(sorted(colour_scores))

    @cached_property
    def place_step(self) -> PlaceStep:
        return next(step for step in self.turn if isinstance(step, PlaceStep))

    @cached_property
    def roll_step(self) -> RollStep | None:
        return next((step for step in self.turn if isinstance(step, RollStep)), None)

    @property
    def allows_trading(self) -> bool:
        """True if a player can ever trade."""
        return "trade" in self.place_step.instead + self.place_step.stuck

    @property
    def first_roll_turn(self) -> int:
        """First turn of the game with a free roll, counted from 1; 0 if there is none (J1)."""
        return 0 if self.roll_step is None else self.roll_step.from_turn

    @property
    def rolls_when_stuck(self) -> bool:
        """True if a player who can't place rerolls all pieces before anything else (C4)."""
        return self.place_step.stuck[0] == "roll"

    @property
    def max_trade(self) -> int:
        """Maximum pieces in a trade, if the bag holds that many (J4)."""
        return self.hand.size if self.trade.max_pieces is None else self.trade.max_pieces


def _line_scores(scoring: ScoringRule, full_length: int) -> tuple[int, ...]:
    """Return points by line length.

    A line of `full_length` pieces is full, and one piece isn't a line.
    """
    points = (0, 0, *(scoring.line or range(2, full_length + 1)))[: full_length + 1]
    full_score = points[full_length] + scoring.qwirkle_bonus
    return (
        *points[:full_length],
        *[full_score] * (SHAPE_LINE_OFFSET - full_length),
    )  # none is longer


# From a dict


def variant_from_dict(table: object) -> Variant:
    """Build a variant from the parsed content of its file. Raises VariantError."""
    try:
        return validate_variant(convert(table, Variant))
    except SchemaError as error:
        raise VariantError(str(error)) from None


def validate_variant(variant: Variant) -> Variant:
    """Check rules that involve several keys, and normalise the rest. Raises SchemaError.

    After that, variants that play the same have equal tables.
    """
    step_names = tuple(type(step).__struct_config__.tag for step in variant.turn)
    if step_names not in (("roll", "place", "refill"), ("place", "refill")):
        raise SchemaError(
            tr(
                "turn must be {allowed}, not {found}.",
                allowed=tr(_TURN_DESCRIPTION),
                found=", ".join(map(str, step_names)),
            )
        )
    _check_repeats(variant)
    variant = replace(
        variant,
        title=_validate_line("title", variant.title, 60),
        summary=_validate_line("summary", variant.summary, 200) if variant.summary else "",
        opening=_normalise_opening(variant.opening),
        scoring=_normalise_scoring(variant),
        trade=_normalise_trade(variant.trade, variant.hand.size),
    )
    _check_numbers(variant)
    _check_rolls(variant)
    _check_stuck(variant.place_step)
    _check_trades(variant)
    return variant


def _validate_line(key: str, text: str, max_length: int) -> str:
    if not text.isprintable() or not text.strip():
        allowed = tr("one line of 1 to {most} visible characters", most=max_length)
        raise invalid_value(key, text, allowed)
    return text.strip()


def _check_repeats(variant: Variant) -> None:
    lists: dict[str, Sequence[str]] = {
        "opening.tie": variant.opening.tie_breakers,
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
                        word=describe_value(word),
                    )
                )


def _normalise_opening(rule: OpeningRule) -> OpeningRule:
    """Drop tie-breakers that can't decide: those after seat or chance, and a second age.

    Players still tied after an age have the same age, or some haven't entered theirs.
    """
    tie_breakers: list[TieBreaker] = []
    for tie_breaker in rule.tie_breakers:
        if "seat" in (rule.who, tie_breaker):
            break
        if tie_breaker not in AGE_CRITERIA or not {rule.who, *tie_breakers} & set(AGE_CRITERIA):
            tie_breakers.append(tie_breaker)  # type: ignore[arg-type]
        if tie_breaker == "chance":
            break
    tie_value = (
        tie_breakers[0]
        if len(tie_breakers) == 1 and tie_breakers[0] in AGE_CRITERIA
        else tuple(tie_breakers)
    )
    return replace(rule, tie=tie_value)


def _normalise_scoring(variant: Variant) -> ScoringRule:
    """Drop `line` if it means a point per piece, and `lone_piece` if one piece can't open."""
    rule, max_length = variant.scoring, max(variant.pieces.colours, variant.pieces.shapes)
    if rule.line and len(rule.line) != max_length - 1:
        raise SchemaError(
            tr(
                "scoring.line must have {wanted} entries, one for each length of a line from 2 "
                "to {longest}, not {found}.",
                wanted=max_length - 1,
                longest=max_length,
                found=len(rule.line),
            )
        )
    line = () if rule.line == tuple(range(2, max_length + 1)) else rule.line
    lone_piece = rule.lone_piece if variant.opening.min_pieces == 1 else ScoringRule().lone_piece
    return replace(rule, line=line, lone_piece=lone_piece)


def _normalise_trade(rule: TradeRule, hand_size: int) -> TradeRule:
    """Drop limits that don't limit: a full hand, and a bag as large as the smallest trade (J4)."""
    max_trade = None if rule.max_pieces == hand_size else rule.max_pieces
    min_bag_size = (
        rule.min_bag_size if rule.min_bag_size > rule.min_pieces else DEFAULT_TRADE.min_bag_size
    )
    return replace(rule, max_pieces=max_trade, min_bag_size=min_bag_size)


def _check_numbers(variant: Variant) -> None:
    min_players, max_players = variant.players.min, variant.players.max
    if max_players < min_players:
        raise invalid_value("players.most", max_players, _range_text(min_players, MAX_PLAYERS))
    max_size = variant.piece_count // max_players
    if variant.hand.size > max_size:
        allowed = tr(
            "at most {most}, because {players} players share {pieces} pieces",
            most=max_size,
            players=max_players,
            pieces=variant.piece_count,
        )
        raise invalid_value("hand.size", variant.hand.size, allowed)


def _range_text(low: int, high: int) -> str:
    return tr("a whole number from {low} to {high}", low=low, high=high)


def _check_rolls(variant: Variant) -> None:
    """Check that only dice are rolled, and that rerolls before the opening can end (A5)."""
    min_set = variant.opening.min_pieces
    if not variant.has_dice:
        if variant.roll_step is not None:
            raise SchemaError(tr('turn may have a roll step only if pieces.rolls is "shape".'))
        if "roll" in variant.place_step.stuck:
            raise _stuck_error(
                variant.place_step, tr('may have "roll" only if pieces.rolls is "shape"')
            )
        if min_set > 1:
            allowed = tr('1 if pieces.rolls is "nothing", because nothing can be rolled for it')
            raise invalid_value("opening.least", min_set, allowed)
    # Among n dice, at least √n differ in colour or at least √n share one.
    max_set = isqrt(variant.hand.size - 1) + 1
    if min_set > max_set:
        allowed = tr(
            "at most {most}, because no roll of some hands of {size} gives a larger set",
            most=max_set,
            size=variant.hand.size,
        )
        raise invalid_value("opening.least", min_set, allowed)


def _check_stuck(step: PlaceStep) -> None:
    if step.stuck[-1:] != ("pass",):
        raise _stuck_error(step, tr('must end with "pass"'))
    if "trade" in step.instead and "trade" not in step.stuck:
        raise _stuck_error(step, tr('must have "trade" too, because instead has it'))
    if {"trade", "redraw"} <= set(step.stuck):
        raise _stuck_error(step, tr('may have only one of "trade" and "redraw"'))


def _stuck_error(step: PlaceStep, rule: str) -> SchemaError:
    found = ", ".join(step.stuck) or tr("an empty list")
    return SchemaError(tr("turn.place.stuck {rule}, but is {found}.", rule=rule, found=found))


def _check_trades(variant: Variant) -> None:
    rule = variant.trade
    if rule != DEFAULT_TRADE and not variant.allows_trading:
        raise SchemaError(tr("There is a table trade, but nothing in turn.place allows a trade."))
    if variant.max_trade > variant.hand.size:
        raise invalid_value("trade.most", rule.max_pieces, _range_text(1, variant.hand.size))
    if rule.min_pieces > variant.max_trade:
        raise invalid_value("trade.least", rule.min_pieces, _range_text(1, variant.max_trade))


def validate_player_count(variant: Variant, player_count: int) -> None:
    """Raise VariantError if the variant isn't for this many players."""
    min_players, max_players = variant.players.min, variant.players.max
    if min_players <= player_count <= max_players:
        return
    words = {
        "variant": variant.title,
        "fewest": min_players,
        "most": max_players,
        "found": player_count,
    }
    if min_players == max_players:
        raise VariantError(tr("{variant} is for {most} players, not {found}.", **words))
    raise VariantError(tr("{variant} is for {fewest} to {most} players, not {found}.", **words))


# To a dict

_ALWAYS_WRITTEN = {"tie", "lone_piece", "qwirkle_bonus", "out_bonus", "scoring"}
"""Keys that a record contains even with their default value."""


def variant_to_dict(variant: Variant) -> dict[str, Any]:
    """Return what `variant_from_dict` reads, without most keys that have their default value."""
    return _table_to_dict(variant)


def _table_to_dict(table: Struct) -> dict[str, Any]:
    config = table.__struct_config__
    result: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for name, key, default in _fields(type(table)):
        value = getattr(table, name)
        if key in _ALWAYS_WRITTEN or value != default:
            result[key] = _to_plain(value)
    return result


@cache
def _fields(table: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    """Return the attribute, the key and the default of each field."""
    return tuple((info.name, info.encode_name, info.default) for info in fields(table))


def _to_plain(value: object) -> object:
    if isinstance(value, Struct):
        return _table_to_dict(value)
    return [_to_plain(entry) for entry in value] if isinstance(value, tuple) else value
