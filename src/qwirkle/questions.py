"""What a script asks: what can be done in a turn and what it is worth, and records to read.

Every question about a turn takes a view, so that nothing is answered from what a seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.view import View

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.odds import Odds
    from qwirkle.analysis.review import Review
    from qwirkle.game import Game
    from qwirkle.record import Record


class Play(NamedTuple):
    """A placement and what it scores."""

    pieces: tuple[Laid, ...]
    """Face, x and y of each piece."""
    points: int


def plays(view: View) -> list[Play]:
    """Every placement that the player to move can make, the best-scoring first.

    On an empty table each set that may open is there once, as a row from 0, 0 on (R3). Nothing is
    known of a hidden hand, so another seat gets an empty list.
    """
    if not view.options.place or (view.seat != view.player and not view.variant.hand.open):
        return []
    from qwirkle.engine.movegen import placements

    return [Play(*play) for play in placements(view)]


def legal_moves(view: View) -> Iterator[Move]:
    """Every move that the seat can make now: placements, rolls, trades, or what is forced."""
    options = view.options
    if view.seat != view.player:
        return
    yield from (Place(play.pieces) for play in plays(view))
    if options.free_roll:
        yield from map(Roll, _parts(view.hand, 1, len(view.hand)))
    if options.forced_roll:
        yield Roll(view.hand, forced=True)
    yield from map(Trade, _parts(view.hand, options.trade_from, options.trade))
    if options.redraw:
        yield Redraw()
    if options.pass_:
        yield Pass()


def _parts(hand: Faces, fewest: int, most: int) -> Iterator[Faces]:
    """Every choice of so many pieces, of pieces alike once."""
    for count in range(fewest, most + 1):
        yield from dict.fromkeys(combinations(sorted(hand), count))


def odds(view: View) -> Odds | None:
    """What each choice of dice to roll scores on average, the best first; None for a dead hand."""
    from qwirkle.analysis.odds import odds as odds_of

    return odds_of(view.board, view.hand, view.variant, max(1, view.free_rolls))


def hints(view: View) -> Hints:
    """The best turns with what each is worth, and why; iterate over it for moves, best first."""
    from qwirkle.analysis.hints import hints as hints_for

    return hints_for(view)


def read_record(path: str | Path) -> Record:
    """What a record says, not yet judged by the rules: `Game.replay` does that. RecordError."""
    from qwirkle.record import read

    return read(Path(path))


def write_record(path: str | Path, game: Game | Record) -> None:
    """Write the record of a game into a new file; raises OSError, also where one is there."""
    from qwirkle.record import write_record as write

    write(Path(path), game.header, game.events)


def review(game: Game | Record) -> Review:
    """Every turn of a game held against the best that was found, and what each player did."""
    from qwirkle.analysis.review import review as review_of
    from qwirkle.game import Game

    return review_of(game if isinstance(game, Game) else Game.replay(game.header, game.events))
