"""The review of a room's finished game, computed once and streamed to every client that asks."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.analysis.review import MAX_REVIEWED_TURNS, completed_turns, summarise_players
from qwirkle.game import Game
from qwirkle.presenter.review import (
    ComparedMove,
    GameUnderReview,
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
    ReviewCommentEntry,
    ReviewFinished,
    ReviewStarted,
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
        game_under_review = await asyncio.to_thread(_prepare_review, self._game)
        self._publish(await asyncio.to_thread(_encode_start, game_under_review))
        progress = ReviewProgress(len(game_under_review.turns))
        while (index := progress.next_turn_to_review(0)) is not None:
            try:
                progress.reviews[index] = await self._pool.review_turn(
                    game_under_review.turns[index]
                )
            except WorkerError as error:
                progress.errors[index] = str(error)
            self._publish(await asyncio.to_thread(_encode_turn, game_under_review, progress, index))
        summaries = summarise_players(
            game_under_review.names, self._game.position.scores, progress.turn_reviews
        )
        has_rolls = self._game.header.variant.roll_step is not None
        self._publish(
            encode_message(
                ReviewFinished(
                    tuple(player_summary_text(summary, has_rolls) for summary in summaries)
                )
            )
        )
        if not progress.errors:
            # If saving fails, players can't do anything about it, so its result is ignored.
            await asyncio.to_thread(save_review, self._game, summaries)

    def _publish(self, message: bytes) -> None:
        self._messages.append(message)
        for outbox in self._outboxes:
            outbox.put(message)


def _prepare_review(game: Game) -> GameUnderReview:
    return GameUnderReview.from_game(game, completed_turns(game)[:MAX_REVIEWED_TURNS])


def _encode_start(game_under_review: GameUnderReview) -> bytes:
    """Encode the turn list."""
    turns = tuple(
        TurnEntry(
            turn.number, turn.player, game_under_review.names[turn.player], outcome_text(turn)
        )
        for turn in game_under_review.turns
    )
    return encode_message(ReviewStarted(turns, game_under_review.running_scores))


def _encode_turn(game_under_review: GameUnderReview, progress: ReviewProgress, index: int) -> bytes:
    """Encode the review of one turn, or why it failed."""
    turn, review = game_under_review.turns[index], progress.reviews.get(index)
    banner = review_banner_text(
        turn, len(game_under_review.turns), review, game_under_review.names[turn.player]
    )

    def frame_json(compared_move: ComparedMove) -> dict[str, object]:
        frame = build_review_frame(game_under_review, index, review, compared_move)
        return replace(frame, banner=banner, log=(), news="").to_json()

    sentences = progress.sentences(game_under_review, index)
    return encode_message(
        TurnReviewed(
            index,
            banner,
            tuple(
                ReviewCommentEntry(sentence.text, sentence.pieces, sentence.tone)
                for sentence in sentences
            ),
            loss_text(review),
            None if review is None else review.loss,
            loss_tone(review),
            frame_json(ComparedMove.PLAYED),
            frame_json(ComparedMove.BEST) if better_placement(review) else None,
        )
    )
