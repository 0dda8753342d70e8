"""Builds the frames of a review: a turn as it was played, or the best one found; pure."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.judging import NEGLIGIBLE_LOSS, TurnRecord, TurnReview
from qwirkle.analysis.value import EvaluationWeights, default_weights
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import Face, PieceAt
from qwirkle.game import Game
from qwirkle.table.frame import Frame, HandSlot, HintMark, build_frame
from qwirkle.table.hint_selection import HINT_LETTERS
from qwirkle.table.story import HistoryEntry, SeatHistory
from qwirkle.texts import tr


class ComparedMove(StrEnum):
    """Which move of a turn is on the board: the one played or the best one found."""

    PLAYED = "played"
    BEST = "best"


class ReviewedGame(Struct, frozen=True):
    """A game under review; each turn is shown from the perspective of its player."""

    histories: tuple[SeatHistory, ...]
    """By seat; a spectator's history for every seat if hands may not be shown."""
    turns: tuple[TurnRecord, ...]

    @classmethod
    def from_game(cls, game: Game, turns: tuple[TurnRecord, ...]) -> ReviewedGame:
        """Prepare a game for review; hidden hands are shown only if it's over."""
        players = game.header.players
        if game.is_over or game.header.variant.hand.open:
            seats = range(len(players))
            stories = tuple(
                SeatHistory(players, seat).with_events(game.active_history) for seat in seats
            )
        else:
            stories = (SeatHistory(players, None).with_events(game.active_history),) * len(players)
        return cls(stories, turns)

    @property
    def names(self) -> tuple[str, ...]:
        return self.histories[0].names

    @property
    def weights(self) -> EvaluationWeights:
        """How much the opponents' reply and the own next turn count."""
        return default_weights(self.histories[0].view)

    @property
    def shows_hands(self) -> bool:
        return self.histories[0].seat is not None

    @property
    def running_scores(self) -> tuple[tuple[int, ...], ...]:
        """Scores by seat: before the first turn and after each."""
        scenes = self.histories[0].entries
        return (
            (0,) * len(self.names),
            *(scenes[turn.event_count_with_result - 1].view.scores for turn in self.turns),
        )


def better_placement(turn: TurnReview | None) -> tuple[PieceAt, ...]:
    """Return the pieces of a better placement; empty if little was lost or a trade was best."""
    if turn is None or turn.best is None or turn.play_loss < NEGLIGIBLE_LOSS:
        return ()
    return turn.best.move.pieces if isinstance(turn.best.move, Place) else ()


def build_review_frame(
    reviewed_game: ReviewedGame, index: int, review: TurnReview | None, compared_move: ComparedMove
) -> Frame:
    """Build the frame of a turn: as played, with the best one as a hint, or the best one itself."""
    turn = reviewed_game.turns[index]
    story = reviewed_game.histories[turn.player].up_to(turn.event_count_with_result)
    before, last = story.entries[turn.event_count - 2 : turn.event_count]
    best = better_placement(review) if reviewed_game.shows_hands else ()
    laid = last.event.pieces if isinstance(last.event, Placed) else ()
    shown = replace(
        build_frame(story, None),
        hand=_turn_hand_slots(before, last) if reviewed_game.shows_hands else (),
        hand_title=tr("{name} – the hand of this turn", name=reviewed_game.names[turn.player]),
        last=laid,
        recent=(laid,),
        hinted=tuple(HintMark((x, y), HINT_LETTERS[0], face) for face, x, y in best),
    )
    if compared_move is ComparedMove.PLAYED or not best:
        return shown
    pieces = tuple((face, x, y) for (x, y), face in before.view.board.cells.items())
    return replace(shown, pieces=pieces, last=(), recent=(), hinted=(), drafted=best)


def _turn_hand_slots(before: HistoryEntry, last: HistoryEntry) -> tuple[HandSlot, ...]:
    """Return the hand of the turn; pieces that were placed or traded have their flags set."""
    match last.event:
        case Placed(_, pieces, _):
            laid, traded = [face for face, _, _ in pieces], []
        case Traded(_, gave, _):
            laid, traded = [], list(gave)
        case _:
            laid, traded = [], []
    return tuple(
        HandSlot(
            face,
            number,
            laid=_remove_if_present(laid, face),
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
