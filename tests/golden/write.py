"""Rewrites the golden records: run `python -m tests.golden.write`, then review the diff."""

from __future__ import annotations

from pathlib import Path

from qwirkle import catalog
from qwirkle.engine import movegen
from qwirkle.engine.events import RecordEvent
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.game import Game
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from tests.engine import twelve_turns

FOLDER = Path(__file__).parent
PLAYERS = (Player("Ana", 9), Player("Ben", 41))
SEED = 110
"""With this seed both players tie for the opening, and dice meet an unplayable hand."""

FEW_POINTS = 4
UNDONE_TURN = 8
"""The turn that is undone and replayed."""


def plain_move(position: Position) -> Move:
    """Roll idle dice, play the best placement, or trade if it scores little."""
    hand, variant = position.hands[position.seat_to_move], position.variant
    options = position.view(position.seat_to_move).options
    forced = options.forced_move(hand)
    if forced is not None:
        return forced
    if not position.board.cells:
        pieces, _ = movegen.opening_plays(hand, variant)[0]
        faces = tuple(face for face, _, _ in pieces)
        rest = remove_from_hand(hand, faces)
        return Roll(rest) if options.can_roll_free and len(faces) < 3 else Place(pieces)
    idle: Faces = tuple(face for face in hand if not position.board.playable_faces >> face & 1)
    if options.can_roll_free and idle:
        return Roll(idle)
    best = movegen.best_play(position.board, hand, variant)
    if best is not None and (best[1] > FEW_POINTS or not options.max_trade):
        return Place(best[0])
    return Trade(hand[: options.max_trade])


def golden_game(variant: Variant) -> Game:
    """A whole game of two players with `plain_move`, with one turn undone."""
    game = Game(Header(variant, PLAYERS, SEED))
    while game.position.turns_played < UNDONE_TURN:
        game.play(plain_move(game.position))
    game.undo_turn()
    while not game.is_over:
        game.play(plain_move(game.position))
    return game


def record_text(header: Header, events: list[RecordEvent]) -> str:
    """The text of a record file."""
    return "".join(f"{line}\n" for line in (encode_header(header), *map(encode_event, events)))


def write() -> None:
    """Write a game for every bundled variant, and the twelve-turn example."""
    for variant in catalog.bundled_variants():
        game = golden_game(variant)
        text = record_text(game.header, game.events)
        (FOLDER / f"{variant.name}.qwirkle").write_text(text, encoding="utf-8")
    text = record_text(twelve_turns.HEADER, [*twelve_turns.events()])
    (FOLDER / "twelve-turns.qwirkle").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
