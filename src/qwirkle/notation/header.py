"""The head of a record: the ruleset, who plays, and the seed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from qwirkle.engine.pieces import COLOURS, SHAPES
from qwirkle.engine.ruleset import MOST_PLAYERS, RULESET
from qwirkle.engine.variant import (
    USUAL_ENDING,
    USUAL_TRADING,
    Variant,
    check_count,
    made_from,
    table_of,
)
from qwirkle.forms import AnyText, ListOf, Matching, May, Table, Whole, Word
from qwirkle.notation.names import clean_name
from qwirkle.notation.strict import NotationError, compact, parse_json, read
from qwirkle.texts import tr

FORMAT = "qwirkle-record"
VERSION = 2
MOST_AGE = 150
MOST_SEED = 2**63 - 1

KIND = re.compile(r"human|bot:[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
"""What the kind of a player may be."""

HEADER = Table(
    {
        "format": Word((FORMAT,)),
        "version": Whole(1, VERSION),
        "variant": RULESET,
        "players": ListOf(
            Table(
                {
                    "name": AnyText(),
                    "age": May(Whole(0, MOST_AGE)),
                    "kind": Matching(KIND, '"human", or "bot:" and a name'),
                }
            ),
            2,
            MOST_PLAYERS,
        ),
        "seed": Whole(0, MOST_SEED),
    }
)
"""The first line of a record."""

HUMAN = "human"
"""The kind of a person."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at the table: `kind` is `human` or `bot:NAME`."""

    name: str
    age: int | None = None
    kind: str = HUMAN

    @property
    def bot(self) -> str | None:
        """The name of the bot that plays, or None for a person."""
        return self.kind.removeprefix("bot:") if self.kind.startswith("bot:") else None


def told_apart(players: Iterable[Player]) -> tuple[Player, ...]:
    """The same players, each with a name that nobody before them has.

    >>> [player.name for player in told_apart([Player("Ana"), Player("Ana"), Player("Bo")])]
    ['Ana', 'Ana 2', 'Bo']
    """
    apart: list[Player] = []
    for player in players:
        names = [other.name for other in apart]
        name, number = player.name, 2
        while name in names:
            name, number = clean_name(f"{player.name[:16]} {number}"), number + 1
        apart.append(replace(player, name=name))
    return tuple(apart)


def version_for(variant: Variant) -> int:
    """The version of records that can express a ruleset: the first, wherever that is enough."""
    roll = variant.roll_step
    as_in_1 = (
        (variant.colours, variant.shapes) == (COLOURS, SHAPES)
        and variant.most_players <= 4
        and variant.opening.by_the_books
        and (roll is None or (roll.from_turn > 1 and roll.times == 1))
        and (variant.trading, variant.ending) == (USUAL_TRADING, USUAL_ENDING)
        and not variant.line_points
    )
    return 1 if as_in_1 else VERSION


@dataclass(frozen=True, slots=True)
class Header:
    """What is known before the first event."""

    variant: Variant
    players: tuple[Player, ...]
    seed: int

    @property
    def version(self) -> int:
        """The version of the record."""
        return version_for(self.variant)

    @property
    def ages(self) -> tuple[int | None, ...]:
        """The players' ages in the order of seats (J2)."""
        return tuple(player.age for player in self.players)

    def told_apart(self) -> Header:
        """The same for people to read: no two players have one name."""
        return replace(self, players=told_apart(self.players))


def header_to_json(header: Header) -> dict[str, object]:
    """The header as a JSON object."""
    return {
        "format": FORMAT,
        "version": header.version,
        "variant": table_of(header.variant),
        "players": [_player_to_json(player) for player in header.players],
        "seed": header.seed,
    }


def header_from_json(value: object) -> Header:
    """The header that a JSON object tells of."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise NotationError(tr("This is not a record of a game of Qwirkle."))
    told = value.get("version")
    if type(told) is int and told > VERSION:
        raise NotationError(
            tr(
                "The record is of version {version}, and this program reads versions up to "
                "{known}; a newer program can read it.",
                version=told,
                known=VERSION,
            )
        )
    fields = read(HEADER, value)
    version, players = fields["version"], fields["players"]
    try:
        variant = made_from(fields["variant"])
        check_count(variant, len(players))
    except ValueError as error:
        raise NotationError(str(error)) from None
    if version_for(variant) > version:
        raise NotationError(
            tr(
                "The ruleset needs version {needed} of records, but this is version {version}.",
                needed=version_for(variant),
                version=version,
            )
        )
    return Header(variant, tuple(map(_player, players)), fields["seed"])


def header_line(header: Header) -> str:
    """The header as the first line of a record, without its end."""
    return compact(header_to_json(header))


def parse_header(text: str) -> Header:
    """The header in the first line of a record."""
    return header_from_json(parse_json(text))


def _player_to_json(player: Player) -> dict[str, object]:
    if player.age is None:
        return {"name": player.name, "kind": player.kind}
    return {"name": player.name, "age": player.age, "kind": player.kind}


def _player(fields: dict[str, Any]) -> Player:
    try:
        return Player(clean_name(fields["name"]), fields["age"], fields["kind"])
    except ValueError as error:
        raise NotationError(str(error)) from None
