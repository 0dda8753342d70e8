"""The twelve-turn example game from the American rule book, with hands that allow it."""

from __future__ import annotations

from qwirkle.engine.events import Dealt, Drawn, GameEvent, Opened, Placed
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from tests.engine.game_builder import MINDWARE
from tests.sample_positions import faces, parse_placement

PLAYERS = (Player("Sue", 41), Player("Chris", 38), Player("Sally", 12), Player("Bob", 9))
HEADER = Header(MINDWARE, PLAYERS, 12)

HANDS = (
    "Rk Rd Rc Gb Gc Yd",
    "Rs Bs Ps Yk Rb Gd",
    "Bc Yb Ob Gx Rx Pk",
    "Gk Gd Ok Od Ys Bs",
)

TURNS = (
    (0, "Rk 0,0 · Rd 1,0 · Rc 2,0", 3, "Yc Pb Ox"),
    (1, "Rs 3,0 · Bs 3,1 · Ps 3,2", 7, "Rs Os Pd"),
    (2, "Bc 2,1", 4, "Bx"),
    (3, "Gk 0,-1 · Gd 1,-1", 6, "Pc Yx"),
    (0, "Gb -1,-1 · Gc 2,-1", 7, "Pk Oc"),
    (1, "Os 3,3 · Rs 4,3", 6, "Bk Gs"),
    (2, "Yb -1,-2 · Ob -1,-3", 3, "Px Yk"),
    (3, "Ok 0,-3 · Od 1,-3", 3, "Bb Gc"),
    (0, "Yd 1,-2 · Yc 2,-2", 10, "Bd Ys"),
    (1, "Rb -1,0", 9, "Ox"),
    (2, "Gx 4,-1 · Rx 4,0 · Bx 4,1", 18, "Pd Gk Bc"),
    (3, "Ys 3,4 · Bs 4,4", 9, "Rd Pb"),
)
"""Per turn: seat, placement, points and the tiles drawn."""

SCORES = (20, 22, 25, 18)


def events(turns: int = len(TURNS)) -> list[GameEvent]:
    """Events of the deal, the opening and the first `turns` turns."""
    game_events: list[GameEvent] = [Dealt(seat, faces(hand)) for seat, hand in enumerate(HANDS)]
    game_events.append(Opened(0, 3))
    for player, pieces, points, drawn in TURNS[:turns]:
        game_events += [
            Placed(player, parse_placement(pieces), points),
            Drawn(player, faces(drawn)),
        ]
    return game_events
