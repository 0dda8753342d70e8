"""The help screen: every key of the previous screen, the inactive ones in grey."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from qwirkle.engine.variant import Variant
from qwirkle.settings import Settings, save_settings
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.keymap import ACTION_DESCRIPTIONS, describe_binding, remappable_bindings
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.screens.help import HelpScreen, KeyEntry, KeyGroup, collect_keys, render_keys
from qwirkle.tui.screens.start import StartScreen
from tests.tui import textual_internals
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_for_screen
from tests.tui.game_setup import BOT, current_draft, playable_slots, wait_for_turn

SIZES = [(80, 24), (120, 40), (200, 60)]


def entries_of(app: QwirkleApp, variant: Variant | None = None) -> dict[str, KeyEntry]:
    """Return the help entries of the current screen, by description."""
    assert isinstance(app.screen, BaseScreen)
    return {
        each.description: each
        for group in collect_keys(app.screen, variant)
        for each in group.entries
    }


def page_text(app: QwirkleApp) -> str:
    """Return the text on the screen."""
    return "\n".join(strip.text for strip in textual_internals.rendered_strips(app))


async def read_help(pilot: Pilot[None], app: QwirkleApp) -> str:
    """Open help, close it again, and return its first page."""
    await pilot.press("question_mark")
    await wait_for_screen(pilot, app, HelpScreen)
    text = page_text(app)
    await pilot.press("escape")
    return text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_help_lists_active_and_inactive_keys(size: tuple[int, int]) -> None:
    """Keys keep their position in help whether they are active or not."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        before = entries_of(app, TILES)
        assert not before[ACTION_DESCRIPTIONS["pick"]].inactive
        assert before[ACTION_DESCRIPTIONS["play"]].inactive
        assert before[ACTION_DESCRIPTIONS["mark"]].inactive
        text = await read_help(pilot, app)
        assert all(
            description in text
            for description, entry in before.items()
            if entry.keys in ("t", "i", "s", "e")
        )
        await pilot.press(str(min(playable_slots(current_draft(table))) + 1), "space")
        after = entries_of(app, TILES)
        assert list(after) == list(before)
        assert not after[ACTION_DESCRIPTIONS["clear"]].inactive


async def test_help_leaves_out_keys_that_the_variant_never_uses() -> None:
    """Variants without dice have no roll key, and variants without trades no trade key."""
    trades, rolls = ACTION_DESCRIPTIONS["start_trade"], ACTION_DESCRIPTIONS["start_roll"]
    for variant, shown, hidden in ((TILES, trades, rolls), (CUBES, rolls, trades)):
        app = make_app(variant, (*human_players(1), BOT))
        async with app.run_test(size=(80, 24)) as pilot:
            await wait_for_turn(pilot, app)
            assert shown in entries_of(app, variant)
            assert hidden not in entries_of(app, variant)
            assert {shown, hidden} <= set(entries_of(app))


async def test_help_shows_remapped_keys() -> None:
    """Help of the start screen has its own keys, including a remapped one."""
    save_settings(Settings(keys={"start.watch": "z"}))
    app = QwirkleApp(LaunchOptions(show_start_screen=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, StartScreen)
        entries = entries_of(app)
        watch = next(each for each in remappable_bindings() if each.id == "start.watch")
        assert entries[describe_binding(watch)].keys == "z"
        assert not any(entry.inactive for entry in entries.values())
        assert ACTION_DESCRIPTIONS["pick"] not in entries


def test_inactive_keys_are_grey_in_every_appearance() -> None:
    """Only inactive keys and their descriptions have the muted colour."""
    group = KeyGroup("", (KeyEntry("a", "One"), KeyEntry("b", "Two", inactive=True)))
    for appearance in (Appearance(), Appearance(theme="light"), Appearance(colour_depth="none")):
        text = render_keys(group, appearance, 10)
        muted = make_style(get_palette(appearance).muted, get_palette(appearance).panel)
        grey = [text.plain[each.start : each.end] for each in text.spans if each.style == muted]
        assert [part.strip() for part in grey] == ["b", "Two"]
