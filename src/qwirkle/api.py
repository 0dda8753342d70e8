"""Functions of the public API: legal moves, odds, hints, records and reviews.

Functions about a turn take a view, so their results never depend on what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import PieceAt
from qwirkle.engine.view import View

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.odds import Odds
    from qwirkle.analysis.review import GameReview
    from qwirkle.game import Game
    from qwirkle.records.reader import Record


class Play(NamedTuple):
    """A placement and its points."""

    pieces: tuple[PieceAt, ...]
    """Face, x and y of each piece, in line order."""
    points: int


def plays(view: View) -> list[Play]:
    """Return every placement of the player to move, best first.

    On an empty board each opening set appears once, as a row from 0, 0 (R3). For another seat the
    list is empty unless hands are open.
    """
    if not view.options.can_place or (
        view.seat != view.seat_to_move and not view.variant.hand.open
    ):
        return []
    from qwirkle.engine.movegen import legal_plays

    return [Play(*play) for play in legal_plays(view)]


def legal_moves(view: View) -> Iterator[Move]:
    """Yield every legal move of the seat: placements, rolls, trades, redraw and pass."""
    options = view.options
    if view.seat != view.seat_to_move:
        return
    from qwirkle.engine.movegen import hand_subsets, legal_trades

    yield from (Place(play.pieces) for play in plays(view))
    if options.can_roll_free:
        yield from map(Roll, hand_subsets(view.hand, 1, len(view.hand)))
    if options.must_roll:
        yield Roll(view.hand, forced=True)
    yield from map(Trade, legal_trades(view))
    if options.can_redraw:
        yield Redraw()
    if options.can_pass:
        yield Pass()


def odds(view: View) -> Odds | None:
    """Return the mean score of each choice of dice to roll, best first.

    None if no roll can make a die fit.
    """
    from qwirkle.analysis.odds import compute_odds

    return compute_odds(view.board, view.hand, view.variant, max(1, view.free_rolls))


def hints(view: View) -> Hints:
    """Return the best turns with their values and reasons; iterate to get `Hint`s, best first."""
    from qwirkle.analysis.hints import find_hints

    return find_hints(view)


def read_record(path: str | Path) -> Record:
    """Read a record without validating its events (`Game.replay` does). Raises RecordError."""
    from qwirkle.records.reader import read_record

    return read_record(Path(path))


def write_record(path: str | Path, game: Game | Record) -> None:
    """Write the record of a game to a new file. Raises FileExistsError or another OSError."""
    from qwirkle.records.writer import write_record as write

    write(Path(path), game.header, game.events)


def review(game: Game | Record) -> GameReview:
    """Compare every turn of a game with the best one found, and summarise each player."""
    from qwirkle.analysis.review import review_game
    from qwirkle.game import Game

    return review_game(game if isinstance(game, Game) else Game.replay(game.header, game.events))
