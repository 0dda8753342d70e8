"""What must never happen at the table: a hand that is seen, an event that is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.engine.events import Placed, RecordEvent
from qwirkle.records import locked_file
from qwirkle.records.schema import Player
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
from tests.tui.game_setup import BOT, wait_for_turn


def everything(app: QwirkleApp) -> str:
    """All that the widgets of all screens hold and show."""
    parts = [app.export_screenshot()]
    for screen in app.screen_stack:
        for node in screen.walk_children(with_self=True):
            parts += [repr(getattr(node, name, None)) for name in ("frame", "calm", "desk")]
            parts.append(repr(vars(node).get("_Static__content")))
    return "\n".join(parts)


async def test_the_curtain_holds_nothing_of_any_hand() -> None:
    """Neither the widgets, a screenshot, the palette nor help know a hand behind the curtain."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=(120, 40)) as pilot:
        hands = KeyboardPlayer(pilot, app)
        for _ in range(2):
            await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
            secret = {repr(hand) for hand in game_screen(app).session.game.position.hands}
            for key in ("question_mark", "ctrl+p"):
                held = everything(app)
                assert not [hand for hand in secret if hand in held]
                frame = game_screen(app).frame
                assert frame is not None
                assert frame.hand == ()
                assert not any(seat.hand for seat in frame.seats)
                await pilot.press(key)
                await wait_until(pilot, lambda: not isinstance(app.screen, HandOffScreen))
                held = everything(app)
                assert not [hand for hand in secret if hand in held]
                await pilot.press("escape")
                await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
            commands = {each.title for each in app.get_system_commands(app.screen)}
            assert "Hint" not in commands
            assert "Sort" not in commands
            await pilot.press("1", "t", "s", "i", "u", "v")
            assert isinstance(app.screen, HandOffScreen)
            await hands.play_game(2)


async def test_one_person_needs_no_curtain() -> None:
    """With one person the hand stays in sight while bots play."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        assert isinstance(app.screen, LocalGameScreen)


async def test_every_event_is_saved_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """When an event is kept, no pane has shown it yet."""
    app = make_app(TILES, (*human_players(1), BOT))
    seen: list[bool] = []
    game = getattr(app.initial_game, "game")  # noqa: B009
    save = game.event_sink

    def watch(event: RecordEvent) -> None:
        if isinstance(event, Placed):
            frame = game_screen(app).frame
            assert frame is not None
            seen.append(any(piece in frame.pieces for piece in event.pieces))
        save(event)

    monkeypatch.setattr(game, "event_sink", watch)
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(3)
    assert seen
    assert not any(seen)


async def test_trouble_with_saving_stays_on_the_screen_while_it_lasts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A full disk is told of until it is over; leaving then offers another place."""
    app = make_app(small_variant(TILES), (*human_players(1), BOT))
    write = locked_file.truncate_and_write

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with app.run_test(size=(80, 24)) as pilot:
        hands = KeyboardPlayer(pilot, app)
        table = await wait_for_turn(pilot, app)
        bar = table.query_one("#save-trouble")
        assert not bar.display
        monkeypatch.setattr(locked_file, "truncate_and_write", fail)
        await hands.play_game(1)
        await wait_until(pilot, lambda: bar.display)
        assert table.session.record.unsaved_event_count
        await pilot.press("ctrl+q")
        await wait_until(pilot, lambda: isinstance(app.screen, UnsavedScreen))
        await pilot.press("escape")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
        monkeypatch.setattr(locked_file, "truncate_and_write", write)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await hands.play_game(1)
        await wait_until(pilot, lambda: not bar.display)
        assert table.session.record.unsaved_event_count == 0


async def test_an_unsaved_game_can_be_saved_elsewhere_when_leaving(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The reason is told, the place that the person names gets the whole game, and the app ends."""
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
        place = app.screen.query_one("#place")
        setattr(place, "value", str(tmp_path / "kept.qwirkle"))  # noqa: B010
        assert app.screen.query_one("#trouble").display
        assert app.focused is app.screen.query_one("#save")
        await click(pilot, "#save")
        assert isinstance(app.screen, UnsavedScreen)
        monkeypatch.setattr(locked_file, "truncate_and_write", write)
        await click(pilot, "#save")
        await wait_until(pilot, lambda: (tmp_path / "kept.qwirkle").exists())

    load_complete_game(tmp_path / "kept.qwirkle")


@pytest.mark.parametrize(
    "names",
    [
        ("[/]", "[bold]x", "\x1b[31mred", "\u202eevil"),
        ("a\u200bb", "x" * 500, "[@click=app.quit]q[/]", "日本語の名前です"),
        ("{name}", "%s", "'\"\\"),
    ],
)
async def test_hostile_names_do_no_harm(names: tuple[str, ...]) -> None:
    """Whatever somebody calls themselves, every screen shows it as plain text."""
    from qwirkle.records.schema import clean_name

    players = [Player(clean_name(name), 9 + seat) for seat, name in enumerate(names)]
    app = make_app(small_variant(TILES), players)
    async with app.run_test(size=(80, 24)) as pilot:
        hands = KeyboardPlayer(pilot, app)
        await hands.play_game(len(names) + 1)
        await wait_until(pilot, lambda: is_waiting_for_player(app))
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await pilot.press("escape")
        shot = app.export_screenshot()
        assert "\x1b" not in shot
        game_screen(app).action_show_end()
        await pilot.pause()
        app.open_games()
        await pilot.pause()
        assert "\x1b" not in app.export_screenshot()
