"""What the table of a ruleset may say: every key with its limits, checked as its form tells."""

from __future__ import annotations

import re

from qwirkle.engine.pieces import COLOURS, SHAPES
from qwirkle.forms import (
    ListOf,
    Matching,
    May,
    OneOf,
    Table,
    Text,
    Truth,
    Whole,
    Word,
    WordOrWords,
    Words,
)

BODIES = ("tile", "die")
ROLLS = ("nothing", "shape")
OPENERS = ("set", "youngest", "oldest", "seat")
AGES = ("youngest", "oldest")
TIES = (*AGES, "seat", "chance")
INSTEAD = ("trade",)
STUCK = ("trade", "roll", "redraw", "pass")
FEWEST_LOOKS = 3
"""Of colours, and of shapes."""
MOST_PLAYERS = 6
MOST_IN_HAND = 8
MOST_COPIES = 30
MOST_POINTS = 100
LAST_FROM_TURN = 99

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a variant may be called."""

POINTS = Whole(0, MOST_POINTS)

RULESET = Table(
    {
        "name": Matching(NAME, "1 to 40 small letters, digits and hyphens"),
        "title": Text(60),
        "summary": May(Text(200), ""),
        "pieces": Table(
            {
                "look": Word(BODIES),
                "rolls": Word(ROLLS),
                "copies": Whole(1, MOST_COPIES),
                "colours": May(Whole(FEWEST_LOOKS, COLOURS), COLOURS),
                "shapes": May(Whole(FEWEST_LOOKS, SHAPES), SHAPES),
            }
        ),
        "hand": Table({"size": Whole(1, MOST_IN_HAND), "open": Truth()}),
        "players": Table({"fewest": Whole(2, MOST_PLAYERS), "most": Whole(2, MOST_PLAYERS)}),
        "opening": Table(
            {
                "who": May(Word(OPENERS), "set"),
                "tie": May(WordOrWords(AGES, TIES), ()),
                "least": May(Whole(1, 3), 1),
            }
        ),
        "turn": ListOf(
            OneOf(
                "step",
                {
                    "roll": Table(
                        {"from_turn": Whole(1, LAST_FROM_TURN), "times": May(Whole(1, 5), 1)}
                    ),
                    "place": Table({"instead": Words(INSTEAD), "stuck": Words(STUCK)}),
                    "refill": Table({}),
                },
            ),
            2,
            3,
            "a list of steps: place and then refill, with at most one roll before them",
        ),
        "trade": May(
            Table(
                {
                    "least": May(Whole(1, MOST_IN_HAND), 1),
                    "most": May(Whole(1, MOST_IN_HAND)),
                    "cost": May(POINTS, 0),
                    "bag": May(Whole(1, 100), 1),
                }
            ),
            {},
        ),
        "scoring": May(
            Table(
                {
                    "lone_piece": May(POINTS, 1),
                    "qwirkle_bonus": May(POINTS, 6),
                    "out_bonus": May(POINTS, 6),
                    "line": May(ListOf(Whole(1, MOST_POINTS), FEWEST_LOOKS - 1, COLOURS - 1), ()),
                }
            ),
            {},
        ),
        "end": May(
            Table(
                {
                    "score": May(Whole(1, 1000)),
                    "turns": May(Whole(1, 100)),
                    "left_piece": May(POINTS, 0),
                }
            ),
            {},
        ),
    }
)
"""What the table of a ruleset may say; what goes together is checked after that."""
