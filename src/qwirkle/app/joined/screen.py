"""The table of a server: draws the frames that come, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwirkle.app.table.screen import SeatScreen

if TYPE_CHECKING:
    from qwirkle.app.joined.visit import Visit


class JoinedScreen(SeatScreen):
    """A game that is played at a server, with one's own seat here."""

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.place = self._visit = visit
        self._ended = False
        """Whether the result has been shown."""

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
