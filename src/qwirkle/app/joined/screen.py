"""A game on a server: draws the frames that the server sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from qwirkle.app.pages.code import CodeScreen
from qwirkle.app.table.keys import TABLE_KEYS
from qwirkle.app.table.screen import SeatScreen
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.app.joined.visit import Visit
    from qwirkle.engine.variant import Variant


class JoinedScreen(SeatScreen, inherit_bindings=False):
    """A game on a server, played or watched from here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *TABLE_KEYS,
        Binding("f4", "show_code", tr("Address for others"), id="table.code", show=False),
        Binding("f6", "show_people", tr("People"), id="table.people", show=False),
    ]

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.place = self._visit = visit
        self._ended = False

    @property
    def variant(self) -> Variant | None:
        """Variant of a game shared from here, or None."""
        return self._visit.shared.variant if self._visit.shared else None

    def offers(self, action: str) -> bool | None:
        if action == "show_code":
            return self._visit.shared is not None
        return super().offers(action)

    def action_show_code(self) -> None:
        if self._visit.shared is not None:
            self.app.push_screen(CodeScreen(self._visit.shared.url))

    def action_show_people(self) -> None:
        from qwirkle.app.joined.people import PeopleScreen

        self.app.push_screen(PeopleScreen(self._visit))

    def action_show_end(self) -> None:
        """Show the result; the host can offer a rematch."""
        from qwirkle.app.pages.end import EndScreen
        from qwirkle.web.protocol import Rematch

        if self.frame is not None and self.frame.result is not None:
            table = self._visit.table
            again = self._visit.saying(Rematch()) if table is not None and table.host else None
            self.app.push_screen(EndScreen(self.frame, self.frame.result, self.record, again))

    async def _run(self) -> None:
        while True:
            frame = await self._visit.frames.get()
            if frame.throws or frame.flash:
                await self.act_out(frame)
                continue
            self.draw(frame)
            if frame.result is not None and not self._ended:
                self._ended = True
                self.action_show_end()
