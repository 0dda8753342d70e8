"""Progress of a review: finished turns, the next one, and the mistakes; pure."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct, field

from qwirkle.analysis.judging import TurnReview
from qwirkle.reviewing.frames import ReviewedGame
from qwirkle.reviewing.words import MISTAKE_THRESHOLD, ReviewSentence, Tone, turn_sentences
from qwirkle.texts import tr


class ReviewProgress(Struct):
    """The turn reviews finished so far, by turn index."""

    turn_count: int
    reviews: dict[int, TurnReview] = field(default_factory=dict)
    errors: dict[int, str] = field(default_factory=dict)
    """Turn index -> why it couldn't be reviewed."""

    @property
    def done_count(self) -> int:
        """Number of turns that are reviewed or have failed."""
        return len(self.reviews) + len(self.errors)

    @property
    def turn_reviews(self) -> tuple[TurnReview, ...]:
        return tuple(self.reviews[index] for index in sorted(self.reviews))

    def sentences(self, reviewed_game: ReviewedGame, index: int) -> tuple[ReviewSentence, ...]:
        """Describe a turn as far as it's reviewed."""
        turn = self.reviews.get(index)
        if turn is not None:
            told = turn_sentences(turn, reviewed_game.names[turn.player], reviewed_game.weights)
            # While hands are hidden, don't reveal which pieces another player could have placed.
            return tuple(each for each in told if reviewed_game.shows_hands or not each.pieces)
        if index in self.errors:
            return (ReviewSentence(self.errors[index], tone=Tone.BAD),)
        return (ReviewSentence(tr("This turn is being reviewed…"), tone=Tone.ASIDE),)

    def next_turn_to_review(self, shown: int) -> int | None:
        """Return the next turn to review: the one shown, then later ones, then earlier ones."""
        known = self.reviews.keys() | self.errors.keys()
        for index in chain(range(shown, self.turn_count), range(shown)):
            if index not in known:
                return index
        return None

    def next_mistake(self, shown: int) -> int | None:
        """Return the index of the next mistake; wraps around. None if there is no mistake."""
        mistakes: list[int] = self._mistakes()
        later = [index for index in mistakes if index > shown]
        return next(iter(later or mistakes), None)

    def next_largest_mistake(self, after: int | None) -> int | None:
        """Return the index of the next smaller mistake; the largest after None or the smallest."""
        ranked = sorted(self._mistakes(), key=lambda index: (-self.reviews[index].loss, index))
        if after in ranked[:-1]:
            return ranked[ranked.index(after) + 1]
        return ranked[0] if ranked else None

    def _mistakes(self) -> list[int]:
        return sorted(
            index for index, turn in self.reviews.items() if turn.loss >= MISTAKE_THRESHOLD
        )
