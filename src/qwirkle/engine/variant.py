"""Variants: one ruleset as data, what it implies, and the table it is written as."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from qwirkle.engine.pieces import COLOUR_LETTERS, FACE_TEXTS, FACES, SHAPES, Faces
from qwirkle.engine.variant_table import Table, VariantError
from qwirkle.texts import tr

__all__ = [
    "NAME",
    "Kind",
    "PlaceStep",
    "RefillStep",
    "RollStep",
    "Step",
    "Variant",
    "VariantError",
    "table_of",
    "variant_from_table",
]

BODIES = ("tile", "die")
ROLLS = ("nothing", "shape")
TIES = ("youngest", "oldest")
STEPS = ("roll", "place", "refill")
INSTEAD = ("trade",)
STUCK = ("trade", "roll", "redraw", "pass")
MOST_COPIES = 30
MOST_POINTS = 100
LAST_FROM_TURN = 99

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a variant may be called."""


class RollStep(NamedTuple):
    """Any of one's pieces may be rolled once, from this turn of the game on (C3, J1)."""

    from_turn: int


class PlaceStep(NamedTuple):
    """Pieces are placed; what may be done instead, and what happens when nothing fits."""

    instead: tuple[str, ...]
    stuck: tuple[str, ...]
    """Tried in this order, each where it is possible."""


@dataclass(frozen=True)
class RefillStep:
    """The hand is filled up from the bag (R11)."""


Step: TypeAlias = RollStep | PlaceStep | RefillStep


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
    opening_tie: str
    """Who starts among equals: the "youngest" or the "oldest" (R3)."""
    steps: tuple[Step, ...]
    lone_piece: int = 1
    qwirkle_bonus: int = 6
    out_bonus: int = 6
    kinds: tuple[Kind, ...] = field(init=False, repr=False, compare=False)
    kind_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """For each face the index of the kind that can show it."""
    piece_count: int = field(init=False, repr=False, compare=False)
    place_step: PlaceStep = field(init=False, repr=False, compare=False)
    roll_step: RollStep | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kinds = _kinds(self.rolls, self.copies)
        kind_of = [0] * FACES
        for index, kind in enumerate(kinds):
            for face in kind.faces:
                kind_of[face] = index
        derived = {
            "kinds": kinds,
            "kind_of": tuple(kind_of),
            "piece_count": self.copies * len(kinds),
            "place_step": next(step for step in self.steps if isinstance(step, PlaceStep)),
            "roll_step": next((step for step in self.steps if isinstance(step, RollStep)), None),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


def _kinds(rolls: str, copies: int) -> tuple[Kind, ...]:
    if rolls == "shape":
        return tuple(
            Kind(letter, tuple(range(colour * SHAPES, (colour + 1) * SHAPES)), copies)
            for colour, letter in enumerate(COLOUR_LETTERS)
        )
    return tuple(Kind(text, (face,), copies) for face, text in enumerate(FACE_TEXTS))


def variant_from_table(table: Mapping[str, object]) -> Variant:
    """The ruleset that a table describes; raises VariantError if anything in it is wrong."""
    top = Table.of(
        table,
        "",
        ("name", "title", "summary", "pieces", "hand", "players", "opening", "turn", "scoring"),
    )
    pieces = top.table("pieces", "look", "rolls", "copies")
    hand = top.table("hand", "size", "open")
    players = top.table("players", "fewest", "most")
    opening = top.table("opening", "tie")
    scoring_keys = ("lone_piece", "qwirkle_bonus", "out_bonus")
    scoring = Table.of(table.get("scoring", {}), "scoring", scoring_keys)
    rolls = pieces.choice("rolls", ROLLS)
    fewest = players.number("fewest", 2, 4)
    variant = Variant(
        name=_name(top),
        title=top.text("title", 60),
        summary=top.text("summary", 200, default=""),
        body=pieces.choice("look", BODIES),
        rolls=rolls,
        copies=pieces.number("copies", 1, MOST_COPIES),
        hand_size=hand.number("size", 1, 8),
        hand_open=hand.truth("open"),
        fewest_players=fewest,
        most_players=players.number("most", fewest, 4),
        opening_tie=opening.choice("tie", TIES),
        steps=_steps(top, rolls),
        lone_piece=scoring.number("lone_piece", 0, MOST_POINTS, default=1),
        qwirkle_bonus=scoring.number("qwirkle_bonus", 0, MOST_POINTS, default=6),
        out_bonus=scoring.number("out_bonus", 0, MOST_POINTS, default=6),
    )
    most_in_hand = variant.piece_count // variant.most_players
    if variant.hand_size > most_in_hand:
        raise hand.misfit("size", _hand_limit(variant, most_in_hand))
    return variant


def table_of(variant: Variant) -> dict[str, object]:
    """The whole ruleset as a table that `variant_from_table` reads back."""
    return {
        "name": variant.name,
        "title": variant.title,
        **({"summary": variant.summary} if variant.summary else {}),
        "pieces": {"look": variant.body, "rolls": variant.rolls, "copies": variant.copies},
        "hand": {"size": variant.hand_size, "open": variant.hand_open},
        "players": {"fewest": variant.fewest_players, "most": variant.most_players},
        "opening": {"tie": variant.opening_tie},
        "turn": [_row_of(step) for step in variant.steps],
        "scoring": {
            "lone_piece": variant.lone_piece,
            "qwirkle_bonus": variant.qwirkle_bonus,
            "out_bonus": variant.out_bonus,
        },
    }


def _row_of(step: Step) -> dict[str, object]:
    match step:
        case RollStep(from_turn):
            return {"step": "roll", "from_turn": from_turn}
        case PlaceStep(instead, stuck):
            return {"step": "place", "instead": list(instead), "stuck": list(stuck)}
        case RefillStep():  # pragma: no branch
            return {"step": "refill"}


def _name(top: Table) -> str:
    name = top.text("name", 40)
    if not NAME.fullmatch(name):
        raise top.misfit("name", tr("1 to 40 small letters, digits and hyphens"))
    return name


def _hand_limit(variant: Variant, most_in_hand: int) -> str:
    return tr(
        "at most {most}, because {players} players share {pieces} pieces",
        most=most_in_hand,
        players=variant.most_players,
        pieces=variant.piece_count,
    )


def _steps(top: Table, rolls: str) -> tuple[Step, ...]:
    rows = top.rows("turn")[: len(STEPS) + 1]
    steps = tuple(_step(row, number, rolls) for number, row in enumerate(rows, start=1))
    if tuple(map(type, steps)) not in (
        (RollStep, PlaceStep, RefillStep),
        (PlaceStep, RefillStep),
    ):
        raise VariantError(
            tr(
                "turn has the steps {found}, but must have place and then refill, "
                "with at most one roll before them.",
                found=", ".join(str(_row_of(step)["step"]) for step in steps) or tr("nothing"),
            )
        )
    return steps


_KEYS_OF_STEP = {
    "roll": ("step", "from_turn"),
    "place": ("step", "instead", "stuck"),
    "refill": ("step",),
}


def _step(row: object, number: int, rolls: str) -> Step:
    any_step = Table.of(row, f"turn[{number}]", ("step", "from_turn", "instead", "stuck"))
    name = any_step.choice("step", STEPS)
    table = Table.of(row, f"turn.{name}", _KEYS_OF_STEP[name])
    match name:
        case "roll":
            if rolls == "nothing":
                raise VariantError(
                    tr(
                        'turn has a roll step, but pieces.rolls is "nothing": '
                        'it must be "shape" for that.'
                    )
                )
            # R3: the set that opens the game is the one that was dealt.
            return RollStep(table.number("from_turn", 2, LAST_FROM_TURN))
        case "place":
            return _place_step(table, rolls)
    return RefillStep()


def _place_step(table: Table, rolls: str) -> PlaceStep:
    step = PlaceStep(table.choices("instead", INSTEAD), table.choices("stuck", STUCK))
    if step.stuck[-1:] != ("pass",):
        raise _unplayable(step.stuck, tr('must end with "pass"'))
    if "roll" in step.stuck and rolls == "nothing":
        raise _unplayable(step.stuck, tr('may have "roll" only where pieces.rolls is "shape"'))
    if "trade" in step.instead and "trade" not in step.stuck:
        raise _unplayable(step.stuck, tr('must have "trade" too, because instead has it'))
    if {"trade", "redraw"} <= set(step.stuck):
        raise _unplayable(step.stuck, tr('may have only one of "trade" and "redraw"'))
    return step


def _unplayable(stuck: tuple[str, ...], meant: str) -> VariantError:
    return VariantError(
        tr(
            "turn.place.stuck is {found}, but {meant}.",
            found=", ".join(stuck) or tr("an empty list"),
            meant=meant,
        )
    )
