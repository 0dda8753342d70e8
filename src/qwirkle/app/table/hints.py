"""Hints at the table: asked for once in a turn, told all together or one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from qwirkle.app.table.turn import TurnPage
from qwirkle.engine.pieces import Cell, Face
from qwirkle.table.draft import Task
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed

if TYPE_CHECKING:
    from qwirkle.table.advice import Advice


class HintPage(TurnPage, inherit_bindings=False):
    """The table with hints on it."""

    advice: Advice | None = None
    """What the analysis said about this turn, if it was asked."""

    @property
    def hinted(self) -> Mapping[Cell, tuple[int, Face]]:
        """The marks of the hints that are shown now."""
        return self.advice.marks if self.advice else {}

    def _told(self) -> str:
        """What the banner says of the hints."""
        if self.advice is None or self.draft is None:
            return ""
        return self.advice.text(self.draft.hand, self.table_app.settings.keys)

    def offers(self, action: str) -> bool | None:
        """Hints may be forbidden; Esc takes them off the table."""
        match action:
            case "hint":
                return bool(super().offers(action)) and self.table_app.hints
            case "clear" if self.hinted and self.draft and self.draft.task is Task.LAY:
                return True
        return super().offers(action)

    def action_clear(self) -> None:
        """Take everything back; once more takes the hints off the table."""
        if self._act().untouched:
            self.advice = None
        super().action_clear()

    def action_sort(self) -> None:
        """Show the hand in the next order; hints name pieces by their keys, which move."""
        telling = bool(self.notice) and self.notice == self._told()
        super().action_sort()
        if telling:
            self.say(self._told())

    def action_hint(self) -> None:
        """Ask the analysis what is good here; again and again tells one hint after the other."""
        if self.advice is None:
            self.run_worker(self._hint(), group="hint", exclusive=True)
            return
        if self.notice == self._told():
            self.advice = self.advice.next
        self.say(self._told())

    async def _hint(self) -> None:
        from qwirkle.table.advice import Advice, sure_points

        began = len(self.session.game.events)
        self.say(tr("Looking for the best turns…"))
        try:
            found = await self.table_app.thinker.hints(self.view)
        except ThinkingFailed as failure:
            self.say(str(failure))
            return
        if began == len(self.session.game.events) and self.draft is not None:
            self.advice = Advice(found, sure_points(self.view))
            self.say(self._told())
