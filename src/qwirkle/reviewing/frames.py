"""Builds the frames of a review: a turn as it was played, or the best one found; pure."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.judging import SLIGHT, JudgedTurn, PlayedTurn
from qwirkle.analysis.value import Weights, weights_of
from qwirkle.engine.events import Placed, Traded
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import Face, Laid
from qwirkle.game import Game
from qwirkle.table.advice import LETTERS
from qwirkle.table.frame import Frame, HandSlot, HintMark, frame
from qwirkle.table.story import Scene, Story
from qwirkle.texts import tr


class Side(StrEnum):
    """Which move of a turn is on the board: the one played or the best one found."""

    PLAYED = "played"
    BEST = "best"


class Reviewed(Struct, frozen=True):
    """A game under review; each turn is shown from the perspective of its player."""

    stories: tuple[Story, ...]
    """By seat; a spectator's history for every seat if hands may not be shown."""
    turns: tuple[PlayedTurn, ...]

    @classmethod
    def of(cls, game: Game, turns: tuple[PlayedTurn, ...]) -> Reviewed:
        """Prepare a game for review; hidden hands are shown only if it's over."""
        players = game.header.players
        if game.over or game.header.variant.hand.open:
            seats = range(len(players))
            stories = tuple(Story(players, seat).continued(game.standing) for seat in seats)
        else:
            stories = (Story(players, None).continued(game.standing),) * len(players)
        return cls(stories, turns)

    @property
    def names(self) -> tuple[str, ...]:
        return self.stories[0].names

    @property
    def weights(self) -> Weights:
        """How much the opponents' reply and the own next turn count."""
        return weights_of(self.stories[0].view)

    @property
    def hands_shown(self) -> bool:
        return self.stories[0].seat is not None

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Scores by seat: before the first turn and after each."""
        scenes = self.stories[0].scenes
        return (
            (0,) * len(self.names),
            *(scenes[turn.settled - 1].view.scores for turn in self.turns),
        )


def best_pieces(turn: JudgedTurn | None) -> tuple[Laid, ...]:
    """Return the pieces of a better placement; empty if little was lost or a trade was best."""
    if turn is None or turn.best is None or turn.lost_by_play < SLIGHT:
        return ()
    return turn.best.move.pieces if isinstance(turn.best.move, Place) else ()


def frame_of_turn(reviewed: Reviewed, index: int, judged: JudgedTurn | None, side: Side) -> Frame:
    """Build the frame of a turn: as played, with the best one as a hint, or the best one itself."""
    turn = reviewed.turns[index]
    story = reviewed.stories[turn.player].until(turn.settled)
    before, last = story.scenes[turn.ended - 2 : turn.ended]
    best = best_pieces(judged) if reviewed.hands_shown else ()
    laid = last.event.pieces if isinstance(last.event, Placed) else ()
    shown = replace(
        frame(story, None),
        hand=_slots(before, last) if reviewed.hands_shown else (),
        hand_title=tr("{name} – the hand of this turn", name=reviewed.names[turn.player]),
        last=laid,
        recent=(laid,),
        hinted=tuple(HintMark((x, y), LETTERS[0], face) for face, x, y in best),
    )
    if side is Side.PLAYED or not best:
        return shown
    pieces = tuple((face, x, y) for (x, y), face in before.view.board.cells.items())
    return replace(shown, pieces=pieces, last=(), recent=(), hinted=(), drafted=best)


def _slots(before: Scene, last: Scene) -> tuple[HandSlot, ...]:
    """Return the hand of the turn; pieces that were placed or traded have their flags set."""
    match last.event:
        case Placed(_, pieces, _):
            laid, traded = [face for face, _, _ in pieces], []
        case Traded(_, gave, _):
            laid, traded = [], list(gave)
        case _:
            laid, traded = [], []
    return tuple(
        HandSlot(face, number, laid=_took(laid, face), marked=_took(traded, face))
        for number, face in enumerate(before.view.hand, start=1)
    )


def _took(faces: list[Face], face: Face) -> bool:
    """Remove one copy of the face from the list; return False if there is none."""
    if face in faces:
        faces.remove(face)
        return True
    return False
