"""Rulesets as tables, good ones to change and wrong ones to be refused."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from msgspec import structs

from qwirkle import catalog
from qwirkle.engine.variant import Variant, VariantError, to_dict, variant_from_dict

REMOVED = object()

MAX_PIECES = 60
"""In rulesets that are made by chance, so that their games are short."""


def ruleset_table(base: str, /, **changes: object) -> dict[str, Any]:
    """A bundled ruleset with some keys changed; `__` stands for a dot."""
    result: dict[str, Any] = copy.deepcopy(to_dict(catalog.load_variant(base)))
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
    """The variant with some keys changed, unchecked; `__` stands for a dot."""
    for path, value in changes.items():
        name, _, key = path.partition("__")
        if key:
            value = structs.replace(getattr(variant, name), **{key: value})
        variant = structs.replace(variant, **{name: value})
    return variant


def rejection_text(ruleset: Any) -> str:
    """The sentence that refuses a ruleset."""
    with pytest.raises(VariantError) as caught:
        variant_from_dict(ruleset)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) <= 300
    return sentence


def place_step(*stuck: object, instead: object = ()) -> dict[str, object]:
    """A place step as a table."""
    return {"step": "place", "instead": list(instead), "stuck": list(stuck)}  # type: ignore[call-overload]


REFILL = {"step": "refill"}
ROLL = {"step": "roll", "from_turn": 2}
PLACE = place_step("roll", "redraw", "pass")


def random_ruleset_table(random: Random) -> dict[str, Any]:
    """A ruleset that can be played, with something unusual at every key now and then."""

    def seldom(value: Any, usual: Any) -> Any:
        return value if random.random() < 0.4 else usual

    rolls = random.choice(("nothing", "shape"))
    colours, shapes = seldom(random.randint(3, 6), 6), seldom(random.randint(3, 6), 6)
    kinds = colours if rolls == "shape" else colours * shapes
    most = seldom(random.randint(2, 6), 4)
    hand = min(random.randint(2, 6), MAX_PIECES // most)
    copies = min(30, max(-(-hand * most // kinds), random.randint(1, max(1, MAX_PIECES // kinds))))
    least = seldom(random.randint(1, 2), 1) if rolls == "shape" else 1
    ties = random.sample(["youngest", "oldest", "seat", "chance"], random.randint(0, 3))
    roll = {
        "step": "roll",
        "from_turn": random.randint(1, 3),
        "times": seldom(random.randint(1, 3), 1),
    }
    stuck = {
        "nothing": [["trade", "pass"], ["pass"], ["redraw", "pass"]],
        "shape": [["trade", "roll", "pass"], ["roll", "pass"], ["roll", "redraw", "pass"]],
    }[rolls]
    shown = random.random() < 0.5
    ways = random.choice(stuck if shown else stuck[:2])  # a redraw tells what the bag holds
    trades = "trade" in ways
    placing = place_step(*ways, instead=["trade"] if trades and random.random() < 0.7 else [])
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
        "hand": {"size": hand, "open": shown},
        "players": {"fewest": 2, "most": most},
        "opening": {
            "who": random.choice(("set", "set", "youngest", "oldest", "seat")),
            "tie": ties,
            "least": least,
        },
        "turn": [*([roll] if rolls == "shape" and random.random() < 0.8 else []), placing, REFILL],
        "scoring": {
            "lone_piece": random.randint(0, 3),
            "qwirkle_bonus": seldom(random.randint(0, 12), 6),
            "out_bonus": seldom(random.randint(0, 12), 6),
        },
        "end": {},
    }
    if random.random() < 0.4:
        lengths = range(max(colours, shapes) - 1)
        table["scoring"]["line"] = [random.randint(1, 12) for _ in lengths]
    if trades and random.random() < 0.6:
        fewest = random.randint(1, hand)
        limits = {"least": fewest, "most": random.randint(fewest, hand)}
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
