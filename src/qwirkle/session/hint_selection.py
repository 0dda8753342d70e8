"""The hints shown for a turn: which one is selected, and what it marks on the board. No I/O."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, Hints
from qwirkle.engine.movegen import best_legal_play
from qwirkle.engine.moves import Move, Place
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.view import View
from qwirkle.session.draft import in_placement_order

MAX_ODDS_SHOWN = 9
"""Maximum number of choices of dice shown, besides keeping all."""

HINT_LETTERS = "ABCDEFGH"
"""Names of the hints; digits stand for pieces."""


class HintSelection(Struct, frozen=True):
    """Hints for a turn, best first. One is selected; all of them or only that one are shown."""

    hints: tuple[Hint, ...]
    points_without_roll: int | None = None
    """Best score with the hand as it is; None if nothing fits."""
    roll_odds: tuple[tuple[Faces, float], ...] = ()
    """The best choices of dice to roll, with their mean scores; last, keeping all dice."""
    selected: int = 0
    """Index of the hint that the player would take."""
    shows_selected_only: bool = False

    @classmethod
    def for_view(cls, view: View, hints: Hints) -> HintSelection:
        """Select the first hint; sort the pieces of each placement so that they can be placed."""
        ordered = tuple(
            replace(hint, move=Place(in_placement_order(view.board, hint.move.pieces)))
            if isinstance(hint.move, Place)
            else hint
            for hint in hints
        )
        selection = cls(ordered, points_without_roll(view), _best_odds(view, hints))
        return replace(selection, shows_selected_only=selection.has_overlap)

    @property
    def has_overlap(self) -> bool:
        """True if several hints use the same cell, so that they can't all be shown at once."""
        cells = Counter(
            (x, y)
            for hint in self.hints
            if isinstance(hint.move, Place)
            for _, x, y in hint.move.pieces
        )
        return any(count > 1 for count in cells.values())

    @property
    def with_next_selected(self) -> HintSelection:
        """Select the next hint and show only that one; after the last, start again."""
        if self.selected + 1 < len(self.hints):
            return replace(self, selected=self.selected + 1, shows_selected_only=True)
        return replace(self, selected=0, shows_selected_only=self.has_overlap)

    @property
    def with_only_selected(self) -> HintSelection:
        return replace(self, shows_selected_only=True)

    @property
    def move(self) -> Move | None:
        """The move of the selected hint, or None if there are no hints."""
        return self.hints[self.selected].move if self.hints else None

    @property
    def cell_marks(self) -> dict[Cell, tuple[str, Face]]:
        """Cell -> hint letter and face, for every hint shown."""
        return {
            (x, y): (HINT_LETTERS[index], face)
            for index, hint in enumerate(self.hints)
            if isinstance(hint.move, Place)
            and (index == self.selected or not self.shows_selected_only)
            for face, x, y in hint.move.pieces
        }


def points_without_roll(view: View) -> int | None:
    """Return the best score with the hand as it is, or None if nothing fits."""
    return best_legal_play(view)[1] if view.options.can_place else None


def _best_odds(view: View, hints: Hints) -> tuple[tuple[Faces, float], ...]:
    """Return the best choices of dice, with equal faces listed once; keeping all dice is last."""
    odds: dict[Faces, float] = {}
    for rolled, mean in hints.choices:
        if rolled:
            odds.setdefault(tuple(sorted(view.hand[index] for index in rolled)), mean)
    keep_all = () if hints.keep_all_mean is None else (((), hints.keep_all_mean),)
    return (*tuple(odds.items())[:MAX_ODDS_SHOWN], *keep_all)
