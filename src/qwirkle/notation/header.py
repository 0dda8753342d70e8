"""The head of a record: the ruleset, who plays, and the seed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from qwirkle.engine.variant import Variant, VariantError, table_of, variant_from_table
from qwirkle.engine.variant_table import shown
from qwirkle.notation.names import clean_name
from qwirkle.notation.strict import NotationError, compact, fields_of, list_of, parse_json, whole
from qwirkle.texts import tr

FORMAT = "qwirkle-record"
VERSION = 1
MOST_AGE = 150
MOST_SEED = 2**63 - 1

KIND = re.compile(r"human|bot:[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
"""What the kind of a player may be."""


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


@dataclass(frozen=True, slots=True)
class Header:
    """What is known before the first event."""

    variant: Variant
    players: tuple[Player, ...]
    seed: int
    version: int = VERSION

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
    version = whole(value.get("version"), "version", 1, MOST_SEED)
    if version > VERSION:
        raise NotationError(
            tr(
                "The record is of version {version}, and this program reads versions up to "
                "{known}; a newer program can read it.",
                version=version,
                known=VERSION,
            )
        )
    fields = fields_of(value, ("format", "version", "variant", "players", "seed"))
    variant = _variant(fields["variant"])
    players = list_of(fields["players"], "players", variant.fewest_players, variant.most_players)
    return Header(
        variant,
        tuple(map(_player_from_json, players)),
        whole(fields["seed"], "seed", 0, MOST_SEED),
        version,
    )


def header_line(header: Header) -> str:
    """The header as the first line of a record, without its end."""
    return compact(header_to_json(header))


def parse_header(text: str) -> Header:
    """The header in the first line of a record."""
    return header_from_json(parse_json(text))


def _variant(value: object) -> Variant:
    if not isinstance(value, dict):
        raise NotationError(
            tr('"{key}" must be an object, not {found}.', key="variant", found=shown(value))
        )
    try:
        return variant_from_table(value)
    except VariantError as error:
        raise NotationError(str(error)) from None


def _player_to_json(player: Player) -> dict[str, object]:
    if player.age is None:
        return {"name": player.name, "kind": player.kind}
    return {"name": player.name, "age": player.age, "kind": player.kind}


def _player_from_json(value: object) -> Player:
    fields = fields_of(value, ("name", "kind"), ("age",))
    name, kind = fields["name"], fields["kind"]
    if not isinstance(name, str):
        raise NotationError(
            tr('"{key}" must be a text, not {found}.', key="name", found=shown(name))
        )
    if not isinstance(kind, str) or not KIND.fullmatch(kind):
        raise NotationError(
            tr('"kind" must be "human" or "bot:" and a name, not {found}.', found=shown(kind))
        )
    age = whole(fields["age"], "age", 0, MOST_AGE) if "age" in fields else None
    try:
        return Player(clean_name(name), age, kind)
    except ValueError as error:
        raise NotationError(str(error)) from None
