"""A game on a server: draws the frames that the server sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from qwirkle.i18n import tr
from qwirkle.tui.screens.game import GAME_BINDINGS, GameScreen
from qwirkle.tui.screens.qr import QrScreen

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.tui.remote_session import RemoteSession


class RemoteGameScreen(GameScreen, inherit_bindings=False):
    """A game on a server, played or watched from here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *GAME_BINDINGS,
        Binding("f4", "show_qr_code", tr("Address for others"), id="table.code", show=False),
        Binding("f6", "show_players", tr("People"), id="table.people", show=False),
    ]

    def __init__(self, remote: RemoteSession) -> None:
        super().__init__()
        self.controller = self.remote = remote
        self._result_shown = False

    @property
    def variant(self) -> Variant | None:
        """Variant of a game shared from here, or None."""
        return self.remote.shared_game.variant if self.remote.shared_game else None

    def is_available(self, action: str) -> bool | None:
        if action == "show_qr_code":
            return self.remote.shared_game is not None
        return super().is_available(action)

    def action_show_qr_code(self) -> None:
        if self.remote.shared_game is not None:
            self.app.push_screen(QrScreen(self.remote.shared_game.url))

    def action_show_players(self) -> None:
        from qwirkle.tui.screens.remote_players import PlayersScreen

        self.app.push_screen(PlayersScreen(self.remote))

    def action_show_end(self) -> None:
        """Show the result; the host can offer a rematch."""
        from qwirkle.tui.screens.end import EndScreen
        from qwirkle.web.protocol import OpenRematch

        if self.frame is not None and self.frame.result is not None:
            room = self.remote.room
            is_host = room is not None and room.is_host
            request_rematch = self.remote.make_sender(OpenRematch()) if is_host else None
            self.app.push_screen(
                EndScreen(self.frame, self.frame.result, self.record_path, request_rematch)
            )

    async def _run(self) -> None:
        while True:
            frame = await self.remote.frames.get()
            if frame.throws or frame.flash:
                await self.play_animation(frame)
                continue
            self.draw(frame)
            if frame.result is not None and not self._result_shown:
                self._result_shown = True
                self.action_show_end()
