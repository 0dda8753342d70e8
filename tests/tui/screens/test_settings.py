"""The settings screen, and settings as the app uses them."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import OptionList, Static, Switch

import qwirkle.tui as package
from qwirkle import catalog
from qwirkle.engine.moves import Move
from qwirkle.engine.rules import needs_player
from qwirkle.engine.variant import Variant
from qwirkle.records.schema import Player
from qwirkle.session.turn import TurnState
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.keymap import (
    action_name,
    context_title,
    describe_binding,
    normalize_keys,
    remappable_bindings,
)
from qwirkle.tui.launch import LaunchOptions, open_initial_game
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.game import GAME_BINDINGS, LocalGameScreen
from qwirkle.tui.screens.games import GamesScreen, RecordsScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.settings import KeyCaptureScreen, SettingsScreen
from qwirkle.tui.screens.start import StartScreen
from qwirkle.tui.settings import Settings, load_settings, save_settings
from qwirkle.tui.widgets.game_view import GameView
from tests.random_games import random_game
from tests.tui import textual_internals
from tests.tui.conftest import (
    CUBES,
    TILES,
    game_screen,
    human_players,
    make_app,
    wait_for_screen,
    wait_until,
)

BOT = Player("Bo", None, "bot:simple")


async def test_settings_are_kept_and_used_at_once() -> None:
    """A switch changes the look of the table and the file."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 40)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await pilot.press("f2")
        await wait_for_screen(pilot, app, SettingsScreen)
        for name in ("light", "letters", "ascii"):
            app.screen.query_one(f"#{name}", Switch).toggle()
        await pilot.pause()
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LocalGameScreen)
        assert game_screen(app).query_one(GameView).appearance.theme == "light"
        assert game_screen(app).query_one(GameView).appearance.ascii
        assert app.theme == "qwirkle-light"
    settings, trouble = load_settings()
    assert trouble is None
    assert (settings.theme, settings.letters, settings.ascii) == ("light", True, True)


async def test_a_key_is_changed_on_the_settings_screen() -> None:
    """Choosing a line and pressing a key gives the binding that key; Delete takes it away."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 40)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await pilot.press("f2")
        await wait_for_screen(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        options.focus()
        options.highlighted = options.get_option_index("table.sort")
        await pilot.press("enter")
        await wait_for_screen(pilot, app, KeyCaptureScreen)
        await pilot.press("f5")
        await wait_for_screen(pilot, app, SettingsScreen)
        assert load_settings()[0].keys == {"table.sort": "f5"}
        await pilot.press("escape")
        await wait_for_screen(pilot, app, LocalGameScreen)
        await wait_until(pilot, lambda: game_screen(app).presenter.turn_state.draft)
        order = game_screen(app).presenter.turn_state.hand_order
        await pilot.press("s")
        assert game_screen(app).presenter.turn_state.hand_order is order
        await pilot.press("f5")
        assert game_screen(app).presenter.turn_state.hand_order is not order
        await pilot.press("f2")
        await wait_for_screen(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        options.focus()
        options.highlighted = options.get_option_index("table.sort")
        await pilot.press("delete")
        await pilot.pause()
        assert load_settings()[0].keys == {}


async def choose_key(pilot: Pilot[None], app: QwirkleApp, name: str, key: str) -> None:
    """Choose a line of the settings and press the key that it shall have."""
    await wait_for_screen(pilot, app, SettingsScreen)
    options = app.screen.query_one("#keys", OptionList)
    options.focus()
    options.highlighted = options.get_option_index(name)
    await pilot.press("enter")
    await wait_for_screen(pilot, app, KeyCaptureScreen)
    await pilot.press(key)


async def test_a_key_that_is_taken_is_refused() -> None:
    """The screen says what has the key and waits for another; the usual key can be taken, too."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await pilot.press("f2")
        await choose_key(pilot, app, "table.play", "1")
        assert isinstance(app.screen, KeyCaptureScreen)
        told = app.screen.query_one("#trouble", Static)
        assert str(told.content) == (
            "1 is taken by “Pick piece 1” (At the table). Press another key."
        )
        assert app.screen.region.contains_region(told.region)
        assert load_settings()[0].keys == {}
        await pilot.press("c")
        assert "“Centre the table” (On the board)" in str(told.content)
        await pilot.press("f2")
        assert "“Settings” (Everywhere)" in str(told.content)
        await pilot.press("y")
        await choose_key(pilot, app, "table.trade-these", "y")  # never offered when Play is
        await choose_key(pilot, app, "table.sort", "enter")
        assert "“Take the hint”" in str(app.screen.query_one("#trouble", Static).content)
        await pilot.press("escape")
        await choose_key(pilot, app, "app.quit", "x")  # nobody could type it any more
        assert "while you type" in str(app.screen.query_one("#trouble", Static).content)
        await pilot.press("escape")
        await choose_key(pilot, app, "end.new", "enter")  # another screen
        await choose_key(pilot, app, "table.sort", "f8")
        await choose_key(pilot, app, "table.undo", "s")
        await wait_for_screen(pilot, app, SettingsScreen)
        keys = {
            "table.play": "y",
            "table.trade-these": "y",
            "end.new": "enter",
            "table.sort": "f8",
            "table.undo": "s",
        }
        assert load_settings()[0].keys == keys
        options = app.screen.query_one("#keys", OptionList)
        options.highlighted = options.get_option_index("table.sort")
        await pilot.press("delete")  # its usual key is that of undo now
        assert load_settings()[0].keys == keys
        assert textual_internals.toast_count(app) == 1


async def test_the_keys_are_listed_in_words_and_only_for_pieces_that_a_hand_has() -> None:
    """No line shows an id, and there are as many picks as the largest hand has pieces."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("o")
        await wait_for_screen(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        lines = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        assert not any(
            str(binding.id) in line for binding in remappable_bindings() for line in lines
        )
        assert len(lines) == len(set(lines))
        largest = max(variant.hand.size for variant in catalog.playable_variants())
        assert sum("Pick piece" in line for line in lines) == largest
        assert all(
            context_title(binding) and describe_binding(binding)
            for binding in remappable_bindings()
        )


@pytest.mark.parametrize(
    ("keys", "kept", "told"),
    [
        ({"table.play": "1"}, {}, "“Play what lies there” the key “1”, which “Pick piece 1” has"),
        ({"table.sort": "x", "table.undo": "x"}, {"table.sort": "x"}, "“Sort the hand” has"),
        ({"table.sort": "u", "table.undo": "s"}, {"table.sort": "u", "table.undo": "s"}, ""),
        ({"table.sort": "[/],,"}, {}, "is no key"),
        ({"table.sort": "+"}, {}, "“Zoom in” has"),
        ({"app.quit": "x", "setup.start": "f7"}, {"setup.start": "f7"}, "is no key for it"),
        ({"no.such": "1", "[/]": "2"}, {}, ""),
    ],
)
async def test_keys_written_by_hand_that_are_taken_are_not_used(
    keys: dict[str, str], kept: dict[str, str], told: str
) -> None:
    """One sentence names the first of them, and all other keys work."""
    save_settings(Settings(keys=keys, letters=True))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    assert app.settings == Settings(keys=kept, letters=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        shown = textual_internals.toast_texts(app)
        assert len(shown) == bool(told)
        assert all(told in message for message in shown)


def screens() -> list[type[BaseScreen[Any]]]:
    """Every screen of the app."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    found: list[type[BaseScreen[Any]]] = [BaseScreen]
    for kind in found:
        found += kind.__subclasses__()
    return found


def test_the_keys_of_every_screen_can_be_changed() -> None:
    """The list has every binding of every screen, and each one has an id."""
    listed = {binding.id for binding in remappable_bindings()}
    for screen in screens():
        for binding in vars(screen).get("BINDINGS", ()):
            assert binding.id in listed, (screen, binding)


async def test_a_key_of_another_screen_is_moved() -> None:
    """A screen beside the table answers to its new key, and all others of its keys still work."""
    save_settings(Settings(keys={"start.watch": "z", "records.back": "b"}))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        assert isinstance(app.screen, StartScreen)
        doors = app.screen.query_one("#doors", OptionList)
        assert str(doors.get_option("watch").prompt) == "  z  Watch a record"
        await pilot.press("o")
        await choose_key(pilot, app, "start.resume", "f8")
        await wait_for_screen(pilot, app, SettingsScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        assert str(doors.get_option("resume").prompt) == " f8  Resume a game"
        await pilot.press("z")
        await wait_for_screen(pilot, app, RecordsScreen)
        app.screen.set_focus(None)
        await pilot.press("escape")
        assert isinstance(app.screen, RecordsScreen)
        await pilot.press("b")
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("f8")
        await wait_for_screen(pilot, app, GamesScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
def test_no_two_actions_of_one_key_are_offered_at_the_same_moment(variant: Variant) -> None:
    """What shares a usual key may share any other, because only one of it can be done at a time."""
    sharing: dict[str, set[str]] = {}
    for binding in GAME_BINDINGS:
        assert isinstance(binding, Binding)
        for key in normalize_keys(binding.key):
            sharing.setdefault(key, set()).add(action_name(binding))
    game = random_game(variant, seed=5, most_events=60)
    for _, position in game.active_history:
        if not needs_player(position):
            continue
        desk = TurnState(position.view(position.player)).started(position.view(position.player))
        desks = [desk]
        for actions in (("pick", 0), ("lay",)), (("start_trade",), ("mark", 0)), (("mark", 0),):
            after: TurnState | Move = desk
            for action, *arguments in actions:
                if isinstance(after, TurnState):
                    after = after.act(action, *arguments)
                    desks += [after] if isinstance(after, TurnState) else []
        for each in desks:
            assert all(len(actions & each.available_actions) <= 1 for actions in sharing.values())


def test_every_id_of_a_key_is_its_own() -> None:
    """No two bindings share an id, so the settings can tell them apart."""
    names = [binding.id for binding in remappable_bindings()]
    assert len(names) == len(set(names))


async def test_settings_that_cannot_be_read_are_told_of_and_not_used(home: Path) -> None:
    """A hostile settings file leaves the usual settings and a warning."""
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"theme": "[/]\x1b"}), encoding="utf-8")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        assert app.settings.theme == "dark"
        assert textual_internals.toast_count(app) == 1


async def test_the_command_line_overrides_settings_for_once() -> None:
    """Theme, letters, signs and zoom of the launch are used and not kept."""
    launch = LaunchOptions(
        TILES, human_players(2), 7, theme="light", letters=True, ascii=True, zoom=2
    )
    app = QwirkleApp(launch, open_initial_game(launch))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        look = app.appearance
        assert (look.theme, look.letters, look.ascii, app.zoom) == ("light", True, True, 2)
    assert load_settings()[0].theme == "dark"
