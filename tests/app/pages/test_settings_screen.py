"""The settings screen, and settings as the app uses them."""

from __future__ import annotations

import importlib
import json
import pkgutil
from pathlib import Path
from typing import Any

from textual.widgets import OptionList, Switch

import qwirkle.app as package
from qwirkle.app.app import QwirkleApp
from qwirkle.app.launch import Launch, open_launched
from qwirkle.app.pages.games import GamesScreen, RecordsScreen
from qwirkle.app.pages.page import Page
from qwirkle.app.pages.settings import KeyScreen, SettingsScreen, remappable
from qwirkle.app.pages.start import StartScreen
from qwirkle.app.settings import Settings, load_settings, save_settings
from qwirkle.app.table.curtain import CurtainScreen
from qwirkle.app.table.layout import TableView
from qwirkle.app.table.screen import TableScreen
from qwirkle.notation import Player
from tests.app import insides
from tests.app.conftest import (
    HIDDEN,
    app_for,
    people,
    reach,
    table_of,
    until,
)

BOT = Player("Bo", None, "bot:simple")


async def test_settings_are_kept_and_used_at_once() -> None:
    """A switch changes the look of the table and the file."""
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 40)) as pilot:
        await reach(pilot, app, TableScreen)
        await pilot.press("f2")
        await reach(pilot, app, SettingsScreen)
        for name in ("light", "letters", "ascii"):
            app.screen.query_one(f"#{name}", Switch).toggle()
        await pilot.pause()
        await pilot.press("escape")
        await reach(pilot, app, TableScreen)
        assert table_of(app).query_one(TableView).look.theme == "light"
        assert table_of(app).query_one(TableView).look.ascii
        assert app.theme == "qwirkle-light"
    settings, trouble = load_settings()
    assert trouble is None
    assert (settings.theme, settings.letters, settings.ascii) == ("light", True, True)


async def test_a_key_is_changed_on_the_settings_screen() -> None:
    """Choosing a line and pressing a key gives the binding that key; Delete takes it away."""
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 40)) as pilot:
        await reach(pilot, app, TableScreen)
        await pilot.press("f2")
        await reach(pilot, app, SettingsScreen)
        names = [binding.id for binding in remappable()]
        options = app.screen.query_one("#keys", OptionList)
        options.focus()
        options.highlighted = names.index("table.sort")
        await pilot.press("enter")
        await reach(pilot, app, KeyScreen)
        await pilot.press("f5")
        await reach(pilot, app, SettingsScreen)
        assert load_settings()[0].keys == {"table.sort": "f5"}
        await pilot.press("escape")
        await reach(pilot, app, TableScreen)
        await until(pilot, lambda: table_of(app).desk.draft)
        order = table_of(app).desk.order
        await pilot.press("f5")
        assert table_of(app).desk.order is not order
        await pilot.press("f2")
        await reach(pilot, app, SettingsScreen)
        options = app.screen.query_one("#keys", OptionList)
        options.focus()
        options.highlighted = names.index("table.sort")
        await pilot.press("delete")
        await pilot.pause()
        assert load_settings()[0].keys == {}


def screens() -> list[type[Page[Any]]]:
    """Every screen of the app."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    found: list[type[Page[Any]]] = [Page]
    for kind in found:
        found += kind.__subclasses__()
    return found


def test_the_keys_of_every_screen_can_be_changed() -> None:
    """The list has every binding of every screen, and each one has an id."""
    listed = {binding.id for binding in remappable()}
    for screen in screens():
        for binding in vars(screen).get("BINDINGS", ()):
            assert binding.id in listed, (screen, binding)


async def test_a_key_of_another_screen_is_moved() -> None:
    """A screen beside the table answers to its new key, and all others of its keys still work."""
    save_settings(Settings(keys={"start.watch": "z", "records.back": "b"}))
    app = QwirkleApp(Launch(start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, StartScreen)
        await pilot.press("w")
        assert isinstance(app.screen, StartScreen)
        await pilot.press("z")
        await reach(pilot, app, RecordsScreen)
        app.screen.set_focus(None)
        await pilot.press("escape")
        assert isinstance(app.screen, RecordsScreen)
        await pilot.press("b")
        await reach(pilot, app, StartScreen)
        await pilot.press("g")
        await reach(pilot, app, GamesScreen)
        await pilot.press("escape")
        await reach(pilot, app, StartScreen)


def test_every_id_of_a_key_is_its_own() -> None:
    """No two bindings share an id, so the settings can tell them apart."""
    names = [binding.id for binding in remappable()]
    assert len(names) == len(set(names))


async def test_settings_that_cannot_be_read_are_told_of_and_not_used(home: Path) -> None:
    """A hostile settings file leaves the usual settings and a warning."""
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"theme": "[/]\x1b"}), encoding="utf-8")
    app = QwirkleApp(Launch(start=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, StartScreen)
        assert app.settings.theme == "dark"
        assert insides.toasts_of(app) == 1


async def test_the_command_line_overrides_settings_for_once() -> None:
    """Theme, letters, signs and zoom of the launch are used and not kept."""
    launch = Launch(HIDDEN, people(2), 7, theme="light", letters=True, ascii=True, zoom=2)
    app = QwirkleApp(launch, open_launched(launch))
    async with app.run_test(size=(120, 40)) as pilot:
        await reach(pilot, app, CurtainScreen)
        look = app.look
        assert (look.theme, look.letters, look.ascii, app.zoom) == ("light", True, True, 2)
    assert load_settings()[0].theme == "dark"
