"""From a turn of a game and its judgement to the frame that the panes show; pure."""

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
    """What lies on the table of a turn."""

    PLAYED = "played"
    BEST = "best"


class Reviewed(Struct, frozen=True):
    """A game and its turns, from the eyes of whoever played each; hidden hands stay hidden."""

    stories: tuple[Story, ...]
    """By seat; where hands may not be seen, those of onlookers."""
    turns: tuple[PlayedTurn, ...]

    @classmethod
    def of(cls, game: Game, turns: tuple[PlayedTurn, ...]) -> Reviewed:
        """A game to look at; hidden hands are shown only once it is over."""
        players = game.header.players
        if game.over or game.header.variant.hand.open:
            seats = range(len(players))
            stories = tuple(Story(players, seat).continued(game.standing) for seat in seats)
        else:
            stories = (Story(players, None).continued(game.standing),) * len(players)
        return cls(stories, turns)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, by seat."""
        return self.stories[0].names

    @property
    def weights(self) -> Weights:
        """How much the next turns count beside the points of a turn."""
        return weights_of(self.stories[0].view)

    @property
    def hands_shown(self) -> bool:
        """Whether hands may be seen."""
        return self.stories[0].seat is not None

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points before the first turn and after each."""
        scenes = self.stories[0].scenes
        return (
            (0,) * len(self.names),
            *(scenes[turn.settled - 1].view.scores for turn in self.turns),
        )


def best_pieces(turn: JudgedTurn | None) -> tuple[Laid, ...]:
    """The pieces of a better placement; none where hardly anything was lost or a trade was best."""
    if turn is None or turn.best is None or turn.lost_by_play < SLIGHT:
        return ()
    return turn.best.move.pieces if isinstance(turn.best.move, Place) else ()


def frame_of_turn(reviewed: Reviewed, index: int, judged: JudgedTurn | None, side: Side) -> Frame:
    """A turn with what was played marked as last, and the best as a hint or laid in its place."""
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
    """The hand of the turn; what was laid is faded, what was traded is marked."""
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
    """Whether the face was among these; one of it is taken out."""
    if face in faces:
        faces.remove(face)
        return True
    return False
