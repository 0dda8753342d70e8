"""The review of a room's finished game, computed once and streamed to every client that asks."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.analysis.review import MAX_REVIEWED_TURNS, completed_turns, summarise_players
from qwirkle.game import Game
from qwirkle.presenter.review import (
    ComparedMove,
    ReviewedGame,
    ReviewProgress,
    better_placement,
    build_review_frame,
)
from qwirkle.stats.saved_reviews import save_review
from qwirkle.text.review import (
    loss_text,
    loss_tone,
    outcome_text,
    player_summary_text,
    review_banner_text,
)
from qwirkle.web.outbox import Outbox
from qwirkle.web.protocol import (
    ReviewFinished,
    ReviewStarted,
    SentenceEntry,
    TurnEntry,
    TurnReviewed,
    encode_message,
)
from qwirkle.worker.client import WorkerError
from qwirkle.worker.pool import WorkerPool


class RoomReview:
    """Reviews a finished game turn by turn and sends the results to all subscribers."""

    def __init__(self, game: Game, pool: WorkerPool) -> None:
        self._game = game
        self._pool = pool
        self._messages: list[bytes] = []
        """All messages so far, for later subscribers."""
        self._outboxes: set[Outbox] = set()
        self._task = asyncio.create_task(self._run())

    def subscribe(self, outbox: Outbox) -> None:
        """Send all messages so far, and later ones as they come."""
        outbox.put_all(self._messages)
        self._outboxes.add(outbox)

    def unsubscribe(self, outbox: Outbox) -> None:
        self._outboxes.discard(outbox)

    async def close(self) -> None:
        """Cancel the review."""
        self._outboxes.clear()
        self._task.cancel()
        await asyncio.wait((self._task,))

    async def _run(self) -> None:
        """Review all turns, with the heavy work in threads and worker processes."""
        reviewed = await asyncio.to_thread(_prepare_review, self._game)
        self._publish(await asyncio.to_thread(_encode_start, reviewed))
        judged = ReviewProgress(len(reviewed.turns))
        while (index := judged.next_turn_to_review(0)) is not None:
            try:
                judged.reviews[index] = await self._pool.review_turn(reviewed.turns[index])
            except WorkerError as error:
                judged.errors[index] = str(error)
            self._publish(await asyncio.to_thread(_encode_turn, reviewed, judged, index))
        found = summarise_players(reviewed.names, self._game.position.scores, judged.turn_reviews)
        rolls = self._game.header.variant.roll_step is not None
        self._publish(
            encode_message(
                ReviewFinished(tuple(player_summary_text(each, rolls) for each in found))
            )
        )
        if not judged.errors:
            # If saving fails, players can't do anything about it, so its result is ignored.
            await asyncio.to_thread(save_review, self._game, found)

    def _publish(self, message: bytes) -> None:
        self._messages.append(message)
        for door in self._outboxes:
            door.put(message)


def _prepare_review(game: Game) -> ReviewedGame:
    return ReviewedGame.from_game(game, completed_turns(game)[:MAX_REVIEWED_TURNS])


def _encode_start(reviewed: ReviewedGame) -> bytes:
    """Encode the turn list."""
    turns = tuple(
        TurnEntry(turn.number, turn.player, reviewed.names[turn.player], outcome_text(turn))
        for turn in reviewed.turns
    )
    return encode_message(ReviewStarted(turns, reviewed.running_scores))


def _encode_turn(reviewed: ReviewedGame, judged: ReviewProgress, index: int) -> bytes:
    """Encode the review of one turn, or why it failed."""
    played, turn = reviewed.turns[index], judged.reviews.get(index)
    banner = review_banner_text(played, len(reviewed.turns), turn, reviewed.names[played.player])

    def shown(side: ComparedMove) -> dict[str, object]:
        frame = build_review_frame(reviewed, index, turn, side)
        return replace(frame, banner=banner, log=(), news="").to_json()

    told = judged.sentences(reviewed, index)
    return encode_message(
        TurnReviewed(
            index,
            banner,
            tuple(SentenceEntry(each.text, each.pieces, each.tone) for each in told),
            loss_text(turn),
            None if turn is None else turn.loss,
            loss_tone(turn),
            shown(ComparedMove.PLAYED),
            shown(ComparedMove.BEST) if better_placement(turn) else None,
        )
    )
