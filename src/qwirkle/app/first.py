"""The screen with which the app begins, by what the command line asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qwirkle.table.host import Host

if TYPE_CHECKING:
    from qwirkle.app.app import QwirkleApp
    from qwirkle.app.launch import Launch


def open_first(app: QwirkleApp, launch: Launch) -> None:
    """Open the first screen."""
    if launch.share is not None:
        from qwirkle.app.joined.sharing import Sharing

        app.sharing = Sharing(app, launch.share)
        if launch.resume is not None:
            app.sharing.ask_to_go_on()
        elif launch.variant is not None and launch.players:
            app.sharing.ask(launch.variant, launch.players)
        else:
            app.open_setup()
    elif launch.join is not None:
        from qwirkle.app.joined.visit import Visit

        app.run_worker(Visit(app, launch.join).run(), group="visit")
    elif isinstance(app.opened, Host):
        app.play(app.opened)
    elif app.opened is not None and launch.review is None:
        app.show_game(app.opened, launch.watch)
    elif app.opened is not None:
        app.review_game(app.opened)
    elif launch.start:
        app.open_start()
    else:
        app.open_setup()
