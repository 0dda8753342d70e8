"""Players and a bot runner for tests of sessions."""

from __future__ import annotations

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.view import View
from qwirkle.records.players import Player

ANA = Player("Ana", 9)
BEN = Player("Ben", 10)
BOT = Player("Bo", None, "bot:simple")


class BestMoveRunner:
    """Bot runner that plays the best-scoring move and records its calls."""

    def __init__(self, wrong: Move | None = None) -> None:
        self.asked: list[tuple[str, int]] = []
        self.rejected: list[Reason] = []
        self._wrong = wrong

    async def choose_move(self, player: Player, view: View, seed: str) -> Move:
        self.asked.append((seed, view.seat))
        if self._wrong is not None:
            wrong, self._wrong = self._wrong, None
            return wrong
        return self.best_move(view)

    async def replace_illegal_move(self, player: Player, view: View, error: IllegalMove) -> Move:
        self.rejected.append(error.reason)
        return self.best_move(view)

    def best_move(self, view: View) -> Move:
        if view.options.can_place:
            return Place(legal_plays(view)[0][0])
        return view.forced_move or Trade(view.hand[: view.options.max_trade])
