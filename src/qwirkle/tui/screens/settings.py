"""The settings screen: what applies to every game, and which key does what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from msgspec import structs
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, OptionList, Static, Switch
from textual.widgets.option_list import Option

from qwirkle import catalog
from qwirkle.i18n import tr
from qwirkle.settings import PACES
from qwirkle.tui.drawing.text import fit_text
from qwirkle.tui.keymap import (
    can_bind,
    context_title,
    describe_binding,
    find_conflict,
    key_labels,
    remappable_bindings,
    slot_index,
)
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

KEY_COLUMNS = 18
DESCRIPTION_COLUMNS = 28


def listed_bindings() -> Iterator[Binding]:
    """Yield the bindings you can remap; keys for single pieces, up to the largest hand."""
    max_slots = max(variant.hand.size for variant in catalog.playable_variants())
    return (binding for binding in remappable_bindings() if (slot_index(binding) or 0) < max_slots)


def _state_text(value: bool) -> Content:
    return Content(tr("on")).stylize("bold $success") if value else Content(tr("off"))


def _pace_names() -> dict[str, str]:
    return {
        "slow": tr("slow"),
        "normal": tr("normal"),
        "quick": tr("quick"),
        "at-once": tr("at once"),
    }


class CompactSwitch(Switch):
    """A one-line switch that shows its state without colours too."""

    def render(self) -> Content:
        return Content("──●" if self.value else "●──")


class KeyCaptureScreen(BaseScreen[str], inherit_bindings=False):
    """A prompt for the new key of a binding; rejects taken keys; returns an empty string on Esc."""

    def __init__(self, binding: Binding, find_conflict: Callable[[str], Binding | None]) -> None:
        super().__init__()
        self._binding = binding
        self._find_conflict = find_conflict

    def compose_screen(self) -> ComposeResult:
        with VerticalGroup(classes="card"):
            prompt = tr("Press the key for: {what}", what=describe_binding(self._binding))
            yield Static(Content(prompt), classes="title")
            yield Static("", id="error", classes="error", markup=False)
            yield Static(tr("Esc leaves it as it was."), markup=False)
            yield Button(tr("Leave it"), id="leave", compact=True)

    def on_key(self, event: events.Key) -> None:
        """Return any key that isn't taken; Esc cancels."""
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss("")
            return
        other = self._find_conflict(event.key)
        if other is not None:
            self.show_error(
                tr(
                    "{key} is taken by “{what}” ({context}). Press another key.",
                    key=self.app.get_key_display(Binding(event.key, "")),
                    what=describe_binding(other),
                    context=context_title(other),
                )
            )
        elif not can_bind(self._binding, event.key):
            self.show_error(tr("This must work while you type. Press a key such as F5 or Ctrl+T."))
        else:
            self.dismiss(event.key)

    def on_button_pressed(self) -> None:
        self.dismiss("")


class SettingsScreen(BaseScreen[None]):
    """Settings and keys; every change is saved immediately."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", tr("Close"), id="settings.close"),
        Binding("delete", "reset_key", tr("Usual key"), id="settings.usual"),
    ]

    def compose_screen(self) -> ComposeResult:
        settings = self.qwirkle_app.settings
        switches = (
            ("light", settings.theme == "light", tr("Light theme"), tr("For bright rooms.")),
            (
                "letters",
                settings.letters,
                tr("Letters"),
                tr("Every piece says its colour: R O Y G B P."),
            ),
            (
                "ascii",
                settings.ascii,
                tr("Plain signs"),
                tr("Only ASCII, for fonts that lack the shapes."),
            ),
            (
                "animations",
                settings.animations,
                tr("Animations"),
                tr("Dice tumble before they lie, a Qwirkle flashes."),
            ),
            ("bell", settings.bell, tr("Bell"), tr("The terminal's bell rings for a Qwirkle.")),
            ("hints", settings.hints, tr("Hints"), tr("Hints and undo, from the next game on.")),
            (
                "thinking",
                settings.thinking,
                tr("Thinking"),
                tr("What master thinks, where its hand is open."),
            ),
            (
                "purist",
                settings.purist,
                tr("Purist"),
                tr("No help at all, from the next game on."),
            ),
        )
        with VerticalScroll(classes="content", can_focus=False), VerticalGroup(classes="column"):
            with VerticalGroup(classes="box") as switch_box:
                switch_box.border_title = Content(tr("Settings, kept for every game"))
                for name, value, label, description in switches:
                    with HorizontalGroup(classes="row"):
                        yield CompactSwitch(value, id=name)
                        yield Static(_state_text(value), id=f"{name}-state", classes="state")
                        yield Static(label, classes="label", markup=False)
                        yield Static(description, classes="description muted", markup=False)
                with HorizontalGroup(classes="row"):
                    yield Button(_pace_names()[settings.pace], id="pace", compact=True)
                    yield Static(tr("Pace"), classes="label", markup=False)
                    description = tr("Of bots and forced rolls; Enter changes it.")
                    yield Static(description, classes="description muted", markup=False)
            keys = OptionList(*self._key_options(), id="keys", classes="box", markup=False)
            keys.border_title = Content(tr("Keys: Enter changes one, Delete gives the usual one"))
            yield keys
        with HorizontalGroup(classes="actions"):
            yield Button(tr("Close"), id="close", variant="primary", compact=True)
        yield KeyBar()

    def _key_options(self) -> list[Option]:
        keys = self.qwirkle_app.settings.keys
        options = []
        for binding in listed_bindings():
            name = str(binding.id)
            labels = key_labels(self.app, replace(binding, key_display=None), keys)
            key = fit_text(" ".join(labels), KEY_COLUMNS)
            style = "bold $accent" if name in keys else "bold"
            description = Content(fit_text(describe_binding(binding), DESCRIPTION_COLUMNS))
            context = Content(context_title(binding)).stylize("$foreground 60%")
            options.append(Option(Content(key).stylize(style) + description + context, id=name))
        return options

    @on(Button.Pressed, "#pace")
    def _change_pace(self, event: Button.Pressed) -> None:
        """Cycle to the next pace."""
        settings = self.qwirkle_app.settings
        pace = PACES[(PACES.index(settings.pace) + 1) % len(PACES)]
        event.button.label = _pace_names()[pace]
        self.qwirkle_app.change_settings(structs.replace(settings, pace=pace))

    @on(Switch.Changed)
    def _change_switch(self, event: Switch.Changed) -> None:
        app, name = self.qwirkle_app, str(event.switch.id)
        self.query_one(f"#{name}-state", Static).update(_state_text(event.value))
        if name == "light":
            changed = structs.replace(app.settings, theme="light" if event.value else "dark")
        else:
            changed = structs.replace(app.settings, **{name: event.value})
        if changed != app.settings:
            app.change_settings(changed)

    @on(OptionList.OptionSelected, "#keys")
    def _choose_key(self, event: OptionList.OptionSelected) -> None:
        name = str(event.option_id)
        bindings = tuple(remappable_bindings())
        binding = next(binding for binding in bindings if binding.id == name)
        keys = self.qwirkle_app.settings.keys

        def find_key_conflict(key: str) -> Binding | None:
            return find_conflict(name, {**keys, name: key}, bindings)

        def set_key(key: str | None) -> None:
            if key:
                self._set_keys({**keys, name: key})

        self.app.push_screen(KeyCaptureScreen(binding, find_key_conflict), set_key)

    def action_reset_key(self) -> None:
        """Reset the selected binding to its default key, unless that key is taken now."""
        options = self.query_one("#keys", OptionList)
        if options.highlighted is None:
            return
        name = str(options.get_option_at_index(options.highlighted).id)
        keys = dict(self.qwirkle_app.settings.keys)
        keys.pop(name, None)
        other = find_conflict(name, keys, tuple(remappable_bindings()))
        if other is None:
            self._set_keys(keys)
        else:
            message = tr("The usual key is taken by “{what}” now.", what=describe_binding(other))
            self.notify(message, severity="warning", markup=False)

    def _set_keys(self, keys: dict[str, str]) -> None:
        self.qwirkle_app.change_settings(structs.replace(self.qwirkle_app.settings, keys=keys))
        if self.is_closed:
            return
        options = self.query_one("#keys", OptionList)
        highlighted = options.highlighted
        options.clear_options()
        options.add_options(self._key_options())
        options.highlighted = highlighted

    @on(Button.Pressed, "#close")
    def action_close(self) -> None:
        self.dismiss()
