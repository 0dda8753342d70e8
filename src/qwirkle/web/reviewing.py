"""The review of a room's finished game, computed once and streamed to every client that asks."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.analysis.judging import turns_of
from qwirkle.analysis.review import MOST_TURNS, summaries
from qwirkle.game import Game
from qwirkle.reviewing.frames import Reviewed, Side, best_pieces, frame_of_turn
from qwirkle.reviewing.state import Judged
from qwirkle.reviewing.words import banner_text, doing_text, loss_text, summary_text, tone_of
from qwirkle.statistics.reviews import keep_review
from qwirkle.thinker.client import ThinkingFailed
from qwirkle.thinker.pool import ThinkerPool
from qwirkle.web.door import Door
from qwirkle.web.protocol import ReviewBegun, Sentence, SummedUp, TurnEntry, TurnJudged, encoded


class TableReview:
    """Reviews a finished game turn by turn and sends the results to all subscribers."""

    def __init__(self, game: Game, pool: ThinkerPool) -> None:
        self._game = game
        self._pool = pool
        self._told: list[bytes] = []
        """All messages so far, for later subscribers."""
        self._doors: set[Door] = set()
        self._running = asyncio.create_task(self._run())

    def show(self, door: Door) -> None:
        """Send all messages so far, and later ones as they come."""
        door.put_all(self._told)
        self._doors.add(door)

    def leave(self, door: Door) -> None:
        self._doors.discard(door)

    async def close(self) -> None:
        """Cancel the review."""
        self._doors.clear()
        self._running.cancel()
        await asyncio.wait((self._running,))

    async def _run(self) -> None:
        """Review all turns, with the heavy work in threads and worker processes."""
        reviewed = await asyncio.to_thread(_reviewed, self._game)
        self._tell(await asyncio.to_thread(_beginning, reviewed))
        judged = Judged(len(reviewed.turns))
        while (index := judged.next_index(0)) is not None:
            try:
                judged.found[index] = await self._pool.judge(reviewed.turns[index])
            except ThinkingFailed as error:
                judged.failed[index] = str(error)
            self._tell(await asyncio.to_thread(_judgement, reviewed, judged, index))
        found = summaries(reviewed.names, self._game.position.scores, judged.turns)
        rolls = self._game.header.variant.roll_step is not None
        self._tell(encoded(SummedUp(tuple(summary_text(each, rolls) for each in found))))
        if not judged.failed:
            # If saving fails, players can't do anything about it, so its result is ignored.
            await asyncio.to_thread(keep_review, self._game, found)

    def _tell(self, message: bytes) -> None:
        self._told.append(message)
        for door in self._doors:
            door.put(message)


def _reviewed(game: Game) -> Reviewed:
    return Reviewed.of(game, turns_of(game)[:MOST_TURNS])


def _beginning(reviewed: Reviewed) -> bytes:
    """Encode the turn list."""
    turns = tuple(
        TurnEntry(turn.number, turn.player, reviewed.names[turn.player], doing_text(turn))
        for turn in reviewed.turns
    )
    return encoded(ReviewBegun(turns, reviewed.scores))


def _judgement(reviewed: Reviewed, judged: Judged, index: int) -> bytes:
    """Encode the review of one turn, or why it failed."""
    played, turn = reviewed.turns[index], judged.found.get(index)
    banner = banner_text(played, len(reviewed.turns), turn, reviewed.names[played.player])

    def shown(side: Side) -> dict[str, object]:
        frame = frame_of_turn(reviewed, index, turn, side)
        return replace(frame, banner=banner, log=(), news="").to_json()

    told = judged.told(reviewed, index)
    return encoded(
        TurnJudged(
            index,
            banner,
            tuple(Sentence(each.text, each.pieces, each.tone) for each in told),
            loss_text(turn),
            None if turn is None else turn.lost,
            tone_of(turn),
            shown(Side.PLAYED),
            shown(Side.BEST) if best_pieces(turn) else None,
        )
    )
