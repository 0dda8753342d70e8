"""The header of a record: variant, players and seed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT
from qwirkle.engine.variant import (
    DEFAULT_END,
    DEFAULT_TRADE,
    MAX_PLAYERS,
    Variant,
)
from qwirkle.notation.names import clean_name

FORMAT = "qwirkle-record"
VERSION = 2
MAX_AGE = 150
MAX_SEED = 2**63 - 1
HUMAN = "human"
"""`Player.kind` of a person."""

PLAYER_KIND_PATTERN = re.compile(r"human|bot:[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
"""Pattern of `Player.kind`."""


class Player(Struct, frozen=True):
    """The player in a seat; `kind` is `human` or `bot:NAME`."""

    name: str
    age: int | None = None
    kind: str = HUMAN

    @property
    def bot(self) -> str | None:
        """Name of the bot, or None for a person."""
        return self.kind.removeprefix("bot:") if self.kind.startswith("bot:") else None


class PlayerLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player in the header of a record."""

    name: str
    age: Annotated[int, Meta(ge=0, le=MAX_AGE)] | UnsetType = UNSET
    kind: Annotated[
        str,
        Meta(
            pattern=rf"^(?:{PLAYER_KIND_PATTERN.pattern})\Z",
            description='"human", or "bot:" and a name',
        ),
    ]

    @classmethod
    def from_player(cls, player: Player) -> PlayerLine:
        age = UNSET if player.age is None else player.age
        return cls(name=player.name, age=age, kind=player.kind)

    def to_player(self) -> Player:
        """Return the player with a sanitized name. Raises ValueError if nothing is left of it."""
        return Player(clean_name(self.name), None if self.age is UNSET else self.age, self.kind)


class HeaderLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: Literal["qwirkle-record"]
    version: Annotated[int, Meta(ge=1, le=VERSION)]
    variant: Variant
    players: Annotated[tuple[PlayerLine, ...], Meta(min_length=2, max_length=MAX_PLAYERS)]
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)]


def with_unique_names(players: Iterable[Player]) -> tuple[Player, ...]:
    """Append numbers to repeated names so that all names differ.

    >>> [player.name for player in with_unique_names([Player("Ana"), Player("Ana"), Player("Bo")])]
    ['Ana', 'Ana 2', 'Bo']
    """
    result: list[Player] = []
    for player in players:
        names = [other.name for other in result]
        name, number = player.name, 2
        while name in names:
            name, number = clean_name(f"{player.name[:16]} {number}"), number + 1
        result.append(replace(player, name=name))
    return tuple(result)


def required_version(variant: Variant) -> int:
    """Return the lowest record version that can express a variant."""
    roll = variant.roll_step
    is_version_1 = (
        (variant.pieces.colours, variant.pieces.shapes) == (COLOUR_COUNT, SHAPE_COUNT)
        and variant.players.most <= 4
        and variant.opening.is_standard
        and (roll is None or (roll.from_turn > 1 and roll.times == 1))
        and (variant.trade, variant.end) == (DEFAULT_TRADE, DEFAULT_END)
        and not variant.scoring.line
    )
    return 1 if is_version_1 else VERSION


class Header(Struct, frozen=True):
    """What is known about a game before its first event."""

    variant: Variant
    players: tuple[Player, ...]
    seed: int

    @property
    def version(self) -> int:
        return required_version(self.variant)

    @property
    def ages(self) -> tuple[int | None, ...]:
        """Ages in seat order; None if not entered (J2)."""
        return tuple(player.age for player in self.players)

    def with_unique_names(self) -> Header:
        """Return a copy for display, in which all player names differ."""
        return replace(self, players=with_unique_names(self.players))
