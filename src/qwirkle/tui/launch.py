"""Launch options, and running the app: the first screen, and messages after it exits.

Textual is imported only when the app runs, so that the command line stays fast.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.i18n import tr
from qwirkle.settings import Settings, load_settings, save_settings

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant
    from qwirkle.game import Game
    from qwirkle.records.players import Player
    from qwirkle.session.session import GameSession
    from qwirkle.tui.app import QwirkleApp
    from qwirkle.web.client import Link


class LaunchOptions(Struct, frozen=True):
    """Options from the command line; None means the saved setting, or the setup screen asks."""

    variant: Variant | None = None
    players: tuple[Player, ...] | None = None
    seed: int | None = None
    theme: str | None = None
    letters: bool | None = None
    ascii: bool | None = None
    zoom: int | None = None
    no_hints: bool = False
    purist: bool | None = None
    resume: Literal["latest"] | Path | None = None
    watch: Path | None = None
    review: Path | None = None
    show_start_screen: bool = False
    join: Link | None = None
    """Server, room and seat to join."""
    share_port: int | None = None
    """Port on which others can join, or None to play in this terminal only."""


def effective_settings(options: LaunchOptions) -> tuple[Settings, str | None]:
    """Merge saved settings and launch options; return them and an error message or None.

    `purist` is saved if the command line changes it.
    """
    settings, error = load_settings()
    if settings.keys:  # the keymap module loads every screen
        from qwirkle.tui.keymap import remappable_bindings, resolve_conflicts

        keys, conflict = resolve_conflicts(settings.keys, remappable_bindings())
        settings, error = replace(settings, keys=keys), conflict or None
    overrides: dict[str, Any] = {
        "theme": options.theme,
        "letters": options.letters,
        "ascii": options.ascii,
        "purist": options.purist,
    }
    effective = replace(
        settings, **{name: value for name, value in overrides.items() if value is not None}
    )
    if effective.purist != settings.purist:
        error = save_settings(replace(settings, purist=effective.purist)) or error
    return effective, error


def run_app(options: LaunchOptions) -> int:
    """Run the app and return its exit status. Raises RecordLocked or RecordError."""
    with _gc_paused():
        initial_game = open_initial_game(options)
        _ignore_size_variables()
        from qwirkle.tui.app import QwirkleApp

        app = QwirkleApp(options, initial_game)
    try:
        app.run()
    finally:
        app.analysis_worker.close()
        app.leave_game()
        from qwirkle.text.status import rescue_unsaved_game, resume_text

        for sentence in (*app.exit_messages, *map(rescue_unsaved_game, app.unsaved_records)):
            _print_error(sentence)
    if app.crash_report:
        from qwirkle.crash_reports import EXIT_CRASHED

        _print_error(_crash_message(app.crash_report, app.last_record_path))
        return EXIT_CRASHED
    if app.resumable_path is not None and app.resumable_path.exists():
        _print_error(resume_text(app.resumable_path))
    return app.exit_status


def _ignore_size_variables() -> None:
    """Make Textual ask the system for the terminal size, not the environment or the input."""
    os.environ.pop("COLUMNS", None)
    os.environ.pop("LINES", None)
    os.environ["TEXTUAL_SMOOTH_SCROLL"] = "0"  # it makes terminals send sizes as input


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Exempt objects created here from garbage collection, which would delay every repaint."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def open_initial_game(options: LaunchOptions) -> GameSession | Game | None:
    """Return the game to open first, or None. Raises RecordLocked or RecordError."""
    from qwirkle.records import library
    from qwirkle.session.session import GameSession

    if options.share_port is not None:
        return None  # the share screen comes first
    path = options.watch or options.review
    if path is not None:
        return library.load_game(path)
    if options.resume == "latest":
        return GameSession.resume_latest()
    if options.resume is not None:
        return GameSession.resume(options.resume)
    if options.variant is not None and options.players:
        return GameSession.new(options.variant, options.players, options.seed)
    return None


def open_first_screen(app: QwirkleApp, options: LaunchOptions) -> None:
    """Open the first screen, as the launch options ask."""
    from qwirkle.session.session import GameSession

    if options.share_port is not None:
        from qwirkle.tui.sharing import GameSharing

        app.sharing = GameSharing(app, options.share_port)
        if options.resume is not None:
            app.sharing.share_resumed_game()
        elif options.variant is not None and options.players:
            app.sharing.share_new_game(options.variant, options.players)
        else:
            app.open_setup()
    elif options.join is not None:
        from qwirkle.tui.remote_session import RemoteSession

        app.run_worker(RemoteSession(app, options.join).run(), group="remote")
    elif isinstance(app.initial_game, GameSession):
        app.play_session(app.initial_game)
    elif app.initial_game is not None and options.review is None:
        app.replay_game(app.initial_game, options.watch)
    elif app.initial_game is not None:
        app.review_game(app.initial_game)
    elif options.show_start_screen:
        app.open_start()
    else:
        app.open_setup()


def _crash_message(report: str, record_path: Path | None) -> str:
    """Write a crash report; return a sentence that says where it and the game are."""
    from qwirkle.crash_reports import write_report

    report_path = write_report(report)
    if report_path is None:
        if record_path is None:
            return tr("Something went wrong, and no report can be written.")
        return tr(
            "Something went wrong; the game is saved in {game}, and no report can be written.",
            game=record_path,
        )
    if record_path is None:
        return tr("Something went wrong; a report is in {report}.", report=report_path)
    return tr(
        "Something went wrong; the game is saved in {game} and a report is in {report}.",
        game=record_path,
        report=report_path,
    )


def _print_error(sentence: str) -> None:
    with suppress(OSError, ValueError):  # the terminal may be gone
        sys.stderr.write(sentence + "\n")
        sys.stderr.flush()
