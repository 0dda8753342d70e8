"""Variants: one ruleset as data, what it implies, and the table it is written as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from qwirkle.engine.pieces import COLOUR_LETTERS, COLOURS, FACE_TEXTS, FACES, SHAPES, Faces, mask_of
from qwirkle.engine.ruleset import AGES, MOST_PLAYERS, RULESET
from qwirkle.forms import Misfit, Table, Whole, misfit
from qwirkle.texts import tr

SHAPE_LINE = 16
"""What is added to the length of a line of one shape where its worth is looked up."""

LONE_PIECE = 1
"""What a lone first piece scores where nothing else is said (J3)."""

NO_KIND = -1
"""The kind of a face that no piece of the ruleset shows."""


class VariantError(ValueError):
    """A ruleset cannot be used; the message is one sentence for people."""


class Opener(NamedTuple):
    """Who opens the game, and with how much (R3, A1, A4)."""

    who: str = "set"
    """Whoever has the largest "set", the "youngest", the "oldest", or the first "seat"."""
    tie: tuple[str, ...] = ()
    """What decides among equals, from left to right; in the end the first seat does (J2)."""
    least: int = 1
    """How many pieces must be laid at least; who cannot rolls until it is possible (A4)."""

    @property
    def by_the_books(self) -> bool:
        """Whether the largest set opens, and one age breaks ties (R3)."""
        return (self.who, self.least) == ("set", 1) and self.tie in [(age,) for age in AGES]


class RollStep(NamedTuple):
    """Any of one's pieces may be rolled, from this turn of the game on, so often (C3, J1)."""

    from_turn: int
    times: int = 1


class PlaceStep(NamedTuple):
    """Pieces are placed; what may be done instead, and what happens when nothing fits."""

    instead: tuple[str, ...]
    stuck: tuple[str, ...]
    """Tried in this order, each where it is possible."""


class RefillStep(NamedTuple):
    """The hand is filled up from the bag (R11)."""


Step: TypeAlias = RollStep | PlaceStep | RefillStep


class Trading(NamedTuple):
    """How a trade is limited, and what it costs."""

    least: int = 1
    most: int | None = None
    """None is as many as a hand holds."""
    cost: int = 0
    bag: int = 1
    """How many pieces the bag must hold."""


class Ending(NamedTuple):
    """What ends a game besides an empty hand, and what is lost for pieces left in hand."""

    score: int | None = None
    """Who has so many points makes this round the last."""
    turns: int | None = None
    """So many rounds are played."""
    left_piece: int = 0


USUAL_TRADING = Trading()
USUAL_ENDING = Ending()


class Kind(NamedTuple):
    """A thing in the bag: the faces it can show, and how many there are of it."""

    name: str
    faces: Faces
    copies: int


@dataclass(frozen=True)
class Variant:
    """A ruleset. `kinds` and the rest below the numbers follow from them."""

    name: str
    title: str
    summary: str
    body: str
    """How pieces are drawn and called: "tile" or "die"."""
    rolls: str
    """What a roll changes: "nothing" or "shape"."""
    copies: int
    hand_size: int
    hand_open: bool
    fewest_players: int
    most_players: int
    opening: Opener
    steps: tuple[Step, ...]
    lone_piece: int = LONE_PIECE
    qwirkle_bonus: int = 6
    out_bonus: int = 6
    line_points: tuple[int, ...] = ()
    """What lines of two, three and so on score; nothing stands for a point a piece (R9)."""
    colours: int = COLOURS
    shapes: int = SHAPES
    trading: Trading = USUAL_TRADING
    ending: Ending = USUAL_ENDING
    faces: int = field(init=False, repr=False, compare=False)
    """The mask of all faces that the pieces show."""
    kinds: tuple[Kind, ...] = field(init=False, repr=False, compare=False)
    kind_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each face the index of the kind that can show it, or NO_KIND."""
    piece_count: int = field(init=False, repr=False, compare=False)
    worths: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """What a line scores, by its length, SHAPE_LINE added where it is one of shapes (R9, R10)."""
    rising: bool = field(init=False, repr=False, compare=False)
    """Whether all lines of a length score alike, and longer ones never less."""
    place_step: PlaceStep = field(init=False, repr=False, compare=False)
    roll_step: RollStep | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kinds = _kinds(self)
        kind_of = [NO_KIND] * FACES
        for index, kind in enumerate(kinds):
            for face in kind.faces:
                kind_of[face] = index
        of_colours, of_shapes = _worths(self, self.shapes), _worths(self, self.colours)
        derived = {
            "faces": mask_of(face for kind in kinds for face in kind.faces),
            "kinds": kinds,
            "kind_of": tuple(kind_of),
            "piece_count": self.copies * len(kinds),
            "worths": of_colours + of_shapes,
            "rising": of_colours == of_shapes == tuple(sorted(of_colours)),
            "place_step": next(step for step in self.steps if isinstance(step, PlaceStep)),
            "roll_step": next((step for step in self.steps if isinstance(step, RollStep)), None),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def trades(self) -> bool:
        """Whether pieces are ever traded."""
        return "trade" in self.place_step.instead + self.place_step.stuck

    @property
    def first_roll(self) -> int:
        """The first turn of the game that has a free roll; 0 where none has (J1)."""
        return 0 if self.roll_step is None else self.roll_step.from_turn

    @property
    def rolls_when_stuck(self) -> bool:
        """Whether rolling all pieces is the first thing to do where none fits (C4)."""
        return self.place_step.stuck[0] == "roll"

    @property
    def most_traded(self) -> int:
        """How many pieces one may trade, if the bag holds so many (J4)."""
        return self.hand_size if self.trading.most is None else self.trading.most


def _kinds(variant: Variant) -> tuple[Kind, ...]:
    colours, shapes = range(variant.colours), range(variant.shapes)
    if variant.rolls == "shape":
        return tuple(
            Kind(
                COLOUR_LETTERS[colour],
                tuple(colour * SHAPES + shape for shape in shapes),
                variant.copies,
            )
            for colour in colours
        )
    faces = (colour * SHAPES + shape for colour in colours for shape in shapes)
    return tuple(Kind(FACE_TEXTS[face], (face,), variant.copies) for face in faces)


def _worths(variant: Variant, full: int) -> tuple[int, ...]:
    """What lines score by their length, where so many make one full; one piece is no line."""
    points = (0, 0, *(variant.line_points or range(2, full + 1)))[: full + 1]
    worth_of_full = points[full] + variant.qwirkle_bonus
    return (*points[:full], *[worth_of_full] * (SHAPE_LINE - full))  # none is longer


# From a table


def variant_from_table(table: object) -> Variant:
    """The ruleset that a table describes; raises VariantError if anything in it is wrong."""
    try:
        return made_from(RULESET.read(table, ""))
    except Misfit as error:
        raise VariantError(str(error)) from None


def made_from(told: Mapping[str, Any]) -> Variant:
    """The ruleset of a table that RULESET has read; raises Misfit for what does not go together."""
    pieces, hand, players, scoring = (told[key] for key in ("pieces", "hand", "players", "scoring"))
    variant = Variant(
        name=told["name"],
        title=told["title"],
        summary=told["summary"],
        body=pieces["look"],
        rolls=pieces["rolls"],
        copies=pieces["copies"],
        hand_size=hand["size"],
        hand_open=hand["open"],
        fewest_players=players["fewest"],
        most_players=players["most"],
        opening=_opener(told["opening"]),
        steps=_steps(told["turn"]),
        lone_piece=scoring["lone_piece"] if told["opening"]["least"] == 1 else LONE_PIECE,
        qwirkle_bonus=scoring["qwirkle_bonus"],
        out_bonus=scoring["out_bonus"],
        line_points=_line_points(scoring["line"], max(pieces["colours"], pieces["shapes"])),
        colours=pieces["colours"],
        shapes=pieces["shapes"],
        trading=_trading(told["trade"], hand["size"]),
        ending=Ending(**told["end"]),
    )
    _check_numbers(variant)
    _check_rolls(variant)
    _check_stuck(variant.place_step)
    _check_trades(variant)
    return variant


_STEPS = {"roll": RollStep, "place": PlaceStep, "refill": RefillStep}


def _steps(rows: tuple[tuple[str, dict[str, Any]], ...]) -> tuple[Step, ...]:
    names = tuple(name for name, _ in rows)
    if names not in (("roll", "place", "refill"), ("place", "refill")):
        raise Misfit(
            tr(
                "turn has the steps {found}, but must be {meant}.",
                found=", ".join(names),
                meant=RULESET.form_of["turn"].meant(),
            )
        )
    return tuple(_STEPS[name](**values) for name, values in rows)


# What says the same is written in one way, so that rulesets that play alike are equal.


def _opener(told: Mapping[str, Any]) -> Opener:
    """What can still decide: nothing after a seat or a lot, and no second age after a first.

    Whoever an age leaves are of one age, or have not all told theirs.
    """
    who, ways = told["who"], list[str]()
    for way in told["tie"]:
        if "seat" in (who, way):
            break
        if way not in AGES or not {who, *ways} & set(AGES):
            ways.append(way)
        if way == "chance":
            break
    return Opener(who, tuple(ways), told["least"])


def _trading(told: Mapping[str, Any], hand_size: int) -> Trading:
    """As many as a hand holds is no limit, and the bag holds what is traded in any case (J4)."""
    most = None if told["most"] == hand_size else told["most"]
    bag = told["bag"] if told["bag"] > told["least"] else USUAL_TRADING.bag
    return Trading(**{**told, "most": most, "bag": bag})


def _line_points(points: tuple[int, ...], longest: int) -> tuple[int, ...]:
    """The points by length; none where they are a point a piece."""
    if points and len(points) != longest - 1:
        raise Misfit(
            tr(
                "scoring.line has {found} entries, but must have {wanted}: one for each length "
                "of a line from 2 to {longest}.",
                found=len(points),
                wanted=longest - 1,
                longest=longest,
            )
        )
    return () if points == tuple(range(2, longest + 1)) else points


def _check_numbers(variant: Variant) -> None:
    """Numbers that depend on others."""
    if variant.most_players < variant.fewest_players:
        limits = Whole(variant.fewest_players, MOST_PLAYERS)
        raise misfit("players.most", variant.most_players, limits.meant())
    most_in_hand = variant.piece_count // variant.most_players
    if variant.hand_size > most_in_hand:
        limit = tr(
            "at most {most}, because {players} players share {pieces} pieces",
            most=most_in_hand,
            players=variant.most_players,
            pieces=variant.piece_count,
        )
        raise misfit("hand.size", variant.hand_size, limit)


def _check_rolls(variant: Variant) -> None:
    """Nothing is rolled where pieces do not roll, and every roll can come to an end (A5)."""
    least = variant.opening.least
    if variant.rolls == "nothing":
        if variant.roll_step is not None:
            raise Misfit(
                tr(
                    'turn has a roll step, but pieces.rolls is "nothing": '
                    'it must be "shape" for that.'
                )
            )
        if "roll" in variant.place_step.stuck:
            raise _unplayable(
                variant.place_step, tr('may have "roll" only where pieces.rolls is "shape"')
            )
        if least > 1:
            meant = tr('1 where pieces.rolls is "nothing", because nothing can be rolled for it')
            raise misfit("opening.least", least, meant)
    # Of so many dice, some as many as the root of it differ in colour or share one.
    possible = isqrt(variant.hand_size - 1) + 1
    if least > possible:
        meant = tr(
            "at most {most}, because no roll of some hands of {size} gives a larger set",
            most=possible,
            size=variant.hand_size,
        )
        raise misfit("opening.least", least, meant)


def _check_stuck(step: PlaceStep) -> None:
    if step.stuck[-1:] != ("pass",):
        raise _unplayable(step, tr('must end with "pass"'))
    if "trade" in step.instead and "trade" not in step.stuck:
        raise _unplayable(step, tr('must have "trade" too, because instead has it'))
    if {"trade", "redraw"} <= set(step.stuck):
        raise _unplayable(step, tr('may have only one of "trade" and "redraw"'))


def _unplayable(step: PlaceStep, meant: str) -> Misfit:
    return Misfit(
        tr(
            "turn.place.stuck is {found}, but {meant}.",
            found=", ".join(step.stuck) or tr("an empty list"),
            meant=meant,
        )
    )


def _check_trades(variant: Variant) -> None:
    trading = variant.trading
    if trading != USUAL_TRADING and not variant.trades:
        raise Misfit(tr("There is a table trade, but nothing in turn.place lets anybody trade."))
    if variant.most_traded > variant.hand_size:
        limits = Whole(1, variant.hand_size)
        raise misfit("trade.most", trading.most, limits.meant())
    if trading.least > variant.most_traded:
        limits = Whole(1, variant.most_traded)
        raise misfit("trade.least", trading.least, limits.meant())


def check_count(variant: Variant, players: int) -> None:
    """Refuse a game of so many players, if it is not for so many; raises VariantError."""
    fewest, most = variant.fewest_players, variant.most_players
    if fewest <= players <= most:
        return
    words = {"variant": variant.title, "fewest": fewest, "most": most, "found": players}
    if fewest == most:
        raise VariantError(tr("{variant} is for {most} players, not {found}.", **words))
    raise VariantError(tr("{variant} is for {fewest} to {most} players, not {found}.", **words))


# To a table


def table_of(variant: Variant) -> dict[str, object]:
    """The whole ruleset as a table that `variant_from_table` reads back.

    What every ruleset says is always there; of the rest only what is not as usual.
    """
    tie = variant.opening.tie
    pieces = {"look": variant.body, "rolls": variant.rolls, "copies": variant.copies}
    looks = {"colours": variant.colours, "shapes": variant.shapes}
    opening = {**variant.opening._asdict(), "tie": list(tie)}
    points = {
        "lone_piece": variant.lone_piece,
        "qwirkle_bonus": variant.qwirkle_bonus,
        "out_bonus": variant.out_bonus,
    }
    if len(tie) == 1 and tie[0] in AGES:
        opening["tie"] = tie[0]
    table: dict[str, object] = {
        "name": variant.name,
        "title": variant.title,
        **_unusual(RULESET, {"summary": variant.summary}),
        "pieces": {**pieces, **_unusual(_PIECES, looks)},
        "hand": {"size": variant.hand_size, "open": variant.hand_open},
        "players": {"fewest": variant.fewest_players, "most": variant.most_players},
        "opening": _unusual(_OPENING, opening, always="tie"),
        "turn": [_row_of(step) for step in variant.steps],
        "scoring": {**points, **_unusual(_SCORING, {"line": variant.line_points})},
    }
    trade = _unusual(_TRADE, variant.trading._asdict())
    end = _unusual(_END, variant.ending._asdict())
    return {**table, **_unusual(RULESET, {"trade": trade, "end": end})}


_PIECES, _OPENING, _SCORING, _TRADE, _END = (
    form
    for key in ("pieces", "opening", "scoring", "trade", "end")
    if isinstance(form := RULESET.form_of[key], Table)
)


def _unusual(form: Table, values: Mapping[str, object], always: str = "") -> dict[str, object]:
    """Those of the values that a key would not count as where it is left out."""
    return {
        key: value for key, value in values.items() if key == always or value != form.defaults[key]
    }


def _row_of(step: Step) -> dict[str, object]:
    match step:
        case RollStep(from_turn, times):
            often = {"times": times} if times > 1 else {}
            return {"step": "roll", "from_turn": from_turn, **often}
        case PlaceStep(instead, stuck):
            return {"step": "place", "instead": list(instead), "stuck": list(stuck)}
        case RefillStep():  # pragma: no branch
            return {"step": "refill"}
