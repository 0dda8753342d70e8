"""What must never happen: a hidden hand is exposed, or an event is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine.events import Placed, RecordEvent
from qwirkle.records import locked_file
from qwirkle.records.players import Player, clean_name
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.help import HelpScreen
from qwirkle.tui.screens.unsaved import UnsavedScreen
from tests.tui.conftest import (
    TILES,
    KeyboardPlayer,
    click,
    game_screen,
    human_players,
    is_waiting_for_player,
    make_app,
    small_variant,
    wait_until,
)
from tests.tui.game_setup import BOT, current_frame, current_turn, open_game, wait_for_turn

FRAME_NAMES = {"frame", "side_frame"}
"""Attributes in which widgets keep frames."""


def exposed_state(app: QwirkleApp) -> str:
    """Return the screenshot, the turn, and the frames and texts of every widget of every screen."""
    parts = [app.export_screenshot()]
    frame_names = set()
    for screen in app.screen_stack:
        if isinstance(screen, LocalGameScreen):
            parts.append(repr(current_turn(screen)))
        for node in screen.walk_children(with_self=True):
            frames = {name: getattr(node, name) for name in FRAME_NAMES if hasattr(node, name)}
            frame_names |= set(frames)
            parts += map(repr, frames.values())
            if isinstance(node, Static):
                parts.append(repr(node.content))
    assert frame_names == FRAME_NAMES
    return "\n".join(parts)


async def test_nothing_exposes_a_hand_behind_the_hand_off_screen() -> None:
    """No widget, screenshot, command or help page has a hand before the next player is ready."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=(120, 40)) as pilot:
        player = KeyboardPlayer(pilot, app)
        for _ in range(2):
            await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
            secrets = {repr(hand) for hand in game_screen(app).session.game.position.hands}
            for key in ("question_mark", "ctrl+p"):
                exposed = exposed_state(app)
                assert not [hand for hand in secrets if hand in exposed]
                frame = game_screen(app).frame
                assert frame is not None
                assert frame.hand == ()
                assert not any(seat.hand for seat in frame.seats)
                await pilot.press(key)
                await wait_until(pilot, lambda: not isinstance(app.screen, HandOffScreen))
                exposed = exposed_state(app)
                assert not [hand for hand in secrets if hand in exposed]
                await pilot.press("escape")
                await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
            commands = {each.title for each in app.get_system_commands(app.screen)}
            assert "Hint" not in commands
            assert "Sort" not in commands
            await pilot.press("1", "t", "s", "i", "u", "v")
            assert isinstance(app.screen, HandOffScreen)
            await player.play_game(2)


async def test_one_person_needs_no_hand_off_screen() -> None:
    """With one person the hand stays visible while bots play."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        assert isinstance(app.screen, LocalGameScreen)


async def test_every_event_is_saved_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """When an event is saved, no pane has shown it yet."""
    app = make_app(TILES, (*human_players(1), BOT))
    shown_early: list[bool] = []
    game = open_game(app)
    save = game.event_sink

    def save_and_check(event: RecordEvent) -> None:
        if isinstance(event, Placed):
            frame = current_frame(game_screen(app))
            shown_early.append(any(piece in frame.pieces for piece in event.pieces))
        save(event)

    monkeypatch.setattr(game, "event_sink", save_and_check)
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(3)
    assert shown_early
    assert not any(shown_early)


async def test_a_save_error_stays_on_screen_until_it_is_resolved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While the disk is full a warning is shown; leaving offers to save elsewhere."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    write = locked_file.truncate_and_write

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with app.run_test(size=(80, 24)) as pilot:
        player = KeyboardPlayer(pilot, app)
        screen = await wait_for_turn(pilot, app)
        bar = screen.query_one("#record-warning")
        assert not bar.display
        monkeypatch.setattr(locked_file, "truncate_and_write", fail)
        await player.play_game(1)
        await wait_until(pilot, lambda: bar.display)
        assert screen.session.record.unsaved_event_count
        await pilot.press("ctrl+q")
        await wait_until(pilot, lambda: isinstance(app.screen, UnsavedScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        monkeypatch.setattr(locked_file, "truncate_and_write", write)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await player.play_game(1)
        await wait_until(pilot, lambda: not bar.display)
        assert screen.session.record.unsaved_event_count == 0


async def test_an_unsaved_game_can_be_saved_elsewhere_when_leaving(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The whole game goes to the path you enter, then the app ends."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    write = locked_file.truncate_and_write

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_turn(pilot, app)
        monkeypatch.setattr(locked_file, "truncate_and_write", fail)
        await KeyboardPlayer(pilot, app).play_game(1)
        await pilot.press("ctrl+q")
        await wait_until(pilot, lambda: isinstance(app.screen, UnsavedScreen))
        app.screen.query_one("#path", Input).value = str(tmp_path / "kept.qwirkle")
        assert app.screen.query_one("#error").display
        assert app.focused is app.screen.query_one("#save")
        await click(pilot, "#save")
        assert isinstance(app.screen, UnsavedScreen)
        monkeypatch.setattr(locked_file, "truncate_and_write", write)
        await click(pilot, "#save")
        await wait_until(pilot, lambda: (tmp_path / "kept.qwirkle").exists())

    load_untruncated_game(tmp_path / "kept.qwirkle")


@pytest.mark.parametrize(
    "names",
    [
        ("[/]", "[bold]x", "\x1b[31mred", "\u202eevil"),
        ("a\u200bb", "x" * 500, "[@click=app.quit]q[/]", "日本語の名前です"),
        ("{name}", "%s", "'\"\\"),
    ],
)
async def test_hostile_names_are_shown_as_plain_text(names: tuple[str, ...]) -> None:
    """Control sequences and markup in names have no effect on any screen."""
    players = [Player(clean_name(name), 9 + seat) for seat, name in enumerate(names)]
    app = make_app(small_variant(TILES), players)
    async with app.run_test(size=(80, 24)) as pilot:
        player = KeyboardPlayer(pilot, app)
        await player.play_game(len(names) + 1)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        assert "\x1b" not in app.export_screenshot()
        game_screen(app).action_show_end()
        await pilot.pause()
        app.open_unfinished_games()
        await pilot.pause()
        assert "\x1b" not in app.export_screenshot()
