"""The settings screen: what lasts from game to game, and which key does what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static, Switch
from textual.widgets.option_list import Option

from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.texts import tr

SWITCHES = ("light", "letters", "ascii", "animations", "hints")


def remappable() -> Iterator[Binding]:
    """Every key of the app that has an id of its own, screen by screen."""
    from qwirkle.app.app import QwirkleApp
    from qwirkle.app.panes.board import BoardPane
    from qwirkle.app.screens.curtain import CurtainScreen
    from qwirkle.app.screens.end import EndScreen
    from qwirkle.app.screens.table import TableScreen
    from qwirkle.app.screens.watch import WatchScreen

    for owner in (TableScreen, BoardPane, CurtainScreen, EndScreen, WatchScreen, QwirkleApp):
        for binding in owner.BINDINGS:
            if isinstance(binding, Binding) and binding.id:
                yield binding


class KeyScreen(Page[str], inherit_bindings=False):
    """Waits for the key that shall do something from now on."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def compose_page(self) -> ComposeResult:
        """What is asked for."""
        with VerticalGroup(classes="card"):
            yield Static(Content(tr("Press the key for: {what}", what=self._what)), classes="title")
            yield Static(tr("Esc leaves it as it was."), markup=False)
            yield Button(tr("Leave it"), id="leave")

    def on_key(self, event: events.Key) -> None:
        """Take the key, whatever it is."""
        event.stop()
        event.prevent_default()
        self.dismiss("" if event.key == "escape" else event.key)

    def on_button_pressed(self) -> None:
        """Leave the key as it was."""
        self.dismiss("")


class SettingsScreen(Page[None]):
    """Every change is kept at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", tr("Close"), id="settings.close"),
        Binding("delete", "usual_key", tr("Usual key"), id="settings.usual"),
    ]

    def compose_page(self) -> ComposeResult:
        """A switch for each choice, and the list of keys."""
        settings = self.table_app.settings
        values = {
            "light": (tr("Light theme"), settings.theme == "light"),
            "letters": (tr("Letters for colours"), settings.letters),
            "ascii": (tr("Plain signs (ASCII)"), settings.ascii),
            "animations": (tr("Animations"), settings.animations),
            "hints": (tr("Hints"), settings.hints),
        }
        with VerticalScroll(classes="sheet"):
            yield Static(tr("Settings"), classes="title", markup=False)
            for name in SWITCHES:
                label, value = values[name]
                with HorizontalGroup(classes="row"):
                    yield Switch(value, id=name)
                    yield Static(label, classes="label", markup=False)
            yield Static(tr("Keys (choose one to change it)"), classes="heading", markup=False)
            yield OptionList(*self._key_options(), id="keys", markup=False)
            yield Button(tr("Close"), id="close")
        yield KeyBar()

    def _key_options(self) -> list[Option]:
        keys = self.table_app.settings.keys
        return [
            Option(
                Content(
                    tr(
                        "{key}  {what}  ({id})",
                        key=keys.get(str(binding.id), binding.key),
                        what=binding.description,
                        id=binding.id,
                    )
                ),
                id=binding.id,
            )
            for binding in remappable()
        ]

    @on(Switch.Changed)
    def _switch(self, event: Switch.Changed) -> None:
        app, name = self.table_app, str(event.switch.id)
        if name == "light":
            changed = replace(app.settings, theme="light" if event.value else "dark")
        else:
            changed = replace(app.settings, **{name: event.value})  # type: ignore[arg-type]
        if changed != app.settings:
            app.change_settings(changed)

    @on(OptionList.OptionSelected, "#keys")
    def _choose_key(self, event: OptionList.OptionSelected) -> None:
        name = str(event.option_id)
        what = next(each.description for each in remappable() if each.id == name)

        def take(key: str | None) -> None:
            if key:
                self._set_keys({**self.table_app.settings.keys, name: key})

        self.app.push_screen(KeyScreen(what), take)

    def action_usual_key(self) -> None:
        """Give the chosen line its usual key again."""
        options = self.query_one("#keys", OptionList)
        if options.highlighted is not None:
            name = options.get_option_at_index(options.highlighted).id
            keys = dict(self.table_app.settings.keys)
            keys.pop(str(name), None)
            self._set_keys(keys)

    def _set_keys(self, keys: dict[str, str]) -> None:
        self.table_app.change_settings(replace(self.table_app.settings, keys=keys))
        options = self.query_one("#keys", OptionList)
        place = options.highlighted
        options.clear_options()
        options.add_options(self._key_options())
        options.highlighted = place

    @on(Button.Pressed, "#close")
    def action_close(self) -> None:
        """Go back to where one came from."""
        self.dismiss()
