"""Frames of a review, and its progress while turns are being reviewed."""

from __future__ import annotations

from enum import StrEnum
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from qwirkle.analysis.evaluation import EvaluationWeights, default_weights
from qwirkle.analysis.review import MISTAKE_THRESHOLD, NEGLIGIBLE_LOSS, TurnRecord, TurnReview
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import Face, PieceAt
from qwirkle.game import Game
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame, HandSlot, HintMark, build_frame
from qwirkle.session.hint_selection import HINT_LETTERS
from qwirkle.session.history import HistoryEntry, SeatHistory
from qwirkle.text.review import ReviewComment, Tone, turn_sentences


class ComparedMove(StrEnum):
    """Which move of a turn is on the board: the one played or the best one found."""

    PLAYED = "played"
    BEST = "best"


class GameUnderReview(Struct, frozen=True):
    """A game under review; each turn is shown from the perspective of its player."""

    histories: tuple[SeatHistory, ...]
    """By seat; a spectator's history for every seat if hands may not be shown."""
    turns: tuple[TurnRecord, ...]

    @classmethod
    def from_game(cls, game: Game, turns: tuple[TurnRecord, ...]) -> GameUnderReview:
        """Prepare a game for review; hidden hands are shown only if it's over."""
        players = game.header.players
        if game.is_over or game.header.variant.hand.open:
            seats = range(len(players))
            histories = tuple(
                SeatHistory(players, seat).with_events(game.active_history) for seat in seats
            )
        else:
            histories = (SeatHistory(players, None).with_events(game.active_history),) * len(
                players
            )
        return cls(histories, turns)

    @property
    def names(self) -> tuple[str, ...]:
        return self.histories[0].names

    @property
    def weights(self) -> EvaluationWeights:
        """Weights of the opponents' reply and the player's own next turn."""
        return default_weights(self.histories[0].view)

    @property
    def shows_hands(self) -> bool:
        return self.histories[0].seat is not None

    @property
    def running_scores(self) -> tuple[tuple[int, ...], ...]:
        """Scores by seat: before the first turn and after each."""
        entries = self.histories[0].entries
        return (
            (0,) * len(self.names),
            *(entries[turn.event_count_with_result - 1].view.scores for turn in self.turns),
        )


def better_placement(review: TurnReview | None) -> tuple[PieceAt, ...]:
    """Return the pieces of a better placement; empty if little was lost or a trade was best."""
    if review is None or review.best is None or review.play_loss < NEGLIGIBLE_LOSS:
        return ()
    return review.best.move.pieces if isinstance(review.best.move, Place) else ()


def build_review_frame(
    game_under_review: GameUnderReview,
    index: int,
    review: TurnReview | None,
    compared_move: ComparedMove,
) -> Frame:
    """Build the frame of a turn: as played, with the best one as a hint, or the best one itself."""
    turn = game_under_review.turns[index]
    history = game_under_review.histories[turn.player].up_to(turn.event_count_with_result)
    before, last = history.entries[turn.event_count - 2 : turn.event_count]
    best = better_placement(review) if game_under_review.shows_hands else ()
    placed = last.event.pieces if isinstance(last.event, Placed) else ()
    frame = replace(
        build_frame(history, None),
        hand=_turn_hand_slots(before, last) if game_under_review.shows_hands else (),
        hand_title=tr("{name} – the hand of this turn", name=game_under_review.names[turn.player]),
        last=placed,
        recent=(placed,),
        hinted=tuple(HintMark((x, y), HINT_LETTERS[0], face) for face, x, y in best),
    )
    if compared_move is ComparedMove.PLAYED or not best:
        return frame
    pieces = tuple((face, x, y) for (x, y), face in before.view.board.cells.items())
    return replace(frame, pieces=pieces, last=(), recent=(), hinted=(), drafted=best)


def _turn_hand_slots(before: HistoryEntry, last: HistoryEntry) -> tuple[HandSlot, ...]:
    """Return the hand of the turn; pieces that were placed or traded have their flags set."""
    match last.event:
        case Placed(_, pieces, _):
            placed, traded = [face for face, _, _ in pieces], []
        case Traded(_, gave, _):
            placed, traded = [], list(gave)
        case _:
            placed, traded = [], []
    return tuple(
        HandSlot(
            face,
            number,
            laid=_remove_if_present(placed, face),
            marked=_remove_if_present(traded, face),
        )
        for number, face in enumerate(before.view.hand, start=1)
    )


def _remove_if_present(faces: list[Face], face: Face) -> bool:
    """Remove one copy of the face from the list; return False if there is none."""
    if face in faces:
        faces.remove(face)
        return True
    return False


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

    def sentences(
        self, game_under_review: GameUnderReview, index: int
    ) -> tuple[ReviewComment, ...]:
        """Describe a turn as far as it's reviewed."""
        review = self.reviews.get(index)
        if review is not None:
            sentences = turn_sentences(
                review, game_under_review.names[review.player], game_under_review.weights
            )
            # While hands are hidden, don't reveal which pieces another player could have placed.
            return tuple(
                sentence
                for sentence in sentences
                if game_under_review.shows_hands or not sentence.pieces
            )
        if index in self.errors:
            return (ReviewComment(self.errors[index], tone=Tone.BAD),)
        return (ReviewComment(tr("This turn is being reviewed…"), tone=Tone.ASIDE),)

    def next_turn_to_review(self, shown_index: int) -> int | None:
        """Return the next turn to review: the one shown, then later ones, then earlier ones."""
        done = self.reviews.keys() | self.errors.keys()
        for index in chain(range(shown_index, self.turn_count), range(shown_index)):
            if index not in done:
                return index
        return None

    def next_mistake(self, shown_index: int) -> int | None:
        """Return the index of the next mistake; wraps around. None if there is no mistake."""
        mistakes: list[int] = self._mistakes()
        later = [index for index in mistakes if index > shown_index]
        return next(iter(later or mistakes), None)

    def next_largest_mistake(self, after: int | None) -> int | None:
        """Return the index of the next mistake in order of size, largest first; wraps around.

        None if there is no mistake.
        """
        ranked = sorted(self._mistakes(), key=lambda index: (-self.reviews[index].loss, index))
        if after in ranked[:-1]:
            return ranked[ranked.index(after) + 1]
        return ranked[0] if ranked else None

    def _mistakes(self) -> list[int]:
        return sorted(
            index for index, review in self.reviews.items() if review.loss >= MISTAKE_THRESHOLD
        )
