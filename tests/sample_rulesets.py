"""Rulesets as tables: valid ones to change, and invalid ones to be refused."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from msgspec import structs

from qwirkle import catalog
from qwirkle.engine.variant import Variant, VariantError, variant_from_dict, variant_to_dict

REMOVED = object()

MAX_PIECES = 60
"""Limit for random rulesets, to keep their games short."""


def ruleset_table(base: str, /, **changes: object) -> dict[str, Any]:
    """Table of a bundled ruleset with some keys changed; `__` stands for a dot."""
    result: dict[str, Any] = copy.deepcopy(variant_to_dict(catalog.load_variant(base)))
    for path, value in changes.items():
        *parents, key = path.split("__")
        parent_table = result
        for parent in parents:
            parent_table = parent_table[parent]
        if value is REMOVED:
            del parent_table[key]
        else:
            parent_table[key] = value
    return result


def with_changes(variant: Variant, /, **changes: Any) -> Variant:
    """Change fields of a variant without validation; `__` stands for a dot."""
    for path, value in changes.items():
        name, _, key = path.partition("__")
        if key:
            value = structs.replace(getattr(variant, name), **{key: value})
        variant = structs.replace(variant, **{name: value})
    return variant


def rejection_text(ruleset: Any) -> str:
    """The message that refuses a ruleset, checked to be one short, printable sentence."""
    with pytest.raises(VariantError) as caught:
        variant_from_dict(ruleset)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    assert message.endswith(".")
    assert len(message) <= 300
    return message


def place_step(*stuck: object, instead: object = ()) -> dict[str, object]:
    """Table of a place step."""
    return {"step": "place", "instead": list(instead), "stuck": list(stuck)}  # type: ignore[call-overload]


REFILL = {"step": "refill"}
ROLL = {"step": "roll", "from_turn": 2}
PLACE = place_step("roll", "redraw", "pass")


def random_ruleset_table(random: Random) -> dict[str, Any]:
    """A random valid ruleset in which any key may have an unusual value."""

    def sometimes(value: Any, default: Any) -> Any:
        return value if random.random() < 0.4 else default

    rolls = random.choice(("nothing", "shape"))
    colours, shapes = sometimes(random.randint(3, 6), 6), sometimes(random.randint(3, 6), 6)
    kinds = colours if rolls == "shape" else colours * shapes
    max_players = sometimes(random.randint(2, 6), 4)
    hand = min(random.randint(2, 6), MAX_PIECES // max_players)
    copies = min(
        30, max(-(-hand * max_players // kinds), random.randint(1, max(1, MAX_PIECES // kinds)))
    )
    min_set = sometimes(random.randint(1, 2), 1) if rolls == "shape" else 1
    ties = random.sample(["youngest", "oldest", "seat", "chance"], random.randint(0, 3))
    roll = {
        "step": "roll",
        "from_turn": random.randint(1, 3),
        "times": sometimes(random.randint(1, 3), 1),
    }
    stuck = {
        "nothing": [["trade", "pass"], ["pass"], ["redraw", "pass"]],
        "shape": [["trade", "roll", "pass"], ["roll", "pass"], ["roll", "redraw", "pass"]],
    }[rolls]
    is_open = random.random() < 0.5
    stuck_actions = random.choice(stuck if is_open else stuck[:2])  # a redraw reveals the bag
    has_trade = "trade" in stuck_actions
    placing_step = place_step(
        *stuck_actions, instead=["trade"] if has_trade and random.random() < 0.7 else []
    )
    table: dict[str, Any] = {
        "name": "any",
        "title": "Any rules",
        "pieces": {
            "look": random.choice(("tile", "die")),
            "rolls": rolls,
            "copies": copies,
            "colours": colours,
            "shapes": shapes,
        },
        "hand": {"size": hand, "open": is_open},
        "players": {"fewest": 2, "most": max_players},
        "opening": {
            "who": random.choice(("set", "set", "youngest", "oldest", "seat")),
            "tie": ties,
            "least": min_set,
        },
        "turn": [
            *([roll] if rolls == "shape" and random.random() < 0.8 else []),
            placing_step,
            REFILL,
        ],
        "scoring": {
            "lone_piece": random.randint(0, 3),
            "qwirkle_bonus": sometimes(random.randint(0, 12), 6),
            "out_bonus": sometimes(random.randint(0, 12), 6),
        },
        "end": {},
    }
    if random.random() < 0.4:
        line_lengths = range(max(colours, shapes) - 1)
        table["scoring"]["line"] = [random.randint(1, 12) for _ in line_lengths]
    if has_trade and random.random() < 0.6:
        min_trade = random.randint(1, hand)
        limits = {"least": min_trade, "most": random.randint(min_trade, hand)}
        table["trade"] = {
            **limits,
            "cost": random.randint(0, 5),
            "bag": random.randint(1, 8),
        }
    if random.random() < 0.4:
        table["end"]["score"] = random.randint(10, 90)
    if random.random() < 0.3:
        table["end"]["turns"] = random.randint(1, 15)
    if random.random() < 0.4:
        table["end"]["left_piece"] = random.randint(0, 4)
    return table
