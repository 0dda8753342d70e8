"""The settings screen, and how the app applies settings."""

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
from qwirkle.records.players import Player
from qwirkle.session.turn import TurnState
from qwirkle.settings import Settings, load_settings, save_settings
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
from qwirkle.tui.screens.games import RecordsScreen, UnfinishedGamesScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.settings import KeyCaptureScreen, SettingsScreen
from qwirkle.tui.screens.start import StartScreen
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
from tests.tui.game_setup import current_turn

BOT = Player("Bo", None, "bot:simple")


async def test_settings_are_saved_and_applied_immediately() -> None:
    """A switch changes the game screen and the settings file."""
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
    settings, warning = load_settings()
    assert warning is None
    assert (settings.theme, settings.letters, settings.ascii) == ("light", True, True)


async def test_a_key_can_be_changed_and_reset() -> None:
    """Enter and a key remap the selected binding; Delete restores the default."""
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
        await wait_until(pilot, lambda: current_turn(game_screen(app)).draft)
        order = current_turn(game_screen(app)).hand_order
        await pilot.press("s")
        assert current_turn(game_screen(app)).hand_order is order
        await pilot.press("f5")
        assert current_turn(game_screen(app)).hand_order is not order
        await pilot.press("f2")
        await wait_for_screen(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        options.focus()
        options.highlighted = options.get_option_index("table.sort")
        await pilot.press("delete")
        await pilot.pause()
        assert load_settings()[0].keys == {}


def description(binding_id: str) -> str:
    """Return what the binding with this id does."""
    return next(describe_binding(each) for each in remappable_bindings() if each.id == binding_id)


def names_binding(error: Static, binding_id: str) -> bool:
    """Check whether an error names a binding and the context where it works."""
    binding = next(each for each in remappable_bindings() if each.id == binding_id)
    text = str(error.content)
    return describe_binding(binding) in text and context_title(binding) in text


async def choose_key(pilot: Pilot[None], app: QwirkleApp, name: str, key: str) -> None:
    """Select a binding on the settings screen and press its new key."""
    await wait_for_screen(pilot, app, SettingsScreen)
    options = app.screen.query_one("#keys", OptionList)
    options.focus()
    options.highlighted = options.get_option_index(name)
    await pilot.press("enter")
    await wait_for_screen(pilot, app, KeyCaptureScreen)
    await pilot.press(key)


async def test_a_key_in_use_is_rejected() -> None:
    """The screen names the other action and waits; a default key can be given away."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, LocalGameScreen)
        await pilot.press("f2")
        await choose_key(pilot, app, "table.play", "1")
        assert isinstance(app.screen, KeyCaptureScreen)
        error = app.screen.query_one("#error", Static)
        assert names_binding(error, "table.pick-1")
        assert app.screen.region.contains_region(error.region)
        assert load_settings()[0].keys == {}
        await pilot.press("c")
        assert names_binding(error, "board.centre")
        await pilot.press("f2")
        assert names_binding(error, "app.settings")
        await pilot.press("y")
        await choose_key(pilot, app, "table.trade-these", "y")  # never while Play is available
        await choose_key(pilot, app, "table.sort", "enter")
        assert names_binding(app.screen.query_one("#error", Static), "table.take-hint")
        await pilot.press("escape")
        await choose_key(pilot, app, "app.quit", "x")  # it couldn't be typed into a text field
        assert isinstance(app.screen, KeyCaptureScreen)
        assert str(app.screen.query_one("#error", Static).content)
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
        await pilot.press("delete")  # undo has its default key now
        assert load_settings()[0].keys == keys
        assert textual_internals.toast_count(app) == 1


async def test_the_key_list_describes_every_binding() -> None:
    """No entry shows an id, and there are as many pick keys as the largest hand has pieces."""
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("o")
        await wait_for_screen(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        lines = [str(option.prompt) for option in options.options]
        option_ids = [str(option.id) for option in options.options]
        assert not any(
            str(binding.id) in line for binding in remappable_bindings() for line in lines
        )
        assert len(lines) == len(set(lines))
        largest = max(variant.hand.size for variant in catalog.playable_variants())
        picks = [name for name in option_ids if name.startswith("table.pick-")]
        assert len(picks) == largest
        assert all(
            context_title(binding) and describe_binding(binding)
            for binding in remappable_bindings()
        )


@pytest.mark.parametrize(
    ("keys", "kept", "named"),
    [
        ({"table.play": "1"}, {}, ("table.play", "table.pick-1")),
        ({"table.sort": "x", "table.undo": "x"}, {"table.sort": "x"}, ("table.undo", "table.sort")),
        ({"table.sort": "u", "table.undo": "s"}, {"table.sort": "u", "table.undo": "s"}, ()),
        ({"table.sort": "[/],,"}, {}, ("table.sort",)),
        ({"table.sort": "+"}, {}, ("table.sort", "board.zoom-in")),
        ({"app.quit": "x", "setup.start": "f7"}, {"setup.start": "f7"}, ("app.quit",)),
        ({"no.such": "1", "[/]": "2"}, {}, ()),
    ],
)
async def test_conflicting_keys_in_the_settings_file_are_ignored(
    keys: dict[str, str], kept: dict[str, str], named: tuple[str, ...]
) -> None:
    """A warning names the actions of the first conflict, and all other keys work."""
    save_settings(Settings(keys=keys, letters=True))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    assert app.settings == Settings(keys=kept, letters=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        toasts = textual_internals.toast_texts(app)
        assert len(toasts) == bool(named)
        assert all(description(name) in toast for toast in toasts for name in named)


def screens() -> list[type[BaseScreen[Any]]]:
    """Return every screen class of the app."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    classes: list[type[BaseScreen[Any]]] = [BaseScreen]
    for screen in classes:
        classes += screen.__subclasses__()
    return classes


def test_the_keys_of_every_screen_can_be_changed() -> None:
    """Every binding of every screen has an id and can be remapped."""
    listed = {binding.id for binding in remappable_bindings()}
    for screen in screens():
        for binding in vars(screen).get("BINDINGS", ()):
            assert binding.id in listed, (screen, binding)


async def test_a_key_of_another_screen_can_be_remapped() -> None:
    """A remapped key works on its screen, the old one doesn't, and other keys stay."""
    save_settings(Settings(keys={"start.watch": "z", "records.back": "b"}))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("w")
        assert isinstance(app.screen, StartScreen)
        menu = app.screen.query_one("#menu", OptionList)
        assert str(menu.get_option("watch").prompt).split()[0] == "z"
        await pilot.press("o")
        await choose_key(pilot, app, "start.resume", "f8")
        await wait_for_screen(pilot, app, SettingsScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)
        assert str(menu.get_option("resume").prompt).split()[0] == "f8"
        await pilot.press("z")
        await wait_for_screen(pilot, app, RecordsScreen)
        app.screen.set_focus(None)
        await pilot.press("escape")
        assert isinstance(app.screen, RecordsScreen)
        await pilot.press("b")
        await wait_for_screen(pilot, app, StartScreen)
        await pilot.press("f8")
        await wait_for_screen(pilot, app, UnfinishedGamesScreen)
        await pilot.press("escape")
        await wait_for_screen(pilot, app, StartScreen)


@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
def test_actions_that_share_a_key_are_never_available_together(variant: Variant) -> None:
    """At most one action per default key is available at any time."""
    sharing: dict[str, set[str]] = {}
    for binding in GAME_BINDINGS:
        assert isinstance(binding, Binding)
        for key in normalize_keys(binding.key):
            sharing.setdefault(key, set()).add(action_name(binding))
    game = random_game(variant, seed=5, max_events=60)
    for _, position in game.active_history:
        if not needs_player(position):
            continue
        view = position.view(position.seat_to_move)
        start = TurnState(view).started(view)
        turn_states = [start]
        for actions in (("pick", 0), ("lay",)), (("start_trade",), ("mark", 0)), (("mark", 0),):
            after: TurnState | Move = start
            for action, *arguments in actions:
                if isinstance(after, TurnState):
                    after = after.act(action, *arguments)
                    turn_states += [after] if isinstance(after, TurnState) else []
        for each in turn_states:
            assert all(len(actions & each.available_actions) <= 1 for actions in sharing.values())


def test_binding_ids_are_unique() -> None:
    """No two bindings share an id."""
    names = [binding.id for binding in remappable_bindings()]
    assert len(names) == len(set(names))


async def test_invalid_settings_are_ignored_with_a_warning(home: Path) -> None:
    """A hostile settings file leaves the defaults in place, and a toast warns about it."""
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"theme": "[/]\x1b"}), encoding="utf-8")
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        assert app.settings.theme == "dark"
        assert textual_internals.toast_count(app) == 1


async def test_the_command_line_overrides_settings_without_saving() -> None:
    """Theme, letters, ASCII and zoom from the command line are used but not saved."""
    launch = LaunchOptions(
        TILES, human_players(2), 7, theme="light", letters=True, ascii=True, zoom=2
    )
    app = QwirkleApp(launch, open_initial_game(launch))
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        look = app.appearance
        assert (look.theme, look.letters, look.ascii, app.zoom) == ("light", True, True, 2)
    assert load_settings()[0].theme == "dark"
