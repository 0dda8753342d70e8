"""Games at a known position, and a fake analysis."""

from __future__ import annotations

from qwirkle import catalog
from qwirkle.analysis.hints import Hints, find_hints
from qwirkle.analysis.review import TurnRecord, TurnReview, review_turn
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage, View
from qwirkle.game import Game
from qwirkle.records.players import Player
from qwirkle.session.session import GameSession
from tests.random_games import replace_position
from tests.sample_positions import faces, parse_placement

TILES = catalog.load_variant("tiles")
CUBES = catalog.load_variant("cubes")
ROW = "Rc 0,0 · Rs 1,0 · Rd 2,0"


class FakeAnalysis:
    """An analysis service that runs in this process."""

    async def find_hints(self, view: View) -> Hints:
        return find_hints(view, seconds=3600)

    async def review_turn(self, turn: TurnRecord) -> TurnReview:
        return review_turn(turn)

    def cancel(self) -> None:
        """Do nothing: requests finish immediately."""


def arranged(
    variant: Variant,
    players: tuple[Player, ...],
    hands: tuple[str, ...],
    table: str = ROW,
    bag: int = 1,
) -> GameSession:
    """Start a game with these hands and this board; the first player is to move."""
    session = GameSession.new(variant, players, 3)
    replace_position(
        session.game,
        hands=tuple(map(faces, hands)),
        board=Board.of(parse_placement(table)),
        bag=tuple(bag for _ in session.game.position.bag),
        seat_to_move=0,
        stage=Stage.ROLL if variant.roll_step else Stage.PLACE,
        free_rolls=1 if variant.roll_step else 0,
        turns_played=1,
    )
    return session


def play_out(game: Game, turns: int = 1000) -> None:
    """Play up to `turns` turns, always with the best-scoring placement."""
    for _ in range(turns):
        if game.is_over:
            return
        view = game.view(game.position.seat_to_move)
        plays = legal_plays(view) if view.options.can_place else []
        if plays:
            game.play(Place(plays[0][0]))
        elif view.forced_move is not None:
            game.play(view.forced_move)
        elif view.options.must_roll:
            game.play(Roll(view.hand, forced=True))
        else:
            game.play(Trade(view.hand[: view.options.max_trade]))
